"""The times when the next session with Discord may begin.

Discord lets each bucket of shards begin one session per interval.
"""

from typing import Final

from data.database.transaction import Transaction

LEAST_WAIT: Final = 0.001
"""Seconds until the next try at least."""


async def claim_start(tx: Transaction, bucket: int, now: float, interval: float) -> float:
    """Claim the right to begin a session now; return the seconds to wait.

    Return 0 if the claim succeeds, or otherwise the seconds until the next attempt.

    After a claim, no other session of the same bucket may begin for `interval` seconds; a process that
    dies after its claim delays others no longer than that. A clock that was set back does no harm.
    """
    sql = (
        "INSERT INTO session_start (bucket, next_at) VALUES (?, ?)"
        " ON CONFLICT (bucket) DO UPDATE SET next_at = excluded.next_at"
        " WHERE NOT (session_start.next_at > ? AND session_start.next_at <= ?) RETURNING bucket"
    )
    claimed = await tx.one(sql, bucket, now + interval, now, now + interval)
    if claimed:
        return 0.0
    row = await tx.one("SELECT next_at FROM session_start WHERE bucket = ?", bucket)
    assert row is not None  # it is what kept the claim from being made
    return max(float(row["next_at"]) - now, LEAST_WAIT)
