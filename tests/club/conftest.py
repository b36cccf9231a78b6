from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from club.club import Club
from data.store_opening import open_store
from tests.club.room import START, Room, club_on
from tests.databases import pytest_generate_tests, where
from tests.examples.every_game import key

__all__ = ["key", "pytest_generate_tests"]

NOW = 1_700_000_000.0
SECRET = bytes(range(32))


@pytest.fixture
async def club(database: str, tmp_path: Path) -> AsyncIterator[Club]:
    """A club on a fresh store, where time stands and every lot falls on 0."""
    store = await open_store(where(database, tmp_path / "club.db"), now=lambda: NOW)
    yield club_on(store, secret=SECRET)
    await store.close()


@pytest.fixture
async def room(database: str, tmp_path: Path) -> AsyncIterator[Room]:
    """A club on a fresh store; the test sets its time, and every lot falls on 0."""
    time = [START]
    store = await open_store(where(database, tmp_path / "club.db"), now=lambda: time[0])
    yield Room(club_on(store, lambda: time[0], secret=SECRET), time)
    await store.close()
