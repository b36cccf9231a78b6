"""Two servers meet on eight boards in the playground.

A code, sixteen people, boards in threads and in messages.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from playground.checks.openapi import OpenAPI
from playground.world.directory import WorldPerson
from playground.world.errors import JSON
from playground.world.next_door import PORCH_ID
from playground.world.state import ADA_ID, GAMES_ID
from playground.world.world import World
from tests.pace import PATIENCE
from tests.wire.live_bot import Scene, on_stage
from tests.wire.visible_message import alt_texts, buttons, words

pytestmark = pytest.mark.ci

BOARDS = 8
GIVEN = {"game": "binar", "options": "size=3", "clock": "1 day"}


def meeting_world() -> tuple[World, list[str], list[str]]:
    """A playground of two servers, and who plays for which."""
    world = World(patience=PATIENCE, next_door=True)
    hosts, guests = ([str(int(ADA_ID) + start + each) for each in range(BOARDS)] for start in (1000, 2000))
    for name, people in (("Host", hosts), ("Guest", guests)):
        for number, each in enumerate(people, 1):
            world.state.members[each] = WorldPerson(each, f"{name.lower()}{number}", f"{name} {number}")
    return world, hosts, guests


async def pick_move(scene: Scene, who: str, board: JSON) -> None:
    """Press whatever goes on until the move is made."""
    shown = await scene.press(who, board["id"], "Play")
    while "You played" not in words(shown):
        label = next(each for each in buttons(shown) if each not in ("Back", "Type a move"))
        shown = await scene.press(who, shown["id"], label)


async def play_match(scene: Scene, hosts: list[str], guests: list[str]) -> None:
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
    await there(GAMES_ID, "still awaited")
    taken = await slash(ADA_ID, PORCH_ID, "team accept", code=code, name="Next door")
    assert "This server plays" in words(taken), words(taken)
    for place, people, side in ((GAMES_ID, hosts, "Join Home"), (PORCH_ID, guests, "Join Next door")):
        for who in people:
            card = await there(place, "Two teams on")
            assert "You play for" in words(await scene.press(who, card["id"], side))
    await there(PORCH_ID, "**Home** · 8 members")
    await scene.press(ADA_ID, (await there(GAMES_ID, "**Next door** · 8 members"))["id"], "Start now")
    await there(PORCH_ID, "0 of 8 boards are over")
    await scene.until(lambda: len(scene.world.member_view(ADA_ID)["threads"]) == BOARDS)

    def direct(who: str, word: str) -> JSON | None:
        dms = scene.world.member_view(who)["dms"]
        return newest(dms[0]["id"], word, who) if dms else None

    first = guests[1]  # the guest begins on board 2
    board = await scene.until(lambda: direct(first, "Board 2 of Home – Next door"))
    assert {"Play", "My view", "More"} == set(buttons(board)) and alt_texts(board)
    await pick_move(scene, first, board)
    for who in (*guests[::2], *hosts[1::2]):  # each board's second gives up
        card = await own(scene, who, hosts)
        more = await scene.press(who, card["id"], "More")
        sure = await scene.press(who, more["id"], "Resign")
        await scene.press(who, sure["id"], "Resign")
    for place in (GAMES_ID, PORCH_ID):
        over = await there(place, "Over: a draw")
        assert "**Home 8 : 8 Next door**" in words(over) and alt_texts(over)[0].count("Board ") == BOARDS
    assert await scene.until(lambda: direct(first, "resigned"))
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
        await play_match(scene, hosts, guests)
