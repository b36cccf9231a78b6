"""Comparison of the matches in a file with their sealed events."""

import sqlite3
from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from data.play.clock_check import AsReplayed, broken_clocks
from data.play.matches import MatchStatus
from data.play.replay_check import EVENTS, MATCHES, ReplayReport, SealedEvent, SealedMatch, find_fault
from data.sqlite.soundness import open_for_reading
from data.sqlite.transaction import SqliteTransaction, run_job
from words import Phrase


def inspect_matches(path: Path, ids: range, *, replay_finished: bool = True) -> ReplayReport:
    """Check the matches with the given IDs, holding one in memory at a time.

    Without `ended`, finished matches are compared with their seals but not replayed. Raise `StoreError`
    if the file cannot be read.
    """
    broken: list[Phrase] = []
    count = 0
    with open_for_reading(path) as connection:
        connection.execute("BEGIN")
        for match, events in _matches(connection, ids):
            count += 1
            if fault := find_fault(
                match, events, with_replay=replay_finished or match.status != MatchStatus.OVER
            ):
                broken.append(fault)
    return ReplayReport(count, broken)


def inspect_clocks(path: Path, ids: range, as_replayed: AsReplayed) -> list[Phrase]:
    """Return a sentence for each match with broken clocks among the given IDs.

    Raise `StoreError` if the file cannot be read.
    """
    with open_for_reading(path) as connection:
        connection.row_factory = sqlite3.Row
        connection.execute("BEGIN")
        return run_job(
            broken_clocks(SqliteTransaction(connection, 0.0), ids[0], ids[-1], as_replayed=as_replayed)
        )


def _matches(connection: sqlite3.Connection, ids: range) -> Iterator[tuple[SealedMatch, list[SealedEvent]]]:
    """Yield the matches with the given IDs, each with its events.

    Matches and events are read in a single pass, side by side.
    """
    between = (ids[0], ids[-1])
    found = connection.execute(f"{MATCHES} WHERE id BETWEEN ? AND ? ORDER BY id", between)
    events = connection.execute(
        f"{EVENTS} WHERE match_id BETWEEN ? AND ? ORDER BY match_id, version", between
    )
    theirs = groupby(map(SealedEvent._make, events), key=attrgetter("match_id"))
    owner, group = next(theirs, (None, iter(())))
    for match in map(SealedMatch._make, found):
        while owner is not None and owner < match.id:
            owner, group = next(theirs, (None, iter(())))
        yield match, list(group) if owner == match.id else []
