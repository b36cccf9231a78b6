"""The connection on which a process receives the signals of others.

As long as it is open, other processes know that the process is running.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import psycopg

from data.database.errors import StoreError
from data.database.transaction import Signal
from data.postgres.attempt import CHANNEL
from data.postgres.connecting import announce_presence, connect, database_label
from data.postgres.transaction import PostgresConnection

QUIET: Final = 20.0
"""Seconds without a signal after which to check that the server is still there."""
AGAIN_AFTER: Final = 1.0
"""Seconds until a lost connection is made again.

Signals in the meantime are lost, but all processes also look now and then.
"""


class SignalListener:
    """Receives the signals of other processes.

    `mark` is attached to the signals of this process, so that it can ignore them.
    """

    def __init__(
        self, url: str, connection: PostgresConnection, wait: Callable[[float], Awaitable[None]]
    ) -> None:
        self.mark = str(connection.info.backend_pid)
        self._url = url
        self._held = connection
        self._wait = wait
        self._on_signal: Callable[[Signal], None] = lambda signal: None
        self._hearing = asyncio.create_task(self._hear(), name="store listener")

    def listen(self, callback: Callable[[Signal], None]) -> None:
        """Call `callback` for every future signal of another process."""
        self._on_signal = callback

    async def close(self) -> None:
        """Stop listening and close the connection."""
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
        """Reconnect, trying until it succeeds."""
        while self._held.closed:
            await self._wait(AGAIN_AFTER)
            try:
                held = await connect(self._url)
                await announce_presence(held, database_label(self._url))
            except (psycopg.Error, StoreError):
                continue
            self._held = held
