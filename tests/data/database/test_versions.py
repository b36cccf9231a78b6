"""A database of every version that has landed opens, with its matches as played."""

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from club.clocks.clock import is_clock_consistent
from data.database.errors import StoreError
from data.database.schema import all_migrations
from data.sqlite import schema
from data.sqlite.check import check
from data.sqlite.store import SqliteStore
from tests.data.database.fixtures_of_versions import FIXTURES
from tests.data.samples import first_broken
from tests.sets import leave_to_ci

pytestmark = pytest.mark.ci


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda path: path.name)
async def test_a_database_of_an_older_version_comes_up_and_is_sound(fixture: Path, tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    path.write_bytes(gzip.decompress(fixture.read_bytes()))
    store = await SqliteStore.open(path)
    rows = await store.read(lambda tx: tx.all("SELECT id FROM match"))
    assert len(rows) > 5
    for row in rows:
        assert await store.read(lambda tx, id=row["id"]: first_broken(tx, id)) is None
    await store.close()
    check(path)


@pytest.fixture(
    params=[
        0,
        6,
        len(all_migrations()) - 1,
        *(pytest.param(each, marks=pytest.mark.deep) for each in (5, 12)),
    ],
    ids="schema {}".format,
)
def older(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The oldest database, brought to a schema that is not the newest."""
    path = tmp_path / "older.db"
    path.write_bytes(gzip.decompress(FIXTURES[0].read_bytes()))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for migration in schema.pending_migrations(connection, all_migrations()):
            if migration.number <= request.param:
                schema.apply_migration(connection, migration)
    return path


def test_the_check_looks_at_every_match_of_an_older_database_and_changes_nothing(older: Path) -> None:
    before, seen = older.read_bytes(), [(0, 0)]
    said = check(older, lambda done, total: seen.append((done, total)), as_replayed=is_clock_consistent)
    assert "older.db is whole. An older Twotone made it" in str(said)
    assert seen[-1][0] == seen[-1][1] > 5
    assert older.read_bytes() == before
    assert [file.name for file in older.parent.iterdir()] == ["older.db"]


@pytest.mark.parametrize(
    ("statement", "words"),
    leave_to_ci(
        [
            (
                "UPDATE event SET text = 'nonsense' WHERE match_id = 2 AND version = 1",
                "match 2 is changed at event 1",
            ),
            ("UPDATE match SET record = 'garbage' WHERE id = 3", "the record of match 3 cannot be replayed"),
        ],
        every=4,
    ),
)
def test_the_check_finds_what_was_changed_in_an_older_database(
    older: Path, statement: str, words: str
) -> None:
    with closing(sqlite3.connect(older)) as connection, connection:
        connection.execute(statement)
    before = older.read_bytes()
    with pytest.raises(StoreError, match=words) as told:
        check(older, as_replayed=is_clock_consistent)
    assert str(told.value).startswith(f"{older} is damaged (")
    assert older.read_bytes() == before
    assert [file.name for file in older.parent.iterdir()] == ["older.db"]
