"""When the next session with Discord may be begun: of each bucket of shards one in so many seconds."""

from typing import Final

from data.database.transaction import Transaction

LEAST_WAIT: Final = 0.001
"""Seconds until the next try at least."""


async def begin(tx: Transaction, bucket: int, now: float, every: float) -> float:
    """Claim this moment for a session of a bucket: return 0, or else how many seconds to wait until the next try.

    After a claim there is none of the same bucket for `every` seconds. A process that dies with a claim costs no more
    than that, and a clock that was set back counts for nothing.
    """
    claimed = await tx.one(
        "INSERT INTO session_start (bucket, next_at) VALUES (?, ?)"
        " ON CONFLICT (bucket) DO UPDATE SET next_at = excluded.next_at"
        " WHERE NOT (session_start.next_at > ? AND session_start.next_at <= ?) RETURNING bucket",
        bucket, now + every, now, now + every,
    )  # fmt: skip
    if claimed:
        return 0.0
    row = await tx.one("SELECT next_at FROM session_start WHERE bucket = ?", bucket)
    assert row is not None  # it is what kept the claim from being made
    return max(float(row["next_at"]) - now, LEAST_WAIT)
