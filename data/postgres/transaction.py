"""A transaction on PostgreSQL, in the SQL that SQLite understands too."""

import re
from functools import cache
from itertools import count
from typing import Any, Final

import psycopg
from psycopg import errors

from data.errors import Violation
from data.transaction import Row, Transaction

_PART: Final = re.compile(r"'[^']*'|\?")


class Connection(psycopg.AsyncConnection[Row]):
    """A connection; its server has another `life` after each crash, when it may give numbers of transactions anew."""

    life: object = None


@cache
def numbered(sql: str) -> str:
    """Return a statement with its arguments marked as PostgreSQL wants them; the marks within texts stay.

    >>> numbered("SELECT '?' FROM match WHERE id = ? AND version = ?")
    "SELECT '?' FROM match WHERE id = $1 AND version = $2"
    """
    numbers = count(1)
    return _PART.sub(lambda part: f"${next(numbers)}" if part[0] == "?" else part[0], sql)


class PostgresTransaction(Transaction):
    """A transaction in progress; `fault` is what has spoiled it, since when it takes no statement and no commit."""

    unheld = " FOR UPDATE SKIP LOCKED"

    def __init__(self, connection: Connection, now: float) -> None:
        super().__init__(now)
        self._connection = connection
        self.fault: psycopg.Error | None = None

    async def run(self, sql: str, *args: object) -> int:
        """Execute one statement and return how many rows it changed."""
        return (await self._execute(sql, args)).rowcount

    async def all(self, sql: str, *args: object) -> list[Row]:
        """Execute a query and return all rows of its result."""
        return await (await self._execute(sql, args)).fetchall()

    async def _execute(self, sql: str, args: tuple[Any, ...]) -> psycopg.AsyncCursor[Row]:
        try:
            return await self._connection.execute(numbered(sql), args)
        except psycopg.Error as error:
            self.fault = self.fault or error
            if isinstance(error, errors.NumericValueOutOfRange):
                raise OverflowError(str(error)) from error
            if isinstance(error, psycopg.IntegrityError | psycopg.DataError):
                raise Violation(str(error)) from error
            raise
