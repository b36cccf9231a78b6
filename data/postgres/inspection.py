"""Read-only access to a database on a server, always in the same state.

A bot may be running on it meanwhile.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import psycopg

from data.database.errors import StoreError, one_line
from data.database.schema import all_migrations, oldest_compatible
from data.database.transaction import Transaction
from data.figures import DatabaseFigures, present
from data.postgres import schema
from data.postgres.attempt import READING
from data.postgres.connecting import database_label, opening
from data.postgres.errors import explain
from data.postgres.transaction import PostgresTransaction

PATIENCE: Final = 60.0
"""Seconds that a statement may take here: some count the rows of whole tables."""


@asynccontextmanager
async def inspect_database(url: str, now: float = 0.0) -> AsyncIterator[Transaction]:
    """Yield a read-only transaction at `now` on the database at `url`.

    `now` is in seconds since the epoch. The database is in the newest schema. Raise `StoreError` if
    it cannot be read, is not ours, or has another schema.
    """
    where, newest = database_label(url), all_migrations()[-1].number
    async with opening(url) as connection:
        number = await schema.version(connection, where)
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
        raise explain(error, where) or StoreError("store.away", path=where, fault=one_line(error)) from error
    finally:
        await connection.close()


async def figures_of(url: str, now: float) -> DatabaseFigures:
    """Return what the database at `url` holds at `now`, also while the bot runs.

    Raise `StoreError` where it cannot be read, is none of ours, or has another schema.
    """
    async with inspect_database(url, now) as tx:
        figures = await present(tx, now)
        row = await tx.one(
            "SELECT COUNT(*) AS over, pg_database_size(current_database()) AS bytes FROM match WHERE status = 'over'"
        )
        assert row is not None  # a count is always one row
        return DatabaseFigures(figures, row["over"], all_migrations()[-1].number, row["bytes"])
