"""What a search asks of a game: the positions that can follow one, each with an estimate."""

from collections.abc import Hashable, Sequence
from typing import Any, Final, Protocol

OVER: Final = 2
"""In place of the seat to move, once the game is over."""

State = Hashable
"""A position as a search has it: small, quick to copy and to compare. Equal states go on equally."""

Branch = tuple[int, int, Any, Any]
"""(worth to seat 0, seat to move or `OVER`, state, what was done). Once it is over the worth is exact: 0, or beyond
`SURE` either way."""


class Tree(Protocol):
    """A game as a search has it. It holds what its options fix, and no match."""

    def root(self, position: Any) -> State:
        """Return the state of a position of the rules."""

    def grow(self, state: Any, turn: int) -> list[Branch]:
        """Return everything that the mover can do, in an order that is always the same; nothing if it is over."""

    def result(self, state: Any) -> int:
        """Return the exact worth to seat 0 of a state from which nothing grows."""


class Field(Tree, Protocol):
    """A game that a player can search, with moves that may be made in halves."""

    def within(self, nodes: int) -> int:
        """Return how many positions may grow in the time that so many take on a board of common size."""

    def halfway(self, state: Any) -> bool:
        """Return whether the mover's turn goes on: the state is one between the halves of a move."""

    def whole(self, done: Sequence[Any], moves: Sequence[Any]) -> Any:
        """Return which of these moves of the rules consists of what was done, one part or several."""
