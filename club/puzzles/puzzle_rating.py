"""Ratings of users and of puzzles.

A user's first try at a puzzle is a game between the two, which is rated once, by the same code as
matches. A user who solves the puzzle at once and without help has won; a wrong move, a hint, or a
look at the solution is a loss. The displayed rating of a puzzle is updated only after every few
tries, so that others cannot see the effect of one person's try.
"""

from dataclasses import dataclass, replace
from typing import Final

from club.standing.glicko import START, Rating
from club.standing.rating_arithmetic import KNOWN, NEW, PlayerStanding, RatedGame, standings_after
from data.database.transaction import Transaction
from data.puzzles import puzzle_rating
from data.puzzles.puzzle_rating import PuzzleTryRow, SolverRow, StrengthRow
from engines.puzzles.puzzle import Puzzle

ESTIMATED: Final = 250.0
"""The deviation of a puzzle that no one has tried: its features say little."""
TOLD_AFTER: Final = 5
"""Tries after which a puzzle's displayed rating is updated.

With that many people, no one can tell who did what.
"""

SHOWN_FROM: Final = 10
"""First tries in a game from which on a user's rating is shown.

Before, it says little.
"""


def is_known(solver: SolverRow) -> bool:
    """Whether a solver's rating is known well enough not to be called provisional."""
    return solver.deviation < KNOWN


@dataclass(frozen=True, slots=True)
class TryRatingChange:
    """The ratings after a first try, and how much it changed them.

    `points` and `gain` are the user's; `strength` and `strength_gain` are those of the puzzle's
    displayed rating.
    """

    points: float
    gain: float
    strength: float
    strength_gain: float


def estimated_points(puzzle: Puzzle) -> float:
    """Return the assumed rating of a puzzle before anyone has tried it."""
    return float(puzzle.points) if puzzle.has_traits else START.points


async def record_first_try(
    tx: Transaction, puzzle: Puzzle, user_id: int, *, won: bool, now: float, rated: bool = True
) -> None:
    """Store the result of a user's try at a puzzle if it is their first.

    If the try is not `rated`, it changes no ratings, and no later try does either.
    """
    if not await puzzle_rating.is_untried(tx, user_id, puzzle.key):
        return
    tried = PuzzleTryRow(user_id, puzzle.key, puzzle.game, won, now)
    if rated:
        change = await _rate(tx, puzzle, user_id, won=won, now=now)
        tried = replace(
            tried,
            points=change.points,
            gain=change.gain,
            strength=change.strength,
            strength_gain=change.strength_gain,
        )
    await puzzle_rating.add_try(tx, tried)


async def _rate(tx: Transaction, puzzle: Puzzle, user_id: int, *, won: bool, now: float) -> TryRatingChange:
    """Update the ratings of a user and of a puzzle after a first try.

    Each update uses the other's rating before the try.
    """
    row = await puzzle_rating.get_solver(tx, user_id, puzzle.game)
    own = PlayerStanding(Rating(row.points, row.deviation), min(row.at, now), row.tries) if row else NEW
    known = await puzzle_rating.get_strength(tx, puzzle.key) or _new_strength(puzzle)
    told = PlayerStanding(Rating(known.told_points, known.told_deviation))
    met = RatedGame(now, "solver", "puzzle", "solver" if won else "puzzle", puzzle.game)
    theirs, as_told = standings_after(met, own, told)
    _, its = standings_after(met, own, PlayerStanding(Rating(known.points, known.deviation)))
    await puzzle_rating.put_solver(tx, SolverRow(user_id, puzzle.game, *theirs.rating, now, theirs.games))
    await puzzle_rating.put_strength(tx, _further(known, its.rating))
    return TryRatingChange(
        theirs.rating.points,
        theirs.rating.points - own.rating.points,
        as_told.rating.points,
        as_told.rating.points - told.rating.points,
    )


def _new_strength(puzzle: Puzzle) -> StrengthRow:
    """Return the row of a puzzle that no one has tried."""
    points = estimated_points(puzzle)
    return StrengthRow(puzzle.key, points, ESTIMATED, 0, points, ESTIMATED)


def _further(known: StrengthRow, rating: Rating) -> StrengthRow:
    """Return a puzzle's row after one more try.

    Its displayed rating is updated only after every few tries.
    """
    tries = known.tries + 1
    told = rating if tries % TOLD_AFTER == 0 else Rating(known.told_points, known.told_deviation)
    return StrengthRow(known.key, *rating, tries, *told)


def rating_change(tried: PuzzleTryRow | None) -> TryRatingChange | None:
    """Return how a first try changed ratings.

    Return `None` if there was no try, or if it was not rated.
    """
    if tried is None or tried.points is None or tried.gain is None:
        return None
    if tried.strength is None or tried.strength_gain is None:
        return None
    return TryRatingChange(tried.points, tried.gain, tried.strength, tried.strength_gain)
