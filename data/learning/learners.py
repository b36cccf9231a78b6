"""Members who learn from their matches: when to tell them, and how many per day.

A row says when the member wants to be told which exercises are due, and how many of their matches
are analysed.
"""

from dataclasses import dataclass
from typing import Final

from data.database.columns import columns
from data.database.transaction import Transaction


@dataclass(frozen=True, slots=True)
class LearnerRow:
    """The `hour` of a member's own day when they want word of what is due.

    `None` means never. They are checked for that from `due_at` on, and were last told at `told_at`.
    """

    user_id: int
    hour: int | None = None
    due_at: float | None = None
    told_at: float | None = None


_LEARNER: Final = columns(LearnerRow)


async def get(tx: Transaction, user_id: int) -> LearnerRow:
    """Return a member's choice; by default nothing is chosen."""
    row = await tx.one(f"SELECT {_LEARNER} FROM learner WHERE user_id = ?", user_id)
    return LearnerRow(**row) if row else LearnerRow(user_id)


async def set_hour(tx: Transaction, user_id: int, hour: int | None, due_at: float | None) -> None:
    """Store the hour at which a member wants word of what is due.

    They are checked for that from `due_at` on.
    """
    sql = (
        "INSERT INTO learner (user_id, hour, due_at) VALUES (?, ?, ?)"
        " ON CONFLICT (user_id) DO UPDATE SET hour = excluded.hour, due_at = excluded.due_at"
    )
    await tx.run(sql, user_id, hour, due_at)


async def look_again(tx: Transaction, user_id: int, now: float) -> bool:
    """Check a member now if they want word at an hour; return whether they do.

    Their day has changed, so that hour comes at another time now.
    """
    changed = await tx.run(
        "UPDATE learner SET due_at = ? WHERE user_id = ? AND hour IS NOT NULL", now, user_id
    )
    return changed > 0


async def plan(tx: Transaction, user_id: int, due_at: float, *, told_at: float | None) -> None:
    """Store when a member is checked next, and when they were last told."""
    await tx.run("UPDATE learner SET due_at = ?, told_at = ? WHERE user_id = ?", due_at, told_at, user_id)


async def due(tx: Transaction, now: float, farthest: float, limit: int) -> list[LearnerRow]:
    """Return up to `limit` members who are due to be checked.

    Members whom another process is handling are skipped. A time further ahead than `farthest` was
    planned by a clock that was wrong, so it is due too.
    """
    sql = f"SELECT {_LEARNER} FROM learner WHERE (due_at <= ? OR due_at > ?) LIMIT ?{tx.unheld}"
    rows = await tx.all(sql, now, farthest, limit)
    return [LearnerRow(**row) for row in rows]


async def next_due(tx: Transaction) -> float | None:
    """Return when the next member is to be checked, or `None` if no one is."""
    row = await tx.one("SELECT MIN(due_at) AS due FROM learner WHERE due_at IS NOT NULL")
    return row["due"] if row else None


async def analysed_count(tx: Transaction, user_id: int, day: int) -> int:
    """Return how many matches were analysed for a member on a day.

    The day counts from the epoch.
    """
    row = await tx.one("SELECT looked FROM learner WHERE user_id = ? AND day = ?", user_id, day)
    return row["looked"] if row else 0


async def count_looked(tx: Transaction, user_id: int, day: int) -> None:
    """Count one more match that was analysed for a member on a day.

    The day counts from the epoch.
    """
    sql = (
        "INSERT INTO learner (user_id, day, looked) VALUES (?, ?, 1) ON CONFLICT (user_id) DO UPDATE SET"
        " looked = CASE WHEN learner.day = excluded.day THEN learner.looked + 1 ELSE 1 END, day = excluded.day"
    )
    await tx.run(sql, user_id, day)
