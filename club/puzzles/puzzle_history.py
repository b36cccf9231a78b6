"""A user's history with puzzles: ratings, latest tries, and missed puzzles."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from club.puzzles.solving import shipped_puzzles
from data.database.store import Store
from data.database.transaction import Transaction
from data.puzzles import mining, puzzle_rating
from data.puzzles.puzzle_rating import PuzzleTryRow, SolverRow, TryCounts
from engines.puzzles.puzzle import Puzzle, parse_puzzle

LATEST: Final = 8
"""Last tries that are listed."""
AGAIN: Final = 25
"""Missed puzzles that are offered: so many choices a menu has."""
MORE: Final = 4
"""How many times as many tries are read as are shown.

Tries at puzzles that are gone, or that belong to other servers, are left out.
"""


@dataclass(frozen=True, slots=True)
class PastTry:
    """A user's first try at a puzzle that still exists."""

    puzzle: Puzzle
    row: PuzzleTryRow


@dataclass(frozen=True, slots=True)
class PuzzleHistory:
    """A user's history with puzzles.

    It has the counts of their tries, their ratings, their latest tries, and the puzzles that they
    missed and can try again.
    """

    try_counts: TryCounts
    ratings: Sequence[SolverRow]
    latest_tries: Sequence[PastTry]
    missed_tries: Sequence[PastTry]


async def load_history(store: Store, user_id: int, guild_id: int | None) -> PuzzleHistory:
    """Return a user's history with puzzles.

    It covers the shipped puzzles, and those from matches of the server where the user asks.
    """

    async def job(tx: Transaction) -> PuzzleHistory:
        return PuzzleHistory(
            await puzzle_rating.count_tries(tx, user_id),
            await puzzle_rating.list_solver_ratings(tx, user_id),
            await _past(tx, await puzzle_rating.list_latest(tx, user_id, MORE * LATEST), guild_id, LATEST),
            await _past(tx, await puzzle_rating.list_missed(tx, user_id, MORE * AGAIN), guild_id, AGAIN),
        )

    return await store.read(job)


async def _past(
    tx: Transaction, rows: Sequence[PuzzleTryRow], guild_id: int | None, count: int
) -> list[PastTry]:
    """Return the first `count` tries at puzzles that still exist."""
    found: list[PastTry] = []
    for row in rows:
        if len(found) == count:
            break
        puzzle = shipped_puzzles().get(row.key)
        if puzzle is None and guild_id is not None:
            mined = await mining.get(tx, guild_id, row.key)
            puzzle = None if mined is None else parse_puzzle(mined.game, mined.told)
        if puzzle is not None:
            found.append(PastTry(puzzle, row))
    return found
