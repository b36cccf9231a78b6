"""A small pool of connections to a database, opened on demand and reused.

If the server stops answering on one connection, all of them are given up, because it probably hangs
for all. The next job then opens a new connection, perhaps to another host that has become the
primary.
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


class ConnectionPool:
    """A pool of at most `CONNECTIONS` connections to the database at `url`.

    A job waits for a free one for at most `patience` seconds.
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
        """Yield a connection for exclusive use; it may already be broken.

        Raise `psycopg.Error` if none is available.
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
        """Give up every connection because the server does not answer."""
        for connection in self._working:
            connection.give_up()
        while self._resting:
            await self._resting.pop().close()

    async def close(self) -> None:
        """Close the idle connections; those in use are closed when returned."""
        self._closed = True
        while self._resting:
            await self._resting.pop().close()
