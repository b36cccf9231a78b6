"""The store on SQLite: one database, one writer, any number of callers.

The writer runs all jobs that wait, each in a savepoint, in one transaction, on the thread of the connection, without a
pause. So a cancelled caller leaves nothing half done, and many moves share one wait for the disk.
"""

import asyncio
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from data.database.errors import StoreError
from data.database.groups import Groups, JobOutcome
from data.database.schema import all_migrations
from data.database.scrub import ScrubSlice
from data.database.store import Store, ignore_commit
from data.database.transaction import Committed, Job, Signal
from data.sqlite import file_names, lock, restore, schema, scrub, wiping
from data.sqlite.backup import backup
from data.sqlite.errors import explain, explaining_damage
from data.sqlite.lock import Lock
from data.sqlite.transaction import SqliteTransaction, drive
from words import Phrase

T = TypeVar("T")

log = logging.getLogger(__name__)

WRITER_PRAGMAS: dict[str, str | int] = {
    "journal_mode": "wal",
    "synchronous": 2,  # FULL: with NORMAL a power cut forgets moves that players have seen confirmed
    "foreign_keys": 1,
    "busy_timeout": 5000,
    "trusted_schema": 0,
    "wal_autocheckpoint": 1000,
    "secure_delete": 1,
    "temp_store": 2,  # MEMORY: a claim sorts a few rows, and a file for each sort takes ten times as long
}
READER_PRAGMAS: dict[str, str | int] = {"query_only": 1, "busy_timeout": 5000, "trusted_schema": 0}


class SqliteStore(Store):
    """An open database file.

    Create one with `SqliteStore.open`, and always `close` it.
    """

    alone = True

    def __init__(
        self,
        path: Path,
        held: Lock,
        writer: "SqliteConnection",
        reader: "SqliteConnection",
        now: Callable[[], float],
        committed: Committed,
    ) -> None:
        self._path = path
        self._held = held
        self._writer = writer
        self._reader = reader
        self._now = now
        self._groups = Groups(self._commit, partial(explain, path=path), committed)

    @classmethod
    async def open(
        cls,
        path: Path | str,
        *,
        now: Callable[[], float] = time.time,
        connect: "Callable[[str], SqliteConnection] | None" = None,
        committed: Committed = ignore_commit,
    ) -> "SqliteStore":
        """Open the database at `path`, check it and migrate it to the newest schema.

        Create it if it is missing. A backup `<path>.schema-<n>` is made before an older schema is
        changed. Raise `StoreError` if another process has it open, the file is damaged or not writable,
        or its schema is of a newer Twotone. `connect` makes the connection to a URI on which the jobs
        run: one with a thread of its own, unless another is passed in. `committed` is called with every
        commit.
        """
        path, held = _take(file_names.real_path(Path(path)))
        connect = connect or SqliteConnection
        writer, reader = connect(path.as_uri()), connect(f"{path.as_uri()}?mode=ro")
        try:
            await asyncio.to_thread(_prepare, path)
            await writer
            await writer.whole(partial(_set, path, WRITER_PRAGMAS))
            await reader
            await reader.whole(partial(_set, path, READER_PRAGMAS))
        except BaseException as error:
            await reader.close()
            await writer.close()
            held.release()
            if explained := explain(error, path):
                raise explained from error
            raise
        return cls(path, held, writer, reader, now, committed)

    async def read(self, job: Job[T]) -> T:
        """Run the read-only `job` on one fixed state of the database.

        Return its result. Raise `StoreError` if the store is closed or the database cannot be read.
        """
        if self._closing:
            raise StoreError("store.closed.reading")
        try:
            return await self._reader.whole(partial(_read, job, self._now()))
        except (sqlite3.Error, UnicodeDecodeError) as error:
            if explained := explain(error, self._path):
                raise explained from error
            raise

    def listen(self, hear: Callable[[Signal], None]) -> None:
        """Ignore `hear`: there is no other process that could send a signal."""

    async def tables(self) -> list[str]:
        """Return the names of all tables."""
        return await self._run_beside(scrub.tables)

    async def fault_of_table(self, name: str, stopping: threading.Event) -> str | None:
        """Return the fault that SQLite finds in a table or its indexes, or `None`.

        `None` means that there is no fault or that the check was broken off.
        """
        return await self._run_beside(partial(scrub.fault_of_table, name=name, stopping=stopping))

    async def matches_after(self, after: int) -> ScrubSlice:
        """Check the next few matches after an ID, beside all jobs.

        Raise `StoreError` if they cannot be read.
        """
        return await self._run_beside(partial(scrub.matches_after, after=after))

    async def _run_beside(self, work: Callable[[Path], T]) -> T:
        """Run `work` on another thread, beside all jobs, and return its result.

        `work` opens the file itself, for reading.
        """
        return await asyncio.to_thread(work, self._path)

    async def wipe(self, user_ids: Collection[int] = ()) -> bool:
        """Leave nothing in the file of the deleted data; return whether that succeeded.

        It fails if a reader is in the way. The file is searched for these people beside all jobs, and
        rewritten if one of them is still in it, or if none is given. Raise `StoreError` if there is no
        room for that, or if the store is closed.
        """
        if self._closing:
            raise StoreError("store.closed")
        try:
            if not await self._writer.whole(wiping.truncate_log):
                return False
            searched = [trace for user_id in user_ids for trace in wiping.traces(user_id)]
            if searched and not await self._run_beside(partial(wiping.holds, searched=searched)):
                return True
            return await self._writer.whole(wiping.rewrite)
        except sqlite3.Error as error:
            if explained := explain(error, self._path):
                raise explained from error
            raise

    async def _close(self) -> None:
        await self._groups.finish()
        try:
            await self._reader.close()
            # The connection that closes last moves the write-ahead log into the database; a reader must not do that.
            await self._writer.close()
        finally:
            self._held.release()

    async def _commit(self, jobs: Sequence[Job[Any]]) -> list[JobOutcome]:
        return await self._writer.whole(partial(_commit, jobs, self._now()))


class SqliteConnection(aiosqlite.Connection):
    """A connection whose thread also runs a function without a pause.

    aiosqlite offers only single statements, and each is a change of threads, between which a caller may be cancelled.
    """

    def __init__(self, database: str) -> None:
        super().__init__(partial(self._begin, database), iter_chunk_size=64)
        self._opened: sqlite3.Connection | None = None

    def _begin(self, database: str) -> sqlite3.Connection:
        self._opened = _connect(database)
        return self._opened

    def stop(self) -> asyncio.Future[Any] | None:
        """End the thread and close the connection that it opened.

        This works even if the caller that waited for the connection was cancelled meanwhile.
        """
        self._tx.put_nowait((None, self._let_go))
        return super().stop()

    def _let_go(self) -> None:
        if self._opened is not None:
            self._opened.close()

    async def whole(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` on the thread of the connection, and return its result."""
        result: T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]  # aiosqlite leaves it so
        return result


def _take(path: Path) -> tuple[Path, Lock]:
    """Create the folder and the file if missing, and lock them.

    Return the path and the lock. Raise `StoreError` if they cannot be used, and rather than start
    empty where a database must have been.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        restore.must_not_start_empty(path)
        held = lock.take(path)
    except OSError as error:
        raise StoreError("store.folder", path=path, fault=error.strerror) from error
    try:
        if restored := restore.settle(path):
            log.warning("restore settled", extra={"sentence": str(restored)})
    except OSError as error:
        held.release()
        raise StoreError("store.folder", path=path, fault=error.strerror) from error
    return path, held


def _prepare(path: Path) -> None:
    """Check whose file it is before changing anything in it, then migrate it.

    This takes as long for a large database as for a small one: only `check` reads all of it. It uses
    connections of its own, so that a file that cannot be opened is found before aiosqlite starts a
    thread for it.
    """
    write_ahead = file_names.beside(path, file_names.LOGS[0])
    if file_names.is_garbled_log(write_ahead):
        said = Phrase("store.garbled_log", path=path, other=write_ahead.name)
        log.warning("log garbled", extra={"sentence": str(said)})
    with explaining_damage(path):
        _roll_back(path)
        with closing(_connect(f"{path.as_uri()}?mode=ro")) as connection:
            number = schema.recognise(connection, path)
            pending = schema.pending(connection, all_migrations())
        if number and pending:
            backup(path, file_names.beside(path, f".schema-{number}"))
        with closing(_connect(path.as_uri())) as connection:
            for migration in pending:
                schema.apply(connection, migration)


def _roll_back(path: Path) -> None:
    """Undo an interrupted transaction, if the file cannot be read before that.

    A reader may not undo it. Such a transaction is left behind if a new database was just about to
    get its write-ahead log.
    """
    try:
        with closing(_connect(f"{path.as_uri()}?mode=ro")) as connection:
            schema.version(connection)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname != "SQLITE_READONLY_ROLLBACK":
            raise
        with closing(_connect(path.as_uri())) as connection:
            schema.version(connection)


def _connect(database: str) -> sqlite3.Connection:
    connection = sqlite3.connect(database, uri=True, isolation_level=None)
    connection.row_factory = sqlite3.Row
    return connection


def _set(path: Path, pragmas: dict[str, str | int], connection: sqlite3.Connection) -> None:
    """Set the pragmas and read them back.

    SQLite silently ignores what it cannot do.
    """
    for name, wanted in pragmas.items():
        with explaining_damage(path):
            connection.execute(f"PRAGMA {name} = {wanted}").fetchall()
            found = connection.execute(f"PRAGMA {name}").fetchone()[0]
        if found != wanted:
            raise StoreError("store.pragma", path=path, name=name, given=found, value=wanted)


def _commit(jobs: Sequence[Job[Any]], now: float, connection: sqlite3.Connection) -> list[JobOutcome]:
    """Run the jobs in one transaction and return an outcome for each.

    If this raises, none of them was stored.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        outcomes = [_attempt(job, now, connection) for job in jobs]
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return outcomes


def _attempt(job: Job[Any], now: float, connection: sqlite3.Connection) -> JobOutcome:
    connection.execute("SAVEPOINT job")
    try:
        outcome = JobOutcome(value=drive(job(SqliteTransaction(connection, now))))
    except BaseException as error:
        if (
            not connection.in_transaction
        ):  # when the disk is full, SQLite itself rolls back the complete group
            raise
        connection.execute("ROLLBACK TO job")
        outcome = JobOutcome(error=error)
    connection.execute("RELEASE job")
    return outcome


def _read(job: Job[T], now: float, connection: sqlite3.Connection) -> T:
    """Run a job in a transaction that is rolled back, and return its result."""
    connection.execute("BEGIN")
    try:
        return drive(job(SqliteTransaction(connection, now)))
    finally:
        connection.execute("ROLLBACK")
