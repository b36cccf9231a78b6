"""No one else learns what Ann and the spectator Dan have noted.

Two worlds differ only in their notes. After the end that still holds, unless both players agree to
show their notes; Dan's stay hidden even then.
"""

import logging
from pathlib import Path
from typing import Any

import pytest

from club.members.people import Act
from data.play import notes
from tests.bot.server import Server, press_behind, serve
from tests.leaks.evening import NEVER, SECRET, acquaint, differences
from tests.leaks.wire import Streams, listening

pytestmark = pytest.mark.ci

DAN = 4_444
PLAYED = ("9-14", "22-18")
NOTED = ((), ((1, "a plan"),), ((1, "another plan"), (2, "weak")))
"""What is noted about which moves, in one world after the other."""
Noted = tuple[tuple[int, str], ...]


async def run_world(
    noted: Noted, database: Path, *, agreed: tuple[str, ...], writers: tuple[str, ...]
) -> Streams:
    """Play a world in which the `writers` have noted this and return what was told.

    The others look around, also after the end.
    """
    with pytest.MonkeyPatch.context() as patch, listening(patch) as wire:
        async with serve(database, secret=lambda: SECRET, patience=NEVER) as room:
            acquaint(wire, room)
            place = await room.begin("american", side="Black")
            wire.names[place.id] = "thread"
            for number, move in enumerate(PLAYED):
                await (room.ben if number % 2 else room.ann).slash(place, "move", move=move)
            ids = {"Ann": room.ann.id, "Dan": DAN}
            for who in writers:
                await room.run(write_notes(room, ids[who], noted))
            await look(room, place)
            asked = await room.ben.slash(place, "resign")
            await room.ben.click(asked.response, label="Resign")
            await room.run(agree(room, agreed))
            await look_after(room, place)
            return wire.streams()


async def write_notes(room: Server, user_id: int, noted: Noted) -> None:
    """Write these notes as a member."""
    club = room.bot.club
    table = await club.play.matches.load(1)
    for ply, text in noted:
        await club.play.notes.write(table, Act(user_id, 1), ply, text)


async def agree(room: Server, agreed: tuple[str, ...]) -> None:
    club = room.bot.club
    table = await club.play.matches.load(1)
    for who in agreed:
        await club.play.notes.set_sharing(table, Act(getattr(room, who.lower()).id, 3), share=True)


async def look(room: Server, place: Any) -> None:
    """Look at everything as the player Ben and the spectator Cleo.

    That includes their own notes.
    """
    for who in (room.ben, room.cleo):
        more = await who.click(room.board(place), label="More")
        await press_behind(who, more.response.message, "My notes")
    await room.ben.slash(place, "privacy export")
    await room.cleo.slash(place, "board")


async def look_after(room: Server, place: Any) -> None:
    for who in (room.ben, room.cleo):
        for command in ("replay", "history", "export"):
            await who.slash(place, command, match="1")
        shown = await who.slash(place, "replay", match="1")
        card = [each for each in (shown.response.message or shown.response, *shown.followups) if each][-1]
        await press_behind(who, card, "My notes")
        await who.slash(place, "privacy export")


async def find_leaks(
    folder: Path, *, agreed: tuple[str, ...], writers: tuple[str, ...], worlds: tuple[Noted, ...] = NOTED
) -> list[str]:
    """Return where the worlds tell Ben, Cleo or everyone different things."""
    made = [
        await run_world(noted, folder / f"{number}.db", agreed=agreed, writers=writers)
        for number, noted in enumerate(worlds)
    ]
    assert made[0]["everyone", "thread"]
    assert made[0]["Ben", "answers to Ben"]
    return [line for other in made[1:] for line in differences(made[0], other, ("Ben", "Cleo"))]


@pytest.mark.parametrize("agreed", [pytest.param(()), pytest.param(("Ann",)), pytest.param(("Ben",))])
async def test_nobody_else_is_told_what_somebody_has_noted(tmp_path: Path, agreed: tuple[str, ...]) -> None:
    assert await find_leaks(tmp_path, agreed=agreed, writers=("Ann", "Dan"), worlds=NOTED[::2]) == []


async def test_notes_of_who_watched_stay_theirs_though_both_players_agree(tmp_path: Path) -> None:
    assert await find_leaks(tmp_path, agreed=("Ann", "Ben"), writers=("Dan",)) == []


async def test_what_both_agree_to_is_told(tmp_path: Path) -> None:
    told = await find_leaks(tmp_path, agreed=("Ann", "Ben"), writers=("Ann",), worlds=NOTED[:2])
    assert any("a plan" in line for line in told)


async def test_a_seeded_leak_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put = notes.put

    async def leaky_put(tx: Any, row: notes.NoteRow) -> None:
        logging.getLogger("club").info("noted", extra={"match": row.match_id, "ply": row.ply})
        await put(tx, row)

    monkeypatch.setattr(notes, "put", leaky_put)
    lines = await find_leaks(tmp_path, agreed=(), writers=("Ann",), worlds=NOTED[:2])
    assert any("everyone, logs" in line for line in lines)
