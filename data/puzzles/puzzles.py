"""The puzzles that each user has solved or been shown."""

from dataclasses import dataclass

from data.database.transaction import Transaction


@dataclass(frozen=True, slots=True)
class PuzzleRow:
    """A puzzle that a member has solved or was shown the solution of.

    `day` is a number of days since the epoch, in the member's time zone.
    """

    user_id: int
    key: str
    solved: bool
    day: int


async def add(tx: Transaction, puzzle: PuzzleRow) -> None:
    """Store that a member has solved a puzzle or was shown its solution.

    The first such record is kept, and the last day on which the solution was shown. A member who took a
    hint before solving it keeps the mark `hinted`.
    """
    sql = (
        "INSERT INTO puzzle (user_id, key, solved, day) VALUES (?, ?, ?, ?) ON CONFLICT (user_id, key) DO UPDATE"
        " SET solved = excluded.solved, hinted = excluded.solved, day = excluded.day"
        " WHERE puzzle.hinted = 1 AND puzzle.solved = 0"
    )
    await tx.run(sql, puzzle.user_id, puzzle.key, int(puzzle.solved), puzzle.day)
    if not puzzle.solved:
        sql = "UPDATE puzzle SET shown = ? WHERE user_id = ? AND key = ?"
        await tx.run(sql, puzzle.day, puzzle.user_id, puzzle.key)


async def list_shown_since(tx: Transaction, user_id: int, day: int) -> set[str]:
    """Return the puzzles whose solutions a user was shown since a day."""
    rows = await tx.all("SELECT key FROM puzzle WHERE user_id = ? AND shown >= ?", user_id, day)
    return {row["key"] for row in rows}


async def add_hint(tx: Transaction, user_id: int, key: str, *, day: int) -> None:
    """Store that a member took a hint for a puzzle, unless they are done with it."""
    sql = (
        "INSERT INTO puzzle (user_id, key, solved, day, hinted) VALUES (?, ?, 0, ?, 1)"
        " ON CONFLICT (user_id, key) DO NOTHING"
    )
    await tx.run(sql, user_id, key, day)


async def was_helped(tx: Transaction, user_id: int, key: str) -> bool:
    """Whether a member had help with a puzzle before solving it.

    Help is a hint or being shown the solution.
    """
    sql = "SELECT 1 AS found FROM puzzle WHERE user_id = ? AND key = ? AND (solved = 0 OR hinted = 1)"
    row = await tx.one(sql, user_id, key)
    return row is not None


async def list_for_user(tx: Transaction, user_id: int) -> list[PuzzleRow]:
    """Return the puzzles that a user has solved or been shown.

    The list is never longer than the number of existing puzzles.
    """
    sql = (
        "SELECT user_id, key, solved, day FROM puzzle WHERE user_id = ? AND (solved = 1 OR hinted = 0)"
        " ORDER BY key"
    )
    rows = await tx.all(sql, user_id)
    return [PuzzleRow(**row | {"solved": bool(row["solved"])}) for row in rows]
