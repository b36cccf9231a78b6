"""If the power fails, confirmed moves are on the disk and the database is whole.

`power_cut.c` stands in for the disk. A database lives through several cuts, one in each life of a
player, so that a cut also falls into the repair that follows one. The result of each cut is checked
in a copy, because the check repairs. Backups and restores that were reported as done are held to
the same.
"""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from data.database.errors import StoreError
from data.sqlite.check import check
from tests.data.playing_processes import KILLED, ROOT, confirmed_versions, start_and_wait
from tests.data.samples import whole_versions
from tests.power import ON_LINUX, library

__all__ = ["library"]

LIVES = 4
MATCHES = 3
CHECKPOINT = 3000
"""So many operations on files in one life, and a checkpoint has begun."""

pytestmark = ON_LINUX


def cut(library: Path, folder: Path, at: int, chance: random.Random) -> dict[str, str]:
    """Return the environment of a process whose disk loses power before one operation.

    `at` is the number of the operation.
    """
    return {
        "LD_PRELOAD": str(library),
        "POWER_FOLDER": str(folder),
        "POWER_CUT_AT": str(at),
        "POWER_SEED": str(chance.getrandbits(32)),
        "POWER_KEEPS": str(chance.choice((0, 50, 95))),
    }


async def find_losses(library: Path, path: Path, seed: int, *args: object) -> list[str]:
    """Live through `LIVES` cuts on the database at `path` and return their losses.

    A loss is a move that had been confirmed. Raises any error that a damaged database leads to.
    """
    path.parent.mkdir()
    chance = random.Random(seed)
    acked: dict[int, int] = {}
    losses = []
    for life in range(LIVES):
        # Half of the cuts fall early, where the database is created or repaired.
        at = (
            chance.randint(1, 2 * CHECKPOINT) if chance.random() < 0.5 else int(CHECKPOINT ** chance.random())
        )
        power = cut(library, path.parent, at, chance)
        acked |= confirmed_versions(start_and_wait(path, MATCHES, *args, env=power))
        copy = path.parent.with_name(f"life-{life}") / path.name
        shutil.copytree(path.parent, copy.parent)
        versions = await whole_versions(copy)
        shutil.rmtree(copy.parent)
        told = f"seed {seed}, life {life}, cut at {at}: "
        losses += [
            f"{told}match {match} at {versions.get(match)} instead of {version}"
            for match, version in acked.items()
            if versions.get(match, -1) < version
        ]
        assert all(version <= acked.get(match, 0) + 1 for match, version in versions.items()), told
        acked |= {match: max(version, acked.get(match, 0)) for match, version in versions.items()}
    return losses


@pytest.mark.ci
@pytest.mark.parametrize("seed", [0])
async def test_a_power_cut_takes_nothing_that_was_confirmed(library: Path, path: Path, seed: int) -> None:
    assert await find_losses(library, path, seed) == []


@pytest.mark.deep
@pytest.mark.parametrize("seed", [1, 2, *range(1000, 1050)])
async def test_two_hundred_power_cuts_take_nothing(library: Path, path: Path, seed: int) -> None:
    assert await find_losses(library, path, seed) == []


def cut_copier(library: Path, path: Path, verb: str, at: int, seed: int, *args: str) -> tuple[int, int]:
    """Cut a process that copies for ever.

    Return the number of the copy that it last reported, and of the copy that is there after the cut.
    """
    chance = random.Random(seed)
    path.parent.mkdir(parents=True)
    command = [sys.executable, "-m", "tests.data.sqlite.copier", verb, str(path), *args]
    env = {**os.environ, **cut(library, path.parent, at, chance)}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == KILLED, done.stderr
    told = int((done.stdout.split() or ["0"])[-1])
    if not path.exists() or not path.stat().st_size:
        return told, 0
    check(path)
    with closing(sqlite3.connect(path)) as connection:
        return told, int(connection.execute("SELECT value FROM meta WHERE key = 'copy'").fetchone()[0])


def moment(seed: int) -> int:
    """Return an operation within the first copies."""
    return random.Random(f"moment {seed}").randint(1, 750)


@pytest.mark.ci
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.deep) for seed in (1, 2))])
@pytest.mark.parametrize("verb", ["backup", "restore"])
def test_a_copy_that_was_told_is_on_the_disk(library: Path, path: Path, verb: str, seed: int) -> None:
    told, there = cut_copier(library, path, verb, moment(seed), seed)
    assert told <= there <= told + 1


@pytest.mark.deep
@pytest.mark.parametrize("verb", ["backup", "restore"])
def test_a_copy_that_was_told_survives_a_cut_at_any_moment(library: Path, path: Path, verb: str) -> None:
    for at in range(1, 120):
        told, there = cut_copier(library, path.parent / f"{at}" / path.name, verb, at, at)
        assert told <= there <= told + 1, at


@pytest.mark.ci
@pytest.mark.parametrize(("verb", "seen_at"), [("backup", 27), ("restore", 27)])
def test_a_copy_that_does_not_wait_for_the_disk_is_caught(
    library: Path, path: Path, verb: str, seen_at: int
) -> None:
    """`seen_at` is the cut that showed it last, where looking begins."""

    def is_lost(seed: int) -> bool:
        """Whether a copy that was reported is lost after the cut."""
        place = path.parent / f"{seed}" / path.name
        told, there = cut_copier(library, place, verb, moment(seed), seed, "--unsynced")
        return there < told

    assert any(map(is_lost, (seen_at, *range(20, 40))))


@pytest.mark.ci
@pytest.mark.parametrize("synchronous", [1, pytest.param(0, marks=pytest.mark.deep)], ids=["NORMAL", "OFF"])
async def test_a_store_that_does_not_wait_for_the_disk_is_caught(
    library: Path, path: Path, synchronous: int
) -> None:
    try:
        found = await find_losses(library, path, 7, "--synchronous", synchronous)
    except StoreError as damage:
        found = [str(damage)]
    assert found
