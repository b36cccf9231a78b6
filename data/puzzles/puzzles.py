"""The puzzles that each user has been through."""

from dataclasses import dataclass

from data.database.transaction import Transaction


@dataclass(frozen=True, slots=True)
class PuzzleRow:
    """A puzzle that a member has `solved` or was shown; `day` counts from the epoch."""

    user_id: int
    key: str
    solved: bool
    day: int


async def add(tx: Transaction, puzzle: PuzzleRow) -> None:
    """Store a puzzle that a member has been through.

    The first record of it stays, unless that was a hint. A member who has solved it after a hint
    stays `hinted`.
    """
    sql = (
        "INSERT INTO puzzle (user_id, key, solved, day) VALUES (?, ?, ?, ?) ON CONFLICT (user_id, key) DO UPDATE"
        " SET solved = excluded.solved, hinted = excluded.solved, day = excluded.day"
        " WHERE puzzle.hinted = 1 AND puzzle.solved = 0"
    )
    await tx.run(sql, puzzle.user_id, puzzle.key, int(puzzle.solved), puzzle.day)


async def add_hinted(tx: Transaction, user_id: int, key: str, *, day: int) -> None:
    """Store that a member took a hint in a puzzle, unless they have been through it."""
    sql = (
        "INSERT INTO puzzle (user_id, key, solved, day, hinted) VALUES (?, ?, 0, ?, 1)"
        " ON CONFLICT (user_id, key) DO NOTHING"
    )
    await tx.run(sql, user_id, key, day)


async def was_helped(tx: Transaction, user_id: int, key: str) -> bool:
    """Whether a member had help with a puzzle before they solved it.

    They took a hint, or were shown how to solve it.
    """
    sql = "SELECT 1 AS found FROM puzzle WHERE user_id = ? AND key = ? AND (solved = 0 OR hinted = 1)"
    row = await tx.one(sql, user_id, key)
    return row is not None


async def of_user(tx: Transaction, user_id: int) -> list[PuzzleRow]:
    """Return the puzzles that a user has been through.

    There are no more of them than there are puzzles.
    """
    sql = (
        "SELECT user_id, key, solved, day FROM puzzle WHERE user_id = ? AND (solved = 1 OR hinted = 0)"
        " ORDER BY key"
    )
    rows = await tx.all(sql, user_id)
    return [PuzzleRow(**row | {"solved": bool(row["solved"])}) for row in rows]
