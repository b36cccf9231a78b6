"""Game trees for the search: the positions that can follow one."""

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
    """A game as a search sees it: states, the branches from each, and results.

    It holds the effects of the options, but no match.
    """

    def root_state(self, position: Any) -> State:
        """Return the search state of a position of the rules."""

    def expand(self, state: Any, turn: int) -> list[Branch]:
        """Return all branches from a state, in a fixed order.

        There are none if the game is over.
        """

    def final_worth(self, state: Any) -> int:
        """Return the exact worth to seat 0 of a state without branches."""


class PlayerGameTree(GameTree, Protocol):
    """A game tree for a computer player; a move may consist of two halves."""

    def scale_nodes(self, nodes: int) -> int:
        """Convert a node limit for a usual board to one for this board.

        Both take about the same time.
        """

    def is_halfway(self, state: Any) -> bool:
        """Whether the mover's turn goes on: the state lies between the halves of a move."""

    def find_move(self, actions: Sequence[Any], moves: Sequence[Any]) -> Any:
        """Return the one of these moves of the rules that consists of these actions.

        `actions` are those of the branches that were followed: one, or two for a move in halves.
        """
