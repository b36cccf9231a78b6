"""Conditional moves: replies that a player stores in advance.

All lines of a player begin from one position, which is identified by the event that led to it.
Events never change, so the same event means the same position with the same history, including
everything that counts towards a draw.
"""

import json
from dataclasses import dataclass
from typing import Any

from data.database.columns import check_field_types, upsert_statement
from data.database.errors import translate_row_errors
from data.database.transaction import Row, Transaction

ConditionalLine = tuple[str, ...]
"""Moves as written, one after the other."""


@dataclass(frozen=True, slots=True)
class PreparedLines:
    """The lines of conditional moves that one player of a match has prepared.

    The event `since` led to the position where all lines begin; 0 is the start of the match.
    """

    seat: int
    user_id: int
    since: int
    lines: tuple[ConditionalLine, ...]


async def list_for_match(tx: Transaction, match_id: int) -> list[PreparedLines]:
    """Return the conditional moves of both players of a match, by seat."""
    with translate_row_errors(match_id):
        rows = await tx.all(
            "SELECT seat, user_id, since, lines FROM advance WHERE match_id = ? ORDER BY seat", match_id
        )
        return [_from_row(row) for row in rows]


async def put(tx: Transaction, match_id: int, prepared: PreparedLines) -> None:
    """Store a player's conditional moves, replacing the earlier ones.

    If there are no lines, the earlier ones are only deleted.
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
    await tx.run(
        *upsert_statement("advance", "match_id, seat", stored, changed=("user_id", "since", "lines"))
    )


async def drop(tx: Transaction, match_id: int) -> None:
    """Delete the conditional moves of both players of a match."""
    await tx.run("DELETE FROM advance WHERE match_id = ?", match_id)


def _from_row(row: Row) -> PreparedLines:
    lines = json.loads(row["lines"])
    if not (isinstance(lines, list) and all(isinstance(line, list) and line for line in lines)):
        raise ValueError(row["lines"])
    prepared = PreparedLines(**row | {"lines": tuple(map(tuple, lines))})
    check_field_types(prepared)
    return prepared
