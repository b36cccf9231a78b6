"""Everything works behind a pooler that hands out transactions.

This is because nothing is kept in a session.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from data.database import meta
from data.database.transaction import Transaction
from data.postgres.import_all import open_empty_database
from data.postgres.store import PostgresStore
from tests import postgres
from tests.data.postgres.pooler import open_pooler
from tests.memory import in_memory

TIMES = 30


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder whose path is short enough for a socket."""
    with TemporaryDirectory(prefix="pool-", dir=in_memory()) as made:
        yield Path(made)


@pytest.mark.ci
async def test_two_processes_store_and_read_by_way_of_sessions_that_change(folder: Path) -> None:
    async def count(tx: Transaction) -> None:
        await meta.put(tx, "count", str(int(await meta.get(tx, "count") or 0) + 1))

    async with open_pooler(postgres.fresh(), folder) as (url, pooler):
        stores = [await PostgresStore.open(url) for _ in range(2)]
        for _ in range(TIMES):
            await asyncio.gather(*(store.write(count) for store in stores))
        for store in stores:
            assert await store.read(lambda tx: meta.get(tx, "count")) == str(2 * TIMES)
            await store.close()
        assert pooler.handed_out > 2 * TIMES


async def test_who_moves_a_database_there_leaves_no_lock_in_a_session(folder: Path) -> None:
    async with open_pooler(postgres.fresh(), folder, sessions=2) as (url, _):
        async with open_empty_database(url) as connection:
            await connection.execute("INSERT INTO meta (key, value) VALUES ('colour', 'blue')")
        store = await PostgresStore.open(url)
        assert await store.read(lambda tx: meta.get(tx, "colour")) == "blue"
        await store.close()
