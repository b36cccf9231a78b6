"""What takes long for pages: done on another thread, one thing at a time, and only so many wait."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final, TypeVar

from web.guard import Refused
from words import Said

T = TypeVar("T")

WAITING: Final = 24
"""Things that are done or wait to be: each takes some hundredths of a second, a replay a second or two."""


class Costly:
    """The one line in which all that takes long stands, whatever page it is for."""

    def __init__(self, waiting: int = WAITING) -> None:
        self._waiting = waiting
        self._turn = asyncio.Lock()
        self._in_line = 0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for one's turn, which lasts as long as the context; raise `Refused` where too much waits."""
        if self._in_line >= self._waiting:
            raise Refused(503, Said("web.busy"))
        self._in_line += 1
        try:
            async with self._turn:
                yield
        finally:
            self._in_line -= 1

    async def do(self, work: Callable[[], T]) -> T:
        """Return what some work gives, done in its turn on another thread; raise `Refused` where too much waits."""
        async with self.turn():
            return await asyncio.to_thread(work)
