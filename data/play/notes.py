"""Notes that people have written about moves of a match for themselves, and which players let them be seen after it."""

from dataclasses import dataclass
from typing import Final

from data.database.columns import columns, insert, read, values
from data.database.transaction import Transaction


@dataclass(frozen=True, slots=True)
class NoteRow:
    """What somebody has noted about a move: `ply` counts those of both players from 1.

    `move` is the one that was made there then, as people read it in English; after a take-back another may be.
    """

    match_id: int
    user_id: int
    ply: int
    move: str
    text: str
    at: float


_NOTE: Final = columns(NoteRow)


async def of_user(tx: Transaction, match_id: int, user_id: int) -> list[NoteRow]:
    """Return the notes of somebody on a match, by move."""
    rows = await tx.all(
        f"SELECT {_NOTE} FROM note WHERE match_id = ? AND user_id = ? ORDER BY ply", match_id, user_id
    )
    return [read(NoteRow, row) for row in rows]


async def put(tx: Transaction, row: NoteRow) -> None:
    """Store a note about a move that its writer has no other one about."""
    await tx.run(*insert("note", values(row)))


async def drop(tx: Transaction, match_id: int, user_id: int, ply: int) -> None:
    """Delete a note."""
    await tx.run("DELETE FROM note WHERE match_id = ? AND user_id = ? AND ply = ?", match_id, user_id, ply)


async def count(tx: Transaction, user_id: int) -> int:
    """Return how many notes somebody has in all matches together."""
    row = await tx.one("SELECT COUNT(*) AS count FROM note WHERE user_id = ?", user_id)
    return int(row["count"]) if row else 0


async def agreed(tx: Transaction, match_id: int) -> frozenset[int]:
    """Return who lets their notes on a match be seen beside its replay."""
    rows = await tx.all("SELECT user_id FROM note_consent WHERE match_id = ?", match_id)
    return frozenset(row["user_id"] for row in rows)


async def agree(tx: Transaction, match_id: int, user_id: int, *, on: bool) -> None:
    """Store that somebody lets their notes on a match be seen, or does not any more."""
    if on:
        await tx.run(
            "INSERT INTO note_consent (match_id, user_id) VALUES (?, ?)"
            " ON CONFLICT (match_id, user_id) DO NOTHING",
            match_id, user_id,
        )  # fmt: skip
    else:
        await tx.run("DELETE FROM note_consent WHERE match_id = ? AND user_id = ?", match_id, user_id)
