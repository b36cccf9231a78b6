"""Time limits of a role or a statement do not apply to a migration.

The host sets them. An error from one is told as what it is.
"""

import psycopg
import pytest

from data.database.errors import StoreError
from data.database.schema import Migration, all_migrations
from data.database.transaction import Transaction
from data.postgres import schema
from data.postgres.connecting import connect
from data.postgres.errors import to_store_error
from data.postgres.store import PostgresStore

NEWEST = all_migrations()[-1].number


async def test_a_migration_takes_its_time_whatever_the_role_may_and_waits_for_no_dump(
    postgres_store: PostgresStore, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "HELD_FOR", 0.05)
    slow = Migration(NEWEST + 1, "SELECT pg_sleep(0.3);")
    held = Migration(NEWEST + 2, "ALTER TABLE meta ADD COLUMN late BIGINT;")
    async with await connect(address) as hasty, await connect(address) as other:
        try:
            await hasty.execute("SET statement_timeout = 100")
            await schema.migrate(hasty, (*all_migrations(), slow), "x")
            assert await schema.read_version(hasty, "x") == slow.number
            await other.execute("BEGIN; LOCK TABLE meta IN ACCESS SHARE MODE")
            with pytest.raises(psycopg.Error) as given_up:
                await schema.migrate(hasty, (*all_migrations(), slow, held), "x")
            fault = to_store_error(given_up.value, "x")
            assert fault is not None
            assert fault.code == "store.held"
        finally:
            await other.rollback()
            await other.execute("UPDATE meta SET value = $1 WHERE key = 'schema'", (str(NEWEST),))


async def test_what_the_server_breaks_off_is_not_blamed_on_another_program(
    postgres_store: PostgresStore,
) -> None:
    async def sleep(tx: Transaction) -> None:
        await tx.run("SET LOCAL statement_timeout = 50")
        await tx.all("SELECT pg_sleep(1)")

    with pytest.raises(StoreError, match=r"PostgreSQL has broken off .* longer statement_timeout"):
        await postgres_store.read(sleep)
