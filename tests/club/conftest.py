from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from club.club import Club
from data.opening import open_store
from tests.club.room import START, Room
from tests.databases import DATABASES, where

NOW = 1_700_000_000.0
SECRET = bytes(range(32))


@pytest.fixture(params=DATABASES)
async def club(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Club]:
    """A club on a fresh store of each database, where time stands and every lot falls on 0."""
    store = await open_store(where(request.param, tmp_path / "club.db"), now=lambda: NOW)
    yield Club(store, now=lambda: NOW, chance=lambda below: 0, secret=lambda: SECRET)
    await store.close()


@pytest.fixture(params=DATABASES)
async def room(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Room]:
    """A club on a fresh store of each database, whose time goes on as the test says; every lot falls on 0."""
    time = [START]
    store = await open_store(where(request.param, tmp_path / "club.db"), now=lambda: time[0])
    yield Room(Club(store, now=lambda: time[0], chance=lambda below: 0, secret=lambda: SECRET), time)
    await store.close()
