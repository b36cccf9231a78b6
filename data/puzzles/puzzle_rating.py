"""Members' first tries at puzzles, and the ratings of members and puzzles."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from data.database.columns import column_list, column_values, from_row, insert_statement, upsert_statement
from data.database.transaction import Transaction


@dataclass(frozen=True, slots=True)
class PuzzleTryRow:
    """A member's first try at a puzzle, and how it changed both ratings.

    `won` says whether the first try solved it. `points` and `strength` are the ratings of the member
    and of the puzzle after the try, `gain` and `strength_gain` the changes; all are `None` if the try
    was not rated. `again` says that the member solved the puzzle later.
    """

    user_id: int
    key: str
    game: str
    won: bool
    at: float
    points: float | None = None
    gain: float | None = None
    strength: float | None = None
    strength_gain: float | None = None
    again: bool = False


@dataclass(frozen=True, slots=True)
class SolverRow:
    """A member's rating at the puzzles of a game after `tries` first tries."""

    user_id: int
    game: str
    points: float
    deviation: float
    at: float
    tries: int


@dataclass(frozen=True, slots=True)
class StrengthRow:
    """A puzzle's rating after `tries` first tries, and the rating shown for it."""

    key: str
    points: float
    deviation: float
    tries: int
    told_points: float
    told_deviation: float


@dataclass(frozen=True, slots=True)
class TryCounts:
    """The number of a member's first tries, and how many were successful."""

    count: int
    won: int


_TRY: Final = column_list(PuzzleTryRow)


async def is_untried(tx: Transaction, user_id: int, key: str) -> bool:
    """Whether nothing is stored about a member and a puzzle.

    The member has neither tried it nor had help with it.
    """
    sql = (
        "SELECT 1 AS found FROM puzzle WHERE user_id = ? AND key = ?"
        " UNION ALL SELECT 1 AS found FROM puzzle_try WHERE user_id = ? AND key = ?"
    )
    row = await tx.one(sql, user_id, key, user_id, key)
    return row is None


async def add_try(tx: Transaction, row: PuzzleTryRow) -> None:
    """Store a first try, unless one is already stored."""
    await tx.run(*insert_statement("puzzle_try", column_values(row), "ON CONFLICT (user_id, key) DO NOTHING"))


async def get_try(tx: Transaction, user_id: int, key: str) -> PuzzleTryRow | None:
    """Return a member's first try at a puzzle, or `None`."""
    row = await tx.one(f"SELECT {_TRY} FROM puzzle_try WHERE user_id = ? AND key = ?", user_id, key)
    return from_row(PuzzleTryRow, row) if row else None


async def record_later_solve(tx: Transaction, user_id: int, key: str) -> None:
    """Store that a member solved a puzzle later, after missing the first try."""
    await tx.run("UPDATE puzzle_try SET again = 1 WHERE user_id = ? AND key = ? AND won = 0", user_id, key)


async def count_tries(tx: Transaction, user_id: int) -> TryCounts:
    """Return the number of a member's first tries, and how many were successful."""
    sql = (
        "SELECT COUNT(*) AS count, COUNT(CASE WHEN won = 1 THEN 1 END) AS won FROM puzzle_try"
        " WHERE user_id = ?"
    )
    row = await tx.one(sql, user_id)
    return TryCounts(**row) if row else TryCounts(0, 0)


async def list_tried_keys(tx: Transaction, user_id: int, game: str) -> set[str]:
    """Return the keys of the puzzles of a game that a member has tried."""
    rows = await tx.all("SELECT key FROM puzzle_try WHERE user_id = ? AND game = ?", user_id, game)
    return {row["key"] for row in rows}


async def list_latest(tx: Transaction, user_id: int, limit: int) -> list[PuzzleTryRow]:
    """Return a member's latest first tries, newest first."""
    rows = await tx.all(
        f"SELECT {_TRY} FROM puzzle_try WHERE user_id = ? ORDER BY at DESC, key LIMIT ?", user_id, limit
    )
    return [from_row(PuzzleTryRow, row) for row in rows]


async def list_missed(tx: Transaction, user_id: int, limit: int) -> list[PuzzleTryRow]:
    """Return a member's latest unsuccessful first tries, newest first.

    Puzzles that the member has solved since are left out.
    """
    sql = (
        f"SELECT {_TRY} FROM puzzle_try WHERE user_id = ? AND won = 0 AND again = 0"
        " ORDER BY at DESC, key LIMIT ?"
    )
    rows = await tx.all(sql, user_id, limit)
    return [from_row(PuzzleTryRow, row) for row in rows]


async def get_solver(tx: Transaction, user_id: int, game: str) -> SolverRow | None:
    """Return a member's rating at the puzzles of a game, or `None` if untried."""
    row = await tx.one(
        f"SELECT {column_list(SolverRow)} FROM puzzle_rating WHERE user_id = ? AND game = ?", user_id, game
    )
    return SolverRow(**row) if row else None


async def list_solver_ratings(tx: Transaction, user_id: int) -> list[SolverRow]:
    """Return a member's puzzle ratings in all games, most recent first."""
    rows = await tx.all(
        f"SELECT {column_list(SolverRow)} FROM puzzle_rating WHERE user_id = ? ORDER BY at DESC, game",
        user_id,
    )
    return [SolverRow(**row) for row in rows]


async def put_solver(tx: Transaction, row: SolverRow) -> None:
    """Store a member's rating at the puzzles of a game."""
    await tx.run(
        *upsert_statement(
            "puzzle_rating",
            "user_id, game",
            column_values(row),
            changed=("points", "deviation", "at", "tries"),
        )
    )


async def get_strength(tx: Transaction, key: str) -> StrengthRow | None:
    """Return the rating of a puzzle, or `None` if no one has tried it."""
    row = await tx.one(f"SELECT {column_list(StrengthRow)} FROM puzzle_strength WHERE key = ?", key)
    return StrengthRow(**row) if row else None


async def get_shown_ratings(tx: Transaction, keys: Sequence[str]) -> dict[str, float]:
    """Return the displayed ratings of the given puzzles, by key.

    Puzzles that no one has tried are left out.
    """
    if not keys:
        return {}
    marks = ", ".join("?" * len(keys))
    rows = await tx.all(f"SELECT key, told_points FROM puzzle_strength WHERE key IN ({marks})", *keys)
    return {row["key"]: row["told_points"] for row in rows}


async def put_strength(tx: Transaction, row: StrengthRow) -> None:
    """Store the rating of a puzzle."""
    await tx.run(*upsert_statement("puzzle_strength", "key", column_values(row)))


async def drop_strength(tx: Transaction, key: str) -> None:
    """Delete the rating of a puzzle that no longer exists."""
    await tx.run("DELETE FROM puzzle_strength WHERE key = ?", key)
