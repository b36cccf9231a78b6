"""Conditional moves: lines of a seat of a running match from one position.

That position is identified by the event that led to it. Events never change, so the same event is
the same position with the same past: how often it has been repeated, and everything else that
counts towards a draw.
"""

import json
from dataclasses import dataclass
from typing import Any

from data.database.columns import must_fit, upsert
from data.database.errors import sound_rows
from data.database.transaction import Row, Transaction

ConditionalLine = tuple[str, ...]
"""Moves as written, one after the other."""


@dataclass(frozen=True, slots=True)
class PreparedLines:
    """The lines that one player of a match has prepared.

    The event `since` led to the position where all lines begin; 0 is the start.
    """

    seat: int
    user_id: int
    since: int
    lines: tuple[ConditionalLine, ...]


async def of_match(tx: Transaction, match_id: int) -> list[PreparedLines]:
    """Return what the players of a match have prepared, by seat."""
    with sound_rows(match_id):
        rows = await tx.all(
            "SELECT seat, user_id, since, lines FROM advance WHERE match_id = ? ORDER BY seat", match_id
        )
        return [_from_row(row) for row in rows]


async def put(tx: Transaction, match_id: int, prepared: PreparedLines) -> None:
    """Store the lines that a seat has prepared, in place of its former ones.

    Without any lines, nothing is kept.
    """
    if not prepared.lines:
        await tx.run("DELETE FROM advance WHERE match_id = ? AND seat = ?", match_id, prepared.seat)
        return
    stored: dict[str, Any] = {
        "match_id": match_id,
        "seat": prepared.seat,
        "user_id": prepared.user_id,
        "since": prepared.since,
        "lines": json.dumps(prepared.lines, ensure_ascii=False),
    }
    await tx.run(*upsert("advance", "match_id, seat", stored, changed=("user_id", "since", "lines")))


async def drop(tx: Transaction, match_id: int) -> None:
    """Delete what both players of a match have prepared."""
    await tx.run("DELETE FROM advance WHERE match_id = ?", match_id)


def _from_row(row: Row) -> PreparedLines:
    lines = json.loads(row["lines"])
    if not (isinstance(lines, list) and all(isinstance(line, list) and line for line in lines)):
        raise ValueError(row["lines"])
    prepared = PreparedLines(**row | {"lines": tuple(map(tuple, lines))})
    must_fit(prepared)
    return prepared
