"""Notes that people have written about moves of a match for themselves.

Also: which players share their notes after the match.
"""

from dataclasses import dataclass
from typing import Final

from data.database.columns import columns, from_row, insert, values
from data.database.transaction import Transaction


@dataclass(frozen=True, slots=True)
class NoteRow:
    """A member's note about a move; `ply` counts the moves of both players from 1.

    `move` is the move that was made there at the time, as people read it in English; after a
    take-back it may be another one.
    """

    match_id: int
    user_id: int
    ply: int
    move: str
    text: str
    at: float


_NOTE: Final = columns(NoteRow)


async def of_user(tx: Transaction, match_id: int, user_id: int) -> list[NoteRow]:
    """Return a member's notes on a match, by move."""
    rows = await tx.all(
        f"SELECT {_NOTE} FROM note WHERE match_id = ? AND user_id = ? ORDER BY ply", match_id, user_id
    )
    return [from_row(NoteRow, row) for row in rows]


async def put(tx: Transaction, row: NoteRow) -> None:
    """Store a note about a move that its writer has no other one about."""
    await tx.run(*insert("note", values(row)))


async def drop(tx: Transaction, match_id: int, user_id: int, ply: int) -> None:
    """Delete a note."""
    await tx.run("DELETE FROM note WHERE match_id = ? AND user_id = ? AND ply = ?", match_id, user_id, ply)


async def count(tx: Transaction, user_id: int) -> int:
    """Return how many notes a member has in all matches together."""
    row = await tx.one("SELECT COUNT(*) AS count FROM note WHERE user_id = ?", user_id)
    return int(row["count"]) if row else 0


async def sharing_users(tx: Transaction, match_id: int) -> frozenset[int]:
    """Return the users who share their notes on a match beside its replay."""
    rows = await tx.all("SELECT user_id FROM note_consent WHERE match_id = ?", match_id)
    return frozenset(row["user_id"] for row in rows)


async def set_sharing(tx: Transaction, match_id: int, user_id: int, *, on: bool) -> None:
    """Store whether a member shares their notes on a match."""
    if on:
        sql = (
            "INSERT INTO note_consent (match_id, user_id) VALUES (?, ?)"
            " ON CONFLICT (match_id, user_id) DO NOTHING"
        )
        await tx.run(sql, match_id, user_id)
    else:
        await tx.run("DELETE FROM note_consent WHERE match_id = ? AND user_id = ?", match_id, user_id)
