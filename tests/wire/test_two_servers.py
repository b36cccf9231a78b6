"""Two servers meet on eight boards in the playground.

A code, sixteen people, boards in threads and in messages.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from playwright.async_api import Browser

from playground.checks.openapi import OpenAPI
from playground.world.directory import WorldPerson
from playground.world.errors import JSON
from playground.world.next_door import PORCH_ID
from playground.world.state import ADA_ID, BEN_ID, GAMES_ID
from playground.world.world import World
from tests.pace import PATIENCE
from tests.playground.browser import Views
from tests.wire import stranger
from tests.wire.evening import Phone, close, on_phone
from tests.wire.live_bot import Scene, on_stage
from tests.wire.visible_message import alt_texts, buttons, words

pytestmark = pytest.mark.ci

BOARDS = 8
GIVEN = {"game": "binar", "options": "size=3", "clock": "1 day"}
Snap = Callable[[str, str, str], Awaitable[None]]
"""Keeps what a member sees of a place, under a name."""
Move = Callable[[Scene, str, str, JSON], Awaitable[None]]
"""Lets a member move, in a place, from a card."""


SAID = {"over": "Over: a draw", "over-away": "Over: a draw", "score": "0 of 8", "score-away": "0 of 8"}
"""Words on the card of a picture that is not of the newest card of its place."""


async def nothing_kept(member: str, place: str, name: str) -> None:
    """Keep nothing."""
    del member, place, name


def meeting_world() -> tuple[World, list[str], list[str]]:
    """A playground of two servers, and who plays for which."""
    world = World(patience=PATIENCE, next_door=True)
    hosts, guests = ([str(int(ADA_ID) + start + each) for each in range(BOARDS)] for start in (1000, 2000))
    for name, people in (("Host", hosts), ("Guest", guests)):
        for number, each in enumerate(people, 1):
            world.state.members[each] = WorldPerson(each, f"{name.lower()}{number}", f"{name} {number}")
    return world, hosts, guests


async def picks(scene: Scene, who: str, place: str, board: JSON) -> None:
    """Press whatever goes on until the move is made."""
    del place
    shown = await scene.press(who, board["id"], "Play")
    while "You played" not in words(shown):
        label = next(each for each in buttons(shown) if each not in ("Back", "Type a move"))
        shown = await scene.press(who, shown["id"], label)


async def meets(
    scene: Scene, hosts: list[str], guests: list[str], keep: Snap = nothing_kept, move: Move = picks
) -> None:
    """A match of the two servers from its code to its end, as its people see it."""

    def newest(place: str, word: str, who: str = ADA_ID) -> JSON | None:
        seen = scene.messages(who, place)
        return next((body for body in reversed(seen) if word in words(body) and not loading(body)), None)

    async def there(place: str, word: str, who: str = ADA_ID) -> JSON:
        return await scene.until(lambda: newest(place, word, who))

    async def slash(who: str, place: str, command: str, **options: str) -> JSON:
        return await scene.answer(scene.world.slash(who, place, command, options))

    made = await slash(ADA_ID, GAMES_ID, "team challenge", name="Home", **GIVEN)
    code = words(made).split("code:")[1].split("\n")[0]
    await keep(ADA_ID, GAMES_ID, "code")
    await there(GAMES_ID, "still awaited")
    taken = await slash(ADA_ID, PORCH_ID, "team accept", code=code, name="Next door")
    assert "This server plays" in words(taken), words(taken)
    for place, people, side in ((GAMES_ID, hosts, "Join Home"), (PORCH_ID, guests, "Join Next door")):
        for who in people:
            card = await there(place, "Two teams on")
            assert "You play for" in words(await scene.press(who, card["id"], side))
    await there(PORCH_ID, "**Home** · 8 members")
    await keep(ADA_ID, GAMES_ID, "joined")
    await keep(BEN_ID, PORCH_ID, "joined-away")
    await scene.press(ADA_ID, (await there(GAMES_ID, "**Next door** · 8 members"))["id"], "Start now")
    await there(PORCH_ID, "0 of 8 boards are over")
    await scene.until(lambda: len(scene.world.member_view(ADA_ID)["threads"]) == BOARDS)
    await keep(ADA_ID, GAMES_ID, "score")
    await keep(BEN_ID, PORCH_ID, "score-away")

    def direct(who: str, word: str) -> JSON | None:
        dms = scene.world.member_view(who)["dms"]
        return newest(dms[0]["id"], word, who) if dms else None

    first = guests[1]  # the guest begins on board 2
    board = await scene.until(lambda: direct(first, "Board 2 of Home – Next door"))
    assert {"Play", "My view", "More"} == set(buttons(board)) and alt_texts(board)
    dm = scene.world.member_view(first)["dms"][0]["id"]
    await keep(first, dm, "guest")
    await move(scene, first, dm, board)
    for who in (*guests[::2], *hosts[1::2]):  # each board's second gives up
        card = await own(scene, who, hosts)
        more = await scene.press(who, card["id"], "More")
        sure = await scene.press(who, more["id"], "Resign")
        await scene.press(who, sure["id"], "Resign")
    for place in (GAMES_ID, PORCH_ID):
        over = await there(place, "Over: a draw")
        assert "**Home 8 : 8 Next door**" in words(over) and alt_texts(over)[0].count("Board ") == BOARDS
    await keep(ADA_ID, GAMES_ID, "over")
    await keep(BEN_ID, PORCH_ID, "over-away")
    assert await scene.until(lambda: direct(first, "resigned"))
    await keep(first, dm, "guest-over")
    again = await there(PORCH_ID, "Over: a draw")
    assert "The rematch is there" in words(await scene.press(ADA_ID, again["id"], "Rematch"))
    await there(GAMES_ID, "### Next door – Home")
    for who in hosts[:2]:
        assert not scene.world.member_view(who)["dms"]  # they play in threads


async def own(scene: Scene, who: str, hosts: list[str]) -> JSON:
    """Return a member's board: a guest's in direct messages, a host's in its thread."""

    def find() -> JSON | None:
        seen = scene.world.member_view(who)
        for place in seen["threads"] if who in hosts else seen["dms"]:
            mine = who not in hosts or f"{name} " in place["name"]
            for body in reversed(scene.messages(who, place["id"])):
                if mine and "More" in buttons(body):
                    return body
        return None

    name = scene.world.state.members[who].name
    return await scene.until(find)


def loading(body: JSON) -> bool:
    """Whether the bot has promised the message and it is still to come."""
    return bool(body["flags"] & 1 << 7)


@pytest.mark.asyncio
async def test_two_servers_meet_on_eight_boards(openapi: OpenAPI, tmp_path: Path) -> None:
    world, hosts, guests = meeting_world()
    async with on_stage(tmp_path, openapi, world=world) as scene:
        await meets(scene, hosts, guests)


@pytest.mark.deep
@pytest.mark.asyncio(loop_scope="module")
async def test_they_do_so_390_px_wide(browser: Browser, openapi: OpenAPI, tmp_path: Path) -> None:
    """Every screen on a phone, and a guest who moves with a finger."""
    world, hosts, guests = meeting_world()
    async with on_stage(tmp_path, openapi, world=world) as scene:
        views = Views(browser, world.state.address)
        phones: dict[str, Phone] = {}

        async def phone(who: str, place: str) -> Phone:
            if who not in phones:
                phones[who] = await on_phone(views, world.state.members[who].username, f"team-{len(phones)}")
            await phones[who].go(place)
            return phones[who]

        async def keep(who: str, place: str, name: str) -> None:
            seen = await phone(who, place)
            said = SAID.get(name)
            await seen.keep(await seen.see(said) if said else seen.page.locator(".message").last, name)

        async def by_touch(scene: Scene, who: str, place: str, board: JSON) -> None:
            del scene, board
            page = (await phone(who, place)).page
            assert (
                await stranger.play_by_touch(page, stranger.board(page), random.Random(1), "team-move") == 1
            )

        await meets(scene, hosts, guests, keep, by_touch)
        await close(views, world)
