"""The protocol of computer players, which judge only what a seat has seen."""

from dataclasses import dataclass
from typing import Any, Final, Protocol

from engines.bounds import WIN
from engines.observation import Observation
from rules.game import Options
from rules.shuffle import Shuffle
from words import Phrase

NEXT_BEST: Final = 8
"""Moves at most that an assessment names beside the best."""


@dataclass(frozen=True, slots=True)
class TablebaseResult:
    """A position's result by the endgame tables.

    Its player to move wins or loses in `plies` plies, odd for a win; `None` is a draw.
    """

    plies: int | None

    @property
    def worth(self) -> int:
        """The worth to the player to move, on the scale of the searches."""
        if self.plies is None:
            return 0
        return WIN - self.plies if self.plies % 2 else self.plies - WIN

    def phrase(self, *, mover: bool = True) -> Phrase:
        """Return a phrase for the result, such as “a win in 7”.

        It is told for the player to move, or for the other with `mover=False`, and counts the winner's
        moves.
        """
        if self.plies is None:
            return Phrase("ending.draw")
        wins = (self.plies % 2 == 1) == mover
        return Phrase("ending.win" if wins else "ending.loss", count=(self.plies + 1) // 2)


@dataclass(frozen=True, slots=True)
class MoveChoice:
    """A move that a computer player chose.

    The move is of the game's own type. `win_chance` is the mover's chance to win, from 0 to 1, `None`
    if unknown; a draw counts half. `nodes` is the cost of the search. `ending` is the result by the
    endgame tables, if they cover the position.
    """

    move: Any
    win_chance: float | None
    nodes: int
    ending: TablebaseResult | None = None


@dataclass(frozen=True, slots=True)
class Assessment:
    """The best move of a position and its worth to the mover.

    `worth` is in the units of the game's search; beyond `SURE` either way the end has been seen.
    `played_worth` is the worth of the move that was asked about, if it was judged. `nodes` is the cost
    of the search. `stake` is how much of the chance to win a random move loses on average, in
    thousandths. `next_best_moves` are the best of the other moves, as far as the search can tell.
    `ending` is the result by the endgame tables, if they cover the position.
    """

    move: Any
    worth: int
    played_worth: int | None
    nodes: int
    stake: int
    next_best_moves: tuple[Any, ...] = ()
    ending: TablebaseResult | None = None


class Player(Protocol):
    """A computer player of one game."""

    engine: str
    """The name of the search that it plays by."""

    @property
    def levels(self) -> int:
        """The number of levels; level 1 is the weakest."""

    def choose_move(
        self, observation: Observation, options: Options, level: int, shuffle: Shuffle, *, divisor: int = 1
    ) -> MoveChoice:
        """Return the move that a level chooses; levels count from 1.

        `divisor` divides the level's node limit. All randomness comes from `shuffle`.
        """

    def assess(
        self, observation: Observation, options: Options, played_move: Any = None, *, effort: float = 1
    ) -> Assessment:
        """Return the best move of a position and its worth.

        The search costs `effort` times what a match report usually spends on a position. `played_move` is
        the move that was made there. It is judged too if the game has hidden information, because then an
        assessment of the next position, from the other seat's view, says nothing about the move.
        """

    def count_bench_nodes(self) -> int:
        """Return the number of nodes that searches of fixed positions take.

        It changes only if the search changes.
        """
