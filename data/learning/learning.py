"""Exercises from a member's own finished matches, and the matches to analyse.

The rows say which matches are to be analysed and when each exercise comes back. A match gets here
only if a member who played it wants to learn; `data.learning.appraisals` says for which members
it is analysed. A process that analyses a match claims it under its name for a while (a lease), as
with `data.play.thinking`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from data.database.columns import columns, insert, values
from data.database.transaction import Transaction

DUE: Final = "user_id = ? AND (due_day <= ? OR due_day > ?)"
"""Condition: a member's exercises that are due today.

An exercise planned further ahead than any can be is due too: it was planned by a clock that was
wrong.
"""


@dataclass(frozen=True, slots=True)
class ExerciseRow:
    """A member's exercise: `told` is its line of text, `key` identifies it.

    It is due from `due_day` on, which is `None` once they know it. `step` says how many days later it
    comes back then.
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
    """Have a match analysed from a time on, or sooner if that is already planned."""
    sql = (
        "INSERT INTO learning (match_id, not_before) VALUES (?, ?) ON CONFLICT (match_id)"
        " DO UPDATE SET not_before = excluded.not_before WHERE learning.not_before > excluded.not_before"
    )
    await tx.run(sql, match_id, at)


async def learners(tx: Transaction, match_id: int) -> list[int]:
    """Return who played a match themselves and wants to learn."""
    sql = (
        "SELECT seat.user_id AS user_id FROM seat"
        " JOIN preference ON preference.user_id = seat.user_id AND preference.learning = 1"
        " WHERE seat.match_id = ? AND seat.team = 0 ORDER BY seat.seat"
    )
    rows = await tx.all(sql, match_id)
    return [row["user_id"] for row in rows]


async def to_solve(tx: Transaction, user_id: int) -> int:
    """Return how many exercises a member has that they do not know yet."""
    row = await tx.one(
        "SELECT COUNT(*) AS count FROM exercise WHERE user_id = ? AND due_day IS NOT NULL", user_id
    )
    return int(row["count"]) if row else 0


async def keep(tx: Transaction, row: ExerciseRow) -> None:
    """Store an exercise; one that is there already stays as it is."""
    await tx.run(*insert("exercise", values(row), "ON CONFLICT (user_id, key) DO NOTHING"))


async def get(tx: Transaction, user_id: int, key: str) -> ExerciseRow | None:
    """Return a member's exercise by its key."""
    row = await tx.one(
        f"SELECT {columns(ExerciseRow)} FROM exercise WHERE user_id = ? AND key = ?", user_id, key
    )
    return ExerciseRow(**row) if row else None


async def due(tx: Transaction, user_id: int, today: int, farthest: int) -> Sequence[ExerciseRow]:
    """Return a member's exercises that are due `today`.

    The ones known least come first, of these the newest. None is planned for a day after `farthest`
    unless a clock was wrong, so such an exercise is due too.
    """
    sql = f"SELECT {columns(ExerciseRow)} FROM exercise WHERE {DUE} ORDER BY step, made_at DESC, key"
    rows = await tx.all(sql, user_id, today, farthest)
    return [ExerciseRow(**row) for row in rows]


async def due_count(tx: Transaction, user_id: int, today: int, farthest: int) -> int:
    """Return how many of a member's exercises are due `today`, as `due` lists them."""
    sql = f"SELECT COUNT(*) AS count FROM exercise WHERE {DUE}"
    row = await tx.one(sql, user_id, today, farthest)
    return int(row["count"]) if row else 0


async def next_day(tx: Transaction, user_id: int, today: int) -> int | None:
    """Return the first day after `today` on which a member's exercise is due.

    Return `None` if none is planned.
    """
    row = await tx.one(
        "SELECT MIN(due_day) AS day FROM exercise WHERE user_id = ? AND due_day > ?", user_id, today
    )
    return row["day"] if row else None


async def plan(tx: Transaction, user_id: int, key: str, *, step: int, due_day: int | None) -> None:
    """Store when an exercise comes back."""
    sql = "UPDATE exercise SET step = ?, due_day = ? WHERE user_id = ? AND key = ?"
    await tx.run(sql, step, due_day, user_id, key)


async def drop_person(tx: Transaction, user_id: int) -> None:
    """Delete all exercises of a member."""
    await tx.run("DELETE FROM exercise WHERE user_id = ?", user_id)
