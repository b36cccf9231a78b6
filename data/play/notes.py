"""Private notes that players write about moves of a match.

Players can share them once the match is over.
"""

from dataclasses import dataclass
from typing import Final

from data.database.columns import column_list, column_values, from_row, insert_statement
from data.database.transaction import Transaction


@dataclass(frozen=True, slots=True)
class NoteRow:
    """A member's note about move number `ply`, counted from 1 for both players.

    `move` is the move that had been made there when the note was written, in English notation. After a
    take-back, it may no longer be the move of the match.
    """

    match_id: int
    user_id: int
    ply: int
    move: str
    text: str
    at: float


_NOTE: Final = column_list(NoteRow)


async def list_for_user(tx: Transaction, match_id: int, user_id: int) -> list[NoteRow]:
    """Return a member's notes on a match, ordered by move."""
    rows = await tx.all(
        f"SELECT {_NOTE} FROM note WHERE match_id = ? AND user_id = ? ORDER BY ply", match_id, user_id
    )
    return [from_row(NoteRow, row) for row in rows]


async def put(tx: Transaction, row: NoteRow) -> None:
    """Store a note; the member must not have one about the same move yet."""
    await tx.run(*insert_statement("note", column_values(row)))


async def drop(tx: Transaction, match_id: int, user_id: int, ply: int) -> None:
    """Delete a note."""
    await tx.run("DELETE FROM note WHERE match_id = ? AND user_id = ? AND ply = ?", match_id, user_id, ply)


async def count(tx: Transaction, user_id: int) -> int:
    """Return the total number of a member's notes in all matches."""
    return await tx.count("SELECT COUNT(*) AS count FROM note WHERE user_id = ?", user_id)


async def list_sharing_users(tx: Transaction, match_id: int) -> frozenset[int]:
    """Return the IDs of the users who share their notes on a match."""
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
