"""What stands in for psycopg's pool of connections: the same surface, in virtual time."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

import psycopg
from psycopg_pool import PoolTimeout

from data.postgres import connecting
from tests.simulation.session import Session

AGAIN_AFTER: Final = 0.5
"""Seconds between two tries to connect."""


class Pool:
    """Hands out connections, and makes new ones in place of those that are lost."""

    def __init__(
        self, url: str, *, kwargs: dict[str, Any], configure: Callable[[Any], Awaitable[None]], max_size: int,
        timeout: float, **_: Any,
    ) -> None:  # fmt: skip
        self._url = url
        self._options = kwargs
        self._configure = configure
        self._most = max_size
        self._timeout = timeout
        self._made = 0
        self._idle: deque[Session] = deque()
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._closed = False

    async def open(self) -> None:
        """Make no connection yet."""

    async def getconn(self) -> Session:
        """Return a connection, which may be lost already; raise `PoolTimeout` where none is to be had."""
        loop = asyncio.get_running_loop()
        until = loop.time() + self._timeout
        while loop.time() < until:
            if self._idle:
                return self._idle.popleft()
            if self._made < self._most:
                self._made += 1
                try:
                    return await self._connect()
                except BaseException as fault:
                    self._made -= 1
                    if not isinstance(fault, psycopg.OperationalError):
                        raise
                await self._pause()
                continue
            freed: asyncio.Future[None] = loop.create_future()
            self._waiting.append(freed)
            await asyncio.wait({freed}, timeout=until - loop.time())
        raise PoolTimeout("no connection")

    @staticmethod
    async def _pause() -> None:
        """Let others go on until it is worth to try again."""
        over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await asyncio.wait({over}, timeout=AGAIN_AFTER)

    async def _connect(self) -> Session:
        sessions: Any = vars(connecting)["Connection"]  # the simulation has put its own there
        session: Session = await sessions.connect(self._url, **self._options)
        try:
            await self._configure(session)
        except BaseException:
            await session.close()
            raise
        return session

    async def putconn(self, session: Session) -> None:
        """Take a connection back; what it has begun is undone."""
        if not session.closed and session.open_transaction:
            await session.rollback()
        if session.closed or self._closed:
            await session.close()
            self._made -= 1
        else:
            self._idle.append(session)
        while self._waiting:
            freed = self._waiting.popleft()
            if not freed.done():
                freed.set_result(None)
                break

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Session]:
        """Yield a connection."""
        session = await self.getconn()
        try:
            yield session
        finally:
            await self.putconn(session)

    async def close(self) -> None:
        """Close the connections that nobody uses."""
        self._closed = True
        while self._idle:
            await self._idle.popleft().close()
