"""Import of a whole database into PostgreSQL.

It happens in a single transaction, so that either everything is imported or nothing.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any, Final

import psycopg
from psycopg.rows import tuple_row

from data.database.errors import StoreError, one_line
from data.database.schema import all_migrations
from data.database.tables import TableInfo, all_tables
from data.postgres import schema
from data.postgres.connecting import announce_presence, database_label, open_connection
from data.postgres.errors import is_connection_lost
from data.postgres.transaction import PostgresConnection, own_sql

AT_ONCE: Final = 1000
"""Rows that are read back at a time."""
_OWN: Final = {"meta": f"WHERE key <> '{schema.VERSION_KEY}'"}
"""Condition for rows other than the server's own.

Its own row is the number of its schema, which SQLite keeps elsewhere.
"""
_ORDERED: Final = {"key": 'key COLLATE "C"'}
"""How a key is ordered as SQLite orders it, where it is no number."""


@asynccontextmanager
async def open_empty_database(url: str) -> AsyncIterator[PostgresConnection]:
    """Yield a connection to an empty database after creating the newest schema.

    Changes are committed at the end. Raise `StoreError` if the database cannot be used or is not empty,
    or if another process of Twotone is using it. If any exception is raised, the database is left
    unchanged.
    """
    where = database_label(url)
    async with open_connection(url) as connection:
        # A large club takes longer than any single statement of the bot's may.
        connection.patience = None
        await connection.execute(own_sql(f"BEGIN; {schema.PATIENT}"))
        await announce_presence(connection, where, exclusive=True)
    committing = False
    try:
        await schema.migrate(connection, all_migrations(), where)
        await _check_is_empty(connection, where)
        yield connection
        committing = True
        await connection.execute("COMMIT")
    except psycopg.Error as error:
        lost_code = "transfer.unknown" if committing else "transfer.lost"
        code = lost_code if is_connection_lost(error) else "transfer.failed"
        raise StoreError(code, path=where, fault=one_line(error)) from error
    finally:
        await connection.close()


async def _check_is_empty(connection: PostgresConnection, where: str) -> None:
    for name in all_tables():
        found = await connection.execute(own_sql(f"SELECT 1 FROM {name} {_OWN.get(name, '')} LIMIT 1"))
        if await found.fetchone():
            raise StoreError("transfer.not_empty", path=where, name=name)


async def insert_rows(
    connection: PostgresConnection, table: TableInfo, rows: Iterable[tuple[Any, ...]]
) -> None:
    """Insert rows into a table.

    Raise `StoreError` naming the row if PostgreSQL cannot store it.
    """
    async with connection.cursor().copy(
        own_sql(f"COPY {table.name} ({', '.join(table.columns)}) FROM STDIN")
    ) as into:
        for row in rows:
            try:
                await into.write_row(row)
            except (UnicodeEncodeError, psycopg.DataError) as error:
                raise StoreError("transfer.row", name=table.name, row_key=table.describe_key(row)) from error


async def read_rows(
    connection: PostgresConnection, table: TableInfo
) -> AsyncGenerator[tuple[Any, ...], None]:
    """Yield all rows of a table ordered by key, a limited number in memory."""
    columns, key = ", ".join(table.columns), ", ".join(_ORDERED.get(name, name) for name in table.key)
    async with connection.cursor(f"all_{table.name}", row_factory=tuple_row) as cursor:
        await cursor.execute(
            own_sql(f"SELECT {columns} FROM {table.name} {_OWN.get(table.name, '')} ORDER BY {key}")
        )
        while some := await cursor.fetchmany(AT_ONCE):
            for row in some:
                yield row


async def finish_import(connection: PostgresConnection, last_ids: dict[str, int]) -> None:
    """Continue the numbering of IDs after the last ones, and run ANALYZE.

    No ID is ever assigned again. PostgreSQL learns from the analysis how many rows each table has.
    """
    for name, last in last_ids.items():
        await connection.execute(own_sql(f"ALTER TABLE {name} ALTER COLUMN id RESTART WITH {last + 1}"))
    for name in all_tables():
        await connection.execute(own_sql(f"ANALYZE {name}"))
