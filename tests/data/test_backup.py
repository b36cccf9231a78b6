"""A backup is a whole copy, proven before it takes its name; a restore never mixes old and new."""

import shutil
import sqlite3
import stat
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from data import matches
from data.backup import backup, check, restore
from data.store import Store, StoreError
from tests.data.samples import move, new_match, whole_versions


async def test_a_backup_of_a_running_store_has_every_move_confirmed_before(
    path: Path, tmp_path: Path
) -> None:
    target = tmp_path / "copy.db"
    store = await Store.open(path)
    await store.write(new_match)
    for version in range(5):
        await store.write(move(1, version))
    backup(path, target)
    await store.write(move(1, 5))
    await store.close()
    assert await whole_versions(target) == {1: 5}
    backup(path, target)
    assert await whole_versions(target) == {1: 6}
    assert_private(target)


async def test_a_restore_takes_the_place_of_the_database_and_keeps_the_old_one(
    path: Path, tmp_path: Path
) -> None:
    copy = await saved(path, tmp_path / "copy.db", moves=2)
    await played(path, moves=3)
    restore(copy, path)
    assert await whole_versions(path) == {1: 2}
    assert await whole_versions(path.with_name(f"{path.name}.old")) == {1: 5}
    with pytest.raises(StoreError, match=r"\.old is still there from an earlier restore"):
        restore(copy, path)


async def test_a_restore_leaves_no_log_of_the_old_database_beside_the_new(path: Path, tmp_path: Path) -> None:
    copy = await saved(path, tmp_path / "copy.db", moves=2)
    killed = tmp_path / "killed" / path.name
    store = await Store.open(path)
    await store.write(move(1, 2))
    shutil.copytree(path.parent, killed.parent)  # as after a kill: the last move is in the log only
    await store.close()
    restore(copy, killed)
    assert await whole_versions(killed) == {1: 2}
    assert await whole_versions(killed.with_name(f"{path.name}.old")) == {1: 3}


async def test_a_restore_heals_a_damaged_and_a_missing_database(path: Path, tmp_path: Path) -> None:
    copy = await saved(path, tmp_path / "copy.db", moves=2)
    overwrite(path)
    restore(copy, path)
    assert await whole_versions(path) == {1: 2}
    restore(copy, tmp_path / "new" / "twotone.db")
    assert await whole_versions(tmp_path / "new" / "twotone.db") == {1: 2}


async def test_no_restore_under_a_running_bot(path: Path, tmp_path: Path) -> None:
    copy = await saved(path, tmp_path / "copy.db", moves=2)
    store = await Store.open(path)
    with pytest.raises(StoreError, match="already running"):
        restore(copy, path)
    await store.close()
    assert await whole_versions(path) == {1: 2}


async def test_damage_is_told_and_nothing_replaced(path: Path, tmp_path: Path) -> None:
    copy = await saved(path, tmp_path / "copy.db", moves=2)
    damaged = tmp_path / "damaged.db"
    shutil.copy(copy, damaged)
    overwrite(damaged)
    attempts = (partial(check, damaged), partial(restore, damaged, path), partial(backup, damaged, copy))
    for attempt in attempts:
        with pytest.raises(StoreError, match="is not a database"):
            attempt()
    assert await whole_versions(copy) == {1: 2}
    assert await whole_versions(path) == {1: 2}


async def test_what_is_not_there_or_cannot_be_written_is_told_in_a_sentence(
    path: Path, tmp_path: Path
) -> None:
    missing = tmp_path / "missing.db"
    with pytest.raises(StoreError, match=f"There is no database at {missing}"):
        backup(missing, tmp_path / "copy.db")
    await played(path, moves=1)
    with pytest.raises(StoreError, match="could not be written: No such file or directory"):
        backup(path, tmp_path / "nowhere" / "copy.db")


async def test_a_restore_into_a_place_that_cannot_be_is_told_in_a_sentence(
    path: Path, tmp_path: Path
) -> None:
    copy = await saved(path, tmp_path / "copy.db", moves=1)
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="could not be restored: File exists"):
        restore(copy, tmp_path / "file" / "twotone.db")


async def test_a_row_that_points_nowhere_is_damage_and_no_copy_of_it_takes_the_place_of_a_good_one(
    path: Path, tmp_path: Path
) -> None:
    copy = await saved(path, tmp_path / "copy.db", moves=1)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE seat SET match_id = 99 WHERE seat = 1")
        connection.commit()
    for attempt in (partial(check, path), partial(backup, path, copy)):
        with pytest.raises(StoreError, match="a row of seat points nowhere"):
            attempt()
    assert await whole_versions(copy) == {1: 1}


async def test_the_rest_of_an_interrupted_backup_is_no_obstacle(path: Path, tmp_path: Path) -> None:
    await played(path, moves=1)
    (tmp_path / "copy.db.part").write_bytes(b"half")
    backup(path, tmp_path / "copy.db")
    assert await whole_versions(tmp_path / "copy.db") == {1: 1}


async def played(path: Path, moves: int) -> None:
    """Play on in the one match of the database, made where missing."""
    store = await Store.open(path)
    match = await store.read(lambda tx: matches.get(tx, 1))
    first = match.version if match else (await store.write(new_match)).version
    for version in range(first, first + moves):
        await store.write(move(1, version))
    await store.close()


async def saved(path: Path, copy: Path, moves: int) -> Path:
    await played(path, moves)
    backup(path, copy)
    return copy


def overwrite(path: Path) -> None:
    path.write_bytes(b"\xa5" * 64 + path.read_bytes()[64:])


def assert_private(path: Path) -> None:
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
