"""The counts that a search of checkers remembers beside the board.

With them it knows every draw of the rules below its root. The counts themselves are those of
`rules.checkers.draws`; this module decides only when to ask for them.
"""

from functools import lru_cache

from engines.checkers.move_tree import SHUFFLE, Child
from rules.checkers import draws
from rules.checkers.moves import WHITE, Board
from rules.checkers.position import Position, Streak
from rules.checkers.rulesets import Ruleset

Past = tuple[draws.Tallies, Streak | None, Streak | None]
"""The tallies of `draws`, then the mover's and the opponent's streak of one king.

Squares in it are bits.
"""

NEAR = 24
"""Plies before a draw by count from which the count is part of the table's key."""

NEVER = 1 << 30
"""More plies than any match has."""


class DrawCounts:
    """The draws and the king's limit of one rule set; get it from `counts_of`."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._tallied = any(rule.goes_on_through != "nothing" for rule in ruleset.draws)
        self._nothing: draws.Tallies = (None,) * len(ruleset.draws)
        self._king_limit = ruleset.king_quiet_limit
        self.remembers = self._tallied or self._king_limit is not None
        """Whether there is more to remember than the quiet plies.

        Only then `after` has work to do.
        """
        plain = [rule for rule in ruleset.draws if rule.goes_on_through == "nothing"]
        self._any_limit = min((2 * rule.moves for rule in plain if rule.pieces is None), default=NEVER)
        self.least = min((2 * rule.moves for rule in plain), default=NEVER)
        """The quiet plies before which no count draws, whatever is on the board."""
        self.nothing: Past = self._nothing, None, None
        """The value remembered if no tally and no streak has begun.

        It is one object, so that `is` tells.
        """
        self.begins = self._king_limit is not None
        """Whether any move may begin something to remember.

        If not, only one that leaves a side a single piece does.
        """

    def past(self, position: Position) -> Past:
        """Return the counts remembered with a position, from its mover's side."""
        bits = position.generator.geometry.bits
        white, black = (
            None if streak is None else (bits[streak[0]], streak[1]) for streak in position.streaks
        )
        return self._same(
            (position.tallies, white, black) if position.colour == WHITE else (position.tallies, black, white)
        )

    def after(self, past: Past, kings: int, child: Child) -> Past:
        """Return what is remembered after a move on a board with these kings.

        It is from the next mover's side.
        """
        own, other, kings_after, start, end, kind = child
        tallies, mine, theirs = past
        by_king = kings & start != 0
        if self._tallied and (tallies != self._nothing or _lone(own, other)):
            board = Board(own, other, kings_after)
            tallies = draws.advance_tallies(self._ruleset, tallies, board, by_man=not by_king)
        if self._king_limit is None:
            return past if tallies is past[0] else self._same((tallies, None, None))
        mine_before, mine = mine, None
        if by_king and kind == SHUFFLE:
            at, count = mine_before or (start, 0)
            mine = end, count + 1 if at == start else 1
        return self._same((tallies, theirs, mine))

    def _same(self, past: Past) -> Past:
        return self.nothing if past == self.nothing else past

    def barred_king(self, past: Past, own: int, kings: int) -> int:
        """Return the bit of the mover's king that may make no quiet move now, or 0."""
        streak = past[1]
        if streak is None or self._king_limit is None or streak[1] < self._king_limit or not own & ~kings:
            return 0
        return streak[0]

    def limit(self, own: int, other: int) -> int:
        """Return the number of quiet plies from which a count may draw."""
        return self.least if _lone(own, other) else self._any_limit

    def in_time(self, plies: int, past: Past, quiet: int, own: int, other: int, kings: int) -> bool:
        """Whether a win in `plies` plies comes before any count that has begun could draw."""
        board = Board(own, other, kings)
        for rule, tally in zip(self._ruleset.draws, past[0], strict=True):
            if rule.goes_on_through == "nothing":
                tally = quiet if draws.has_material(rule, board) else None
            if tally is not None and tally + plies > 2 * rule.moves:
                return False
        return True

    def is_draw(self, past: Past, quiet: int, own: int, other: int, kings: int) -> bool:
        """Whether a count of moves ends the game here as a draw."""
        return draws.ending_rule(self._ruleset, past[0], quiet, Board(own, other, kings)) is not None


def _lone(own: int, other: int) -> bool:
    """Whether a side has only one piece."""
    return not own & own - 1 or not other & other - 1


counts_of = lru_cache(DrawCounts)
