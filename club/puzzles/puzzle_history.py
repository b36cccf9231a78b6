"""A user's history with puzzles: ratings, last tries, and puzzles to try again."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from club.puzzles.solving import shipped_puzzles
from data.database.store import Store
from data.database.transaction import Transaction
from data.puzzles import mining, puzzle_rating
from data.puzzles.puzzle_rating import PuzzleTryRow, SolverRow, TryCounts
from engines.puzzles.puzzle import Puzzle, read_puzzle

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
    tried: PuzzleTryRow


@dataclass(frozen=True, slots=True)
class History:
    """A user's history with puzzles.

    It has how many they tried, their ratings, the latest tries, and the puzzles they missed.
    """

    tried: TryCounts
    ratings: Sequence[SolverRow]
    latest: Sequence[PastTry]
    missed: Sequence[PastTry]


async def history_of(store: Store, user_id: int, guild_id: int | None) -> History:
    """Return a user's history with puzzles.

    It covers the shipped ones, and those from matches of the server where they ask.
    """

    async def job(tx: Transaction) -> History:
        return History(
            await puzzle_rating.count_tries(tx, user_id),
            await puzzle_rating.solver_everywhere(tx, user_id),
            await _past(tx, await puzzle_rating.latest(tx, user_id, MORE * LATEST), guild_id, LATEST),
            await _past(tx, await puzzle_rating.missed_tries(tx, user_id, MORE * AGAIN), guild_id, AGAIN),
        )

    return await store.read(job)


async def _past(
    tx: Transaction, rows: Sequence[PuzzleTryRow], guild_id: int | None, count: int
) -> list[PastTry]:
    """Return the first so many tries whose puzzles are there."""
    found: list[PastTry] = []
    for row in rows:
        if len(found) == count:
            break
        puzzle = shipped_puzzles().get(row.key)
        if puzzle is None and guild_id is not None:
            mined = await mining.get(tx, guild_id, row.key)
            puzzle = None if mined is None else read_puzzle(mined.game, mined.told)
        if puzzle is not None:
            found.append(PastTry(puzzle, row))
    return found
