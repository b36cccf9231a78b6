"""What a search knows of endings: the tables, as far as counts and repetitions of this match leave them true."""

from typing import Final

from engines.checkers.counts import Past, counts_of
from engines.checkers.endings.places import FEW
from engines.checkers.endings.table import table_of
from rules.checkers.rulesets import Ruleset

DRAW: Final = -1
"""What is said of a draw."""

Node = tuple[int, int, int, int]
"""The mover's pieces, the opponent's, all kings, and who moves."""

_NEVER: Final = 1 << 30


class Endings:
    """The endings as one search may use them. `stood` is how often positions have stood since the last lasting move."""

    def __init__(self, ruleset: Ruleset, stood: dict[Node, int]) -> None:
        self._table = table_of(ruleset)
        self._counts = counts_of(ruleset)
        self._most = 0 if self._table is None else FEW
        nearest = (self._said(node, 0) for node, times in stood.items() if times > 1 and self._within(node))
        self._nearest = min((plies for plies in nearest if plies != DRAW), default=_NEVER)
        """How near to its end is a position that draws if it comes once more."""

    def plies(self, node: Node, quiet: int, past: Past, ply: int) -> int | None:
        """Return in how many plies the mover wins (odd) or loses (even), or `DRAW`; `None` where the table cannot say.

        Where a count could draw before the win, or a position on the way to it might come for the third time, the table
        does not say.
        """
        if not self._within(node):
            return None
        own, other, kings, _ = node
        side, streak = (own, past[1]) if own & own - 1 else (other, past[2])
        plies = self._said(node, streak[1] if streak is not None and streak[0] & side & kings else 0)
        if plies == DRAW:
            return DRAW
        if plies > self._nearest and quiet >= ply:
            return None
        return plies if self._counts.in_time(plies, past, quiet, own, other, kings) else None

    def _within(self, node: Node) -> bool:
        own, other, _, _ = node
        return (own | other).bit_count() <= self._most and own != 0 and other != 0

    def _said(self, node: Node, streak: int) -> int:
        assert self._table is not None  # else nothing is within it
        plies = self._table.plies(*node, streak)
        return DRAW if plies is None else plies
