"""Acts with a tree of openings.

Each begins with a match of Ann and Ben that is counted.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from tests.bot.matches_over import give_up
from tests.bot.server import Server

MOVES: Final = ("c3", "d4", "b2")


async def play_counted(
    room: Server, *moves: str, game: str = "binar", side: str = "Even", **options: Any
) -> Any:
    """Play a match of Ann and Ben that enters the tree, and return its place.

    Ann has this side. The player who came second resigns after the moves.
    """
    place = await room.begin(game, side=side, **options)
    first, second = await room.players(len(room.channel.threads) or 1)
    for number, move in enumerate(moves or MOVES):
        await (second if number % 2 else first).slash(place, "move", move=move)
    await give_up(second, place)
    await room.env.advance_time(1.0)
    await room.env.settle()
    return place


async def prepare_press(room: Server, label: str) -> Callable[[], Awaitable[Any]]:
    """Open the tree as Ann and follow one move, and prepare a press on a button."""
    await play_counted(room)
    shown = await room.ann.slash(room.channel, "openings")
    moved = await room.ann.click(shown.response, label="c3")
    return lambda: room.ann.click(moved.response, label=label)


async def play_on(room: Server) -> Callable[[], Awaitable[Any]]:
    return await prepare_press(room, "Challenge from here")


async def play_computer(room: Server) -> Callable[[], Awaitable[Any]]:
    return await prepare_press(room, "Play Twotone")
