"""The store on PostgreSQL: one writer per process, and a few connections.

All jobs in a transaction see one snapshot of the database (isolation level REPEATABLE READ). If two
processes change the same row or store the same key, PostgreSQL undoes one of the transactions; it
is run again and then sees the data of the other.

Each transaction learns its number before it does anything else. If the connection is lost during
the commit, the process asks PostgreSQL by that number whether the transaction was committed. So no
job is ever done twice, and none that was done is reported as failed.
"""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from typing import Any, Final, TypeVar, cast

import psycopg
from psycopg import errors

from data.database import waits
from data.database.errors import StoreError, one_line
from data.database.groups import JobGroups, JobOutcome
from data.database.schema import all_migrations
from data.database.scrub import AT_ONCE, ScrubSlice
from data.database.store import Store, ignore_commit
from data.database.tables import all_tables
from data.database.transaction import CommitCallback, Job, Signal
from data.play import replay_check
from data.play.matches import MatchStatus
from data.postgres import schema
from data.postgres.attempt import READING, WRITING, Attempt
from data.postgres.connecting import LIFE, announce_presence, database_label, disable_timeout, open_connection
from data.postgres.errors import is_conflict, is_connection_lost, to_store_error
from data.postgres.listening import SignalListener
from data.postgres.pool import ConnectionPool
from data.postgres.transaction import own_sql

T = TypeVar("T")

PATIENCE: Final = 10.0
"""Seconds for which a job is retried and an absent server is waited for."""
FIRST_WAIT, LONGEST_WAIT = 0.001, 0.25
"""Seconds until the second try, and between later ones at most."""


class PostgresStore(Store):
    """An open database on PostgreSQL.

    Create one with `PostgresStore.open`, and always call `close`.
    """

    is_exclusive = False

    def __init__(
        self,
        url: str,
        pool: ConnectionPool,
        listener: SignalListener,
        now: Callable[[], float],
        on_commit: CommitCallback,
        wait: Callable[[float], Awaitable[None]],
    ) -> None:
        self._where = database_label(url)
        self._pool = pool
        self._listener = listener
        self._now = now
        self._wait = wait
        self._groups = JobGroups(partial(self._run_jobs, begin=WRITING), self._to_store_error, on_commit)
        self._reading: set[asyncio.Task[Sequence[JobOutcome]]] = set()

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        now: Callable[[], float] = time.time,
        on_commit: CommitCallback = ignore_commit,
        wait: Callable[[float], Awaitable[None]] = waits.sleep_with_jitter,
    ) -> "PostgresStore":
        """Open the database at `url`, check its settings and migrate its schema.

        Raise `StoreError` if it cannot be reached or used, if data is being imported into it, or if it
        belongs to a newer version of Twotone. `on_commit` is called after every commit. `wait` sleeps
        for a number of seconds between two attempts, and a little longer.
        """
        async with open_connection(url) as held:
            await announce_presence(held, database_label(url))
            with disable_timeout(held):
                await schema.migrate(held, all_migrations(), database_label(url))
        return cls(url, ConnectionPool(url, PATIENCE), SignalListener(url, held, wait), now, on_commit, wait)

    async def read_clock(self) -> float:
        """Return the time of the server's clock, in seconds since the epoch."""
        row = await self.read(lambda tx: tx.one("SELECT EXTRACT(EPOCH FROM clock_timestamp())::float8 AS at"))
        assert row is not None  # a row without a table
        return float(row["at"])

    async def read(self, job: Job[T]) -> T:
        """Run a read-only job on a consistent snapshot and return its result.

        Raise `StoreError` if the store is closed or the database cannot be read.
        """
        if self._closing:
            raise StoreError("store.closed.reading")
        task = asyncio.create_task(self._run_jobs([job], READING), name="store reader")
        self._reading.add(task)
        task.add_done_callback(self._reading.discard)
        # If the caller is cancelled, the connection stays as it is: the job ends, and no one hears of it.
        try:
            [outcome] = await asyncio.shield(task)
        except psycopg.Error as error:
            if explained := self._to_store_error(error):
                raise explained from error
            raise
        if outcome.error is None:
            return cast(T, outcome.value)
        raise self._to_store_error(outcome.error) or outcome.error

    def listen(self, callback: Callable[[Signal], None]) -> None:
        """Call `callback` for every signal that another process sends."""
        self._listener.listen(callback)

    async def table_names(self) -> list[str]:
        """Return an empty list, because PostgreSQL checks its own tables.

        It does so by checksums if the host has enabled them.
        """
        return []

    async def find_table_fault(self, name: str, stop_event: threading.Event) -> str | None:
        """Return `None`, because PostgreSQL checks its own tables."""
        return None

    async def check_matches_after(self, after_id: int) -> ScrubSlice:
        """Check the next few matches after an ID without delaying any job.

        Raise `StoreError` if they cannot be read.
        """
        found = await self.read(lambda tx: replay_check.list_sealed_after(tx, after_id, limit=AT_ONCE))
        if not found:
            return ScrubSlice(None, [])
        faults = [
            replay_check.find_fault(match, events, with_replay=match.status != MatchStatus.OVER)
            for match, events in found
        ]
        return ScrubSlice(found[-1][0].id, [fault for fault in faults if fault])

    async def wipe(self, user_ids: Collection[int] = ()) -> bool:
        """Let PostgreSQL reuse the space of all rows that were deleted or changed.

        No job has to wait for this. Data in PostgreSQL's write-ahead log and in backups remains until
        those are deleted.
        """
        if self._closing:
            raise StoreError("store.closed")
        try:
            async with self._pool.connection() as connection:
                with disable_timeout(connection):
                    for table in all_tables():
                        await connection.execute(own_sql(f"VACUUM {table}"))
        except psycopg.Error as error:
            raise self._to_store_error(error) or StoreError(
                "store.away", path=self._where, fault=one_line(error)
            ) from error
        return True

    async def _close(self) -> None:
        await self._groups.finish()
        if self._reading:
            await asyncio.wait(self._reading)
        await self._pool.close()
        await self._listener.close()

    async def _run_jobs(self, jobs: Sequence[Job[Any]], begin: str) -> Sequence[JobOutcome]:
        """Run jobs in one transaction, retrying after conflicts and lost connections.

        Raise the error that made it fail for good; nothing was stored in that case.
        """
        loop = asyncio.get_running_loop()
        until, pause, violated = loop.time() + PATIENCE, 0.0, False
        while True:
            attempt: Attempt | None = None
            life: object = None
            try:
                async with self._pool.connection() as connection:
                    life = connection.life
                    attempt = Attempt(
                        jobs, begin, self._now(), accept_violations=violated, mark=self._listener.mark
                    )
                    return await attempt.run(connection)
            except psycopg.Error as fault:
                if attempt and attempt.committing and is_connection_lost(fault):
                    # What only reads has read all by then, and has no number to be asked for.
                    if begin == READING or await self._was_committed(attempt.number, life):
                        return attempt.outcomes
                elif isinstance(fault, errors.UniqueViolation):
                    violated = True
                elif not (is_conflict(fault) or is_connection_lost(fault)) or loop.time() > until:
                    raise
            await self._wait(pause)
            pause = min(max(2 * pause, FIRST_WAIT), LONGEST_WAIT)

    async def _was_committed(self, number: str, life: object) -> bool:
        """Whether a transaction was committed before its connection was lost.

        A server that has crashed since then reuses transaction numbers that had not reached the disk.
        Raise `StoreError` if that leaves the answer open, or if the server cannot be asked.
        """
        loop = asyncio.get_running_loop()
        until, pause = loop.time() + PATIENCE, FIRST_WAIT
        while loop.time() < until:
            try:
                async with self._pool.connection() as connection:
                    asked = await connection.execute(
                        f"SELECT pg_xact_status($1::text::xid8) AS became, {LIFE}", (number,)
                    )
                    row = await asked.fetchone()
            except (
                errors.InvalidParameterValue
            ):  # a number that no transaction has had yet: it was never on the disk
                return False
            except psycopg.OperationalError:
                row = None
            if row and row["became"] == "committed":
                if row["life"] != life:
                    break  # perhaps that of another, which was given its number again
                return True
            if row and row["became"] == "aborted":
                return False
            await self._wait(pause)
            pause = min(2 * pause, LONGEST_WAIT)
        raise StoreError("store.unknown", path=self._where)

    def _to_store_error(self, error: BaseException) -> StoreError | None:
        """Translate an error of this database to a `StoreError`, or return `None`."""
        return to_store_error(error, self._where)
