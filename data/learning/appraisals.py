"""How somebody played in their finished matches: a small row of each that was, or is to be, looked through for them.

Rows are made only for those who want to learn, of their own moves, and go as soon as they want that no more. What is
looked through for their opponent makes none of theirs: it would tell that the opponent learns.
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
"""Matches that somebody played themselves, and that came to a result."""
WAITING: Final = "waiting"
"""Stands in the place of the lesson of a match that is still to be looked through for somebody."""


@dataclass(frozen=True, slots=True)
class AppraisalRow:
    """What a look through a match found of somebody: their accuracy in hundredths, and what each third lost.

    That is in thousandths of the chance to win, like the `cost` of the move that cost most, which is at `ply`; `lesson`
    is the code of what was wrong with it, `decided` the third in which the match was decided. `accuracy` is `None` also
    where the look failed: nobody looks again.
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
    """A match of somebody that came to a result, with the `seat` they had, and what a look through it found.

    `winner` is the seat that won, `control` its clock as it is stored. Where nobody has looked, `accuracy` is `None`.
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
    """Store what was found of somebody in a match, or that it is `WAITING`; what was found before stays as it is."""
    statement, *given = upsert("appraisal", "user_id, match_id", values(row))
    await tx.run(f"{statement} WHERE appraisal.lesson = '{WAITING}'", *given)


async def waiting_for(tx: Transaction, match_id: int) -> dict[int, int]:
    """Return for whom a match is still to be looked through, by seat."""
    rows = await tx.all(
        "SELECT seat.seat AS seat, seat.user_id AS user_id FROM seat"
        " JOIN appraisal ON appraisal.match_id = seat.match_id AND appraisal.user_id = seat.user_id"
        f" WHERE seat.match_id = ? AND appraisal.lesson = '{WAITING}' ORDER BY seat.seat",
        match_id,
    )
    return {row["seat"]: row["user_id"] for row in rows}


async def waiting_of(tx: Transaction, user_id: int) -> int:
    """Return how many matches are still to be looked through for somebody."""
    row = await tx.one(
        f"SELECT COUNT(*) AS count FROM appraisal WHERE user_id = ? AND lesson = '{WAITING}'", user_id
    )
    return int(row["count"]) if row else 0


async def finished(tx: Transaction, user_id: int, *, limit: int) -> Sequence[FinishedRow]:
    """Return the matches of somebody that came to a result, the newest first."""
    rows = await tx.all(
        f"SELECT {_FINISHED} FROM seat JOIN match ON match.id = seat.match_id"
        " LEFT JOIN clock ON clock.match_id = match.id"
        " LEFT JOIN appraisal ON appraisal.match_id = match.id AND appraisal.user_id = seat.user_id"
        f" WHERE {FINISHED} ORDER BY seat.match_id DESC LIMIT ?",
        user_id, limit,
    )  # fmt: skip
    return [FinishedRow(**row) for row in rows]


async def next_to_look_at(tx: Transaction, user_id: int, *, least: int, most: int) -> int | None:
    """Return the newest match of somebody, of `least` to `most` moves, that was not looked through for them yet.

    `None` where there is none, or each waits for it already.
    """
    row = await tx.one(
        "SELECT match.id AS id FROM seat JOIN match ON match.id = seat.match_id"
        f" WHERE {FINISHED} AND match.plies BETWEEN ? AND ? AND match.set_aside IS NULL"
        " AND NOT EXISTS (SELECT 1 FROM appraisal"
        " WHERE appraisal.match_id = match.id AND appraisal.user_id = seat.user_id)"
        " ORDER BY seat.match_id DESC LIMIT 1",
        user_id, least, most,
    )  # fmt: skip
    return row["id"] if row else None


async def drop_person(tx: Transaction, user_id: int) -> None:
    """Delete all that was found of somebody."""
    await tx.run("DELETE FROM appraisal WHERE user_id = ?", user_id)
