"""The connection on which a process hears the signals of others.

While it lasts, others know that the process is there.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import psycopg

from data.database.errors import StoreError
from data.database.transaction import Signal
from data.postgres.attempt import CHANNEL
from data.postgres.connecting import be_present, connect, database_label
from data.postgres.transaction import PostgresConnection

QUIET: Final = 20.0
"""Seconds without a signal after which to check that the server is still there."""
AGAIN_AFTER: Final = 1.0
"""Seconds until a lost connection is made again.

Signals in the meantime are lost, but all processes also look now and then.
"""


class SignalListener:
    """Hears the signals of other processes; `mark` signs those of this process."""

    def __init__(self, url: str, held: PostgresConnection, wait: Callable[[float], Awaitable[None]]) -> None:
        self.mark = str(held.info.backend_pid)
        self._url = url
        self._held = held
        self._wait = wait
        self._on_signal: Callable[[Signal], None] = lambda signal: None
        self._hearing = asyncio.create_task(self._hear(), name="store listener")

    def listen(self, hear: Callable[[Signal], None]) -> None:
        """Call `hear` for every signal of another process from now on."""
        self._on_signal = hear

    async def close(self) -> None:
        """Stop listening."""
        self._hearing.cancel()
        await asyncio.wait({self._hearing})
        await self._held.close()

    async def _hear(self) -> None:
        told: tuple[Signal, ...] = ()
        while True:
            try:
                await self._held.execute(f"LISTEN {CHANNEL}")
                for signal in told:
                    self._on_signal(signal)
                while True:
                    async for notice in self._held.notifies(timeout=QUIET):
                        text, _, mark = notice.payload.partition(" ")
                        if mark != self.mark and text in list(Signal):
                            self._on_signal(Signal(text))
                    await self._held.execute("SELECT 1")
            except psycopg.Error:
                await self._held.close()
            await self._connect()
            told = tuple(
                Signal
            )  # each may have been sent while no connection listened; said once that is over

    async def _connect(self) -> None:
        """Connect anew, as often as that takes."""
        while self._held.closed:
            await self._wait(AGAIN_AFTER)
            try:
                held = await connect(self._url)
                await be_present(held, database_label(self._url))
            except (psycopg.Error, StoreError):
                continue
            self._held = held
