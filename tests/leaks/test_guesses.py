"""No one else learns which move the spectator Dan has guessed.

Two worlds differ only in that guess. Before the move is played that holds for every guess, and
afterwards for wrong ones.
"""

import logging
from pathlib import Path
from typing import Any

import pytest

from club.members.people import Act
from data.learning import guesses
from tests.bot.server import Server, serve
from tests.leaks.evening import NEVER, SECRET, acquaint, differences
from tests.leaks.looks import look_around
from tests.leaks.wire import Streams, listening

pytestmark = pytest.mark.ci

DAN = 4_444
PLAYED = ("9-14", "22-18")
RIGHT, WRONG = "9-14", ("11-15", "12-16")
"""Dan's guesses of Black's first move."""


async def run_world(guess: str | None, database: Path, *, played: bool) -> Streams:
    """Play a world in which Dan has made this guess and return what was told.

    The others look around, and do so again after each move if the moves are `played`.
    """
    with pytest.MonkeyPatch.context() as patch, listening(patch) as wire:
        async with serve(database, secret=lambda: SECRET, patience=NEVER) as room:
            acquaint(wire, room)
            place = await room.begin("american", side="Black")
            wire.names[place.id] = "thread"
            if guess is not None:
                await room.run(make_guess(room, guess))
            await look(room, place)
            for number, move in enumerate(PLAYED if played else ()):
                await (room.ben if number % 2 else room.ann).slash(place, "move", move=move)
                await look(room, place)
            return wire.streams()


async def make_guess(room: Server, move: str) -> None:
    """Guess a move as Dan."""
    club = room.bot.club
    await club.learning.guesses.record_guess(
        await club.learning.guesses.load_position(1, DAN), Act(DAN, 1), move
    )


async def look(room: Server, place: Any) -> None:
    """Look at everything as the player Ann and the spectator Cleo.

    That includes the best guesses of the month.
    """
    for who in (room.ann, room.cleo):
        table = await who.slash(place, "standings")
        await who.click(table.response, label="Best guesses of the month")
    more = await room.cleo.click(room.board(place), label="More")
    await room.cleo.click(more.response.message, label="Guess the move")
    await look_around(room, place)


async def find_leaks(folder: Path, worlds: tuple[str | None, ...], *, played: bool) -> list[str]:
    """Return where the worlds tell Ann, Cleo or everyone different things."""
    made = [
        await run_world(guess, folder / f"{number}.db", played=played) for number, guess in enumerate(worlds)
    ]
    assert made[0]["everyone", "thread"]
    assert made[0]["Ann", "answers to Ann"]
    return [line for other in made[1:] for line in differences(made[0], other, ("Ann", "Cleo"))]


async def test_nobody_else_is_told_what_somebody_has_guessed(tmp_path: Path) -> None:
    assert await find_leaks(tmp_path, (None, RIGHT), played=False) == []


@pytest.mark.parametrize("wrong", [WRONG[:1], pytest.param(WRONG, marks=pytest.mark.deep)], ids=len)
async def test_a_wrong_guess_is_never_told(tmp_path: Path, wrong: tuple[str, ...]) -> None:
    """Neither before the move is played nor after it."""
    assert await find_leaks(tmp_path, (None, *wrong), played=True) == []


async def test_a_seeded_leak_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put = guesses.put

    async def leaky_put(tx: Any, row: guesses.GuessRow) -> None:
        logging.getLogger("club").info("guessed", extra={"match": row.match_id, "move": row.move})
        await put(tx, row)

    monkeypatch.setattr(guesses, "put", leaky_put)
    assert any("everyone, logs" in line for line in await find_leaks(tmp_path, (None, RIGHT), played=False))


async def test_a_right_guess_is_told_once_the_move_is_played(tmp_path: Path) -> None:
    assert any("right of 1" in line for line in await find_leaks(tmp_path, (None, RIGHT), played=True))
