"""The processes that share a database, as shown to the host.

Each has its shards, its version and the time it was last seen.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from bot.host.shards import Shards
from data.processes import ProcessRow
from words import Phrase

UNITS: Final = (("days", 86400), ("hours", 3600), ("minutes", 60))
"""Units of time, the longest first, with their seconds."""


OVERLAP_SECONDS: Final = 600.0
"""Seconds for which two processes may serve the same shards.

A deployment takes that long at most.
"""


def shard_conflict(processes: Sequence[ProcessRow], now: float) -> Phrase | None:
    """Return a warning if two processes have long served the same shards.

    Return `None` if all is well.
    """
    settled = [each for each in processes if not each.leaving and now - each.started_at > OVERLAP_SECONDS]
    for one, other in combinations(settled, 2):
        if Shards.have_overlap(one.shards, other.shards):
            return Phrase("host.doubled", shards=one.shards, other=other.shards)
    return None


def process_lines(processes: Sequence[ProcessRow], now: float) -> Iterator[Phrase]:
    """Yield a line about each process: shards, version, when last seen."""
    for each in processes:
        code = "host.process.leaving" if each.leaving else "host.process"
        seen = time_ago(now - each.seen_at)
        yield Phrase(code, shards=each.shards or "–", version=each.version, ago=seen)


def time_ago(seconds: float) -> Phrase:
    """Return "… ago" in words, in the largest whole unit.

    A time in the future counts as now.
    """
    for name, length in UNITS:
        if seconds >= length:
            return Phrase(f"ago.{name}", count=int(seconds // length))
    return Phrase("ago.seconds", count=max(0, int(seconds)))
