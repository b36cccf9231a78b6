"""Reading an older database as if it had the newest schema."""

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from data.database.errors import StoreError
from data.database.schema import Migration, all_migrations
from data.sqlite import schema, upgrade
from data.sqlite.upgrade import in_newest_schema
from tests.data.database.fixtures_of_versions import FIXTURES
from tests.fresh import fresh

NEWEST = all_migrations()[-1].number


def version_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return schema.read_version(connection)


def test_the_newest_schema_is_read_where_it_is(path: Path) -> None:
    with in_newest_schema(fresh(path)) as newest:
        assert newest == path
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_an_older_one_is_migrated_beside_it_and_stays_as_it_is(tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    old.write_bytes(gzip.decompress(FIXTURES[0].read_bytes()))
    before = old.read_bytes()
    with in_newest_schema(old) as newest:
        assert newest.parent == tmp_path and newest != old
        assert version_of(newest) == NEWEST > version_of(old)
    assert [file.name for file in tmp_path.iterdir()] == ["old.db"]
    assert old.read_bytes() == before


def test_where_there_is_no_room_for_a_copy_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(source: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    old = tmp_path / "old.db"
    old.write_bytes(gzip.decompress(FIXTURES[0].read_bytes()))
    monkeypatch.setattr(upgrade, "copy", full)
    with pytest.raises(StoreError) as told, in_newest_schema(old):
        pass
    assert told.value.code == "store.copy"
    assert "No space left on device" in str(told.value)
    assert [file.name for file in tmp_path.iterdir()] == ["old.db"]


def test_where_the_copy_has_no_room_to_grow_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill_disk(connection: sqlite3.Connection, migration: Migration) -> None:
        connection.execute("PRAGMA max_page_count = 1")  # no fewer than there are
        connection.execute("CREATE TABLE growing AS SELECT randomblob(100000)")

    old = tmp_path / "old.db"
    old.write_bytes(gzip.decompress(FIXTURES[0].read_bytes()))
    monkeypatch.setattr(schema, "apply_migration", fill_disk)
    with (
        pytest.raises(StoreError, match="this copy could not be written: No space left"),
        in_newest_schema(old),
    ):
        pass
    assert [file.name for file in tmp_path.iterdir()] == ["old.db"]


def test_what_is_missing_or_empty_is_not_read(tmp_path: Path) -> None:
    empty = tmp_path / "empty.db"
    for code in ("store.missing", "store.empty"):
        with pytest.raises(StoreError) as told, in_newest_schema(empty):
            pass
        assert told.value.code == code
        empty.touch()
