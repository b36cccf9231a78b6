"""How a member played in each of their finished matches, one row per match.

A row says that the match has been analysed for the member, or is waiting to be. Rows exist only for
members who want to learn and concern only their own moves; they are deleted as soon as the member
no longer wants that. Analysing a match for one player makes no row for the opponent, because that
would reveal that the player is learning.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from data.database.columns import column_values, upsert_statement
from data.database.transaction import Transaction
from data.play.listing import DECIDED

FINISHED: Final = (
    f"seat.user_id = ? AND seat.running = 0 AND seat.team = 0 AND match.status = 'over' AND {DECIDED}"
)
"""Condition: matches that a user played in person and that came to a result."""
WAITING: Final = "waiting"
"""Stands in place of the lesson for a match that is yet to be analysed for a user."""


@dataclass(frozen=True, slots=True)
class AppraisalRow:
    """The findings about a member in one match: accuracy and losses.

    `accuracy` is in hundredths. The losses in each third of the match are in thousandths of the chance
    to win, as is the `cost` of the costliest move, which is number `ply`. `lesson` is the code of what
    was wrong with that move, and `decided` is the third of the match in which it was decided.
    `accuracy` is also `None` if the analysis failed; it is not repeated.
    """

    user_id: int
    match_id: int
    accuracy: int | None = None
    lost_early: int = 0
    lost_middle: int = 0
    lost_late: int = 0
    ply: int | None = None
    cost: int = 0
    lesson: str | None = None
    decided: int | None = None


@dataclass(frozen=True, slots=True)
class FinishedRow:
    """A member's finished match with their `seat` and the findings about them.

    The match came to a result. `options` is JSON text, `winner` a seat, `control` the time control in its
    stored form.
    `accuracy` is `None` if the match was not analysed.
    """

    id: int
    version: int
    game: str
    options: str
    winner: int | None
    plies: int
    updated_at: float
    seat: int
    control: str | None
    accuracy: int | None
    lost_early: int | None
    lost_middle: int | None
    lost_late: int | None
    ply: int | None
    cost: int | None
    lesson: str | None
    decided: int | None = None


_OF_MATCH: Final = ("id", "version", "game", "options", "winner", "plies", "updated_at")
_OF_APPRAISAL: Final = (
    "accuracy",
    "lost_early",
    "lost_middle",
    "lost_late",
    "ply",
    "cost",
    "lesson",
    "decided",
)
_FINISHED: Final = ", ".join(
    (
        *(f"match.{name}" for name in _OF_MATCH),
        "seat.seat",
        "clock.control",
        *(f"appraisal.{name}" for name in _OF_APPRAISAL),
    )
)


async def save(tx: Transaction, row: AppraisalRow) -> None:
    """Store the findings about a member in a match, or mark them `WAITING`.

    Findings that are already stored stay unchanged.
    """
    statement, *given = upsert_statement("appraisal", "user_id, match_id", column_values(row))
    await tx.run(f"{statement} WHERE appraisal.lesson = '{WAITING}'", *given)


async def list_waiting_players(tx: Transaction, match_id: int) -> dict[int, int]:
    """Return the players for whom a match waits to be analysed: user IDs by seat."""
    sql = (
        "SELECT seat.seat AS seat, seat.user_id AS user_id FROM seat"
        " JOIN appraisal ON appraisal.match_id = seat.match_id AND appraisal.user_id = seat.user_id"
        f" WHERE seat.match_id = ? AND appraisal.lesson = '{WAITING}' ORDER BY seat.seat"
    )
    rows = await tx.all(sql, match_id)
    return {row["seat"]: row["user_id"] for row in rows}


async def count_waiting(tx: Transaction, user_id: int) -> int:
    """Return the number of matches that wait to be analysed for a member."""
    return await tx.count(
        f"SELECT COUNT(*) AS count FROM appraisal WHERE user_id = ? AND lesson = '{WAITING}'", user_id
    )


async def list_finished(tx: Transaction, user_id: int, *, limit: int) -> Sequence[FinishedRow]:
    """Return a member's matches that came to a result, newest first."""
    sql = (
        f"SELECT {_FINISHED} FROM seat JOIN match ON match.id = seat.match_id"
        " LEFT JOIN clock ON clock.match_id = match.id"
        " LEFT JOIN appraisal ON appraisal.match_id = match.id AND appraisal.user_id = seat.user_id"
        f" WHERE {FINISHED} ORDER BY seat.match_id DESC LIMIT ?"
    )
    rows = await tx.all(sql, user_id, limit)
    return [FinishedRow(**row) for row in rows]


async def find_next_unanalysed(
    tx: Transaction, user_id: int, *, min_plies: int, max_plies: int
) -> int | None:
    """Return the ID of a member's newest match that has no appraisal row yet.

    It has `min_plies` to `max_plies` moves. Return `None` if there is no such match; matches that
    already wait to be analysed are left out.
    """
    sql = (
        "SELECT match.id AS id FROM seat JOIN match ON match.id = seat.match_id"
        f" WHERE {FINISHED} AND match.plies BETWEEN ? AND ? AND match.set_aside IS NULL"
        " AND NOT EXISTS (SELECT 1 FROM appraisal"
        " WHERE appraisal.match_id = match.id AND appraisal.user_id = seat.user_id)"
        " ORDER BY seat.match_id DESC LIMIT 1"
    )
    return await tx.value(sql, user_id, min_plies, max_plies)


async def drop_person(tx: Transaction, user_id: int) -> None:
    """Delete all findings about a member."""
    await tx.run("DELETE FROM appraisal WHERE user_id = ?", user_id)
