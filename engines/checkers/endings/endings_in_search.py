"""Probing of the endgame tables during a search.

A result is used only if the draw counts and repetitions of this match leave it true.
"""

from typing import Final

from engines.bounds import WIN
from engines.checkers.counts import CountState, LongCount, counts_of
from engines.checkers.endings.tablebase import table_of
from engines.player import TablebaseResult
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

NO_COUNT: Final = LongCount()

_NEVER: Final = 1 << 30


class EndgameProbe:
    """Access to the endgame tables for one search; empty unless `enabled`.

    `occurrences` says how often each position has occurred since the last irreversible move, and `long`
    is the count that goes on at the root.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        occurrences: dict[Node, int],
        long: LongCount = NO_COUNT,
        *,
        enabled: bool = True,
    ) -> None:
        self._long = long
        self._table = table_of(ruleset) if enabled else None
        self._counts = counts_of(ruleset)
        self.most = 0 if self._table is None else self._table.most
        """Pieces of the largest endings that are known."""
        nearest = (
            self._table_plies(node, 0)
            for node, times in occurrences.items()
            if times > 1 and self._is_covered(node)
        )
        self._nearest = min((plies for plies in nearest if plies != DRAW), default=_NEVER)
        """How near to its end is a position that draws if it comes once more."""

    def plies_to_end(self, node: Node, quiet: int, count_state: CountState, ply: int) -> int | None:
        """Return the plies in which the mover wins (odd) or loses (even), or `DRAW`.

        Return `None` if the table cannot say: a draw rule could apply before the win, or a position on the
        way to it might occur for the third time.
        """
        if not self._is_covered(node):
            return None
        own, other, kings, _ = node
        side, streak = (own, count_state[1]) if own & own - 1 else (other, count_state[2])
        plies = self._table_plies(node, streak[1] if streak is not None and streak[0] & side & kings else 0)
        if plies == DRAW:
            return DRAW
        if plies > self._nearest and quiet >= ply:
            return None
        if self._long.is_due(ply + plies - 1, own, other, kings):
            return None
        return plies if self._counts.is_in_time(plies, count_state, quiet, own, other, kings) else None

    def find_ending(self, position: Position, ply: int = 0) -> TablebaseResult | None:
        """Return the tables' result for a position, if they know one.

        The position is `ply` plies below the root of the search.
        """
        board = position.board
        node = (*board.sides(position.colour), board.kings, position.colour)
        plies = self.plies_to_end(node, position.quiet, self._counts.state_of(position), ply)
        return None if plies is None else TablebaseResult(None if plies == DRAW else plies)

    def move_worth(self, position: Position, move: Move) -> int:
        """Return the worth of a move to its mover, by the endgame tables.

        The tables must cover the position.
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
        ending = self.find_ending(after, 1)
        if ending is None:
            return ONLY_COUNTED
        return 0 if ending.plies is None else 1 - ending.worth if ending.worth > 0 else -1 - ending.worth

    def _is_covered(self, node: Node) -> bool:
        own, other, _, _ = node
        return (own | other).bit_count() <= self.most and own != 0 and other != 0

    def _table_plies(self, node: Node, streak: int) -> int:
        """Return the table's plies of a node, `DRAW` for a draw."""
        assert self._table is not None  # else nothing is within it
        plies = self._table.plies_to_end(*node, streak)
        return DRAW if plies is None else plies
