"""How what is claimed of the outbox shares the sender's slots: by lanes, so that no match waits behind another channel.

A lane is a place, a thread or a channel, and apart in it what a player waits for and what else goes there. Discord's
limits of a channel keep one lane waiting and leave all others alone.
"""

from collections.abc import Collection
from typing import Final

AWAITED: Final = ("place", "board", "hand", "card", "offer")
"""Kinds of posts that a player waits for."""
A_LANE: Final = 4
"""Posts of one lane that are under way at most: its place takes one a second for long."""
UNAWAITED: Final = 16
"""Posts under way at most that no player waits for, whatever their lanes."""

LANE: Final = (
    f"CASE WHEN outbox.kind IN ({', '.join(map(repr, AWAITED))}) THEN 1 ELSE -1 END * COALESCE("
    "(SELECT COALESCE(match.thread_id, match.channel_id) FROM match WHERE match.id = outbox.match_id"
    " AND outbox.kind <> 'hand'),"
    " (SELECT challenge.channel_id FROM challenge WHERE challenge.id = outbox.challenge_id), outbox.id)"
)
"""A row's lane: its place's id, negative where no player waits; a hand, or what has no place, is a lane by itself."""
HAS_ROOM: Final = (
    f"{LANE} NOT IN (SELECT lane FROM flies GROUP BY lane HAVING COUNT(*) >= {A_LANE})"
    f" AND (outbox.kind IN ({', '.join(map(repr, AWAITED))})"
    f" OR (SELECT COUNT(*) FROM flies WHERE lane < 0) < {UNAWAITED})"
)
"""Whether another row of this lane may be sent beside those that fly."""
IN_ROOM: Final = (
    "SELECT id FROM (SELECT id, lane, ROW_NUMBER() OVER (PARTITION BY lane ORDER BY not_before, id) AS nth,"
    " ROW_NUMBER() OVER (PARTITION BY lane < 0 ORDER BY not_before, id) AS among FROM first) AS counted"
    f" WHERE nth <= {A_LANE} - (SELECT COUNT(*) FROM flies WHERE flies.lane = counted.lane)"
    f" AND (lane > 0 OR among <= {UNAWAITED} - (SELECT COUNT(*) FROM flies WHERE lane < 0))"
)
"""Of the rows in `first`, those that may be sent all at once: always one at least, if there is any."""
LOOKED_AT: Final = 4
"""How many times as many rows are looked at as are wanted: a full lane is passed over as a whole the next time."""


def flies(count: int) -> str:
    """Return what begins a statement that asks for room: the lanes of so many rows that are being sent."""
    return f"WITH flies AS (SELECT {LANE} AS lane FROM outbox WHERE id IN (0{', ?' * count}))"


def padded(ids: Collection[int]) -> list[int]:
    """Return ids of rows, and up to the next power of two 0, which no row has.

    A list of another length is another statement, and to prepare one that asks for room takes SQLite seven times as
    long as to run it; so there are few, and they stay prepared.

    >>> padded([7, 8, 9])
    [7, 8, 9, 0]
    """
    return [*ids, *(0,) * ((1 << max(len(ids) - 1, 0).bit_length()) - len(ids))]
