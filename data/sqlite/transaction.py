"""Transactions on SQLite, which never suspend the job that uses them."""

import sqlite3
from collections.abc import Awaitable
from typing import Any, TypeVar

from data.database.errors import Violation
from data.database.transaction import Row, Transaction
from data.sqlite.errors import is_invalid_utf8

T = TypeVar("T")


class SqliteTransaction(Transaction):
    """A transaction in progress on SQLite."""

    def __init__(self, connection: sqlite3.Connection, now: float) -> None:
        super().__init__(now)
        self._connection = connection

    async def run(self, sql: str, *args: object) -> int:
        """Execute a statement and return how many rows it changed."""
        return self._execute(sql, args).rowcount

    async def all(self, sql: str, *args: object) -> list[Row]:
        """Execute a query and return all rows of its result.

        Raise `UnicodeDecodeError` if the database contains invalid text.
        """
        try:
            rows = self._execute(sql, args).fetchall()
        except sqlite3.OperationalError as error:
            if is_invalid_utf8(error):
                raise UnicodeDecodeError("utf-8", b"", 0, 0, "none") from error
            raise
        names = rows[0].keys() if rows else ()
        return [dict(zip(names, row, strict=True)) for row in rows]

    def _execute(self, sql: str, args: tuple[Any, ...]) -> sqlite3.Cursor:
        if not self._connection.in_transaction:
            # When the disk is full, SQLite rolls back by itself; later statements would be stored on their own.
            raise RuntimeError("the transaction is over; let the error that ended it through")
        try:
            return self._connection.execute(sql, args)
        except sqlite3.IntegrityError as error:
            raise Violation(str(error)) from error


def run_job(job: Awaitable[T]) -> T:
    """Run a job to its end on this thread without an event loop.

    Return its result. Raise `RuntimeError` if it awaits anything but its transaction.
    """
    steps = job.__await__()
    try:
        next(steps)
    except StopIteration as end:
        result: T = end.value
        return result
    steps.close()
    raise RuntimeError("a job of the store may await nothing but its transaction")
