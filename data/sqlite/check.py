"""A check of a whole database on SQLite: its file, seals, matches and clocks.

The seals (hashes) of all events are verified, and every match is replayed and compared with them.
"""

import gc
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from data.database.errors import StoreError
from data.play.clock_check import AsReplayed
from data.play.replay_check import ReplayReport, raise_if_broken
from data.sqlite.inspection import inspect_clocks, inspect_matches
from data.sqlite.soundness import check_is_sound, open_for_reading
from data.sqlite.upgrade import in_newest_schema
from words import Phrase

WORKERS: Final = 2
BATCH: Final = 50
"""Minimum number of matches that a worker takes at a time.

It is large enough that handing them out costs nothing.
"""
BATCHES: Final = 1000
"""Maximum number of parts of a large database, so that their list stays short."""
ALONE: Final = 200
"""So many matches are looked at sooner than a worker has started."""

Progress = Callable[[int, int], None]
"""Is called with how many matches have been looked at, and how many there are."""


def check(
    path: Path, progress: Progress = lambda done, total: None, *, as_replayed: AsReplayed | None = None
) -> Phrase:
    """Check the database at `path`, and return a sentence that says it is sound.

    A database is sound if the file is intact and all matches are unchanged since they were played. It
    may be in use.

    SQLite checks the file. Then two processes compare the events of every match with their seals, and
    its record with its events. `as_replayed` compares a match's clocks with a replay of their events;
    without it, clocks are not checked. If the schema is older, a copy is migrated to the newest schema
    and checked. Raise `StoreError` if any match is broken, naming the first few.
    """
    check_is_sound(path)
    broken: list[Phrase] = []
    done = 0
    with in_newest_schema(path) as newest:
        total, batches = _batches(newest)
        try:
            for found in _check_batches(newest, total, batches, as_replayed):
                broken += found.broken
                done += found.count
                progress(done, total)
        except BrokenProcessPool as error:
            raise StoreError("check.killed", path=path) from error
    raise_if_broken(path, broken)
    return Phrase("check.whole" if newest == path else "check.whole.older", path=path.name)


def _batches(path: Path) -> tuple[int, list[range]]:
    """Return the number of matches, and ranges of IDs that cover them."""
    with open_for_reading(path) as connection:
        total, first, last = connection.execute("SELECT count(*), min(id), max(id) FROM match").fetchone()
    if not total:
        return 0, []
    step = max(BATCH, -(-(last - first + 1) // BATCHES))
    return total, [range(start, min(start + step, last + 1)) for start in range(first, last + 1, step)]


def _check_batches(
    path: Path, total: int, batches: list[range], as_replayed: AsReplayed | None
) -> Iterator[ReplayReport]:
    """Yield the findings of each batch, in order."""
    look = partial(_look, path, as_replayed)
    if total <= ALONE:
        yield from map(look, batches)
        return
    with ProcessPoolExecutor(WORKERS, get_context("spawn"), set_up_worker) as pool:
        try:
            yield from pool.map(look, batches)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _look(path: Path, as_replayed: AsReplayed | None, ids: range) -> ReplayReport:
    found = inspect_matches(path, ids)
    clocks = inspect_clocks(path, ids, as_replayed) if as_replayed else []
    return ReplayReport(found.count, [*found.broken, *clocks])


def set_up_worker() -> None:
    """Leave Ctrl-C to the parent process, and rarely collect garbage.

    Replaying matches creates no reference cycles, so there is little to collect.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    gc.set_threshold(50_000)
