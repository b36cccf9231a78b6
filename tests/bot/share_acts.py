"""Matches and challenges from something shared, up to the last press."""

from collections.abc import Awaitable, Callable
from typing import Any

from tests.bot.matches_over import over
from tests.bot.server import Server, button

Act = Callable[[], Awaitable[Any]]
RECORD = b'[GameType "25"] 1. c3-d4'


async def challenge_rival(room: Server) -> Act:
    shared = room.plant(room.channel, [button(f"v1:{room.ben.id}:rival:0:binar")])
    return lambda: room.ann.click(shared, label="forged")


async def play_on(room: Server) -> Act:
    shown = await room.ann.slash(room.channel, "import", record=("game.pdn", RECORD))
    return lambda: room.ann.click(shown.response, label="Play on from here")


async def try_record(room: Server) -> Act:
    shown = await room.ben.slash(room.channel, "import", record=("game.pdn", RECORD))
    shared = await room.ben.click(shown.response, label="Share")
    return lambda: room.ann.click(shared.response, label="Try this position")


async def try_turning_point(room: Server) -> Act:
    place = await over(room, "russian", 10, side="White")
    shared = room.plant(place, [button("v1:1:try-turn:0:1,b,0")])
    return lambda: room.ann.click(shared, label="forged")
