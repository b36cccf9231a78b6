"""A transaction: the small interface through which a job runs all its SQL.

It is the same for SQLite and PostgreSQL.
"""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import Any, ClassVar, TypeVar

Row = dict[str, Any]
"""One row of a result, by column name."""


class Signal(StrEnum):
    """A message to other processes on the database that there is work to look at.

    Without the signal, they would notice it a little later.
    """

    DUE = "due"
    """Something is due, or will be, that any process may see to."""
    PROCESSES = "processes"
    """A process has come, or is gone."""


class Transaction(ABC):
    """A transaction in progress.

    `now` is the time when the job began, in seconds since the epoch. Statements use the SQL that SQLite
    and PostgreSQL have in common, with `?` for each argument. A job may await only its transaction, so
    that nothing slow ever holds up the database. A job may be run again from its beginning, so it must
    have no effects outside its transaction.
    """

    skip_locked: ClassVar[str] = ""
    """Suffix of a query for rows to change; skips rows that another process changes.

    For one row write `= (… LIMIT 1 …)`, for several a `MATERIALIZED` subquery: PostgreSQL may run the
    contents of `IN (…)` more than once and take other rows each time.
    """

    def __init__(self, now: float) -> None:
        self.now = now
        self.signals = set[Signal]()

    def signal(self, signal: Signal) -> None:
        """Notify the other processes once this transaction has been committed.

        A signal may be lost; the processes also look for work regularly by themselves.
        """
        self.signals.add(signal)

    @abstractmethod
    async def run(self, sql: str, *args: object) -> int:
        """Execute a statement and return how many rows it changed.

        Raise `Violation` if a row does not fit the schema.
        """

    @abstractmethod
    async def all(self, sql: str, *args: object) -> list[Row]:
        """Execute a query and return all rows of its result.

        Raise `Violation` if a row does not fit the schema.
        """

    async def one(self, sql: str, *args: object) -> Row | None:
        """Execute a query and return the first row of its result, or `None`.

        Raise `Violation` if a row does not fit the schema.
        """
        rows = await self.all(sql, *args)
        return rows[0] if rows else None

    async def moment(self, sql: str, *args: object) -> float | None:
        """Execute a query for one moment, such as the least of all, and return it.

        Its result is always one row of one column, which is `None` if there is no such moment.
        """
        [row] = await self.all(sql, *args)
        found: float | None = next(iter(row.values()))
        return found

    async def insert(self, sql: str, *args: object) -> int:
        """Execute an INSERT statement and return the `id` of the new row.

        Raise `Violation` if the row does not fit the schema.
        """
        [row] = await self.all(f"{sql} RETURNING id", *args)
        return int(row["id"])


T = TypeVar("T")
Job = Callable[[Transaction], Awaitable[T]]
"""A function of a transaction, which is done as a whole or not at all."""
CommitCallback = Callable[[int, float], None]
"""Callback for each commit: how many jobs it stored, and how many seconds it took."""
