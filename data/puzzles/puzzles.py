"""The puzzles that each user has been through."""

from dataclasses import dataclass

from data.database.transaction import Transaction


@dataclass(frozen=True, slots=True)
class PuzzleRow:
    """A puzzle that somebody has `solved`, or else was shown; `day` counts from the epoch."""

    user_id: int
    key: str
    solved: bool
    day: int


async def add(tx: Transaction, puzzle: PuzzleRow) -> None:
    """Note a puzzle; what was noted of it first stays, but for a hint. Who has solved it after one stays `hinted`."""
    await tx.run(
        "INSERT INTO puzzle (user_id, key, solved, day) VALUES (?, ?, ?, ?) ON CONFLICT (user_id, key) DO UPDATE"
        " SET solved = excluded.solved, hinted = excluded.solved, day = excluded.day"
        " WHERE puzzle.hinted = 1 AND puzzle.solved = 0",
        puzzle.user_id,
        puzzle.key,
        int(puzzle.solved),
        puzzle.day,
    )


async def add_hinted(tx: Transaction, user_id: int, key: str, *, day: int) -> None:
    """Note that somebody took a hint in a puzzle, unless they have been through it."""
    await tx.run(
        "INSERT INTO puzzle (user_id, key, solved, day, hinted) VALUES (?, ?, 0, ?, 1)"
        " ON CONFLICT (user_id, key) DO NOTHING",
        user_id, key, day,
    )  # fmt: skip


async def helped(tx: Transaction, user_id: int, key: str) -> bool:
    """Return whether somebody took a hint in a puzzle, or was shown how, before they solved it."""
    row = await tx.one(
        "SELECT 1 AS found FROM puzzle WHERE user_id = ? AND key = ? AND (solved = 0 OR hinted = 1)",
        user_id,
        key,
    )
    return row is not None


async def of_user(tx: Transaction, user_id: int) -> list[PuzzleRow]:
    """Return the puzzles that a user has been through: there are no more than those there are."""
    rows = await tx.all(
        "SELECT user_id, key, solved, day FROM puzzle WHERE user_id = ? AND (solved = 1 OR hinted = 0)"
        " ORDER BY key",
        user_id,
    )
    return [PuzzleRow(**row | {"solved": bool(row["solved"])}) for row in rows]
