"""Who learns from their matches: when they want to be told what is due, and how many matches are looked through."""

from dataclasses import dataclass
from typing import Final

from data.database.columns import columns
from data.database.transaction import Transaction


@dataclass(frozen=True, slots=True)
class LearnerRow:
    """At which `hour` of their own day somebody wants word of what is due (`None`: never).

    They are looked at for that from `due_at` on, and were last told at `told_at`.
    """

    user_id: int
    hour: int | None = None
    due_at: float | None = None
    told_at: float | None = None


_LEARNER: Final = columns(LearnerRow)


async def get(tx: Transaction, user_id: int) -> LearnerRow:
    """Return what somebody has chosen; nothing by default."""
    row = await tx.one(f"SELECT {_LEARNER} FROM learner WHERE user_id = ?", user_id)
    return LearnerRow(**row) if row else LearnerRow(user_id)


async def set_hour(tx: Transaction, user_id: int, hour: int | None, due_at: float | None) -> None:
    """Store at which hour somebody wants word of what is due, and from when on they are looked at for that."""
    await tx.run(
        "INSERT INTO learner (user_id, hour, due_at) VALUES (?, ?, ?)"
        " ON CONFLICT (user_id) DO UPDATE SET hour = excluded.hour, due_at = excluded.due_at",
        user_id, hour, due_at,
    )  # fmt: skip


async def look_again(tx: Transaction, user_id: int, now: float) -> bool:
    """Have somebody looked at now who wants word at an hour: their day has another one now; return whether they do."""
    changed = await tx.run(
        "UPDATE learner SET due_at = ? WHERE user_id = ? AND hour IS NOT NULL", now, user_id
    )
    return changed > 0


async def plan(tx: Transaction, user_id: int, due_at: float, *, told_at: float | None) -> None:
    """Store from when on somebody is looked at next, and when they were last told."""
    await tx.run("UPDATE learner SET due_at = ?, told_at = ? WHERE user_id = ?", due_at, told_at, user_id)


async def due(tx: Transaction, now: float, farthest: float, limit: int) -> list[LearnerRow]:
    """Return up to `limit` people who are to be looked at, but for those whom another process sees to.

    What lies further ahead than `farthest` was planned by a clock that was wrong: it is due too.
    """
    rows = await tx.all(
        f"SELECT {_LEARNER} FROM learner WHERE (due_at <= ? OR due_at > ?) LIMIT ?{tx.unheld}",
        now, farthest, limit,
    )  # fmt: skip
    return [LearnerRow(**row) for row in rows]


async def next_due(tx: Transaction) -> float | None:
    """Return when the next of all people is to be looked at, `None` if nobody ever is."""
    row = await tx.one("SELECT MIN(due_at) AS due FROM learner WHERE due_at IS NOT NULL")
    return row["due"] if row else None


async def looked(tx: Transaction, user_id: int, day: int) -> int:
    """Return how many matches were looked through for somebody on a day, since the epoch."""
    row = await tx.one("SELECT looked FROM learner WHERE user_id = ? AND day = ?", user_id, day)
    return row["looked"] if row else 0


async def count_looked(tx: Transaction, user_id: int, day: int) -> None:
    """Count one more match that was looked through for somebody on a day, since the epoch."""
    await tx.run(
        "INSERT INTO learner (user_id, day, looked) VALUES (?, ?, 1) ON CONFLICT (user_id) DO UPDATE SET"
        " looked = CASE WHEN learner.day = excluded.day THEN learner.looked + 1 ELSE 1 END, day = excluded.day",
        user_id, day,
    )  # fmt: skip
