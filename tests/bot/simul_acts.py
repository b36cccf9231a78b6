"""What people do in simuls and that is stored, each prepared up to its last press."""

from collections.abc import Awaitable, Callable
from typing import Any

from tests.bot.server import Server

Act = Callable[[], Awaitable[Any]]


async def give(room: Server) -> Act:
    return lambda: room.ann.slash(room.channel, "simul", game="binar", clock="1d")
