"""Times when the next session with Discord may begin.

Each bucket of shards may begin one session per interval.
"""

from typing import Final

from data.database.transaction import Transaction

LEAST_WAIT: Final = 0.001
"""Seconds until the next try at least."""


async def begin(tx: Transaction, bucket: int, now: float, every: float) -> float:
    """Claim this moment for a session of a bucket, or return the seconds to wait.

    Return 0 if the claim succeeds. Otherwise return how many seconds to wait until the next try.

    After a claim, no other session of the same bucket may begin for `every` seconds. A process that
    dies with a claim costs no more than that. A clock that was set back makes no difference.
    """
    sql = (
        "INSERT INTO session_start (bucket, next_at) VALUES (?, ?)"
        " ON CONFLICT (bucket) DO UPDATE SET next_at = excluded.next_at"
        " WHERE NOT (session_start.next_at > ? AND session_start.next_at <= ?) RETURNING bucket"
    )
    claimed = await tx.one(sql, bucket, now + every, now, now + every)
    if claimed:
        return 0.0
    row = await tx.one("SELECT next_at FROM session_start WHERE bucket = ?", bucket)
    assert row is not None  # it is what kept the claim from being made
    return max(float(row["next_at"]) - now, LEAST_WAIT)
