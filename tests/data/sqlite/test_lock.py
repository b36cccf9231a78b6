"""No second process gets to a database, by whatever name it comes."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from data.sqlite.store import SqliteStore
from tests.data.samples import move, new_match, whole_versions
from tests.sets import leave_to_ci

ROOT = Path(__file__).parents[3]


def symbolic(path: Path) -> Path:
    other = path.parent.parent / "link.db"
    other.symlink_to(path)
    return other


def through_a_folder(path: Path) -> Path:
    folder = path.parent.parent / "folder"
    folder.symlink_to(path.parent, target_is_directory=True)
    return folder / path.name


def hard(path: Path) -> Path:
    other = path.parent.parent / "hard.db"
    other.hardlink_to(path)
    return other


def after_deletion(path: Path) -> Path:
    path.with_name(f"{path.name}.lock").unlink()
    return path


@pytest.mark.parametrize("name", leave_to_ci([symbolic, through_a_folder, hard, after_deletion], after=1))
async def test_a_second_process_is_refused_by_every_name(path: Path, name: Callable[[Path], Path]) -> None:
    store = await SqliteStore.open(path)
    await store.write(new_match)
    other = name(path)
    for verb in ("open", "restore"):
        # A damaged way in would say something else, so the refusal is read.
        assert "Another Twotone is already running on" in refusal(verb, other)
    await store.write(move(1, 0))
    await store.close()
    assert await whole_versions(path) == {1: 1}


@pytest.mark.ci
async def test_the_lock_ends_with_the_store(path: Path) -> None:
    await (await SqliteStore.open(path)).close()
    assert refusal("open", path) == ""


def refusal(verb: str, path: Path) -> str:
    """Return the refusal of a separate process to open or restore the database."""
    paths = [path]
    if verb == "restore":
        backup = path.parent / "copy.db"
        subprocess.run([sys.executable, "-c", COPY, path, backup], cwd=ROOT, check=True)
        paths.insert(0, backup)
    command = [sys.executable, "-m", "tests.data.sqlite.dying", "0", "-", verb, *map(str, paths)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stderr


COPY = "import sys; from pathlib import Path; from data.sqlite.backup import backup; backup(*map(Path, sys.argv[1:]))"
