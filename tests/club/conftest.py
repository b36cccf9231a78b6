from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from club.club import Club
from data.opening import open_store
from tests.databases import DATABASES, where

NOW = 1_700_000_000.0
SECRET = bytes(range(32))


@pytest.fixture(params=DATABASES)
async def club(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Club]:
    """A club on a fresh store of each database, where time stands and every lot falls on 0."""
    store = await open_store(where(request.param, tmp_path / "club.db"), now=lambda: NOW)
    yield Club(store, now=lambda: NOW, chance=lambda below: 0, secret=lambda: SECRET)
    await store.close()
