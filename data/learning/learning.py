"""Exercises from somebody's own finished matches: which matches are to be looked through, and what comes back when.

A match gets here only where somebody who played it wants to learn; for whom it is looked through is in
`data.learning.appraisals`. A process that looks claims a match under its name for a while (a lease), as with
`data.play.thinking`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from data.database.columns import columns, insert, values
from data.database.transaction import Transaction

DUE: Final = "user_id = ? AND (due_day <= ? OR due_day > ?)"
"""Exercises of somebody that are due today, or planned for farther ahead than any can be, by a clock that was wrong."""


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


async def put(tx: Transaction, match_id: int, at: float) -> None:
    """Have a match looked through from a time on, or sooner where that is planned already."""
    await tx.run(
        "INSERT INTO learning (match_id, not_before) VALUES (?, ?) ON CONFLICT (match_id)"
        " DO UPDATE SET not_before = excluded.not_before WHERE learning.not_before > excluded.not_before",
        match_id, at,
    )  # fmt: skip


async def learners(tx: Transaction, match_id: int) -> list[int]:
    """Return who played a match themselves and wants to learn."""
    rows = await tx.all(
        "SELECT seat.user_id AS user_id FROM seat"
        " JOIN preference ON preference.user_id = seat.user_id AND preference.learning = 1"
        " WHERE seat.match_id = ? AND seat.team = 0 ORDER BY seat.seat",
        match_id,
    )
    return [row["user_id"] for row in rows]


async def to_solve(tx: Transaction, user_id: int) -> int:
    """Return how many exercises somebody has that they do not know yet."""
    row = await tx.one(
        "SELECT COUNT(*) AS count FROM exercise WHERE user_id = ? AND due_day IS NOT NULL", user_id
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
