"""One attempt to run a group of jobs in a transaction on PostgreSQL."""

from collections.abc import Sequence
from typing import Any, Final

from psycopg import errors

from data.database.groups import JobOutcome
from data.database.transaction import Job, Signal
from data.postgres.errors import is_conflict, is_connection_lost
from data.postgres.transaction import PostgresConnection, PostgresTransaction, own_sql

STALLED: Final = 5
"""Seconds after which PostgreSQL rolls back the transaction of a stalled process.

All other processes wait for it until then.
"""
WRITING: Final = (
    "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT pg_current_xact_id()::text AS number;"
    f" SET LOCAL idle_in_transaction_session_timeout = '{STALLED}s'"
)
READING: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
NO_WRITER: Final = errors.ReadOnlySqlTransaction
"""Error of a session that may not write, which is settled when it begins.

No job of it is stored, and the session is of no use.
"""
CHANNEL: Final = "twotone"
"""On which processes tell one another that there is something to look at."""


class Attempt:
    """One attempt to run a group of jobs in a transaction.

    `number` is PostgreSQL's number of the transaction. Once `committing` is set, every job has an
    outcome in `outcomes`. `mark` tells other processes which process sent the signals of this
    transaction.

    If a job stores a key that already exists, the whole attempt fails, unless `violating` is set: then
    the error becomes the outcome of that job.
    """

    def __init__(
        self, jobs: Sequence[Job[Any]], begin: str, now: float, *, accept_violations: bool, mark: str = ""
    ) -> None:
        self._jobs = jobs
        self._begin = begin
        self._now = now
        self._violating = accept_violations
        self._mark = mark
        self.committing = False
        self.number = ""
        self.outcomes: list[JobOutcome] = []
        self.signals = set[Signal]()

    async def run(self, connection: PostgresConnection) -> list[JobOutcome]:
        """Run the jobs and return their outcomes; undo each job that fails.

        Raise the `psycopg.Error` that has broken the transaction. Nothing was stored in that case,
        unless `committing` is set: then it is unknown.
        """
        several = len(self._jobs) > 1
        ahead = [self._begin]
        try:
            for job in self._jobs:
                # A job alone needs no savepoint: where it fails, all is undone.
                began = await connection.execute(
                    own_sql("; ".join((*ahead, "SAVEPOINT job") if several else ahead))
                )
                if not self.outcomes and began.nextset():
                    [row] = await began.fetchall()
                    self.number = row["number"]
                outcome = await self._outcome(job, connection)
                self.outcomes.append(outcome)
                ahead = ["RELEASE job"] if outcome.error is None else ["ROLLBACK TO job", "RELEASE job"]
            if not several and self.outcomes[-1].error is not None:
                await connection.rollback()
                return self.outcomes
        except BaseException:
            if not connection.closed:
                await connection.rollback()
            raise
        self.committing = True
        signals = (f"NOTIFY {CHANNEL}, '{signal} {self._mark}'" for signal in self.signals)
        await connection.execute(own_sql("; ".join((*(ahead if several else ()), *signals, "COMMIT"))))
        return self.outcomes

    async def _outcome(self, job: Job[Any], connection: PostgresConnection) -> JobOutcome:
        tx = PostgresTransaction(connection, self._now)
        try:
            outcome = JobOutcome(value=await job(tx))
        except Exception as error:
            outcome = JobOutcome(error=error)
        if tx.fault is not None:
            # Another process may have just stored the same key: the next try finds it, and has its answer.
            again = isinstance(tx.fault, errors.UniqueViolation) and not self._violating
            if (
                again
                or is_conflict(tx.fault)
                or is_connection_lost(tx.fault)
                or isinstance(tx.fault, NO_WRITER)
            ):
                raise tx.fault
            outcome = JobOutcome(error=outcome.error or tx.fault)
        if outcome.error is None:
            self.signals |= tx.signals
        return outcome
