"""The search's view of a game: the positions that can follow one, with estimates."""

from collections.abc import Hashable, Sequence
from typing import Any, Final, Protocol

OVER: Final = 2
"""In place of the seat to move, once the game is over."""

State = Hashable
"""A position for a search: small, quick to copy and compare.

Equal states go on equally.
"""

Branch = tuple[int, int, Any, Any]
"""(worth to seat 0, seat to move or `OVER`, state, action).

Once it is over the worth is exact: 0, or beyond `SURE` either way.
"""


class GameTree(Protocol):
    """A game as its search sees it; it holds the effects of its options, but no match."""

    def root(self, position: Any) -> State:
        """Return the search state of a position of the rules."""

    def grow(self, state: Any, turn: int) -> list[Branch]:
        """Return all options of the mover, in a fixed order; nothing if the game is over."""

    def result(self, state: Any) -> int:
        """Return the exact worth to seat 0 of a state without branches."""


class Field(GameTree, Protocol):
    """A game that a player can search; its moves may be made in halves."""

    def within(self, nodes: int) -> int:
        """Return how many positions grow in the time of `nodes` on a board of common size."""

    def halfway(self, state: Any) -> bool:
        """Whether the mover's turn goes on: the state lies between the halves of a move."""

    def whole(self, done: Sequence[Any], moves: Sequence[Any]) -> Any:
        """Return the one of these moves of the rules that consists of what was done.

        It may have been done in one part or several.
        """
