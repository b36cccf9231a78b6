"""Lanes: how claimed rows of the outbox share the sender's slots.

A lane is the queue of one place (a thread or channel). Posts that a player waits for and all other
posts in a place have separate lanes. So Discord's rate limit for a channel delays only one lane,
and no match waits behind another channel.
"""

from collections.abc import Collection
from typing import Final

from data.outbox.post_kinds import Urgency, kinds_sql

AWAITED: Final = f"outbox.kind IN ({kinds_sql(lambda rule: rule.urgency is Urgency.PLAYER)})"
"""Condition: a player waits for the post."""
A_LANE: Final = 4
"""Maximum number of posts of one lane under way.

In the long run, a place takes one post a second.
"""
UNAWAITED: Final = 16
"""Posts under way at most that no player waits for, whatever their lanes."""

LANE: Final = (
    f"CASE WHEN {AWAITED} THEN 1 ELSE -1 END * COALESCE("
    "(SELECT COALESCE(match.thread_id, match.channel_id) FROM match WHERE match.id = outbox.match_id"
    " AND outbox.kind <> 'hand'),"
    " (SELECT challenge.channel_id FROM challenge WHERE challenge.id = outbox.challenge_id), outbox.id)"
)
"""A row's lane: the ID of its place, negative if no player waits for the row.

A hand, or a row that has no place, is a lane by itself.
"""
HAS_ROOM: Final = (
    f"{LANE} NOT IN (SELECT lane FROM flies GROUP BY lane HAVING COUNT(*) >= {A_LANE})"
    f" AND ({AWAITED}"
    f" OR (SELECT COUNT(*) FROM flies WHERE lane < 0) < {UNAWAITED})"
)
"""Whether another row of this lane may be sent beside those that fly."""
IN_ROOM: Final = (
    "SELECT id FROM (SELECT id, lane, ROW_NUMBER() OVER (PARTITION BY lane ORDER BY not_before, id) AS nth,"
    " ROW_NUMBER() OVER (PARTITION BY lane < 0 ORDER BY not_before, id) AS among FROM first) AS counted"
    f" WHERE nth <= {A_LANE} - (SELECT COUNT(*) FROM flies WHERE flies.lane = counted.lane)"
    f" AND (lane > 0 OR among <= {UNAWAITED} - (SELECT COUNT(*) FROM flies WHERE lane < 0))"
)
"""The rows in `first` that may be sent all at once.

There is always at least one, if there are any rows.
"""
LOOKED_AT: Final = 4
"""How many times as many rows are considered as are wanted.

A full lane is skipped as a whole the next time.
"""


def in_flight_lanes_sql(count: int) -> str:
    """Return the `WITH` clause of a statement that checks a lane for free slots.

    It defines a table `flies` with the lanes of rows in flight, which are being sent; it has `count`
    placeholders, one for the ID of each.
    """
    return f"WITH flies AS (SELECT {LANE} AS lane FROM outbox WHERE id IN (0{', ?' * count}))"


def pad_ids(ids: Collection[int]) -> list[int]:
    """Pad row IDs with 0 to a length that is a power of two.

    No row has the ID 0. Every list length makes a different statement, and preparing one takes SQLite
    seven times as long as running it. Padding keeps the statements few, so that they stay prepared.

    >>> pad_ids([7, 8, 9])
    [7, 8, 9, 0]
    """
    return [*ids, *(0,) * ((1 << max(len(ids) - 1, 0).bit_length()) - len(ids))]
