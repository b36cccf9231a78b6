"""The computer player protocol: levels that judge only what a seat has seen."""

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
class Ending:
    """A position's result by the endgame tables.

    Its mover wins or loses in so many `plies`, or it is a draw (`None`).
    """

    plies: int | None

    @property
    def worth(self) -> int:
        """The worth to the mover, on the scale of the searches."""
        if self.plies is None:
            return 0
        return WIN - self.plies if self.plies % 2 else self.plies - WIN

    def phrase(self, *, mover: bool = True) -> Phrase:
        """Return the phrase for its mover, or for the other side.

        For example “a win in 7”, counted in the winner's moves.
        """
        if self.plies is None:
            return Phrase("ending.draw")
        wins = (self.plies % 2 == 1) == mover
        return Phrase("ending.win" if wins else "ending.loss", count=(self.plies + 1) // 2)


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, the mover's chance to win if known, and the nodes it took.

    The move is of the game's own type. Draws are counted half in the chance. `ending` is what tables of
    endings say of the position, if they know it.
    """

    move: Any
    value: float | None
    nodes: int
    ending: Ending | None = None


@dataclass(frozen=True, slots=True)
class Assessment:
    """The best move of a position and its worth to the mover.

    The worth is in the units of the game's search. Beyond `SURE` either way the end has been seen.
    `made` is the worth of the move that was asked about, if it was judged; `nodes` is the cost of the
    look; `stake` is how much of the chance to win a random move loses on average, in thousandths;
    `others` are the next best moves, as far as the look can tell; `ending` is what tables of endings
    say of the position, if they know it.
    """

    move: Any
    worth: int
    made: int | None
    nodes: int
    stake: int
    others: tuple[Any, ...] = ()
    ending: Ending | None = None


class Player(Protocol):
    """A computer player of one game."""

    engine: str
    """The name of the search that it plays by."""

    @property
    def levels(self) -> int:
        """The number of levels; level 1 is the weakest."""

    def choose(
        self, what: Observation, options: Options, level: int, draws: Shuffle, *, part: int = 1
    ) -> Choice:
        """Return the choice of a level from 1 up, with one `part` of its nodes.

        All that varies comes from `draws`.
        """

    def look(self, what: Observation, options: Options, made: Any = None, *, effort: float = 1) -> Assessment:
        """Return a position's worth, at about the effort a match report can spend on each.

        It takes `effort` times that. `made` is the move that was made there. It is judged too if something
        is hidden: then the worth of the next position to the other, who knows something else, says nothing
        of it.
        """

    def signature(self) -> int:
        """Return the number of nodes that searches of fixed positions take."""
