"""Screens for a trial on readers: a newcomer's views of One Zero One on a phone.

`python -m tests.wire.trial SCREENS TRUTH` plays two matches against the computer in the playground,
with deals, answers and presses by `--seed`. The first is the guided one, whole; of the second, in
which nothing is explained any more, ten choices are kept. The folder SCREENS gets a picture of each
card, in order, with a ring around the button that is pressed next. The file TRUTH gets the effect
of each of those buttons, found by playing the moves that it leads to. Readers who are asked "what
will the button in the ring do?" get the pictures, and nothing of that file.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Locator, Page, expect

from bot.custom_ids import parse_custom_id
from playground.app import make_app, serve
from playground.bot_process import BotProcess
from playground.world.state import ADA_ID, BOT_ID, GAMES_ID
from playground.world.world import World
from rules.catalogue import GAMES
from rules.match import Match, read_record
from tests.playground.browser import Views, chromium
from tests.wire import trial_bot
from tests.wire.stranger import GOING_ON, board, enter_thread
from words import ENGLISH, insert_player_names, localizer_for

GAME: Final = "One Zero One"
NAMES: Final = ("Ada", "Twotone")
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 1200},  # a card as a whole, as one sees it who scrolls
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
    "color_scheme": "dark",
}
KEPT: Final = 10
"""Choices that are kept of the second match."""
BEFORE: Final = 3
"""Turns of the second match that are not kept.

On an almost empty display few cards do anything.
"""
RING: Final = "button => { button.style.outline = '4px solid #f5a623'; button.style.outlineOffset = '2px'; }"
LEVEL: Final = re.compile(r"^2★")
MATCHES: Final[dict[str, dict[str, int]]] = {"1-guided": {}, "2-alone": {"before": BEFORE, "most": KEPT}}
THINKS: Final = "thinks …"
ANSWERS_WITHIN: Final = 30_000
"""Milliseconds within which the bot is there, and the computer has answered."""


@dataclass
class Trial:
    """A trial in the making.

    Pictures go to `folder`; `lines` tell the effect of each button in a ring.
    """

    page: Page
    database: Path
    folder: Path
    chance: random.Random
    lines: list[str] = field(default_factory=list)
    shots: int = 0

    @property
    def card(self) -> Locator:
        """The one card in which a person plays the computer."""
        return self.page.locator(".message.ephemeral").last

    async def begin(self, world: World) -> None:
        """Begin a match against the computer, as `/play` does, and open its picker."""
        await self.page.goto(f"{world.state.address}/?member=ada")
        asked = {"game": GAMES["one-zero-one"].key, "opponent": BOT_ID}
        await world.slash(ADA_ID, GAMES_ID, "play", asked)
        newest = self.page.get_by_role("log").locator(".message").last
        await newest.get_by_role("button", name=LEVEL).tap(timeout=ANSWERS_WITHIN)
        await enter_thread(self.page)
        await expect(board(self.page)).to_contain_text("@Ada to move", timeout=ANSWERS_WITHIN)
        await board(self.page).get_by_role("button", name="Play", exact=True).tap()

    async def play(self, name: str, *, before: int = 0, most: int | None = None) -> None:
        """Play a match, or `most` choices of it, and keep the screens under `name`.

        The first `before` turns are not kept.
        """
        await expect(self.card).to_contain_text("Your move")
        self.shots, choices = 0, 0
        while choices != most and (match := self.match()).outcome is None:
            kept = sum(ply.seat == match.turn for ply in match.plies) >= before
            choices += kept
            await self.choose(match, name if kept else None)
        if most is None:
            await self.shoot(f"{name}-end")

    async def choose(self, match: Match, name: str | None) -> None:
        """Press one of the buttons that go on, if possible not a plain card.

        The screens are kept if they have a name.
        """
        buttons = await self.card.locator(GOING_ON).all()
        telling = [each for each in buttons if await each.inner_text() != "PLAIN"]
        button = self.chance.choice(telling or buttons)
        custom = await button.get_attribute("data-custom") or ""
        if name:
            await button.evaluate(RING)
            shot = await self.shoot(f"{name}-choice")
            self.lines += [
                f"## {shot}: “{await button.inner_text()}”",
                "",
                *effects(match, path_of(custom)),
                "",
            ]
        await button.tap()
        await expect(self.card.locator(f'[data-custom="{custom}"]')).to_have_count(0)
        if await self.card.get_by_text(THINKS).count():
            if name:
                await self.shoot(f"{name}-played")
            await expect(self.card.get_by_text(THINKS)).to_have_count(0, timeout=ANSWERS_WITHIN)

    async def shoot(self, name: str) -> str:
        """Keep a picture of the card; return what it is called."""
        self.shots += 1
        match, _, what = name.rpartition("-")
        called = f"{match}-{self.shots:02}-{what}"
        for image in await self.card.locator("img").all():
            await image.evaluate("image => image.decode()")
        await self.card.screenshot(path=self.folder / f"{called}.png", animations="disabled", caret="hide")
        return called

    def match(self) -> Match:
        """The newest match, as the bot has stored it."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as store:
            [(record,)] = store.execute("SELECT record FROM match ORDER BY id DESC LIMIT 1")
        return read_record(record, GAMES)


def path_of(custom_id: str) -> Sequence[str]:
    """The choices that a button of the picker stands for, those before it included."""
    pressed = parse_custom_id(custom_id)
    assert pressed is not None
    return pressed.rest.split(",")


def effects(match: Match, path: Sequence[str]) -> Iterator[str]:
    """Yield, in lines, the result of each move that begins with some choices.

    The results are found by playing the moves.
    """
    game, seat = match.game, match.turn
    assert seat is not None
    moves = {
        game.write(match.position, move): move
        for move in game.routes(match.position)
        if [step.value for step in game.steps(match.position, move)][: len(path)] == [*path]
    }
    if len(moves) > 1:
        yield f"Nothing yet: {len(moves)} moves go on from here."
    say = localizer_for(ENGLISH)
    names = NAMES if seat == 0 else NAMES[::-1]
    for move in moves.values():
        after = match.copy()
        after.make_move(move)
        view: Any = after.view(seat)
        was, becomes = points(match), points(after)
        told = [
            say.text(insert_player_names(view.last.words, names)),
            f"Points stay {was}." if was == becomes else f"Points go from {was} to {becomes}.",
            *([say.text(insert_player_names(after.outcome.phrase, names))] if after.outcome else []),
        ]
        yield f"- {say.text(game.in_words(match.position, move))}: {' '.join(told)}"


def points(match: Match) -> str:
    """The points of both, by digit."""
    score = match.game.score(match.position)
    assert score is not None
    return " and ".join(f"{points} of {side}" for points, side in zip(score, match.sides, strict=True))


async def make(screens: Path, truth: Path, seed: str) -> None:
    """Play both matches, and write the screens and the truth."""
    screens.mkdir(parents=True, exist_ok=True)
    world = World()
    runner = await serve(world, make_app(world))
    os.environ[trial_bot.SEED] = seed
    with tempfile.TemporaryDirectory() as folder:
        bot = BotProcess(world.state.address, Path(folder), "tests.wire.trial_bot")
        await bot.start()
        try:
            async with chromium() as browser:
                page = await Views(browser, world.state.address).view("ada", **PHONE)
                trial = Trial(page, Path(folder) / "twotone.db", screens, random.Random(seed))
                await page.get_by_role("button", name="Open the home card").wait_for(timeout=ANSWERS_WITHIN)
                for name, how in MATCHES.items():
                    await trial.begin(world)
                    await trial.play(name, **how)
        finally:
            await bot.stop()
            await runner.cleanup()
    head = ["# What the buttons in the rings do", "", f"{GAME}, seed {seed}. {NAMES[0]} is the reader.", ""]
    truth.write_text("\n".join([*head, *trial.lines]), encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        "python -m tests.wire.trial", description="Screens of One Zero One, and what their buttons do."
    )
    parser.add_argument("screens", type=Path, help="the folder of the pictures")
    parser.add_argument("truth", type=Path, help="the file of what the buttons do, which no reader gets")
    parser.add_argument("--seed", default="1", help="decides deals, answers and presses (default: 1)")
    given = parser.parse_args()
    asyncio.run(make(given.screens, given.truth, given.seed))
