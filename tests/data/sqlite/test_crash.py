"""`kill -9` needs no repair, and a move that was confirmed is never lost."""

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from data.database import meta
from data.database.errors import StoreError
from data.sqlite.store import SqliteStore
from tests.data.playing_processes import confirmed_versions, start, start_and_wait
from tests.data.samples import move, new_match, whole_versions
from tests.sets import leave_to_ci

pytestmark = pytest.mark.usefixtures("forked")

STATEMENTS_OF_MOVES = (8, 8)
"""Number of statements of a match's first move, and of its second move.

The board of the second takes the place of one that waits.
"""


@pytest.mark.ci
@pytest.mark.parametrize("statement", range(1, sum(STATEMENTS_OF_MOVES) + 2))
async def test_killed_between_any_two_statements_a_move_is_absent_or_whole(
    path: Path, statement: int
) -> None:
    lines = start_and_wait(path, 1, "--dies-at", statement)
    acked = confirmed_versions(lines).get(1, 0)
    assert await whole_versions(path) == {1: acked}
    first, second = STATEMENTS_OF_MOVES
    assert acked == (statement > first) + (statement > first + second)


@pytest.mark.parametrize("seed", leave_to_ci(range(10), after=2))
async def test_killed_at_random_among_moves_in_common_commits_nothing_confirmed_is_lost(
    path: Path, seed: int
) -> None:
    count, told_before = 4, random.Random(seed).randrange(1, 120)
    with start(path, count) as child:
        assert child.stdout
        lines = [child.stdout.readline() for _ in range(told_before)]
        child.kill()
        lines += child.stdout.readlines()
    versions = await whole_versions(path)
    acked = confirmed_versions(lines)
    assert len(lines) >= told_before
    # The one move a match that was stored but not told any more is the usual case, and no harm.
    assert all(
        acked.get(match, 0) <= version <= acked.get(match, 0) + 1 for match, version in versions.items()
    )
    assert len(versions) == count


async def test_play_goes_on_after_a_kill(path: Path) -> None:
    start_and_wait(path, 1, "--dies-at", 3 * max(STATEMENTS_OF_MOVES))
    (version,) = (await whole_versions(path)).values()
    store = await SqliteStore.open(path)
    try:
        assert (await store.write(move(1, version))).version == version + 1
        assert (await store.write(new_match)).id == 2
    finally:
        await store.close()


async def test_a_transaction_cut_off_before_there_was_a_log_is_rolled_back(
    path: Path, tmp_path: Path
) -> None:
    await (await SqliteStore.open(path)).close()
    killed = tmp_path / "killed.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in ("PRAGMA journal_mode = delete", "PRAGMA cache_size = 1", "BEGIN"):
            connection.execute(statement)
        # More than the cache holds, so that some of it is in the file already.
        for number in range(100):
            connection.execute("INSERT INTO meta VALUES (?, ?)", (f"{number}", "x" * 1000))
        for suffix in ("", "-journal"):
            shutil.copy(f"{path}{suffix}", f"{killed}{suffix}")
    assert await whole_versions(killed) == {}
    store = await SqliteStore.open(killed)
    try:
        assert await store.read(lambda tx: meta.get(tx, "7")) is None
    finally:
        await store.close()


@pytest.mark.ci
def test_a_second_process_is_refused_in_a_sentence(path: Path) -> None:
    with start(path, 1) as first:
        try:
            assert first.stdout
            assert first.stdout.readline() == "1 1\n"
            second = start(path, 1)
            out, err = second.communicate()
        finally:
            first.kill()
    assert (out, second.returncode) == ("", 1)
    assert err == f"Another Twotone is already running on {path}. Stop it first.\n"


async def test_the_same_process_may_not_open_it_twice_but_again_after_closing(path: Path) -> None:
    first = await SqliteStore.open(path)
    with pytest.raises(StoreError, match="already running"):
        await SqliteStore.open(path)
    await first.close()
    await (await SqliteStore.open(path)).close()
