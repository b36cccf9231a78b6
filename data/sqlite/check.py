"""Check a whole database: its file, seals, matches and clocks.

The seals of every event are verified, and every match is replayed beside them.
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
from data.play.replay_check import ReplayReport, must_be_whole
from data.sqlite.inspection import inspect_clocks, inspect_matches
from data.sqlite.soundness import must_be_sound, reading
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
    """Return in words that the database at `path` is sound.

    That means that all its matches are as they were once played. The database may be in use.

    SQLite checks the file; then two processes compare the events of every match with their seals, and
    replay its record beside its events. `as_replayed` replays the journal of a match's clocks;
    without it they are left out. A database of an older schema is copied, and the copy is brought to
    the newest schema and checked. Raise `StoreError` that names the first few broken matches.
    """
    must_be_sound(path)
    broken: list[Phrase] = []
    done = 0
    with in_newest_schema(path) as newest:
        total, batches = _batches(newest)
        try:
            for found in _looked_at(newest, total, batches, as_replayed):
                broken += found.broken
                done += found.count
                progress(done, total)
        except BrokenProcessPool as error:
            raise StoreError("check.killed", path=path) from error
    must_be_whole(path, broken)
    return Phrase("check.whole" if newest == path else "check.whole.older", path=path.name)


def _batches(path: Path) -> tuple[int, list[range]]:
    """Return how many matches there are, and their ids in ranges that cover them."""
    with reading(path) as connection:
        total, first, last = connection.execute("SELECT count(*), min(id), max(id) FROM match").fetchone()
    if not total:
        return 0, []
    step = max(BATCH, -(-(last - first + 1) // BATCHES))
    return total, [range(start, min(start + step, last + 1)) for start in range(first, last + 1, step)]


def _looked_at(
    path: Path, total: int, batches: list[range], as_replayed: AsReplayed | None
) -> Iterator[ReplayReport]:
    """Yield what is found in each batch, in order."""
    look = partial(_look, path, as_replayed)
    if total <= ALONE:
        yield from map(look, batches)
        return
    with ProcessPoolExecutor(WORKERS, get_context("spawn"), _set_up_worker) as pool:
        try:
            yield from pool.map(look, batches)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _look(path: Path, as_replayed: AsReplayed | None, ids: range) -> ReplayReport:
    found = inspect_matches(path, ids)
    clocks = inspect_clocks(path, ids, as_replayed) if as_replayed else []
    return ReplayReport(found.count, [*found.broken, *clocks])


def _set_up_worker() -> None:
    """Leave Ctrl-C to the parent, and collect garbage rarely.

    Positions leave no garbage behind.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    gc.set_threshold(50_000)
