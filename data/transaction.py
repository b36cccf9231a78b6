"""The one small type through which all SQL goes: what a job of the store may do."""

import sqlite3
from collections.abc import Awaitable
from typing import Any, TypeVar

T = TypeVar("T")

Row = dict[str, Any]
"""One row of a result, by column name."""


class Transaction:
    """A transaction in progress; `now` is the store's clock when the job began (seconds since the epoch).

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
        """The first row of the result, `None` if there is none."""
        rows = await self.all(sql, *args)
        return rows[0] if rows else None

    async def all(self, sql: str, *args: object) -> list[Row]:
        """All rows of the result."""
        return [dict(row) for row in self._execute(sql, args).fetchall()]

    def _execute(self, sql: str, args: tuple[Any, ...]) -> sqlite3.Cursor:
        if not self._connection.in_transaction:
            # A full disk makes SQLite roll back by itself; whatever came after would be stored on its own.
            raise RuntimeError("the transaction is over; let the error that ended it through")
        return self._connection.execute(sql, args)


def drive(job: Awaitable[T]) -> T:
    """Run `job` to its end on this thread, without a loop: on SQLite its transaction never suspends it."""
    steps = job.__await__()
    try:
        next(steps)
    except StopIteration as end:
        result: T = end.value
        return result
    steps.close()
    raise RuntimeError("a job of the store may await nothing but its transaction")
