"""The store on PostgreSQL: one writer per process, and a few connections.

A group that another one got in the way of is tried again. A group of jobs sees one fixed state of
the database (REPEATABLE READ). If two processes change the same row, or store the same key,
PostgreSQL undoes one group; it is done again and sees the data that the other has stored.

Each transaction learns its number before it does anything. If the connection is lost during the
commit, PostgreSQL is asked for the fate of the transaction by that number: no job is ever done
twice, and none that was done is given up.
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
from data.database.groups import Groups, JobOutcome
from data.database.schema import all_migrations
from data.database.scrub import AT_ONCE, ScrubSlice
from data.database.store import Store, ignore_commit
from data.database.tables import all_tables
from data.database.transaction import Committed, Job, Signal
from data.play import replay_check
from data.play.matches import MatchStatus
from data.postgres import schema
from data.postgres.attempt import READING, WRITING, Attempt
from data.postgres.connecting import LIFE, be_present, database_label, opening, without_timeout
from data.postgres.errors import explain, is_conflict, is_connection_lost
from data.postgres.listening import SignalListener
from data.postgres.pool import Pool

T = TypeVar("T")

PATIENCE: Final = 10.0
"""Seconds for which a job is retried and an absent server is waited for."""
FIRST_WAIT, LONGEST_WAIT = 0.001, 0.25
"""Seconds until the second try, and between later ones at most."""


class PostgresStore(Store):
    """An open database on a server.

    Create one with `PostgresStore.open`, and always `close` it.
    """

    alone = False

    def __init__(
        self,
        url: str,
        pool: Pool,
        listener: SignalListener,
        now: Callable[[], float],
        committed: Committed,
        wait: Callable[[float], Awaitable[None]],
    ) -> None:
        self._where = database_label(url)
        self._pool = pool
        self._listener = listener
        self._now = now
        self._wait = wait
        self._groups = Groups(partial(self._run_jobs, begin=WRITING), self._explain, committed)
        self._reading: set[asyncio.Task[Sequence[JobOutcome]]] = set()

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        now: Callable[[], float] = time.time,
        committed: Committed = ignore_commit,
        wait: Callable[[float], Awaitable[None]] = waits.wait,
    ) -> "PostgresStore":
        """Open the database at `url`, check its settings and migrate it.

        It is migrated to the newest schema. Raise `StoreError` if it cannot be reached or used, if a
        database is being moved there, or if it is of a newer Twotone. `committed` is called with every
        commit; `wait` lets seconds pass between two tries, and a few more.
        """
        async with opening(url) as held:
            await be_present(held, database_label(url))
            with without_timeout(held):
                await schema.migrate(held, all_migrations(), database_label(url))
        return cls(url, Pool(url, PATIENCE), SignalListener(url, held, wait), now, committed, wait)

    async def time(self) -> float:
        """Return the time of the server's clock."""
        row = await self.read(lambda tx: tx.one("SELECT EXTRACT(EPOCH FROM clock_timestamp())::float8 AS at"))
        assert row is not None  # a row without a table
        return float(row["at"])

    async def read(self, job: Job[T]) -> T:
        """Run the read-only `job` on one fixed state of the database.

        Return its result. Raise `StoreError` if the store is closed or the database cannot be read.
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
            if explained := self._explain(error):
                raise explained from error
            raise
        if outcome.error is None:
            return cast(T, outcome.value)
        raise self._explain(outcome.error) or outcome.error

    def listen(self, hear: Callable[[Signal], None]) -> None:
        """Call `hear` for every signal of another process."""
        self._listener.listen(hear)

    async def tables(self) -> list[str]:
        """Return no table: PostgreSQL checks its own tables.

        It does so with checksums if the host has them on.
        """
        return []

    async def fault_of_table(self, name: str, stopping: threading.Event) -> str | None:
        """Return `None`: PostgreSQL looks for faults in its tables itself."""
        return None

    async def matches_after(self, after: int) -> ScrubSlice:
        """Check the next few matches after an ID, beside all jobs.

        Raise `StoreError` if they cannot be read.
        """
        found = await self.read(lambda tx: replay_check.sealed_after(tx, after, limit=AT_ONCE))
        if not found:
            return ScrubSlice(None, [])
        faults = [
            replay_check.fault_of(match, events, replayed=match.status != MatchStatus.OVER)
            for match, events in found
        ]
        return ScrubSlice(found[-1][0].id, [fault for fault in faults if fault])

    async def wipe(self, user_ids: Collection[int] = ()) -> bool:
        """Let PostgreSQL reuse the space of all rows that were deleted or changed.

        No job waits for it. The data that PostgreSQL has written to its log and to backups stays there
        until those are gone.
        """
        if self._closing:
            raise StoreError("store.closed")
        try:
            async with self._pool.connection() as connection:
                with without_timeout(connection):
                    for table in all_tables():
                        await connection.execute(f"VACUUM {table}")
        except psycopg.Error as error:
            raise self._explain(error) or StoreError(
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
        """Run jobs in one transaction, retrying on conflicts and lost connections.

        Raise the error that has spoiled it for good; nothing was stored in that case.
        """
        loop = asyncio.get_running_loop()
        until, pause, violated = loop.time() + PATIENCE, 0.0, False
        while True:
            attempt: Attempt | None = None
            try:
                async with self._pool.connection() as connection:
                    life = connection.life
                    attempt = Attempt(jobs, begin, self._now(), violating=violated, mark=self._listener.mark)
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
        """Whether a transaction was committed whose connection was lost during the commit.

        A server that has crashed since then reuses numbers that had not reached the disk. Raise
        `StoreError` if that may be so with a number that was committed, and if nothing can be found out.
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

    def _explain(self, error: BaseException) -> StoreError | None:
        """Return the meaning of a fault of this database, `None` for any other error."""
        return explain(error, self._where)
