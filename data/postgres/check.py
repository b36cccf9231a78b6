"""Check a database on a server: seals, matches and clocks.

The seals of every event are verified, and every match is replayed beside them.
"""

from collections.abc import Callable
from typing import Final

from data.database.transaction import Transaction
from data.play.clock_check import AsReplayed, broken_clocks
from data.play.replay_check import fault_of, must_be_whole, sealed_after
from data.postgres.connecting import database_label
from data.postgres.inspection import inspect_database
from words import Phrase

AT_ONCE: Final = 50
"""Matches that are read at a time."""

Progress = Callable[[int, int], None]
"""Is called with how many matches have been looked at, and how many there are."""


async def broken_matches(tx: Transaction, progress: Progress, *, as_replayed: AsReplayed) -> list[Phrase]:
    """Replay every match beside its sealed events, and its clocks.

    Return a sentence for each match that is broken.
    """
    [counted] = await tx.all("SELECT COUNT(*) AS matches FROM match")
    broken: list[Phrase] = []
    done = after = 0
    while found := await sealed_after(tx, after, limit=AT_ONCE):
        faults = (fault_of(match, events, replayed=True) for match, events in found)
        broken += [fault for fault in faults if fault]
        first, after = found[0][0].id, found[-1][0].id
        broken += await broken_clocks(tx, first, after, as_replayed=as_replayed)
        done += len(found)
        progress(done, counted["matches"])
    return broken


async def check(url: str, progress: Progress = lambda done, total: None, *, as_replayed: AsReplayed) -> None:
    """Check that every match in the database at `url` is as it was once played.

    The database may be in use. `as_replayed` replays the journal of a match's clocks. Raise
    `StoreError` that names the first few broken matches, or says why the database cannot be read.
    """
    async with inspect_database(url) as tx:
        broken = await broken_matches(tx, progress, as_replayed=as_replayed)
    must_be_whole(database_label(url), broken)
