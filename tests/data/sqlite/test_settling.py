"""What an interrupted restore has left is settled, and a failed one undone."""

from collections.abc import Callable
from pathlib import Path

import pytest

from data.database.errors import StoreError
from data.sqlite import file_names, restore
from data.sqlite.restore import check_not_lost, settle_interrupted
from data.sqlite.soundness import check_is_sound
from tests.fresh import fresh


def beside(path: Path, suffix: str) -> Path:
    return file_names.append_suffix(path, suffix)


def names(path: Path) -> list[str]:
    """What is beside a database, without its lock."""
    return sorted(each.name for each in path.parent.iterdir() if not each.name.endswith(".lock"))


def code_of(said: object) -> str | None:
    return getattr(said, "code", None)


def test_without_a_restore_there_is_nothing_to_settle(path: Path) -> None:
    assert settle_interrupted(fresh(path)) is None


@pytest.mark.parametrize(
    ("there", "code", "left"),
    [
        ({".old": b""}, "restore.done", ["twotone.db", "twotone.db.old"]),
        ({".restored": b""}, "restore.interrupted", ["twotone.db"]),
        ({".old": b"another", ".restored": b""}, "restore.interrupted", ["twotone.db", "twotone.db.old"]),
    ],
    ids=["done, told while the old one is there", "begun to copy, undone", "another old one is left"],
)
def test_a_restore_is_settled_by_what_is_there(
    path: Path, there: dict[str, bytes], code: str, left: list[str]
) -> None:
    fresh(path)
    for suffix, content in there.items():
        beside(path, suffix).write_bytes(content)
    assert code_of(settle_interrupted(path)) == code
    assert names(path) == left


def test_the_logs_go_back_to_the_database_that_stays(path: Path) -> None:
    before = fresh(path).read_bytes()
    old = beside(path, ".old")
    old.hardlink_to(path)
    for suffix in ("-wal", "-journal"):
        beside(old, suffix).write_text(suffix)
    beside(path, ".restored").touch()
    assert code_of(settle_interrupted(path)) == "restore.interrupted"
    assert names(path) == ["twotone.db", "twotone.db-journal", "twotone.db-wal"]
    assert (path.read_bytes(), beside(path, "-wal").read_text()) == (before, "-wal")


@pytest.mark.parametrize(
    ("suffix", "content", "code"),
    [
        (".old", b"", "start.old"),
        (".restored", b"", "start.restored"),
        ("-wal", b"x", "start.log"),
        ("-wal", b"", None),
        ("-shm", b"x", None),
    ],
)
@pytest.mark.parametrize("size", [None, 0, 1])
def test_a_database_is_lost_if_what_belongs_to_it_is_there_alone(
    tmp_path: Path, suffix: str, content: bytes, code: str | None, size: int | None
) -> None:
    path = tmp_path / "twotone.db"
    if size is not None:
        path.write_bytes(b"x" * size)
    beside(path, suffix).write_bytes(content)
    try:
        check_not_lost(path)
    except StoreError as told:
        assert told.code == code and not size
    else:
        assert code is None or size


def fails(*_: object) -> None:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("step", ["copy", "_fold"])
def test_a_restore_that_fails_leaves_the_database_as_it_was(
    tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    before = fresh(path).read_bytes()
    source = fresh(tmp_path / "backup.db")
    monkeypatch.setattr(restore, step, fails)
    with pytest.raises(StoreError, match="No space left on device") as told:
        restore.restore(source, path)
    assert told.value.code == "restore.failed"
    assert (names(path), path.read_bytes()) == (["twotone.db"], before)
    monkeypatch.undo()
    restore.restore(source, path)  # the lock is free again
    assert names(path) == ["twotone.db", "twotone.db.old"]


@pytest.mark.parametrize(
    ("folded", "kept"), [(True, []), (False, ["twotone.db.old-journal", "twotone.db.old-wal"])]
)
def test_a_log_that_cannot_be_folded_goes_with_the_old_database(
    tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch, folded: bool, kept: list[str]
) -> None:
    source, before = fresh(tmp_path / "backup.db"), fresh(path).read_bytes()
    for suffix in file_names.LOGS:
        beside(path, suffix).write_text(suffix)
    monkeypatch.setattr(restore, "_fold", lambda path: folded)
    restore.restore(source, path)
    assert names(path) == ["twotone.db", "twotone.db.old", *kept]
    assert beside(path, ".old").read_bytes() == before
    check_is_sound(path)


def test_a_restore_into_nothing_keeps_no_old_database(tmp_path: Path, path: Path) -> None:
    restore.restore(fresh(tmp_path / "backup.db"), path)
    assert names(path) == ["twotone.db"]


Link = Callable[[Path, Path], None]


@pytest.mark.parametrize(("suffix", "link"), [("", None), ("-wal", None), (".restored", Path.hardlink_to)])
def test_the_database_s_own_files_are_no_backup(
    tmp_path: Path, path: Path, suffix: str, link: Link | None
) -> None:
    own = beside(path, suffix)
    fresh(own)
    source = tmp_path / "link.db" if link else own
    if link:
        link(source, own)
    with pytest.raises(StoreError) as told:
        restore.restore(source, path)
    assert told.value.code == ("restore.own" if suffix else "restore.itself")
    assert names(path) == [own.name]
