"""A restore never mixes old and new, and refuses a file that is no backup.

It can be killed at any moment.
"""

import logging
import shutil
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from data.database.errors import StoreError
from data.sqlite import file_names
from data.sqlite.backup import backup
from data.sqlite.restore import restore
from data.sqlite.store import SqliteStore
from tests.data.samples import move, overwrite, play_and_back_up, play_on, versions_of, whole_versions
from tests.data.sqlite.dying import dies_before_operation
from tests.sets import leave_to_ci

pytestmark = pytest.mark.usefixtures("forked")


async def test_a_restore_takes_the_place_of_the_database_and_keeps_the_old_one(
    path: Path, tmp_path: Path
) -> None:
    copy = await play_and_back_up(path, tmp_path / "copy.db", moves=2)
    await play_on(path, moves=3)
    restore(copy, path)
    assert await whole_versions(path) == {1: 2}
    with pytest.raises(StoreError, match=r"\.old is still there from an earlier restore"):
        restore(copy, path)
    assert await whole_versions(file_names.append_suffix(path, ".old")) == {1: 5}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_a_restore_leaves_no_log_of_the_old_database_beside_the_new(path: Path, tmp_path: Path) -> None:
    copy = await play_and_back_up(path, tmp_path / "copy.db", moves=2)
    killed = await killed_after(path, tmp_path, version=2)
    restore(copy, killed)
    assert await whole_versions(killed) == {1: 2}
    assert await whole_versions(file_names.append_suffix(killed, ".old")) == {1: 3}


async def test_a_restore_heals_a_damaged_and_a_missing_database(path: Path, tmp_path: Path) -> None:
    copy = await play_and_back_up(path, tmp_path / "copy.db", moves=2)
    overwrite(path)
    restore(copy, path)
    assert await whole_versions(path) == {1: 2}
    restore(copy, tmp_path / "new" / "twotone.db")
    assert await whole_versions(tmp_path / "new" / "twotone.db") == {1: 2}


async def test_no_restore_under_a_running_bot(path: Path, tmp_path: Path) -> None:
    copy = await play_and_back_up(path, tmp_path / "copy.db", moves=2)
    store = await SqliteStore.open(path)
    with pytest.raises(StoreError, match="already running"):
        restore(copy, path)
    await store.close()
    assert await whole_versions(path) == {1: 2}


async def test_no_restore_beside_a_program_that_reads_the_database(path: Path, tmp_path: Path) -> None:
    copy = await play_and_back_up(path, tmp_path / "copy.db", moves=2)
    killed = await killed_after(path, tmp_path, version=2)
    reader = sqlite3.connect(killed, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM event").fetchone()
    with pytest.raises(StoreError, match="held by another program"):
        restore(copy, killed)
    reader.close()
    assert await whole_versions(killed) == {1: 3}


async def test_what_is_no_backup_is_refused_before_anything_is_touched(path: Path, tmp_path: Path) -> None:
    copy = await play_and_back_up(path, tmp_path / "copy.db", moves=2)
    before = {file.name: file.read_bytes() for file in path.parent.iterdir()}
    for source, words in wrong_sources(copy, path, tmp_path).items():
        with pytest.raises(StoreError, match=words):
            restore(source, path)
        assert {file.name: file.read_bytes() for file in path.parent.iterdir()} == before


@pytest.mark.ci
@pytest.mark.parametrize("suffix", ["-wal", "-shm", "-journal", ".lock", ".old", ".restored"])
@pytest.mark.parametrize(
    "link",
    leave_to_ci([None, Path.symlink_to, Path.hardlink_to], after=1),
    ids=["itself", "symbolic", "hard"],
)
async def test_a_file_of_the_database_s_own_is_no_source_and_can_be_one_under_another_name(
    path: Path, tmp_path: Path, suffix: str, link: Callable[[Path, Path], None] | None
) -> None:
    copy = await play_and_back_up(path, tmp_path / "copy.db", moves=2)
    await play_on(path, moves=3)
    own, source = file_names.append_suffix(path, suffix), tmp_path / "source.db"
    copy.replace(own)
    if link:
        link(source, own)
    before = {file.name: file.read_bytes() for file in path.parent.iterdir()}
    with pytest.raises(
        StoreError, match=rf"nothing was touched. Rename twotone.db{suffix}, then restore it"
    ) as told:
        restore(source if link else own, path)
    assert str(source if link is Path.hardlink_to else own) in str(told.value)
    assert {file.name: file.read_bytes() for file in path.parent.iterdir()} == before
    own.rename(path.with_name("renamed.db"))
    restore(path.with_name("renamed.db"), path)
    assert await whole_versions(path) == {1: 2}


def test_a_file_of_the_database_s_own_that_is_not_there_is_missing(path: Path) -> None:
    with pytest.raises(StoreError, match=r"There is no database at .*twotone.db.restored"):
        restore(file_names.append_suffix(path, ".restored"), path)
    assert not path.parent.exists()


def wrong_sources(copy: Path, path: Path, folder: Path) -> dict[Path, str]:
    """Return files that must not be restored, each with words of the refusal."""
    empty, other, newer, page, link, hard = (
        folder / name for name in ("empty.db", "other.db", "newer.db", "page.db", "link.db", "hard.db")
    )
    empty.touch()
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE match (id INTEGER)")
    connection.close()
    for changed in (newer, page):
        shutil.copy(copy, changed)
    with sqlite3.connect(newer) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    page.write_bytes(page.read_bytes()[:8192] + b"\xa5" * 4096 + page.read_bytes()[12288:])
    link.symlink_to(path)
    hard.hardlink_to(path)
    return {
        empty: "is empty",
        other: "none of Twotone",
        newer: "schema 99, made by a newer Twotone",
        page: "is damaged",
        path: "is the database itself",
        link: "is the database itself",
        hard: "is the database itself",
        folder / "missing.db": "There is no database",
        folder: "There is no database",
    }


@pytest.mark.ci
@pytest.mark.parametrize("state", ["closed", "killed", "damaged with a log"])
async def test_killed_before_any_file_operation_the_database_is_the_old_or_the_new_and_the_start_says_which(
    path: Path, tmp_path: Path, state: str, caplog: pytest.LogCaptureFixture
) -> None:
    copy = await play_and_back_up(path, tmp_path / "copy.db", moves=2)
    killed = await killed_after(path, tmp_path, version=2)
    if state == "closed":
        await play_on(killed, moves=0)
    if state == "damaged with a log":
        overwrite(killed)
    kept = tmp_path / "kept"
    shutil.copytree(killed.parent, kept)
    came: list[str] = []
    for number in range(1, 100):
        shutil.rmtree(killed.parent)
        shutil.copytree(kept, killed.parent)
        died = dies_before_operation(number, tmp_path, "restore", copy, killed)
        caplog.clear()
        came.append(await start(killed, caplog))
        if not died:
            break
        if came[-1] != "new":
            assert (killed.parent / f"{killed.name}.old").exists() is False
            restore(copy, killed)
            assert versions_of(killed) == {1: 2}
    # Before the restore has begun to write nothing is said; then that it was interrupted; then that it is done.
    assert [name for name, _ in groups(came)] == ["old", "old, interrupted", "new"]
    assert len(came) > 12


async def start(path: Path, caplog: pytest.LogCaptureFixture) -> str:
    """Open the database as the bot does, and say which it is."""
    with caplog.at_level(logging.WARNING, "data.database.store"):
        try:
            versions = await whole_versions(path)
        except StoreError as refusal:
            assert "not a database" in str(refusal)  # as damaged as before
            versions = {1: 3}
    told = " ".join(getattr(record, "sentence", "") for record in caplog.records)
    if versions == {1: 2}:
        assert f"{path} was restored from a backup" in told
        return "new"
    assert versions == {1: 3}
    assert not told or f"A restore of {path} was interrupted: it is still the database from before" in told
    return "old, interrupted" if told else "old"


def groups(names: list[str]) -> list[tuple[str, int]]:
    """Return runs of equal names with their lengths."""
    runs: list[tuple[str, int]] = []
    for name in names:
        runs[-1:] = [(name, runs[-1][1] + 1)] if runs and runs[-1][0] == name else [*runs[-1:], (name, 1)]
    return runs


@pytest.mark.ci
async def test_killed_while_it_undoes_a_restore_the_start_goes_on_undoing_it(
    path: Path, tmp_path: Path
) -> None:
    copy = await play_and_back_up(path, tmp_path / "copy.db", moves=2)
    killed = await killed_after(path, tmp_path, version=2)
    half = tmp_path / "half"
    old, log = file_names.append_suffix(killed, ".old"), file_names.append_suffix(killed, "-wal")
    backup(copy, killed.with_name("restored"))
    killed.with_name("restored").rename(file_names.append_suffix(killed, ".restored"))
    log.rename(file_names.append_suffix(old, "-wal"))
    shutil.copytree(killed.parent, half)
    number, died = 0, True
    while died:
        shutil.rmtree(killed.parent)
        shutil.copytree(half, killed.parent)
        old.hardlink_to(killed)
        died = dies_before_operation(number := number + 1, tmp_path, "open", killed)
        assert await whole_versions(killed) == {1: 3}
        assert not old.exists()
    assert number > 6


@pytest.mark.parametrize(
    ("beside", "words"),
    [
        (".old", "rename twotone.db.old to twotone.db"),
        (".restored", "Delete twotone.db.restored"),
        ("-wal", "Put the database back beside its log"),
    ],
)
@pytest.mark.parametrize("empty", [False, True], ids=["missing", "empty"])
async def test_where_a_database_must_have_been_the_bot_does_not_start_empty(
    path: Path, beside: str, words: str, empty: bool
) -> None:
    left_over = file_names.append_suffix(path, beside)
    path.parent.mkdir()
    for file, content in ((path, b""), (left_over, b"something"))[not empty :]:
        file.write_bytes(content)
    for _ in range(2):
        with pytest.raises(StoreError, match=words) as told:
            await SqliteStore.open(path)
        assert "is missing or empty" in str(told.value)
    assert left_over.read_bytes() == b"something"
    left_over.unlink()
    await (await SqliteStore.open(path)).close()


async def killed_after(path: Path, folder: Path, version: int) -> Path:
    """Return a database as a kill leaves it, with one move in its log only.

    That is the move after `version`.
    """
    killed = folder / "killed" / path.name
    store = await SqliteStore.open(path)
    await store.write(move(1, version))
    shutil.copytree(path.parent, killed.parent)
    await store.close()
    return killed
