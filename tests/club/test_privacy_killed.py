"""The power fails while a member is forgotten and the file is written anew.

The next start completes it, and nothing is lost. The remains of a `kill -9` are covered too: they
are those of a cut that keeps everything that was written.
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

from data.sqlite.check import check
from tests.club.people import ANN, BEN, start_match
from tests.club.privacy.whole_life import MARKS, ZOE, do_everything, open_club
from tests.data.playing_processes import KILLED, ROOT
from tests.power import ON_LINUX, library

__all__ = ["library"]

pytestmark = ON_LINUX

OPERATIONS = 240
"""File operations of a process that forgets Zoe, and some more.

The process also writes the database anew.
"""
OTHERS = 12


async def leaving(path: Path) -> None:
    """Make a database in which Zoe has done everything and asked to be forgotten.

    Others play in it.
    """
    async with open_club(path) as club:
        await do_everything(club)
        for _ in range(OTHERS):
            await start_match(club, people=(ANN, BEN))
        await club.privacy.deletion.stop()
        await club.privacy.deletion.begin_deletion(ZOE.id)


def forgets(path: Path, **power: str) -> int:
    """How a process that goes on with it ends."""
    command = [sys.executable, "-m", "tests.club.forgetter", str(path)]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | power, capture_output=True, text=True, check=False
    )
    assert done.returncode in (0, KILLED), done.stderr
    return done.returncode


def survives(library: Path, whole: Path, at: int, keeps: int) -> bool:
    """Cut a process at an operation, and let the next one finish its work.

    Return whether there was such an operation.
    """
    path = whole.parent / f"{at}-{keeps}" / whole.name
    path.parent.mkdir()
    shutil.copy(whole, path)
    cut = forgets(
        path,
        LD_PRELOAD=str(library),
        POWER_FOLDER=str(path.parent),
        POWER_CUT_AT=str(at),
        POWER_SEED=str(at),
        POWER_KEEPS=str(keeps),
    )
    if cut == KILLED:
        assert forgets(path) == 0
    assert MARKS.anywhere(path) == []
    check(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        [others] = connection.execute("SELECT COUNT(*) FROM seat WHERE user_id = ?", (ANN.id,)).fetchone()
    assert others >= OTHERS
    shutil.rmtree(path.parent)
    return cut == KILLED


@pytest.mark.deep
async def test_wherever_it_is_cut_off_the_next_start_ends_it(library: Path, tmp_path: Path) -> None:
    await leaving(whole := tmp_path / "club.db")
    chance = random.Random(14)
    moments = [1, 2, 3, *sorted(chance.sample(range(4, OPERATIONS), 21)), 2 * OPERATIONS]
    cuts = [survives(library, whole, at, chance.choice((0, 50, 95, 100))) for at in moments]
    assert cuts[0]
    assert not cuts[-1], "the last moment comes after the end"
    assert sum(cuts) > len(cuts) // 2
