"""First tries at puzzles, and the resulting ratings of people and puzzles."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from data.database.columns import columns, from_row, insert, upsert, values
from data.database.transaction import Transaction


@dataclass(frozen=True, slots=True)
class PuzzleTryRow:
    """A member's first try at a puzzle, `won` at once or not, and its rating changes.

    The row has both ratings after the try and how much it changed them; they are `None` if the try
    was not rated. `again` says that the member has solved the puzzle at a later try.
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
    """A member's rating at the puzzles of a game, after the last of their `tries`."""

    user_id: int
    game: str
    points: float
    deviation: float
    at: float
    tries: int


@dataclass(frozen=True, slots=True)
class StrengthRow:
    """A puzzle's rating after its `tries`, and the rating that is shown for it."""

    key: str
    points: float
    deviation: float
    tries: int
    told_points: float
    told_deviation: float


@dataclass(frozen=True, slots=True)
class TryCounts:
    """How many first tries a member has made, and how many of them solved a puzzle."""

    count: int
    won: int


_TRY: Final = columns(PuzzleTryRow)


async def is_untried(tx: Transaction, user_id: int, key: str) -> bool:
    """Whether nothing is stored about a member and a puzzle.

    They have neither tried it nor been helped in it.
    """
    sql = (
        "SELECT 1 AS found FROM puzzle WHERE user_id = ? AND key = ?"
        " UNION ALL SELECT 1 AS found FROM puzzle_try WHERE user_id = ? AND key = ?"
    )
    row = await tx.one(sql, user_id, key, user_id, key)
    return row is None


async def add_try(tx: Transaction, tried: PuzzleTryRow) -> bool:
    """Store a first try; return whether it is the first, for one that is there stays."""
    return await tx.run(*insert("puzzle_try", values(tried), "ON CONFLICT (user_id, key) DO NOTHING")) > 0


async def get_try(tx: Transaction, user_id: int, key: str) -> PuzzleTryRow | None:
    """Return a member's first try at a puzzle."""
    row = await tx.one(f"SELECT {_TRY} FROM puzzle_try WHERE user_id = ? AND key = ?", user_id, key)
    return from_row(PuzzleTryRow, row) if row else None


async def solve_again(tx: Transaction, user_id: int, key: str) -> None:
    """Store that a member has solved a puzzle at a later try after missing it."""
    await tx.run("UPDATE puzzle_try SET again = 1 WHERE user_id = ? AND key = ? AND won = 0", user_id, key)


async def count_tries(tx: Transaction, user_id: int) -> TryCounts:
    """Return how many first tries a member has made, and how many were won."""
    sql = (
        "SELECT COUNT(*) AS count, COUNT(CASE WHEN won = 1 THEN 1 END) AS won FROM puzzle_try"
        " WHERE user_id = ?"
    )
    row = await tx.one(sql, user_id)
    return TryCounts(**row) if row else TryCounts(0, 0)


async def keys_of(tx: Transaction, user_id: int, game: str) -> set[str]:
    """Return the keys of the puzzles of a game that a member has tried."""
    rows = await tx.all("SELECT key FROM puzzle_try WHERE user_id = ? AND game = ?", user_id, game)
    return {row["key"] for row in rows}


async def latest(tx: Transaction, user_id: int, limit: int) -> list[PuzzleTryRow]:
    """Return a member's last tries, newest first."""
    rows = await tx.all(
        f"SELECT {_TRY} FROM puzzle_try WHERE user_id = ? ORDER BY at DESC, key LIMIT ?", user_id, limit
    )
    return [from_row(PuzzleTryRow, row) for row in rows]


async def missed_tries(tx: Transaction, user_id: int, limit: int) -> list[PuzzleTryRow]:
    """Return a member's last missed tries, newest first.

    Puzzles that they have solved since are left out.
    """
    sql = (
        f"SELECT {_TRY} FROM puzzle_try WHERE user_id = ? AND won = 0 AND again = 0"
        " ORDER BY at DESC, key LIMIT ?"
    )
    rows = await tx.all(sql, user_id, limit)
    return [from_row(PuzzleTryRow, row) for row in rows]


async def solver(tx: Transaction, user_id: int, game: str) -> SolverRow | None:
    """Return a member's rating at the puzzles of a game, `None` before their first."""
    row = await tx.one(
        f"SELECT {columns(SolverRow)} FROM puzzle_rating WHERE user_id = ? AND game = ?", user_id, game
    )
    return SolverRow(**row) if row else None


async def solver_everywhere(tx: Transaction, user_id: int) -> list[SolverRow]:
    """Return a member's puzzle ratings in all games they have tried, latest first."""
    rows = await tx.all(
        f"SELECT {columns(SolverRow)} FROM puzzle_rating WHERE user_id = ? ORDER BY at DESC, game", user_id
    )
    return [SolverRow(**row) for row in rows]


async def put_solver(tx: Transaction, row: SolverRow) -> None:
    """Store a member's rating at the puzzles of a game."""
    await tx.run(
        *upsert("puzzle_rating", "user_id, game", values(row), changed=("points", "deviation", "at", "tries"))
    )


async def strength(tx: Transaction, key: str) -> StrengthRow | None:
    """Return the rating of a puzzle, `None` if no one has tried it."""
    row = await tx.one(f"SELECT {columns(StrengthRow)} FROM puzzle_strength WHERE key = ?", key)
    return StrengthRow(**row) if row else None


async def shown_ratings(tx: Transaction, keys: Sequence[str]) -> dict[str, float]:
    """Return the ratings that are shown for these puzzles.

    Puzzles that no one has tried are left out.
    """
    if not keys:
        return {}
    marks = ", ".join("?" * len(keys))
    rows = await tx.all(f"SELECT key, told_points FROM puzzle_strength WHERE key IN ({marks})", *keys)
    return {row["key"]: row["told_points"] for row in rows}


async def put_strength(tx: Transaction, row: StrengthRow) -> None:
    """Store how hard a puzzle is."""
    await tx.run(*upsert("puzzle_strength", "key", values(row)))


async def drop_strength(tx: Transaction, key: str) -> None:
    """Delete how hard a puzzle is that is not there any more."""
    await tx.run("DELETE FROM puzzle_strength WHERE key = ?", key)
