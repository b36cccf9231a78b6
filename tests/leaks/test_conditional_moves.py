"""No one else learns of Ben's conditional moves before they count.

Two worlds differ only in the moves that Ben has prepared.
"""

import logging
from pathlib import Path
from typing import Any

import pytest

from club.members.people import Act
from data.play import conditional_moves
from tests.bot.server import Server, serve
from tests.leaks.evening import NEVER, SECRET, acquaint, differences
from tests.leaks.looks import look_around
from tests.leaks.wire import Streams, listening

pytestmark = pytest.mark.ci

PREPARED: tuple[tuple[str, ...], ...] = ((), ("11-16 23-18", "11-15 22-18 15x22 25x18"), ("12-16 24-20",))
"""What Ben has prepared, in one world after the other: none of it is played."""
PLAYED = ("9-14", "22-18", "5-9")


async def run_world(prepared: tuple[str, ...], database: Path) -> Streams:
    """Play a world in which Ben has prepared these moves and return what was told.

    Everyone looks around and moves are made.
    """
    with pytest.MonkeyPatch.context() as patch, listening(patch) as wire:
        async with serve(database, secret=lambda: SECRET, patience=NEVER) as room:
            acquaint(wire, room)
            place = await room.begin("american", side="Black")
            wire.names[place.id] = "thread"
            await room.run(rewritten(room, prepared))
            await look_around(room, place)
            for number, move in enumerate(PLAYED):
                await (room.ben if number % 2 else room.ann).slash(place, "move", move=move)
                await look_around(room, place)
            return wire.streams()


async def rewritten(room: Server, prepared: tuple[str, ...]) -> None:
    club = room.bot.club
    ahead = await club.play.conditional_moves.get(1, room.ben.id)
    await club.play.conditional_moves.replace_lines(
        ahead, Act(room.ben.id, 1), [line.split() for line in prepared]
    )


async def find_leaks(folder: Path, made: tuple[tuple[str, ...], ...]) -> list[str]:
    """Return where the worlds tell Ann, Cleo or everyone different things."""
    worlds = [await run_world(prepared, folder / f"{number}.db") for number, prepared in enumerate(made)]
    assert worlds[0]["everyone", "thread"]
    assert worlds[0]["Ann", "answers to Ann"]
    return [line for other in worlds[1:] for line in differences(worlds[0], other, ("Ann", "Cleo"))]


@pytest.mark.parametrize("made", [PREPARED[:2], pytest.param(PREPARED, marks=pytest.mark.deep)], ids=len)
async def test_nobody_else_is_told_what_somebody_has_prepared(
    tmp_path: Path, made: tuple[tuple[str, ...], ...]
) -> None:
    assert await find_leaks(tmp_path, made) == []


async def test_a_seeded_leak_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put = conditional_moves.put

    async def leaky_put(tx: Any, match_id: int, prepared: conditional_moves.PreparedLines) -> None:
        logging.getLogger("club").info("prepared", extra={"match": match_id, "lines": len(prepared.lines)})
        await put(tx, match_id, prepared)

    monkeypatch.setattr(conditional_moves, "put", leaky_put)
    assert any("everyone, logs" in line for line in await find_leaks(tmp_path, PREPARED[:2]))
