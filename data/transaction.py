"""A transaction: the small type through which a job of the store runs all its SQL."""

import sqlite3
from collections.abc import Awaitable
from typing import Any, TypeVar

T = TypeVar("T")

Row = dict[str, Any]
"""One row of a result, by column name."""


class Transaction:
    """A transaction in progress; `now` is the time when the job began (seconds since the epoch).

    SQL is the common subset of SQLite and PostgreSQL, with `?` for each argument. A job may await only its
    transaction, so that nothing slow ever holds the database.
    """

    def __init__(self, connection: sqlite3.Connection, now: float) -> None:
        self.now = now
        self._connection = connection

    async def run(self, sql: str, *args: object) -> int:
        """Execute one statement and return how many rows it changed."""
        return self._execute(sql, args).rowcount

    async def insert(self, sql: str, *args: object) -> int:
        """Execute one INSERT and return the `id` of the new row."""
        return int(self._execute(f"{sql} RETURNING id", args).fetchone()["id"])

    async def one(self, sql: str, *args: object) -> Row | None:
        """Execute a query and return the first row of its result, `None` if there is none."""
        rows = await self.all(sql, *args)
        return rows[0] if rows else None

    async def all(self, sql: str, *args: object) -> list[Row]:
        """Execute a query and return all rows of its result."""
        rows = self._execute(sql, args).fetchall()
        names = rows[0].keys() if rows else ()
        return [dict(zip(names, row, strict=True)) for row in rows]

    def _execute(self, sql: str, args: tuple[Any, ...]) -> sqlite3.Cursor:
        if not self._connection.in_transaction:
            # When the disk is full, SQLite rolls back by itself; later statements would be stored on their own.
            raise RuntimeError("the transaction is over; let the error that ended it through")
        return self._connection.execute(sql, args)


def drive(job: Awaitable[T]) -> T:
    """Run `job` to its end on this thread, without a loop, and return its result.

    Raises `RuntimeError` if it awaits anything but its transaction, which on SQLite never suspends it.
    """
    steps = job.__await__()
    try:
        next(steps)
    except StopIteration as end:
        result: T = end.value
        return result
    steps.close()
    raise RuntimeError("a job of the store may await nothing but its transaction")
