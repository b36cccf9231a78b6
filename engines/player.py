"""What every computer player is: levels that think about what a seat has seen."""

from dataclasses import dataclass
from typing import Any, Protocol

from engines.seen import Seen
from rules.game import Options
from rules.shuffle import Shuffle


@dataclass(frozen=True, slots=True)
class Choice:
    """A move of the game's own type; the mover's chance to win, draws counted half, if known; the nodes it took."""

    move: Any
    value: float | None
    nodes: int


class Player(Protocol):
    """The computer player of one game."""

    engine: str
    """The name of the search that it plays by."""

    @property
    def levels(self) -> int:
        """Return how many levels it has; 1 is the weakest."""

    def choose(self, what: Seen, options: Options, level: int, draws: Shuffle) -> Choice:
        """Return the choice of a level from 1 up; all that varies comes from `draws`."""

    def signature(self) -> int:
        """Return how many nodes the search takes over fixed positions."""
