"""A check of a whole database on PostgreSQL: seals, matches and clocks.

The seals (hashes) of all events are verified, and every match is replayed and compared with them.
"""

from collections.abc import Callable
from typing import Final

from data.database.transaction import Transaction
from data.play.clock_check import AsReplayed, broken_clocks
from data.play.replay_check import find_fault, list_sealed_after, raise_if_broken
from data.postgres.connecting import database_label
from data.postgres.inspection import inspect_database
from words import Phrase

AT_ONCE: Final = 50
"""Matches that are read at a time."""

Progress = Callable[[int, int], None]
"""Is called with how many matches have been looked at, and how many there are."""


async def find_broken_matches(
    tx: Transaction, progress: Progress, *, as_replayed: AsReplayed
) -> list[Phrase]:
    """Replay every match and its clocks, and compare them with their events.

    Return a sentence for each match that is broken. `progress` is called with the numbers of matches
    checked and in total; `as_replayed` compares a match's clocks with a replay of their events.
    """
    [counted] = await tx.all("SELECT COUNT(*) AS matches FROM match")
    broken: list[Phrase] = []
    done = after = 0
    while found := await list_sealed_after(tx, after, limit=AT_ONCE):
        faults = (find_fault(match, events, with_replay=True) for match, events in found)
        broken += [fault for fault in faults if fault]
        first, after = found[0][0].id, found[-1][0].id
        broken += await broken_clocks(tx, first, after, as_replayed=as_replayed)
        done += len(found)
        progress(done, counted["matches"])
    return broken


async def check(url: str, progress: Progress = lambda done, total: None, *, as_replayed: AsReplayed) -> None:
    """Check that no match in the database at `url` was altered after it was played.

    The database may be in use. Every match must agree with the sealed events that were stored when it
    was played. `as_replayed` compares a match's clocks with a replay of their events. Raise
    `StoreError` if any match is broken, naming the first few, or if the database cannot be read.
    """
    async with inspect_database(url) as tx:
        broken = await find_broken_matches(tx, progress, as_replayed=as_replayed)
    raise_if_broken(database_label(url), broken)
