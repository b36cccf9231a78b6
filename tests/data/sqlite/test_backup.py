"""A backup is a complete copy, verified before it takes its name.

It never costs another file.
"""

import os
import shutil
import sqlite3
import stat
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from data.database.errors import StoreError
from data.sqlite import file_names
from data.sqlite.backup import backup, copy
from data.sqlite.check import check
from data.sqlite.file_names import LEFT_AFTER, PARTS, temporary_file
from data.sqlite.restore import restore
from data.sqlite.store import SqliteStore
from tests.data.samples import (
    move,
    new_match,
    overwrite,
    play_and_back_up,
    play_on,
    versions_of,
    whole_versions,
)
from tests.data.sqlite.dying import dies_before_operation
from tests.fresh import fresh as made

pytestmark = pytest.mark.usefixtures("forked")


async def test_a_backup_of_a_running_store_has_every_move_confirmed_before(
    path: Path, tmp_path: Path
) -> None:
    target = tmp_path / "copy.db"
    store = await SqliteStore.open(path)
    await store.write(new_match)
    for version in range(5):
        await store.write(move(1, version))
    backup(path, target)
    await store.write(move(1, 5))
    assert versions_of(target) == {1: 5}
    backup(path, target)
    await store.close()
    assert versions_of(target) == {1: 6}
    assert_private(target)


@pytest.mark.ci
async def test_killed_before_any_file_operation_the_target_is_the_old_backup_or_the_new(
    path: Path, tmp_path: Path
) -> None:
    copy = await play_and_back_up(path, tmp_path / "copy.db", moves=2)
    await play_on(path, moves=3)
    found, number = [], 0
    while dies_before_operation(number := number + 1, tmp_path, "backup", path, copy):
        found.append(versions_of(copy)[1])
    assert found == sorted(found)
    assert set(found) == {2, 5}
    assert versions_of(copy) == {1: 5}
    left = [file for file in tmp_path.iterdir() if file.name not in {"copy.db", "var"}]
    assert left
    assert all(PARTS.fullmatch(file.name) for file in left)
    for file in left:
        os.utime(file, (0, copy.stat().st_mtime - LEFT_AFTER - 60))
    backup(path, copy)
    assert names(tmp_path) == ["copy.db", "var"]


@pytest.mark.ci
@pytest.mark.parametrize("name", ["", "-wal", "-shm", "-journal", ".lock", ".old", ".restored"])
async def test_a_backup_to_a_file_of_the_database_itself_is_refused(path: Path, name: str) -> None:
    store = await SqliteStore.open(path)
    await store.write(new_match)
    before = {file.name: file.read_bytes() for file in path.parent.iterdir()}
    with pytest.raises(StoreError, match="would destroy a file of the database itself"):
        backup(path, file_names.append_suffix(path, name))
    assert {file.name: file.read_bytes() for file in path.parent.iterdir()} == before
    await store.write(move(1, 0))
    await store.close()
    assert await whole_versions(path) == {1: 1}


@pytest.mark.parametrize("link", [Path.symlink_to, Path.hardlink_to], ids=["symbolic", "hard"])
async def test_a_link_to_the_database_is_refused_too(path: Path, tmp_path: Path, link: object) -> None:
    await play_on(path, moves=1)
    other = tmp_path / "other.db"
    link(other, path)  # pyrefly: ignore[not-callable]  # one of Path's methods
    for one, target in ((path, other), (other, path)):
        with pytest.raises(StoreError, match="would destroy a file of the database itself"):
            backup(one, target)
    (tmp_path / "folder").symlink_to(path.parent, target_is_directory=True)
    with pytest.raises(StoreError, match="would destroy a file of the database itself"):
        backup(path, tmp_path / "folder" / path.name)
    assert await whole_versions(path) == {1: 1}


async def test_a_link_to_an_older_backup_is_followed(path: Path, tmp_path: Path) -> None:
    copy = await play_and_back_up(path, tmp_path / "copy.db", moves=1)
    (tmp_path / "latest.db").symlink_to(copy)
    await play_on(path, moves=1)
    backup(path, tmp_path / "latest.db")
    assert (tmp_path / "latest.db").is_symlink()
    assert versions_of(copy) == {1: 2}


async def test_somebody_else_s_file_is_left_as_it_is(path: Path, tmp_path: Path) -> None:
    await play_on(path, moves=1)
    letter, nothing, other, theirs = (
        tmp_path / name for name in ("letter.txt", "nothing", "other.db", "theirs.db")
    )
    letter.write_text("Dear Ada")
    nothing.touch()
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE match (id INTEGER)")
    connection.close()
    await play_on(theirs, moves=3)
    for target in (letter, nothing, other, theirs):
        before = target.read_bytes()
        with pytest.raises(StoreError, match="no backup made by Twotone, so it was left as it is") as told:
            backup(path, target)
        assert str(target) in str(told.value)
        assert target.read_bytes() == before
    with pytest.raises(StoreError, match="is a folder"):
        backup(path, tmp_path)
    with pytest.raises(StoreError, match="no backup made by Twotone"):
        backup(path, Path(os.devnull))


async def test_damage_is_told_and_nothing_replaced(path: Path, tmp_path: Path) -> None:
    copy = await play_and_back_up(path, tmp_path / "copy.db", moves=2)
    damaged = tmp_path / "damaged.db"
    shutil.copy(copy, damaged)
    overwrite(damaged)
    attempts = (partial(check, damaged), partial(restore, damaged, path), partial(backup, damaged, copy))
    for attempt in attempts:
        with pytest.raises(StoreError, match="is not a database"):
            attempt()
    assert versions_of(copy) == {1: 2}
    assert await whole_versions(path) == {1: 2}


async def test_what_is_not_there_or_cannot_be_written_is_told_in_a_sentence(
    path: Path, tmp_path: Path
) -> None:
    missing = tmp_path / "missing.db"
    with pytest.raises(StoreError, match=f"There is no database at {missing}"):
        backup(missing, tmp_path / "copy.db")
    await play_on(path, moves=1)
    with pytest.raises(StoreError, match="could not be written: No such file or directory"):
        backup(path, tmp_path / "nowhere" / "copy.db")
    with pytest.raises(StoreError, match="could not be written: Not a directory"):
        backup(path, path / "copy.db")
    assert names(tmp_path) == ["var"]


async def test_a_restore_into_a_place_that_cannot_be_is_told_in_a_sentence(
    path: Path, tmp_path: Path
) -> None:
    copy = await play_and_back_up(path, tmp_path / "copy.db", moves=1)
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="could not be restored: File exists"):
        restore(copy, tmp_path / "file" / "twotone.db")


async def test_a_row_that_points_nowhere_is_damage_and_no_copy_of_it_takes_the_place_of_a_good_one(
    path: Path, tmp_path: Path
) -> None:
    copy = await play_and_back_up(path, tmp_path / "copy.db", moves=1)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE seat SET match_id = 99 WHERE seat = 1")
        connection.commit()
    for attempt in (partial(check, path), partial(backup, path, copy)):
        with pytest.raises(StoreError, match="a row of seat points nowhere"):
            attempt()
    assert await whole_versions(copy) == {1: 1}


@pytest.mark.parametrize(
    "name", ["copy.db.part", "unfinished-symphonies.twotone-part", "unfinished-12345678.twotone-part.txt"]
)
async def test_a_file_that_is_called_like_half_a_backup_is_somebody_else_s(
    path: Path, tmp_path: Path, name: str
) -> None:
    await play_on(path, moves=1)
    (tmp_path / name).write_text("Dear Ada")
    os.utime(tmp_path / name, (0, 0))
    backup(path, tmp_path / "copy.db")
    assert versions_of(tmp_path / "copy.db") == {1: 1}
    assert (tmp_path / name).read_text() == "Dear Ada"


async def test_what_another_backup_is_writing_is_left_to_it_and_what_a_killed_one_left_goes_a_day_later(
    path: Path, tmp_path: Path
) -> None:
    await play_on(path, moves=1)
    with temporary_file(tmp_path) as other, temporary_file(tmp_path) as killed:
        for file, seconds in ((other, LEFT_AFTER - 60), (killed, LEFT_AFTER + 60)):
            os.utime(file, (0, file.stat().st_mtime - seconds))
        backup(path, tmp_path / "copy.db")
        assert names(tmp_path) == ["copy.db", other.name, "var"]
        assert_private(other)
    assert names(tmp_path) == ["copy.db", "var"]


async def test_a_backup_is_on_the_disk_before_it_takes_its_name_and_its_name_afterwards(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_on(path, moves=1)
    target, sync = tmp_path / "copy.db", file_names.sync
    synced: list[tuple[bool, bool]] = []

    def note_sync(synced_path: Path) -> None:
        """Sync as usual, then note the path's kind and whether the backup has its name."""
        sync(synced_path)
        synced.append((synced_path.is_dir(), target.exists()))

    monkeypatch.setattr(file_names, "sync", note_sync)
    backup(path, target)
    assert synced == [(False, False), (True, True)]


async def test_a_backup_that_fails_leaves_no_half_of_one(path: Path, tmp_path: Path) -> None:
    await play_on(path, moves=1)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE seat SET match_id = 99")
        connection.commit()
    with pytest.raises(StoreError, match="points nowhere"):
        backup(path, tmp_path / "copy.db")
    assert names(tmp_path) == ["var"]


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def assert_private(path: Path) -> None:
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


class ConnectionWithoutRoom(sqlite3.Connection):
    """A connection that finds the disk full when it is to write a copy."""

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        if sql.startswith("VACUUM"):
            full = sqlite3.OperationalError("database or disk is full")
            full.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise full
        return super().execute(sql, *values)


async def test_without_room_for_the_copy_it_is_named_and_not_a_bot_that_had_ended(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied = await play_and_back_up(path, tmp_path / "copy.db", moves=1)
    monkeypatch.setattr(
        "data.sqlite.backup.open_for_reading",
        lambda path: closing(sqlite3.connect(path, factory=ConnectionWithoutRoom)),
    )
    with pytest.raises(StoreError, match=r"copy\.db could not be written: No space left on device"):
        backup(path, copied)
    assert versions_of(copied) == {1: 1}


def test_what_sqlite_says_of_a_copy_that_it_does_not_begin_is_handed_on(path: Path, tmp_path: Path) -> None:
    made(path)
    occupied = made(tmp_path / "occupied.db")
    kept = occupied.read_bytes()
    with pytest.raises(StoreError) as told:
        copy(path, occupied)
    assert told.value.sentence.code == "backup.source"
    assert "already exists" in str(told.value)
    assert occupied.read_bytes() == kept
