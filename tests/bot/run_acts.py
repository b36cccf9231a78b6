"""Acts in streaks and races.

Each begins with one of Ann's, at its first puzzle.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from data.puzzles.puzzle_runs import RACE, STREAK
from engines.puzzles.puzzle import Puzzle
from rules.catalogue import GAMES
from tests.bot.puzzle_moves import path_of
from tests.bot.server import Server, button


async def prepare_press(room: Server, custom_id: str) -> Any:
    """Prepare a press of Ann's on a button with this custom_id."""
    message = room.plant(room.channel, [button(custom_id)])
    return lambda: room.ann.click(message, custom_id=custom_id)


async def first_of(room: Server, kind: str) -> Puzzle:
    """Ann's first puzzle of a streak or race."""
    run = await room.bot.club.puzzles.runs.begin(
        kind, GAMES["russian"], user_id=room.ann.id, guild_id=room.guild.id
    )
    assert run.puzzle is not None
    return run.puzzle


async def begin(room: Server) -> Any:
    return await prepare_press(room, "v1:0:run-begin:0:streak/russian")


def missing(kind: str) -> Callable[[Server], Awaitable[Any]]:
    """Ann makes a wrong move in it."""

    async def prepare(room: Server) -> Any:
        puzzle = await first_of(room, kind)
        wrong = next(text for text in puzzle.match_after(0).moves() if text != puzzle.line[0])
        return await prepare_press(
            room, f"v1:0:{kind}:0:{puzzle.key}/0/!{','.join(path_of(puzzle, 0, wrong))}"
        )

    return prepare


miss, miss_in_race = missing(STREAK), missing(RACE)
