"""When the board of a running match next changes because no player moves.

Only those matches are in the index.
"""

from data.database.transaction import Transaction
from data.play import matches
from data.play.matches import MatchRow


async def due(tx: Transaction, now: float, limit: int) -> list[MatchRow]:
    """Return the matches that are due at `now`, the earliest first, to be changed."""
    rows = await tx.all(
        f"SELECT id FROM match WHERE due_at <= ? ORDER BY due_at LIMIT ?{tx.unheld}", now, limit
    )
    return [row for each in rows if (row := await matches.get(tx, each["id"]))]


async def next_due(tx: Transaction) -> float | None:
    """Return when the next match is due, `None` if none ever is."""
    row = await tx.one("SELECT MIN(due_at) AS due_at FROM match WHERE due_at IS NOT NULL")
    return row["due_at"] if row else None


async def set_due(tx: Transaction, match_id: int, due_at: float | None) -> None:
    """Store when a match is due; `None`: not before its next move."""
    await tx.run("UPDATE match SET due_at = ? WHERE id = ?", due_at, match_id)


async def set_absent(tx: Transaction, match_id: int, *, at: float | None, due_at: float) -> None:
    """Store that the player to move was found to have left the server.

    With `None` they are back.
    """
    await tx.run("UPDATE match SET absent_at = ?, due_at = ? WHERE id = ?", at, due_at, match_id)
