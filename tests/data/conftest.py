from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data.database.store import Store
from data.postgres.connecting import connect
from data.postgres.store import PostgresStore
from data.postgres.transaction import PostgresConnection
from data.sqlite.store import SqliteStore
from data.store_opening import open_store
from tests import postgres
from tests.databases import DATABASES, where
from tests.examples.every_game import key
from tests.fresh import fresh

__all__ = ["key"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "var" / "twotone.db"


@pytest.fixture(params=DATABASES)
def place(request: pytest.FixtureRequest, path: Path) -> Path | str:
    """Where a fresh store is opened: a path, then an address."""
    return where(request.param, path)


@pytest.fixture
async def store(place: Path | str) -> AsyncIterator[Store]:
    """A fresh store, on each database."""
    opened = await open_store(place)
    yield opened
    await opened.close()


@pytest.fixture
async def sqlite_store(path: Path) -> AsyncIterator[SqliteStore]:
    """A fresh store, where a test is about SQLite's own ways."""
    opened = await SqliteStore.open(fresh(path))
    yield opened
    await opened.close()


@pytest.fixture
def address() -> str:
    """The address of a database on PostgreSQL, emptied."""
    return postgres.fresh()


@pytest.fixture
async def postgres_store(address: str) -> AsyncIterator[PostgresStore]:
    """A fresh store, where a test is about PostgreSQL's own ways."""
    opened = await PostgresStore.open(address)
    yield opened
    await opened.close()


@pytest.fixture
async def other(address: str, postgres_store: PostgresStore) -> AsyncIterator[PostgresConnection]:
    """A connection of another program's."""
    async with await connect(address) as connection:
        yield connection
