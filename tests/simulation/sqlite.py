"""SQLite in the simulation: one file, whose jobs run inline.

Processes beside one another share one store.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Generator
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from data.database.groups import JobGroups
from data.sqlite.store import SqliteConnection, SqliteStore
from tests.fresh import fresh
from tests.memory import in_memory
from tests.simulation.database import Database

if TYPE_CHECKING:
    from tests.simulation.bot import Bot

T = TypeVar("T")


class Opener(Protocol):
    """As much of a bot as its connections need."""

    async def pause(self) -> None: ...

    def disk_is_full(self) -> bool: ...


class Inline(SqliteConnection):
    """A connection whose jobs run at one moment each.

    There is a wait before and after each, in which the bot may die.
    """

    def __init__(self, uri: str, bot: Opener, committed: Callable[[sqlite3.Connection], None] | None) -> None:
        super().__init__(uri)
        self._uri = uri
        self._bot = bot
        self._committed = committed
        self.driver: sqlite3.Connection | None = None

    def __await__(self) -> Generator[Any, None, SqliteConnection]:
        return self._open().__await__()

    async def run_on_thread(self, work: Callable[[sqlite3.Connection], T]) -> T:
        await self._bot.pause()
        if self.driver is None:
            raise asyncio.CancelledError
        if self._committed and self._bot.disk_is_full():
            full = sqlite3.OperationalError("database or disk is full")
            full.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise full
        result = work(self.driver)
        if self._committed:
            self._committed(self.driver)
        await self._bot.pause()
        return result

    async def close(self) -> None:
        self.drop()

    def drop(self) -> None:
        """Close at once what is open."""
        if self.driver:
            self.driver.close()
        self.driver = None

    async def _open(self) -> SqliteConnection:
        await self._bot.pause()
        self.driver = sqlite3.connect(self._uri, uri=True, isolation_level=None)
        self.driver.row_factory = sqlite3.Row
        return self


class Sqlite(Database):
    """A file in memory."""

    shared_tasks = (JobGroups.write_groups.__qualname__, SqliteStore._close.__qualname__)

    def __init__(self) -> None:
        super().__init__()
        self._folder = TemporaryDirectory(dir=in_memory())
        self._path = Path(self._folder.name) / "twotone.db"
        self._store: SqliteStore | None = None
        self._connections: list[Inline] = []

    def beset(self) -> None:
        """Nothing: a full disk is the bot's own trouble, and a file is never away."""

    def heal(self) -> None:
        """Nothing."""

    async def open(self, bot: "Bot") -> SqliteStore:
        if self._store is None:
            connect = partial(self._connect, bot)
            self._store = await SqliteStore.open(fresh(self._path), now=bot.now, connect=connect)
        return self._store

    def _connect(self, bot: "Bot", uri: str) -> Inline:
        connection = Inline(uri, bot, None if "mode=ro" in uri else partial(self.committed, bot))
        self._connections.append(connection)
        return connection

    def drop(self, bot: "Bot", process: int | None = None) -> None:
        if process is not None:
            return  # it shares all with one that lives
        for connection in self._connections:  # the writer first: so its log stays as it is
            connection.drop()
        self._connections.clear()
        if self._store:
            self._store._held.release()
        self._store = None

    def look(self) -> "closing[sqlite3.Connection]":
        connection = sqlite3.connect(f"{self._path.as_uri()}?mode=ro", uri=True, isolation_level=None)
        connection.row_factory = sqlite3.Row
        return closing(connection)

    def close(self) -> None:
        self._folder.cleanup()
