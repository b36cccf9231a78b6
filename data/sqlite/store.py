"""The store on SQLite: one database file, one writer, any number of callers.

The writer runs all waiting jobs in one transaction, each in a savepoint, without interruption on
the thread of its connection. So a cancelled caller leaves nothing half done, and many moves share
one wait for the disk.
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
from data.database.groups import JobGroups, JobOutcome
from data.database.schema import all_migrations
from data.database.scrub import ScrubSlice
from data.database.store import Store, ignore_commit
from data.database.transaction import CommitCallback, Job, Signal
from data.sqlite import file_names, lock, restore, schema, scrub, wiping
from data.sqlite.backup import backup
from data.sqlite.errors import to_store_error, translate_sqlite_errors
from data.sqlite.lock import DatabaseLock
from data.sqlite.transaction import SqliteTransaction, run_job
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

    Create one with `SqliteStore.open`, and always call `close`.
    """

    is_exclusive = True

    def __init__(
        self,
        path: Path,
        database_lock: DatabaseLock,
        writer: "SqliteConnection",
        reader: "SqliteConnection",
        now: Callable[[], float],
        on_commit: CommitCallback,
    ) -> None:
        self._path = path
        self._held = database_lock
        self.writer = writer
        self._reader = reader
        self._now = now
        self._groups = JobGroups(self._commit, partial(to_store_error, path=path), on_commit)

    @classmethod
    async def open(
        cls,
        path: Path | str,
        *,
        now: Callable[[], float] = time.time,
        connect: "Callable[[str], SqliteConnection] | None" = None,
        on_commit: CommitCallback = ignore_commit,
    ) -> "SqliteStore":
        """Open the database at `path`, check it and migrate it to the newest schema.

        A missing database is created. A backup `<path>.schema-<n>` is made of an older one before it is
        migrated. Raise `StoreError` if another process has it open, if the file is damaged or not
        writable, or if its schema is newer than this version. `connect` opens a connection to a URI for
        running jobs; by default, each connection has a thread of its own. `on_commit` is called after
        every commit.
        """
        path, held = _lock_database(file_names.real_path(Path(path)))
        connect = connect or SqliteConnection
        writer, reader = connect(path.as_uri()), connect(f"{path.as_uri()}?mode=ro")
        try:
            await asyncio.to_thread(_prepare, path)
            await writer
            await writer.run_on_thread(partial(_set, path, WRITER_PRAGMAS))
            await reader
            await reader.run_on_thread(partial(_set, path, READER_PRAGMAS))
        except BaseException as error:
            await reader.close()
            await writer.close()
            held.release()
            if explained := to_store_error(error, path):
                raise explained from error
            raise
        return cls(path, held, writer, reader, now, on_commit)

    async def read(self, job: Job[T]) -> T:
        """Run a read-only job on a consistent snapshot and return its result.

        Raise `StoreError` if the store is closed or the database cannot be read.
        """
        if self._closing:
            raise StoreError("store.closed.reading")
        try:
            return await self._reader.run_on_thread(partial(_read, job, self._now()))
        except (sqlite3.Error, UnicodeDecodeError) as error:
            if explained := to_store_error(error, self._path):
                raise explained from error
            raise

    def listen(self, callback: Callable[[Signal], None]) -> None:
        """Do nothing, because no other process could send a signal."""

    async def table_names(self) -> list[str]:
        """Return the names of all tables."""
        return await self._run_in_thread(scrub.table_names)

    async def find_table_fault(self, name: str, stop_event: threading.Event) -> str | None:
        """Return the fault that SQLite finds in a table or its indexes, or `None`.

        `None` means that there is no fault, or that the check was stopped by `stop_event` or took too
        long.
        """
        return await self._run_in_thread(partial(scrub.find_table_fault, name=name, stop_event=stop_event))

    async def check_matches_after(self, after_id: int) -> ScrubSlice:
        """Check the next few matches after an ID without delaying any job.

        Raise `StoreError` if they cannot be read.
        """
        return await self._run_in_thread(partial(scrub.check_matches_after, after_id=after_id))

    async def _run_in_thread(self, work: Callable[[Path], T]) -> T:
        """Run `work` on another thread without delaying any job; return its result.

        `work` opens the file itself for reading.
        """
        return await asyncio.to_thread(work, self._path)

    async def wipe(self, user_ids: Collection[int] = ()) -> bool:
        """Erase traces of deleted data from the file; return whether it succeeded.

        It fails if a reader is in the way. The file is searched for these user IDs without delaying any
        job, and rewritten if it still contains one of them or if none is given. Raise `StoreError` if
        the disk has no room for that or the store is closed.
        """
        if self._closing:
            raise StoreError("store.closed")
        try:
            if not await self.writer.run_on_thread(wiping.truncate_log):
                return False
            searched = [trace for user_id in user_ids for trace in wiping.traces(user_id)]
            if searched and not await self._run_in_thread(partial(wiping.contains_any, patterns=searched)):
                return True
            return await self.writer.run_on_thread(wiping.rewrite)
        except sqlite3.Error as error:
            if explained := to_store_error(error, self._path):
                raise explained from error
            raise

    async def _close(self) -> None:
        await self._groups.finish()
        try:
            await self._reader.close()
            # The connection that closes last moves the write-ahead log into the database; a reader must not do that.
            await self.writer.close()
        finally:
            self._held.release()

    async def _commit(self, jobs: Sequence[Job[Any]]) -> list[JobOutcome]:
        return await self.writer.run_on_thread(partial(_commit, jobs, self._now()))


class SqliteConnection(aiosqlite.Connection):
    """A connection that can also run a whole function on its thread.

    aiosqlite runs only single statements, each with a switch of threads during which a caller may be
    cancelled.
    """

    def __init__(self, database: str) -> None:
        super().__init__(partial(self._begin, database), iter_chunk_size=64)
        self._opened: sqlite3.Connection | None = None

    def _begin(self, database: str) -> sqlite3.Connection:
        self._opened = _connect(database)
        return self._opened

    def stop(self) -> asyncio.Future[Any] | None:
        """End the thread and close the connection that it opened.

        This works even if the caller that was waiting for the connection has been cancelled.
        """
        self._tx.put_nowait((None, self._let_go))
        return super().stop()

    def _let_go(self) -> None:
        if self._opened is not None:
            self._opened.close()

    async def run_on_thread(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` on the thread of the connection and return its result."""
        result: T = await self._execute(work, self._conn)
        return result


def _lock_database(path: Path) -> tuple[Path, DatabaseLock]:
    """Create the folder and the file if missing, and lock the database.

    Return the path and the lock. Raise `StoreError` if they cannot be used, or if the database is
    missing although there must have been one.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        restore.check_not_lost(path)
        held = lock.acquire(path)
    except OSError as error:
        raise StoreError("store.folder", path=path, fault=error.strerror) from error
    try:
        if restored := restore.settle_interrupted(path):
            log.warning("restore settled", extra={"sentence": str(restored)})
    except OSError as error:
        held.release()
        raise StoreError("store.folder", path=path, fault=error.strerror) from error
    return path, held


def _prepare(path: Path) -> None:
    """Check that the file is a database of Twotone, and migrate it.

    Nothing is changed before the check. The time does not depend on the size of the database, because
    only `check` reads all of it. Connections of its own are used, so that a file that cannot be opened
    is noticed before aiosqlite starts a thread for it.
    """
    write_ahead = file_names.append_suffix(path, file_names.LOGS[0])
    if file_names.is_garbled_log(write_ahead):
        said = Phrase("store.garbled_log", path=path, other=write_ahead.name)
        log.warning("log garbled", extra={"sentence": str(said)})
    with translate_sqlite_errors(path):
        _roll_back(path)
        with closing(_connect(f"{path.as_uri()}?mode=ro")) as connection:
            number = schema.identify(connection, path)
            pending = schema.pending_migrations(connection, all_migrations())
        if number and pending:
            backup(path, file_names.append_suffix(path, f".schema-{number}"))
        with closing(_connect(path.as_uri())) as connection:
            for migration in pending:
                schema.apply_migration(connection, migration)


def _roll_back(path: Path) -> None:
    """Undo an interrupted transaction if the file cannot be read otherwise.

    A read-only connection may not do that. Such a transaction is left behind if the process was killed
    while a new database was being set to use a write-ahead log.
    """
    try:
        with closing(_connect(f"{path.as_uri()}?mode=ro")) as connection:
            schema.read_version(connection)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname != "SQLITE_READONLY_ROLLBACK":
            raise
        with closing(_connect(path.as_uri())) as connection:
            schema.read_version(connection)


def _connect(database: str) -> sqlite3.Connection:
    connection = sqlite3.connect(database, uri=True, isolation_level=None)
    connection.row_factory = sqlite3.Row
    return connection


def _set(path: Path, pragmas: dict[str, str | int], connection: sqlite3.Connection) -> None:
    """Set pragmas and check that they took effect.

    SQLite silently ignores those that it does not support.
    """
    for name, wanted in pragmas.items():
        with translate_sqlite_errors(path):
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
        outcome = JobOutcome(value=run_job(job(SqliteTransaction(connection, now))))
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
        return run_job(job(SqliteTransaction(connection, now)))
    finally:
        connection.execute("ROLLBACK")
