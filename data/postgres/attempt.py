"""One try to run jobs in one transaction."""

from collections.abc import Sequence
from typing import Any, Final

from psycopg import errors

from data.groups import Outcome
from data.postgres.errors import conflicts, lost
from data.postgres.transaction import Connection, PostgresTransaction
from data.store import Job
from data.transaction import Hint

WRITING: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT pg_current_xact_id()::text AS number"
READING: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
CHANNEL: Final = "twotone"
"""On which processes tell one another that there is something to look at."""


class Attempt:
    """One try: `number` is the transaction's, and once it is `committing` all jobs have their `outcomes`.

    `mark` says to the other processes whose hints these are.

    A key that is there already spoils it, unless `violating`: then that is the outcome of its job.
    """

    def __init__(
        self, jobs: Sequence[Job[Any]], begin: str, now: float, *, violating: bool, mark: str = ""
    ) -> None:
        self._jobs = jobs
        self._begin = begin
        self._now = now
        self._violating = violating
        self._mark = mark
        self.committing = False
        self.number = ""
        self.outcomes: list[Outcome] = []
        self.hints = set[Hint]()

    async def run(self, connection: Connection) -> list[Outcome]:
        """Run the jobs, each undone by itself where it fails, and return what became of each.

        Raises the `psycopg.Error` that has spoiled the transaction; nothing was stored then, unless `committing`.
        """
        began = await connection.execute(self._begin)
        try:
            if began.nextset():
                [row] = await began.fetchall()
                self.number = row["number"]
            for job in self._jobs:
                self.outcomes.append(await self._outcome(job, connection))
        except BaseException:
            if not connection.closed:
                await connection.rollback()
            raise
        self.committing = True
        await connection.execute(
            "".join((*(f"NOTIFY {CHANNEL}, '{hint} {self._mark}'; " for hint in self.hints), "COMMIT"))
        )
        return self.outcomes

    async def _outcome(self, job: Job[Any], connection: Connection) -> Outcome:
        await connection.execute("SAVEPOINT job")
        tx = PostgresTransaction(connection, self._now)
        try:
            outcome = Outcome(value=await job(tx))
        except Exception as error:
            outcome = Outcome(error=error)
        if tx.fault is not None:
            # Another process may have just stored the same key: the next try finds it, and has its answer.
            again = isinstance(tx.fault, errors.UniqueViolation) and not self._violating
            if again or conflicts(tx.fault) or lost(tx.fault):
                raise tx.fault
            outcome = Outcome(error=outcome.error or tx.fault)
        if outcome.error is not None:
            await connection.execute("ROLLBACK TO job")
        else:
            self.hints |= tx.hints
        await connection.execute("RELEASE job")
        return outcome
