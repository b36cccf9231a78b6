"""Exercises from members' own finished matches, and the matches to analyse.

The rows say which matches are to be analysed and when each exercise comes back. A match is included
only if a member who played it wants to learn; `data.learning.appraisals` says for which members it
is analysed. A process claims a match under its name for a limited time (a lease) while analysing
it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from data.database.columns import column_list, column_values, insert_statement
from data.database.transaction import Transaction

DUE: Final = "user_id = ? AND (due_day <= ? OR due_day > ?)"
"""Condition: a member's exercises that are due today.

An exercise planned further ahead than any can be is due too: it was planned by a clock that was
wrong.
"""


@dataclass(frozen=True, slots=True)
class ExerciseRow:
    """An exercise of a member, made from one of their matches.

    `told` is the exercise as a line of text, and `key` identifies it. It is due from the day `due_day`
    on, or never again if that is `None` because the member knows it. `step` is its position in the
    schedule of lengthening intervals.
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
    """Schedule the analysis of a match, or move it forward to `at`.

    If it is already scheduled for an earlier time, that time stays.
    """
    sql = (
        "INSERT INTO learning (match_id, not_before) VALUES (?, ?) ON CONFLICT (match_id)"
        " DO UPDATE SET not_before = excluded.not_before WHERE learning.not_before > excluded.not_before"
    )
    await tx.run(sql, match_id, at)


async def list_learners(tx: Transaction, match_id: int) -> list[int]:
    """Return the IDs of the players of a match who want to learn.

    Members who played it only as part of a team are left out.
    """
    sql = (
        "SELECT seat.user_id AS user_id FROM seat"
        " JOIN preference ON preference.user_id = seat.user_id AND preference.learning = 1"
        " WHERE seat.match_id = ? AND seat.team = 0 ORDER BY seat.seat"
    )
    rows = await tx.all(sql, match_id)
    return [row["user_id"] for row in rows]


async def count_unsolved(tx: Transaction, user_id: int) -> int:
    """Return the number of exercises that a member does not know yet."""
    return await tx.count(
        "SELECT COUNT(*) AS count FROM exercise WHERE user_id = ? AND due_day IS NOT NULL", user_id
    )


async def add(tx: Transaction, row: ExerciseRow) -> None:
    """Store an exercise unless it is already there."""
    await tx.run(*insert_statement("exercise", column_values(row), "ON CONFLICT (user_id, key) DO NOTHING"))


async def get(tx: Transaction, user_id: int, key: str) -> ExerciseRow | None:
    """Return a member's exercise with the given key, or `None`."""
    row = await tx.one(
        f"SELECT {column_list(ExerciseRow)} FROM exercise WHERE user_id = ? AND key = ?", user_id, key
    )
    return ExerciseRow(**row) if row else None


async def list_due(tx: Transaction, user_id: int, today: int, farthest: int) -> Sequence[ExerciseRow]:
    """Return a member's exercises that are due `today`.

    Those that the member knows least come first, and newer ones before older ones. Exercises scheduled
    for a day after `farthest` are due too, because only a wrong clock can have scheduled them.
    """
    sql = f"SELECT {column_list(ExerciseRow)} FROM exercise WHERE {DUE} ORDER BY step, made_at DESC, key"
    rows = await tx.all(sql, user_id, today, farthest)
    return [ExerciseRow(**row) for row in rows]


async def count_due(tx: Transaction, user_id: int, today: int, farthest: int) -> int:
    """Return the number of a member's exercises that are due `today`.

    It counts the exercises that `list_due` returns.
    """
    sql = f"SELECT COUNT(*) AS count FROM exercise WHERE {DUE}"
    return await tx.count(sql, user_id, today, farthest)


async def next_due_day(tx: Transaction, user_id: int, today: int) -> int | None:
    """Return the first day after `today` on which an exercise of a member is due.

    Return `None` if there is none.
    """
    return await tx.value(
        "SELECT MIN(due_day) AS day FROM exercise WHERE user_id = ? AND due_day > ?", user_id, today
    )


async def schedule(tx: Transaction, user_id: int, key: str, *, step: int, due_day: int | None) -> None:
    """Store when an exercise comes back."""
    sql = "UPDATE exercise SET step = ?, due_day = ? WHERE user_id = ? AND key = ?"
    await tx.run(sql, step, due_day, user_id, key)


async def drop_person(tx: Transaction, user_id: int) -> None:
    """Delete all exercises of a member."""
    await tx.run("DELETE FROM exercise WHERE user_id = ?", user_id)
