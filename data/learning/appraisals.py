"""How a member played in their finished matches, one small row per match.

A row says that the match was analysed for the member, or is to be. Rows are made only for members
who want to learn, of their own moves, and are deleted as soon as they no longer want that. An
analysis for an opponent makes no row for the member: it would reveal that the opponent learns.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from data.database.columns import upsert, values
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
    """Findings on a member in one match: their accuracy, and what each third lost.

    `accuracy` is in hundredths. Losses are in thousandths of the chance to win, like the `cost` of
    the most costly move, which is at `ply`. `lesson` is the code of what was wrong with that move,
    `decided` the third in which the match was decided. `accuracy` is also `None` if the analysis
    failed: it is not repeated.
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
    """A member's match that came to a result, with their `seat` and the findings.

    `winner` is the seat that won, `control` the clock in its stored form. `accuracy` is `None` if the
    match was not analysed.
    """

    id: int
    version: int
    game: str
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


_OF_MATCH: Final = ("id", "version", "game", "winner", "plies", "updated_at")
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


async def keep(tx: Transaction, row: AppraisalRow) -> None:
    """Store the findings on a member in a match, or that it is `WAITING`.

    Earlier findings stay as they are.
    """
    statement, *given = upsert("appraisal", "user_id, match_id", values(row))
    await tx.run(f"{statement} WHERE appraisal.lesson = '{WAITING}'", *given)


async def waiting_for(tx: Transaction, match_id: int) -> dict[int, int]:
    """Return for whom a match is still to be looked through, by seat."""
    sql = (
        "SELECT seat.seat AS seat, seat.user_id AS user_id FROM seat"
        " JOIN appraisal ON appraisal.match_id = seat.match_id AND appraisal.user_id = seat.user_id"
        f" WHERE seat.match_id = ? AND appraisal.lesson = '{WAITING}' ORDER BY seat.seat"
    )
    rows = await tx.all(sql, match_id)
    return {row["seat"]: row["user_id"] for row in rows}


async def waiting_of(tx: Transaction, user_id: int) -> int:
    """Return how many matches are yet to be analysed for a member."""
    row = await tx.one(
        f"SELECT COUNT(*) AS count FROM appraisal WHERE user_id = ? AND lesson = '{WAITING}'", user_id
    )
    return int(row["count"]) if row else 0


async def finished_matches(tx: Transaction, user_id: int, *, limit: int) -> Sequence[FinishedRow]:
    """Return a member's matches that came to a result, newest first."""
    sql = (
        f"SELECT {_FINISHED} FROM seat JOIN match ON match.id = seat.match_id"
        " LEFT JOIN clock ON clock.match_id = match.id"
        " LEFT JOIN appraisal ON appraisal.match_id = match.id AND appraisal.user_id = seat.user_id"
        f" WHERE {FINISHED} ORDER BY seat.match_id DESC LIMIT ?"
    )
    rows = await tx.all(sql, user_id, limit)
    return [FinishedRow(**row) for row in rows]


async def next_to_look_at(tx: Transaction, user_id: int, *, least: int, most: int) -> int | None:
    """Return a member's newest match that was not analysed for them yet.

    It has `least` to `most` moves. Return `None` if there is none, or if each of them already waits
    for it.
    """
    sql = (
        "SELECT match.id AS id FROM seat JOIN match ON match.id = seat.match_id"
        f" WHERE {FINISHED} AND match.plies BETWEEN ? AND ? AND match.set_aside IS NULL"
        " AND NOT EXISTS (SELECT 1 FROM appraisal"
        " WHERE appraisal.match_id = match.id AND appraisal.user_id = seat.user_id)"
        " ORDER BY seat.match_id DESC LIMIT 1"
    )
    row = await tx.one(sql, user_id, least, most)
    return row["id"] if row else None


async def drop_person(tx: Transaction, user_id: int) -> None:
    """Delete all findings on a member."""
    await tx.run("DELETE FROM appraisal WHERE user_id = ?", user_id)
