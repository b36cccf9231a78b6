"""Every game is played on two live boards by touch: a plain move is two taps, or one drag."""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from club.play.match.matches import Table
from rules.choosing import ChoiceNode, reach_match_choice
from rules.game import Step
from rules.match import Match
from tests.club.people import start_match
from tests.playground.browser import chromium
from tests.web.site import ANN, BASE, BEN, Site, site
from tests.web.touched_board import Board
from words import localizer_for

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.ci]
EACH = 6
"""Moves of each side; a game that ends before is over."""
TAPS = {"binar": {1}, "three-in-a-row": {1}, "binary": {1, 2}, "one-zero-one": {1, 2, 3}}
"""Taps of a move where nothing goes from square to square."""
FROM_TO = {2}
say = localizer_for("en")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as started:
        yield started


async def open_page(met: Site, browser: Browser, table: Table, user_id: int) -> Board:
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
        """Make a move, every other one by a drag if a piece goes somewhere; return the taps."""
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


async def test_every_game_is_played_on_two_pages(key: str, browser: Browser, tmp_path: Path) -> None:
    async with site("sqlite", tmp_path, live=True) as met:
        table = await start_match(met.club, key)
        players = [
            Player(await open_page(met, browser, table, who.id), random.Random(53)) for who in (ANN, BEN)
        ]
        for ply in range(1, 2 * EACH + 1):
            if table.turn is None:
                break
            met.time[0] += 2.0
            taps = await players[table.turn].move(table.match)
            assert taps in TAPS.get(key, FROM_TO), (key, ply, taps)
            for player in players:
                await player.board.wait_for_moves(ply)
            table = await met.club.play.matches.load(table.row.id)
            assert len(table.match.plies) == ply
        for player in players:
            assert player.board.troubles == []
            assert player.drags > 0 or key in TAPS
            await player.board.page.context.close()
