from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from club.club import Club
from data.store_opening import open_store
from tests.club.room import START, Room
from tests.databases import DATABASES, where
from tests.examples.every_game import key

__all__ = ["key"]

NOW = 1_700_000_000.0
SECRET = bytes(range(32))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests that race or count on both databases.

    The statements themselves are tested on both in `tests/data`.
    """
    if "database" in metafunc.fixturenames:
        both = metafunc.definition.get_closest_marker("both_databases") is not None
        metafunc.parametrize("database", DATABASES if both else DATABASES[:1], scope="function")


@pytest.fixture
async def club(database: str, tmp_path: Path) -> AsyncIterator[Club]:
    """A club on a fresh store, where time stands and every lot falls on 0."""
    store = await open_store(where(database, tmp_path / "club.db"), now=lambda: NOW)
    yield Club(store, now=lambda: NOW, chance=lambda below: 0, secret=lambda: SECRET)
    await store.close()


@pytest.fixture
async def room(database: str, tmp_path: Path) -> AsyncIterator[Room]:
    """A club on a fresh store; the test sets its time, and every lot falls on 0."""
    time = [START]
    store = await open_store(where(database, tmp_path / "club.db"), now=lambda: time[0])
    yield Room(Club(store, now=lambda: time[0], chance=lambda below: 0, secret=lambda: SECRET), time)
    await store.close()
