"""Exercises from somebody's own finished matches: which matches are to be looked through, and what comes back when.

A match gets here only where somebody who played it wants to learn. A process that looks claims a match under its name
for a while (a lease), as with `data.thinking`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from data import learners as people
from data.columns import columns, insert, values
from data.matches import MatchStatus
from data.transaction import Transaction

LEARNERS: Final = (
    "SELECT seat.seat AS seat, seat.user_id AS user_id FROM seat"
    " JOIN preference ON preference.user_id = seat.user_id AND preference.learning = 1"
    " WHERE seat.match_id = match.id AND seat.team = 0"
)
"""Who played a match themselves and wants to learn from it."""
WITH_ROOM: Final = (
    f"{LEARNERS} AND (SELECT COUNT(*) FROM exercise"
    " WHERE exercise.user_id = seat.user_id AND exercise.due_day IS NOT NULL) < ?"
)
"""The same, but for those who have so many exercises to solve."""
DUE: Final = "user_id = ? AND (due_day <= ? OR due_day > ?)"
"""Exercises of somebody that are due today, or planned for farther ahead than any can be, by a clock that was wrong."""


@dataclass(frozen=True, slots=True)
class Daily:
    """On a day, since the epoch, how many matches of one person at `most` are put among those to look through."""

    day: int
    most: int


@dataclass(frozen=True, slots=True)
class ExerciseRow:
    """An exercise of somebody: `told` is what it is in a line of text, `key` what it is known by.

    It is due from `due_day` on, `None` once they know it; `step` says how many days later it comes back then.
    """

    user_id: int
    key: str
    match_id: int
    game: str
    told: str
    step: int
    due_day: int | None
    made_at: float


async def put(tx: Transaction, match_id: int, daily: Daily, *, least: int, most: int, at: float) -> bool:
    """Have a match looked through that is over and has from `least` to `most` moves; return whether it will be.

    Somebody who played it must want to learn, and not have had so many matches looked through on this day already; it
    is counted for all who played it and want that.
    """
    put = await tx.run(
        "INSERT INTO learning (match_id, not_before)"
        f" SELECT match.id, ? FROM match WHERE match.id = ? AND match.status = '{MatchStatus.OVER}'"
        f" AND match.plies BETWEEN ? AND ? AND EXISTS ({LEARNERS} AND NOT EXISTS (SELECT 1 FROM learner"
        " WHERE learner.user_id = seat.user_id AND learner.day = ? AND learner.looked >= ?))"
        " ON CONFLICT (match_id) DO NOTHING",
        at, match_id, least, most, daily.day, daily.most,
    )  # fmt: skip
    for user_id in (await learners(tx, match_id)).values() if put else ():
        await people.count_looked(tx, user_id, daily.day)
    return put > 0


async def put_off(tx: Transaction, match_id: int, at: float) -> None:
    """Have a match looked through that is over, from a later day on, on which it is counted for nobody."""
    await tx.run(
        "INSERT INTO learning (match_id, not_before) VALUES (?, ?) ON CONFLICT (match_id) DO NOTHING",
        match_id, at,
    )  # fmt: skip


async def learners(tx: Transaction, match_id: int, *, kept: int | None = None) -> dict[int, int]:
    """Return who played a match and wants to learn, by seat, but for those who have `kept` exercises to solve."""
    found, args = (LEARNERS, ()) if kept is None else (WITH_ROOM, (kept,))
    rows = await tx.all(f"{found.replace('match.id', '?', 1)} ORDER BY seat.seat", match_id, *args)
    return {row["seat"]: row["user_id"] for row in rows}


async def looking(tx: Transaction, user_id: int) -> int:
    """Return how many matches of somebody are still to be looked through."""
    row = await tx.one(
        "SELECT COUNT(*) AS count FROM learning JOIN seat ON seat.match_id = learning.match_id"
        " WHERE seat.user_id = ?",
        user_id,
    )
    return int(row["count"]) if row else 0


async def keep(tx: Transaction, row: ExerciseRow) -> None:
    """Store an exercise; one that is there already stays as it is."""
    await tx.run(*insert("exercise", values(row), "ON CONFLICT (user_id, key) DO NOTHING"))


async def get(tx: Transaction, user_id: int, key: str) -> ExerciseRow | None:
    """Return an exercise of somebody by its key."""
    row = await tx.one(
        f"SELECT {columns(ExerciseRow)} FROM exercise WHERE user_id = ? AND key = ?", user_id, key
    )
    return ExerciseRow(**row) if row else None


async def due(tx: Transaction, user_id: int, today: int, farthest: int) -> Sequence[ExerciseRow]:
    """Return the exercises of somebody that are due `today`: those first that are known least, the newest first.

    None is planned for a day after `farthest`, unless a clock was wrong: it is due.
    """
    rows = await tx.all(
        f"SELECT {columns(ExerciseRow)} FROM exercise WHERE {DUE} ORDER BY step, made_at DESC, key",
        user_id, today, farthest,
    )  # fmt: skip
    return [ExerciseRow(**row) for row in rows]


async def due_count(tx: Transaction, user_id: int, today: int, farthest: int) -> int:
    """Return how many exercises of somebody are due `today`, as `due` has them."""
    row = await tx.one(
        f"SELECT COUNT(*) AS count FROM exercise WHERE {DUE}", user_id, today, farthest
    )  # fmt: skip
    return int(row["count"]) if row else 0


async def next_day(tx: Transaction, user_id: int, today: int) -> int | None:
    """Return the first day after `today` on which an exercise of somebody is due, `None` if none is planned."""
    row = await tx.one(
        "SELECT MIN(due_day) AS day FROM exercise WHERE user_id = ? AND due_day > ?", user_id, today
    )
    return row["day"] if row else None


async def plan(tx: Transaction, user_id: int, key: str, *, step: int, due_day: int | None) -> None:
    """Store when an exercise comes back."""
    await tx.run(
        "UPDATE exercise SET step = ?, due_day = ? WHERE user_id = ? AND key = ?",
        step, due_day, user_id, key,
    )  # fmt: skip


async def drop_person(tx: Transaction, user_id: int) -> None:
    """Delete all exercises of somebody."""
    await tx.run("DELETE FROM exercise WHERE user_id = ?", user_id)
