"""The connection of a process that hears what others tell; as long as it lasts, it says that the process is there."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import psycopg

from data.errors import StoreError
from data.postgres.attempt import CHANNEL
from data.postgres.connecting import be_present, connect, named
from data.postgres.transaction import Connection
from data.transaction import Hint

AGAIN_AFTER: Final = 1.0
"""Seconds until a connection that was lost is made again: what is told meanwhile is found by whoever looks."""


class Listener:
    """Hears what others tell, from its beginning on; `mark` is what this process signs its own hints with."""

    def __init__(self, url: str, held: Connection, wait: Callable[[float], Awaitable[None]]) -> None:
        self.mark = str(held.info.backend_pid)
        self._url = url
        self._held = held
        self._wait = wait
        self._told: Callable[[Hint], None] = lambda hint: None
        self._hearing = asyncio.create_task(self._hear(), name="store listener")

    def listen(self, told: Callable[[Hint], None]) -> None:
        """Call `told` for what other processes tell from now on."""
        self._told = told

    async def close(self) -> None:
        """Hear no more."""
        self._hearing.cancel()
        await asyncio.wait({self._hearing})
        await self._held.close()

    async def _hear(self) -> None:
        while True:
            try:
                await self._held.execute(f"LISTEN {CHANNEL}")
                async for notice in self._held.notifies():
                    hint, _, mark = notice.payload.partition(" ")
                    if mark != self.mark and hint in list(Hint):
                        self._told(Hint(hint))
            except psycopg.Error:
                await self._held.close()
            await self._connect()
            for hint in Hint:  # something may have been told that nobody heard
                self._told(hint)

    async def _connect(self) -> None:
        """Connect anew, as often as that takes."""
        while self._held.closed:
            await self._wait(AGAIN_AFTER)
            try:
                held = await connect(self._url)
                await be_present(held, named(self._url))
            except (psycopg.Error, StoreError):
                continue
            self._held = held
