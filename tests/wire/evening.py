"""An evening of many people in the playground.

One person is at their phone; all others act through the playground's API.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from playwright.async_api import Browser, Error, Locator, Page, ViewportSize, expect

from playground.checks.openapi import OpenAPI
from playground.world.directory import WorldPerson
from playground.world.errors import JSON
from playground.world.state import ADA_ID, GAMES_ID
from playground.world.world import World
from tests.pace import PATIENCE
from tests.playground.browser import PHONE, Views
from tests.wire import players
from tests.wire.live_bot import Scene, on_stage
from tests.wire.stranger import SCREENSHOTS, save_small, wait_for_answer
from tests.wire.visible_message import buttons, is_board, version, words

WITHIN_MS = 30_000
TRIES = 5
TALL: ViewportSize = {"width": 390, "height": 2100}
"""A card as a whole, for its picture: as one sees it who scrolls."""
TURN = re.compile(r"<@(\d+)> to move")


class Phone:
    """A person at their phone, 390 px wide.

    `name` is the name of the pictures of their screens.
    """

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.name = name
        self.screens = 0

    async def go(self, place: str) -> None:
        """Open a channel or a thread."""
        await self.page.evaluate("place => { location.hash = `#c${place}` }", place)

    def card(self, said: str) -> Locator:
        """The newest card that says something, and that everybody sees."""
        return self.page.locator(".message:not(.ephemeral)").filter(has_text=said).last

    async def see(self, said: str) -> Locator:
        """The newest card that says something and that everybody sees, once it is there."""
        card = self.card(said)
        await expect(card).to_be_visible(timeout=WITHIN_MS)
        return card

    async def tap(self, card: Locator, label: str) -> Locator:
        """Tap a button of a card; the answer that only they see."""
        shown = await wait_for_answer(self.page, card.get_by_role("button", name=label, exact=True).tap())
        await expect(shown).not_to_contain_text("is thinking", timeout=WITHIN_MS)
        return shown

    async def keep(self, card: Locator, name: str) -> None:
        """Assert that nothing is wider than the screen, and keep a card's picture.

        The picture is kept only if pictures are wanted.
        """
        assert await self.page.evaluate("document.documentElement.scrollWidth") <= 390, name
        folder = os.environ.get(SCREENSHOTS)
        if folder is None:
            return
        path = Path(folder) / f"{self.name}-{self.screens:02}-{name}.png"
        for _ in range(TRIES):
            with suppress(Error):  # an edit may have taken the card's place meanwhile
                for image in await card.locator("img").all():
                    await image.evaluate("image => image.decode()")
                save_small(await card.screenshot(), path)
                break
        self.screens += 1


class Evening:
    """A scene with many members, Ada at her phone."""

    def __init__(self, scene: Scene, phone: Phone, others: Sequence[str]) -> None:
        self.scene = scene
        self.phone = phone
        self.others = others
        self.chance = random.Random(1)

    async def command(self, name: str, /, **options: object) -> str:
        """Let Ada give a command in the channel of the games; what it says."""
        given = self.scene.world.slash(ADA_ID, GAMES_ID, name, options)
        return words(await self.scene.answer(given))

    async def newest(self, said: str, label: str, place: str = GAMES_ID) -> JSON:
        """The newest card that says something and has a button, once it is there."""

        def find() -> JSON | None:
            seen = reversed(self.scene.messages(ADA_ID, place))
            return next((body for body in seen if said in words(body) and label in buttons(body)), None)

        return await self.scene.until(find)

    async def press(self, people: Sequence[str], said: str, label: str) -> list[str]:
        """Let all of these people press a button of the newest card with some text.

        Return the answer that each got.
        """
        card = await self.newest(said, label)
        shown = await asyncio.gather(*(self.scene.press(who, card["id"], label) for who in people))
        return [words(each) for each in shown]

    def running(self) -> list[str]:
        """The threads in which a match is being played.

        A former board may lose its buttons only later.
        """
        return [
            place["id"]
            for place in self.scene.world.member_view(ADA_ID)["threads"]
            if (board := next(filter(is_board, reversed(place["messages"])), None))
            and "Play" in buttons(board)
        ]

    async def wait_for_matches(self, count: int) -> list[str]:
        """Return the threads of running matches, once there are `count` of them."""
        return await self.scene.until(lambda: now if len(now := self.running()) == count else None)

    async def resign(self, place: str) -> None:
        """Let the player to move resign a match."""
        await self.scene.resign(mover(self.scene.board(place)), place)

    async def play_out(self, place: str) -> None:
        """Let both play at random until the end."""
        while "Play" in buttons(board := self.scene.board(place)):
            await players.command(self.scene, mover(board), place, self.chance)
            await self.scene.wait_for_board(place, version(board))


def mover(board: JSON) -> str:
    """Who is to move, as a board tells it."""
    found = TURN.search(words(board))
    assert found is not None, words(board)
    return found[1]


async def on_phone(views: Views, member: str, name: str) -> Phone:
    """The page as a member has it on their phone."""
    tall = {"viewport": TALL} if SCREENSHOTS in os.environ else {}
    return Phone(await views.view(member, **PHONE | tall), name)


def files(world: World) -> set[str]:
    """The addresses of all files that messages have now."""
    messages = (each for place in world.state.channels.values() for each in place.messages.values())
    return {file["url"] for message in messages for file in message.body["attachments"]}


async def close(views: Views, world: World) -> None:
    """Close every page.

    While many people press, an edit may remove a picture that a page has just requested.
    """
    kept = files(world)
    views.troubles = [
        each
        for each in views.troubles
        if not ("404" in each and "/attachments/" in each and kept.isdisjoint(each.split()))
    ]
    await views.close()


@asynccontextmanager
async def evening(
    folder: Path, openapi: OpenAPI, browser: Browser, count: int, name: str
) -> AsyncIterator[Evening]:
    """A playground with so many members besides Ada."""
    world = World(patience=PATIENCE)
    others = [str(int(ADA_ID) + 1000 + number) for number in range(count)]
    for number, each in enumerate(others, 1):
        world.state.members[each] = WorldPerson(each, f"member{number}", f"Member {number}")
    async with on_stage(folder, openapi, world=world) as scene:
        views = Views(browser, world.state.address)
        yield Evening(scene, await on_phone(views, "ada", name), others)
        await close(views, world)
