"""What people do with exercises: each begins with one of Ann that is due, as if it were from a match that has begun."""

from typing import Any, Final

from tests.bot.cogs.test_puzzles import path_of
from tests.bot.server import Server, button
from tests.club.learner import exercise, kept

KEY: Final = "0000000001"


async def pressed(room: Server, action: str, rest: str) -> Any:
    await room.begin("binar")
    await kept(room.bot.club, await room.bot.club.matches.get(1), KEY, user_id=room.ann.id)
    custom_id = f"v1:0:{action}:0:{rest}"
    message = room.planted(room.channel, [button(custom_id)])
    return lambda: room.ann.click(message, custom_id=custom_id)


async def solve(room: Server) -> Any:
    puzzle = exercise().puzzle
    return await pressed(room, "learn", f"{KEY}/0/!{','.join(path_of(puzzle, 0, puzzle.line[0]))}")


async def look(room: Server) -> Any:
    return await pressed(room, "learn-hint", f"{KEY}/0/")


async def see(room: Server) -> Any:
    return await pressed(room, "learn-move", f"{KEY}/0h/")


async def give_up(room: Server) -> Any:
    return await pressed(room, "learn-show", KEY)
