"""The schema on PostgreSQL is SQLite's, whichever way it was made.

Processes that start together make it once.
"""

import asyncio
import sqlite3
from contextlib import closing

import psycopg
import pytest

from data.database.errors import StoreError
from data.database.schema import Migration, all_migrations
from data.postgres import schema
from data.postgres.connecting import connect
from data.postgres.store import PostgresStore
from data.postgres.transaction import PostgresConnection
from data.sqlite import schema as sqlite_schema
from data.store_opening import open_store
from tests.data.samples import new_match
from tests.databases import closing as open_too

NEWEST = all_migrations()[-1].number
TYPES = {"INTEGER": "bigint", "REAL": "double precision", "TEXT": "text", "BLOB": "bytea"}


async def empty_schema(connection: PostgresConnection) -> None:
    """Drop the public schema and create an empty one."""
    await connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")


async def columns(connection: PostgresConnection) -> set[tuple[str, str, str, bool]]:
    """Every column: its table, its name, its type, whether it may be NULL."""
    found = await connection.execute(
        "SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns"
        " WHERE table_schema = current_schema()"
    )
    return {
        (row["table_name"], row["column_name"], row["data_type"], row["is_nullable"] == "YES")
        for row in await found.fetchall()
    }


async def indexes(connection: PostgresConnection) -> set[str]:
    found = await connection.execute(
        "SELECT indexname FROM pg_indexes WHERE schemaname = current_schema() AND indexdef LIKE 'CREATE %INDEX%'"
        " AND indexname NOT LIKE '%_pkey' AND indexname NOT LIKE '%_key'"
    )
    return {row["indexname"] for row in await found.fetchall()}


@pytest.mark.ci
async def test_the_schema_is_that_of_sqlite(postgres_store: PostgresStore, other: PostgresConnection) -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as lite:
        for migration in all_migrations():
            sqlite_schema.apply_migration(lite, migration)
        expected = {
            (table, name, TYPES[kind], not (required or key))
            for table, name, kind, required, key in lite.execute(
                'SELECT m.name, c.name, c.type, c."notnull", c.pk FROM sqlite_master m, pragma_table_info(m.name) c'
                " WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'"
            )
        }
        named = lite.execute("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
        expected_indexes = {name for (name,) in named}
    assert await columns(other) == expected
    assert await indexes(other) == expected_indexes


async def test_the_whole_schema_is_what_the_migrations_lead_to(address: str) -> None:
    async with await connect(address) as connection:
        await empty_schema(connection)
        for count in range(1, len(all_migrations()) + 1):
            await schema.migrate(connection, all_migrations()[:count], "x")
            if count == 1:
                assert len(await columns(connection)) < 100
        chain = await describe_schema(connection)
        await empty_schema(connection)
        await schema.migrate(connection, all_migrations(), "x")
        assert await describe_schema(connection) == chain
        assert await schema.read_version(connection, "x") == NEWEST


async def describe_schema(connection: PostgresConnection) -> set[tuple[object, ...]]:
    """Return all that PostgreSQL knows of this schema's columns.

    This includes constraints and indexes.
    """
    told: set[tuple[object, ...]] = set()
    for question in (
        "SELECT table_name, column_name,"
        " rank() OVER (PARTITION BY table_name ORDER BY ordinal_position),"
        " data_type, is_nullable, column_default, is_identity"
        " FROM information_schema.columns WHERE table_schema = current_schema()",
        "SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint"
        " WHERE connamespace = current_schema()::regnamespace AND contype <> 'n'",
        "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()",
    ):
        told |= {tuple(row.values()) for row in await (await connection.execute(question)).fetchall()}
    return told


async def test_processes_that_start_together_migrate_once(address: str) -> None:
    async with await connect(address) as connection:
        await empty_schema(connection)
    connections = [await connect(address) for _ in range(5)]
    await asyncio.gather(*(schema.migrate(each, all_migrations(), "x") for each in connections))
    assert [await schema.read_version(each, "x") for each in connections] == [NEWEST] * 5
    for each in connections:
        await each.close()


async def test_a_database_of_every_earlier_version_comes_up(address: str) -> None:
    async with await connect(address) as connection:
        await empty_schema(connection)
        for count, migration in enumerate(all_migrations(), 1):
            await schema.migrate(connection, all_migrations()[:count], "x")
            assert await schema.read_version(connection, "x") == migration.number
    async with open_too(await open_store(address)) as store:
        await store.write(new_match)


async def test_a_migration_that_fails_changes_nothing(
    postgres_store: PostgresStore, other: PostgresConnection
) -> None:
    before = await columns(other)
    broken = Migration(NEWEST + 1, "CREATE TABLE late (id INTEGER) STRICT; DROP TABLE nowhere;")
    with pytest.raises(psycopg.errors.UndefinedTable):
        await schema.migrate(other, (*all_migrations(), broken), "x")
    assert await columns(other) == before
    assert await schema.read_version(other, "x") == NEWEST


async def test_a_newer_schema_and_tables_of_others_are_refused(address: str) -> None:
    await (await open_store(address)).close()
    async with await connect(address) as connection:
        await connection.execute("UPDATE meta SET value = '99' WHERE key = 'schema'")
        with pytest.raises(StoreError, match=f"schema 99, made by a newer Twotone; this one knows {NEWEST}"):
            await open_store(address)
        await empty_schema(connection)
        await connection.execute("CREATE TABLE accounts (id BIGINT)")
        with pytest.raises(StoreError, match="none of Twotone"):
            await open_store(address)
        assert {row[0] for row in await columns(connection)} == {"accounts"}
        await empty_schema(connection)
