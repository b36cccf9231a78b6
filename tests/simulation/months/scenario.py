"""Options of a season of clocks, drawn from its seed.

The module also has the record of what really happened in the season.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from club.clocks.rest import Rest

DAY: Final = 86400.0
HOUR: Final = 3600.0
LASTS: Final = 92 * DAY
BEGINS: Final = (
    datetime(
        2024, 1, 20, tzinfo=UTC
    ),  # a leap day; daylight saving begins in the north and ends in the south
    datetime(2023, 9, 1, tzinfo=UTC),  # and the other way round
)
ZONES: Final = (
    "Europe/Berlin",
    "America/New_York",
    "America/Santiago",
    "Australia/Sydney",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Asia/Beirut",
    "America/St_Johns",
    "Pacific/Kiritimati",
    "Pacific/Chatham",
)
"""Time zones, some with half or quarter hours.

In some of them days change at midnight, and one is a day ahead.
"""
CONTROLS: Final = ("6h", "1d", "2d", "3d", "5d", "10d", "1d+12h", "3d+1d", "7d+6h", "2d+5m")
NOTED_EVERY: Final = 30.0
ACKNOWLEDGED_EVERY: Final = 41.25
AWAY: Final = 120.0
"""Seconds from which on the bot counts as away."""


@dataclass(frozen=True, slots=True)
class Options:
    """What one season is like."""

    seed: int
    begin: float
    kills: int
    outages: int
    blips: int
    jumps: bool
    rests: bool
    moved: int
    """How often a server loses the bot for some time."""
    corrections: Sequence[tuple[float, float]]
    """When a process finds that its time is wrong, and by how much."""
    matches: int = 10


def draw_options(seed: int) -> Options:
    """Return the options of a seed."""
    lots = random.Random(f"season {seed}")
    jumps = lots.random() < 0.25
    return Options(
        seed=seed,
        begin=lots.choice(BEGINS).timestamp(),
        kills=lots.choice((0, 2, 5, 10)),
        outages=lots.choice((0, 2, 5, 10)),
        blips=lots.choice((0, 5, 20)),
        jumps=jumps,
        rests=not jumps and lots.random() < 0.85,
        moved=lots.choice((0, 0, 3)),
        corrections=corrections(seed) if jumps else (),
    )


def corrections(seed: int) -> Sequence[tuple[float, float]]:
    """Return when, of a seed, a process finds that its time is wrong, and by how much."""
    lots = random.Random(f"corrections {seed}")
    by = (-30 * DAY, -HOUR, -60.0, 60.0, 5 * HOUR, 400 * DAY)
    return [(lots.uniform(HOUR, LASTS), lots.choice(by)) for _ in range(lots.choice((8, 16)))]


@dataclass
class Truth:
    """What really happened, in seconds since the beginning."""

    down: dict[int, list[tuple[float, float]]] = field(default_factory=lambda: {0: [], 1: []})
    """When each shard was not connected."""
    placeless: dict[int, list[tuple[float, float]]] = field(default_factory=lambda: {0: [], 1: []})
    """When the matches of each shard had no place to be played in."""
    rests: dict[int, list[tuple[float, Rest]]] = field(default_factory=dict)
    """What each person had set, from when on."""
    happened: dict[tuple[int, int], float] = field(default_factory=dict)
    """When each event of the clocks, by match and number, was stored."""
    begun: dict[int, tuple[str, int, tuple[int, int]]] = field(default_factory=dict)
    """Of each match its clock, its shard, and who plays."""
    posted: list[tuple[str, int, int | None]] = field(default_factory=list)
