"""A transaction on PostgreSQL, in the SQL that SQLite understands too."""

import asyncio
import os
import re
import socket
from contextlib import suppress
from functools import cache
from itertools import count
from typing import Any, Final, TypeVar

import psycopg
from psycopg import errors
from psycopg.abc import PQGen

from data.database.errors import Violation
from data.database.transaction import Row, Transaction

RV = TypeVar("RV")
INTERVAL: Final = 0.1
"""Seconds after which the library checks again for input; its own default."""
_PART: Final = re.compile(r"'[^']*'|\?")


class PostgresConnection(psycopg.AsyncConnection[Row]):
    """A connection to a server.

    The server has another `life` after each crash, when it may reuse transaction numbers.

    A server that has not answered for `patience` seconds is away, whatever its machine says. The
    connection is then given up and is `silent` from then on, and the waiting job is told that it is
    lost. With `None`, a statement waits as long as it takes.
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
        """Wait for the server's answer; with a `timeout`, for anything it may say."""
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
        """Hang up on a server that does not answer.

        A cancellation would ask that server to cancel its work, and then wait for its answer.
        """
        self.silent = True
        with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(self.pgconn.socket)) as line:
            line.shutdown(socket.SHUT_RDWR)


@cache
def number_args(sql: str) -> str:
    """Return a statement with its arguments marked in PostgreSQL's way.

    Question marks within texts stay.

    >>> number_args("SELECT '?' FROM match WHERE id = ? AND version = ?")
    "SELECT '?' FROM match WHERE id = $1 AND version = $2"
    """
    numbers = count(1)
    return _PART.sub(lambda part: f"${next(numbers)}" if part[0] == "?" else part[0], sql)


class PostgresTransaction(Transaction):
    """A transaction in progress.

    `fault` is the error that has spoiled it; since then it takes no statement and no commit.
    """

    unheld = " FOR UPDATE SKIP LOCKED"

    def __init__(self, connection: PostgresConnection, now: float) -> None:
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
            return await self._connection.execute(number_args(sql), args)
        except psycopg.Error as error:
            self.fault = self.fault or error
            if isinstance(error, errors.NumericValueOutOfRange):
                raise OverflowError(str(error)) from error
            if isinstance(error, psycopg.IntegrityError | psycopg.DataError):
                raise Violation(str(error)) from error
            raise
