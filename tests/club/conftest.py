from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from club.club import Club
from data.opening import open_store
from tests.fresh import fresh

NOW = 1_700_000_000.0
SECRET = bytes(range(32))


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    """A club on a fresh store, where time stands and every lot falls on 0."""
    store = await open_store(fresh(tmp_path / "club.db"), now=lambda: NOW)
    yield Club(store, now=lambda: NOW, chance=lambda below: 0, secret=lambda: SECRET)
    await store.close()
