"""A search's knowledge of endings.

It uses the tables as far as counts and repetitions of this match leave them true.
"""

from typing import Final

from engines.bounds import WIN
from engines.checkers.counts import Past, counts_of
from engines.checkers.endings.tablebase import table_of
from engines.player import Ending
from rules.checkers.moves import Move
from rules.checkers.position import Position
from rules.checkers.rulesets import Ruleset

DRAW: Final = -1
"""What is said of a draw."""

ONLY_COUNTED: Final = -500
"""The worth of a move after which a count draws although a side would win.

The table cannot say more of it.
"""

Node = tuple[int, int, int, int]
"""The mover's pieces, the opponent's, all kings, and who moves."""

_NEVER: Final = 1 << 30


class Endings:
    """The endings that one search may use; none if `known` is false.

    `stood` counts how often each position has occurred since the last lasting move.
    """

    def __init__(self, ruleset: Ruleset, stood: dict[Node, int], *, known: bool = True) -> None:
        self._table = table_of(ruleset) if known else None
        self._counts = counts_of(ruleset)
        self.most = 0 if self._table is None else self._table.most
        """Pieces of the largest endings that are known."""
        nearest = (
            self._table_plies(node, 0) for node, times in stood.items() if times > 1 and self._within(node)
        )
        self._nearest = min((plies for plies in nearest if plies != DRAW), default=_NEVER)
        """How near to its end is a position that draws if it comes once more."""

    def plies(self, node: Node, quiet: int, past: Past, ply: int) -> int | None:
        """Return the plies in which the mover wins (odd) or loses (even), or `DRAW`.

        Return `None` if the table cannot say: a count could draw before the win, or a position on the way
        to it might come for the third time.
        """
        if not self._within(node):
            return None
        own, other, kings, _ = node
        side, streak = (own, past[1]) if own & own - 1 else (other, past[2])
        plies = self._table_plies(node, streak[1] if streak is not None and streak[0] & side & kings else 0)
        if plies == DRAW:
            return DRAW
        if plies > self._nearest and quiet >= ply:
            return None
        return plies if self._counts.in_time(plies, past, quiet, own, other, kings) else None

    def ending(self, position: Position, ply: int = 0) -> Ending | None:
        """Return the known ending of a position `ply` plies below the root, if any."""
        board = position.board
        node = (*board.sides(position.colour), board.kings, position.colour)
        plies = self.plies(node, position.quiet, self._counts.past(position), ply)
        return None if plies is None else Ending(None if plies == DRAW else plies)

    def worth(self, position: Position, move: Move) -> int:
        """Return the worth of a move to its mover in a known position.

        No move is better than that.
        """
        after = position.play(move)
        if after.outcome is not None:
            return (
                0
                if after.outcome.winner is None
                else WIN - 1
                if after.outcome.winner == position.turn
                else 1 - WIN
            )
        ending = self.ending(after, 1)
        if ending is None:
            return ONLY_COUNTED
        return 0 if ending.plies is None else 1 - ending.worth if ending.worth > 0 else -1 - ending.worth

    def _within(self, node: Node) -> bool:
        own, other, _, _ = node
        return (own | other).bit_count() <= self.most and own != 0 and other != 0

    def _table_plies(self, node: Node, streak: int) -> int:
        """Return the table's plies of a node, `DRAW` for a draw."""
        assert self._table is not None  # else nothing is within it
        plies = self._table.plies(*node, streak)
        return DRAW if plies is None else plies
