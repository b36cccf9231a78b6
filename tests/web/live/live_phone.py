"""Live boards in Chromium on phones, and who plays there by touch."""

import random

from playwright.async_api import Browser

from club.play.match.matches import Table
from rules.choosing import ChoiceNode, reach_match_choice
from rules.game import Step
from rules.match import Match
from tests.web.site import BASE, Site
from tests.web.touched_board import Board
from words import localizer_for

say = localizer_for("en")


async def open_phone(met: Site, browser: Browser, table: Table, user_id: int) -> Board:
    """Follow a person's link on their phone."""
    link = await met.club.pages.live.make_link(table, user_id)
    address, _, key = link.replace(BASE, met.at).partition("#")
    return await Board.open(browser, address, key)


class Player:
    """Chance, at a page of its own."""

    def __init__(self, board: Board, chance: random.Random) -> None:
        self.board = board
        self.chance = chance
        self.moves = 0
        self.drags = 0

    async def move(self, match: Match) -> int:
        """Make a move and return its taps.

        Every other move is a drag, if a piece goes somewhere.
        """
        self.moves += 1
        node, taps = reach_match_choice(match, ()), 0
        while True:
            assert node is not None
            if node.move is not None and (not node.choices or self.chance.random() < 0.3):
                if node.choices:
                    await self.board.page.locator("#ends").tap()
                return taps + bool(node.choices)
            step = self.chance.choice(node.choices)
            after = reach_match_choice(match, (*node.path, step.value))
            if self.moves % 2 == 0 and not node.chain and (end := await self.find_end(step, after)):
                assert step.square is not None and end.square is not None and after is not None
                await self.board.drag(step.square, end.square)
                self.drags += 1
                after = reach_match_choice(match, (*after.path, end.value))
                taps += 1  # a drag counts as two taps
            elif step.square:
                await self.board.tap(step.square)
            else:
                await self.board.press(say.text(step.label))
            node, taps = after, taps + 1

    async def find_end(self, step: Step, after: ChoiceNode | None) -> Step | None:
        """Return where a piece goes if it is dragged, `None` if there is no piece."""
        if after is None or not step.square:
            return None
        piece = self.board.page.locator(f'#board .tap[data-piece][data-square="{step.square}"]')
        ends = [each for each in after.choices if each.square]
        return self.chance.choice(ends) if ends and await piece.count() else None
