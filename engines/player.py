"""What every computer player is: levels that think about what a seat has seen."""

from dataclasses import dataclass
from typing import Any, Final, Protocol

from engines.bounds import WIN
from engines.seen import Seen
from rules.game import Options
from rules.shuffle import Shuffle
from words import Said

NEXT_BEST: Final = 8
"""Moves at most that an assessment names beside the best."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What tables of endings say of a position: that its mover wins or loses in so many `plies`, or a draw (`None`)."""

    plies: int | None

    @property
    def worth(self) -> int:
        """Return what it is worth to the mover, as searches count."""
        if self.plies is None:
            return 0
        return WIN - self.plies if self.plies % 2 else self.plies - WIN

    def said(self, *, mover: bool = True) -> Said:
        """Return it as its mover sees it, or the other side: “a win in 7”, counted in the winner's moves."""
        if self.plies is None:
            return Said("ending.draw")
        wins = (self.plies % 2 == 1) == mover
        return Said("ending.win" if wins else "ending.loss", count=(self.plies + 1) // 2)


@dataclass(frozen=True, slots=True)
class Choice:
    """A move of the game's own type; the mover's chance to win, draws counted half, if known; the nodes it took.

    `ending` is what tables of endings say of the position, if they know it.
    """

    move: Any
    value: float | None
    nodes: int
    ending: Ending | None = None


@dataclass(frozen=True, slots=True)
class Assessment:
    """The best move of a position, and what it is worth to the mover in the units of the game's search.

    Beyond `SURE` either way the end has been seen. `made` is the worth of the move that was asked about, if it was
    judged; `nodes` is what the look took; `stake` is how much of the chance to win a random move loses on average, in
    thousandths; `others` are the moves that are next best, as far as the look can tell; `ending` is what tables of
    endings say of the position, if they know it.
    """

    move: Any
    worth: int
    made: int | None
    nodes: int
    stake: int
    others: tuple[Any, ...] = ()
    ending: Ending | None = None


class Player(Protocol):
    """The computer player of one game."""

    engine: str
    """The name of the search that it plays by."""

    @property
    def levels(self) -> int:
        """Return how many levels it has; 1 is the weakest."""

    def choose(self, what: Seen, options: Options, level: int, draws: Shuffle, *, part: int = 1) -> Choice:
        """Return the choice of a level from 1 up, with one `part` of its nodes; all that varies comes from `draws`."""

    def look(self, what: Seen, options: Options, made: Any = None, *, effort: float = 1) -> Assessment:
        """Return what a position is worth, with about the effort that a report of a whole match can spend on each.

        It takes `effort` times that. `made` is the move that was made there. It is
        judged too where something is hidden: then what the position after it is worth to the other, who knows something
        else, says nothing of it.
        """

    def signature(self) -> int:
        """Return how many nodes the search takes over fixed positions."""
