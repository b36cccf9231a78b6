"""The puzzles that each user has been through."""

from dataclasses import dataclass

from data.transaction import Transaction


@dataclass(frozen=True, slots=True)
class PuzzleRow:
    """A puzzle that somebody has `solved`, or else was shown; `day` counts from the epoch."""

    user_id: int
    key: str
    solved: bool
    day: int


async def add(tx: Transaction, puzzle: PuzzleRow) -> None:
    """Note a puzzle; what was noted of it first stays."""
    await tx.run(
        "INSERT INTO puzzle (user_id, key, solved, day) VALUES (?, ?, ?, ?) ON CONFLICT (user_id, key) DO NOTHING",
        puzzle.user_id,
        puzzle.key,
        int(puzzle.solved),
        puzzle.day,
    )


async def of_user(tx: Transaction, user_id: int) -> list[PuzzleRow]:
    """Return the puzzles that a user has been through: there are no more than those there are."""
    rows = await tx.all(
        "SELECT user_id, key, solved, day FROM puzzle WHERE user_id = ? ORDER BY key", user_id
    )
    return [PuzzleRow(**row | {"solved": bool(row["solved"])}) for row in rows]
