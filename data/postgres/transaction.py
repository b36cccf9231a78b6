"""Transactions on PostgreSQL, using the SQL that it shares with SQLite."""

import asyncio
import os
import re
import socket
from contextlib import suppress
from functools import cache
from itertools import count
from typing import Any, Final, LiteralString, TypeVar, cast

import psycopg
from psycopg import errors
from psycopg.abc import PQGen

from data.database.errors import Violation
from data.database.transaction import Row, Transaction

RV = TypeVar("RV")
INTERVAL: Final = 0.1
"""Seconds after which the library checks again for input; its own default."""
_PART: Final = re.compile(r"'[^']*'|\?")


def own_sql(statement: str) -> LiteralString:
    """Mark a statement as this program's own, of nothing that anybody gave."""
    return cast("LiteralString", statement)


class PostgresConnection(psycopg.AsyncConnection[Row]):
    """A connection to a PostgreSQL server.

    `life` changes whenever the server has crashed, after which it may reuse transaction numbers.

    If the server has not answered within `patience` seconds, the connection is given up, even if the
    machine still responds. It is `silent` from then on, and the waiting job fails as after a lost
    connection. If `patience` is `None`, statements may take any time.
    """

    life: object = None
    patience: float | None = None
    silent = False

    async def wait(
        self,
        gen: PQGen[RV],
        interval: float = INTERVAL,
        timeout: float | None = None,  # noqa: ASYNC109 - the library's own
    ) -> RV:
        """Wait for the server's answer, or with a `timeout` for any message."""
        if self.patience is None or timeout is not None:
            return await super().wait(gen, interval, timeout)
        limit = asyncio.get_running_loop().call_later(self.patience, self.give_up)
        try:
            return await super().wait(gen, interval)
        except psycopg.OperationalError as lost:
            if self.silent:
                raise psycopg.OperationalError(f"no answer for {self.patience:.0f} seconds") from lost
            raise
        finally:
            limit.cancel()

    def give_up(self) -> None:
        """Close the connection to a server that does not answer.

        Cancelling the statement instead would wait for an answer of the same server.
        """
        self.silent = True
        with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(self.pgconn.socket)) as line:
            line.shutdown(socket.SHUT_RDWR)


@cache
def number_placeholders(sql: str) -> str:
    """Replace the placeholders `?` of a statement with `$1`, `$2`, ….

    That is PostgreSQL's form. Question marks within string literals stay.

    >>> number_placeholders("SELECT '?' FROM match WHERE id = ? AND version = ?")
    "SELECT '?' FROM match WHERE id = $1 AND version = $2"
    """
    numbers = count(1)
    return _PART.sub(lambda part: f"${next(numbers)}" if part[0] == "?" else part[0], sql)


class PostgresTransaction(Transaction):
    """A transaction in progress on PostgreSQL.

    `fault` is the error that has broken it; after that, it accepts no statement and no commit.
    """

    skip_locked = " FOR UPDATE SKIP LOCKED"

    def __init__(self, connection: PostgresConnection, now: float) -> None:
        super().__init__(now)
        self._connection = connection
        self.fault: psycopg.Error | None = None

    async def run(self, sql: str, *args: object) -> int:
        """Execute a statement and return how many rows it changed."""
        return (await self._execute(sql, args)).rowcount

    async def all(self, sql: str, *args: object) -> list[Row]:
        """Execute a query and return all rows of its result."""
        return await (await self._execute(sql, args)).fetchall()

    async def _execute(self, sql: str, args: tuple[Any, ...]) -> psycopg.AsyncCursor[Row]:
        try:
            return await self._connection.execute(own_sql(number_placeholders(sql)), args)
        except psycopg.Error as error:
            self.fault = self.fault or error
            if isinstance(error, errors.NumericValueOutOfRange):
                raise OverflowError(str(error)) from error
            if isinstance(error, psycopg.IntegrityError | psycopg.DataError):
                raise Violation(str(error)) from error
            raise
