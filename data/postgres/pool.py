"""A few connections to a database, made on demand and kept for the next job.

A connection on which the server has not answered is given up, and all others with it: a server
that hangs for one hangs for all. So the next job connects anew, and another host may be the
primary by then.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import psycopg
from psycopg import pq

from data.postgres.attempt import NO_WRITER
from data.postgres.connecting import connect
from data.postgres.transaction import PostgresConnection

CONNECTIONS: Final = 3
"""For jobs; one more hears what other processes tell."""


class Pool:
    """Connections to the database at `url`, at most `CONNECTIONS` at a time.

    A job waits for one for `patience` seconds.
    """

    def __init__(self, url: str, patience: float) -> None:
        self._url = url
        self._patience = patience
        self._room = asyncio.Semaphore(CONNECTIONS)
        self._resting: list[PostgresConnection] = []
        self._working = set[PostgresConnection]()
        self._closed = False

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[PostgresConnection]:
        """Yield a connection for exclusive use, which may be lost already.

        Raise `psycopg.Error` if none can be had.
        """
        try:
            async with asyncio.timeout(self._patience):
                await self._room.acquire()
        except TimeoutError:
            raise psycopg.OperationalError("no connection is free") from None
        try:
            connection = self._resting.pop() if self._resting else await connect(self._url)
            self._working.add(connection)
            try:
                yield connection
            except NO_WRITER:  # the next one may be, perhaps on another host
                await connection.close()
                raise
            finally:
                self._working.discard(connection)
                await self._take_back(connection)
        finally:
            self._room.release()

    async def _take_back(self, connection: PostgresConnection) -> None:
        if connection.silent:
            await self.give_up()
        if (
            connection.closed
            or self._closed
            or connection.info.transaction_status is not pq.TransactionStatus.IDLE
        ):
            await connection.close()
        else:
            self._resting.append(connection)

    async def give_up(self) -> None:
        """Give up every connection: their server does not answer."""
        for connection in self._working:
            connection.give_up()
        while self._resting:
            await self._resting.pop().close()

    async def close(self) -> None:
        """Close the idle connections; those in use are closed when they come back."""
        self._closed = True
        while self._resting:
            await self._resting.pop().close()
