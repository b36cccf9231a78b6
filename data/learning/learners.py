"""Members who learn from their matches: reminders and daily counts.

A row says at which hour the member wants to be reminded of due exercises, and how many of their
matches have been analysed on a day.
"""

from dataclasses import dataclass
from typing import Final

from data.database.columns import column_list
from data.database.transaction import Transaction


@dataclass(frozen=True, slots=True)
class LearnerRow:
    """A member's settings for reminders of due exercises.

    They want to be reminded at the `hour` of their own day, or never if it is `None`. From `due_at` on,
    the bot checks whether to remind them; `told_at` is the time of the last reminder.
    """

    user_id: int
    hour: int | None = None
    due_at: float | None = None
    told_at: float | None = None


_LEARNER: Final = column_list(LearnerRow)


async def get(tx: Transaction, user_id: int) -> LearnerRow:
    """Return a member's reminder settings, or the defaults if none are stored."""
    row = await tx.one(f"SELECT {_LEARNER} FROM learner WHERE user_id = ?", user_id)
    return LearnerRow(**row) if row else LearnerRow(user_id)


async def set_hour(tx: Transaction, user_id: int, hour: int | None, due_at: float | None) -> None:
    """Store the hour for reminders, and when to check the member next (`due_at`)."""
    sql = (
        "INSERT INTO learner (user_id, hour, due_at) VALUES (?, ?, ?)"
        " ON CONFLICT (user_id) DO UPDATE SET hour = excluded.hour, due_at = excluded.due_at"
    )
    await tx.run(sql, user_id, hour, due_at)


async def recheck_now(tx: Transaction, user_id: int, now: float) -> None:
    """Make a member due for a check now, if they want reminders.

    This is needed when their time zone has changed, because their hour now falls at another time.
    """
    await tx.run("UPDATE learner SET due_at = ? WHERE user_id = ? AND hour IS NOT NULL", now, user_id)


async def schedule(tx: Transaction, user_id: int, due_at: float, *, told_at: float | None) -> None:
    """Store when to check a member next, and when they were last reminded."""
    await tx.run("UPDATE learner SET due_at = ?, told_at = ? WHERE user_id = ?", due_at, told_at, user_id)


async def list_due(tx: Transaction, now: float, farthest: float, limit: int) -> list[LearnerRow]:
    """Return up to `limit` members who are due to be checked.

    Members whom another process is handling are skipped. A due time later than `farthest` must come
    from a wrong clock, so such a member is due too.
    """
    sql = f"SELECT {_LEARNER} FROM learner WHERE (due_at <= ? OR due_at > ?) LIMIT ?{tx.skip_locked}"
    rows = await tx.all(sql, now, farthest, limit)
    return [LearnerRow(**row) for row in rows]


async def next_due_time(tx: Transaction) -> float | None:
    """Return the time when the next member is due to be checked, or `None`."""
    return await tx.value("SELECT MIN(due_at) AS due FROM learner WHERE due_at IS NOT NULL")


async def count_analysed(tx: Transaction, user_id: int, day: int) -> int:
    """Return how many matches have been analysed for a member on a day.

    The day is a number of days since the epoch.
    """
    return await tx.value("SELECT looked FROM learner WHERE user_id = ? AND day = ?", user_id, day) or 0


async def add_analysed(tx: Transaction, user_id: int, day: int) -> None:
    """Add one to the number of matches analysed for a member on a day.

    The day is a number of days since the epoch.
    """
    sql = (
        "INSERT INTO learner (user_id, day, looked) VALUES (?, ?, 1) ON CONFLICT (user_id) DO UPDATE SET"
        " looked = CASE WHEN learner.day = excluded.day THEN learner.looked + 1 ELSE 1 END, day = excluded.day"
    )
    await tx.run(sql, user_id, day)
