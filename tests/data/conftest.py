from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data.sqlite.store import SqliteStore
from data.store import Store
from tests.fresh import fresh


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "var" / "twotone.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    opened = await SqliteStore.open(fresh(path))
    yield opened
    await opened.close()
