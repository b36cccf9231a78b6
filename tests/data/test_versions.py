"""A database of every version that has landed comes up, and all its matches are what was once played."""

import gzip
from pathlib import Path

import pytest

from data.sqlite.check import check
from data.sqlite.store import SqliteStore
from tests.data.samples import first_broken

FIXTURES = sorted((Path(__file__).parent / "fixtures").glob("*.db.gz"))


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda path: path.name)
async def test_a_database_of_an_older_version_comes_up_and_is_sound(fixture: Path, tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    path.write_bytes(gzip.decompress(fixture.read_bytes()))
    store = await SqliteStore.open(path)
    rows = await store.read(lambda tx: tx.all("SELECT id FROM match"))
    assert len(rows) > 5
    for row in rows:
        assert await store.read(lambda tx, id=row["id"]: first_broken(tx, id)) is None  # type: ignore[misc]  # the id is bound at once
    await store.close()
    check(path)
