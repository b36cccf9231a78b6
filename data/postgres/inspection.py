"""Read-only access to a snapshot of a database on PostgreSQL.

A bot may be running on it meanwhile.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import psycopg

from data.database.errors import StoreError, one_line
from data.database.schema import all_migrations, oldest_compatible
from data.database.transaction import Transaction
from data.figures import DatabaseStatistics, collect_statistics, collect_week
from data.postgres import schema
from data.postgres.attempt import READING
from data.postgres.connecting import database_label, open_connection
from data.postgres.errors import to_store_error
from data.postgres.transaction import PostgresTransaction

PATIENCE: Final = 60.0
"""Seconds that a statement may take here: some count the rows of whole tables."""


@asynccontextmanager
async def inspect_database(url: str, now: float = 0.0) -> AsyncIterator[Transaction]:
    """Yield a read-only transaction, at the time `now`, on the database at `url`.

    `now` is in seconds since the epoch. Raise `StoreError` if the database cannot be read, does not
    belong to Twotone, or has a schema that this version does not work with.
    """
    where, newest = database_label(url), all_migrations()[-1].number
    async with open_connection(url) as connection:
        number = await schema.read_version(connection, where)
        if not number:
            raise StoreError("store.empty", path=where)
        if number > newest:
            raise StoreError("store.newer", given=number, last_schema=newest)
        if number < oldest_compatible(all_migrations()):
            raise StoreError("store.older", path=where, given=number, last_schema=newest)
    connection.patience = PATIENCE
    try:
        await connection.execute(READING)
        yield PostgresTransaction(connection, now)
    except psycopg.Error as error:
        raise to_store_error(error, where) or StoreError(
            "store.away", path=where, fault=one_line(error)
        ) from error
    finally:
        await connection.close()


async def read_statistics(url: str, now: float) -> DatabaseStatistics:
    """Return statistics of the database at `url` at the time `now`.

    The bot may be running. Raise `StoreError` if the database cannot be read, does not belong to
    Twotone, or has a schema that this version does not work with.
    """
    async with inspect_database(url, now) as tx:
        figures = await collect_statistics(tx, now)
        row = await tx.one(
            "SELECT COUNT(*) AS over, pg_database_size(current_database()) AS bytes FROM match WHERE status = 'over'"
        )
        assert row is not None  # a count is always one row
        week = await collect_week(tx, now)
        return DatabaseStatistics(figures, week, row["over"], all_migrations()[-1].number, row["bytes"])
