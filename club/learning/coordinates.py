"""Coordinates: naming thirty squares of a game's board, against the clock.

Each user's best time in each game is kept.
"""

import random
from dataclasses import dataclass
from typing import Final

from data.database.store import Store
from data.database.transaction import Transaction
from data.learning import best_times
from rules.board import BoardView
from rules.checkers.rulesets import RULESETS
from rules.game import AnyGame

SQUARES: Final = 30
"""Squares of one round."""
NAMES: Final = 4
"""Names among which the right one is chosen."""
PENALTY: Final = 5.0
"""Seconds that a wrong name costs."""
LONGEST: Final = 900.0
"""Seconds after which a round counts no more."""


@dataclass(frozen=True, slots=True)
class SquareQuestion:
    """A question of the drill: a square, and the names to choose from.

    `square` is named the way the board's view names it. `answer_index` is the index of the correct name
    in `names`.
    """

    square: str
    names: tuple[str, ...]
    answer_index: int


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The result of a finished round of the drill.

    It has the time in seconds, the number of wrong answers, and the previous best time, if any.
    """

    seconds: float
    misses: int
    previous_best: float | None


class Coordinates:
    """Stores the best times in the coordinates drill."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def load_best_time(self, user_id: int, game: str) -> float | None:
        """Return a user's best time on the board of a game, in seconds.

        Return `None` if they have none.
        """
        return await self._store.read(lambda tx: best_times.get(tx, user_id, game))

    async def finish_round(self, user_id: int, game: str, seconds: float, misses: int) -> RoundResult:
        """Store a user's time if it is their best, and return the round's result."""

        async def job(tx: Transaction) -> RoundResult:
            before = await best_times.get(tx, user_id, game)
            await best_times.put(tx, user_id, game, seconds)
            return RoundResult(seconds, misses, before)

        return await self._store.write(job)


def opening_board(game: AnyGame) -> BoardView | None:
    """Return the board at the start of a game; `None` if it has no board."""
    view = game.opening(game.read_options({}))
    return view if isinstance(view, BoardView) else None


def square_names(view: BoardView) -> dict[str, str]:
    """Return the squares in play, each with its name in the game's notation."""
    if view.labels:
        return dict(view.labels)
    used = {square for row in view.reading for square in row if square}
    if view.game in RULESETS and _only_dark(view):  # in Zong-Heng too, but pieces leave the dark squares
        used = {square for square in used if _is_dark(square, view.a1_dark)}
    return {square: square for square in sorted(used)}


def make_question(view: BoardView, seed: int, number: int) -> SquareQuestion:
    """Return one question of a round; `number` is counted from 0.

    The same seed gives the same questions. The wrong names are those of nearby squares, so that the
    player has to look carefully.
    """
    known = square_names(view)
    squares = sorted(known)
    order = random.Random(seed)
    drawn = [order.choice(squares) for _ in range(number + 1)]
    for place in range(1, len(drawn)):  # none twice in a row
        if drawn[place] == drawn[place - 1]:
            drawn[place] = squares[(squares.index(drawn[place]) + 1) % len(squares)]
    square = drawn[number]
    chance = random.Random(f"{seed}/{number}")
    near = sorted((each for each in squares if each != square), key=lambda each: (_far(each, square), each))
    names = [known[each] for each in (square, *chance.sample(near[: 2 * NAMES], NAMES - 1))]
    chance.shuffle(names)
    return SquareQuestion(square, tuple(names), names.index(known[square]))


def _far(square: str, other: str) -> int:
    return abs(ord(square[0]) - ord(other[0])) + abs(int(square[1:]) - int(other[1:]))


def _only_dark(view: BoardView) -> bool:
    """Whether all pieces start on dark squares, as in most kinds of checkers."""
    return bool(view.cells) and all(_is_dark(square, view.a1_dark) for square in view.cells)


def _is_dark(square: str, a1_dark: bool) -> bool:
    return ((ord(square[0]) - ord("a") + int(square[1:]) - 1) % 2 == 0) is a1_dark
