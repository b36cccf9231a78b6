"""The processes that share a database, for the host: shards, version, last seen."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from bot.host.shards import Shards
from data.processes import ProcessRow
from words import Phrase

UNITS: Final = (("days", 86400), ("hours", 3600), ("minutes", 60))
"""Units of time, the longest first, with their seconds."""


LASTS: Final = 600.0
"""Seconds for which two processes may serve the same shards.

A deployment takes that long at most.
"""


def shard_conflict(processes: Sequence[ProcessRow], now: float) -> Phrase | None:
    """Return a warning that two processes have long shared shards, or `None`."""
    settled = [each for each in processes if not each.leaving and now - each.started_at > LASTS]
    for one, other in combinations(settled, 2):
        if Shards.meet(one.shards, other.shards):
            return Phrase("host.doubled", shards=one.shards, other=other.shards)
    return None


def lines(processes: Sequence[ProcessRow], now: float) -> Iterator[Phrase]:
    """Yield one line for each process, as it is at `now`."""
    for each in processes:
        code = "host.process.leaving" if each.leaving else "host.process"
        seen = time_ago(now - each.seen_at)
        yield Phrase(code, shards=each.shards or "–", version=each.version, ago=seen)


def time_ago(seconds: float) -> Phrase:
    """Return how long ago an event was, in its largest whole unit; the future is now."""
    for name, length in UNITS:
        if seconds >= length:
            return Phrase(f"ago.{name}", count=int(seconds // length))
    return Phrase("ago.seconds", count=max(0, int(seconds)))
