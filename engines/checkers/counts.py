"""The move counts that a checkers search remembers beside the board.

With them the search knows every draw by the rules below its root. The counts themselves are those
of `rules.checkers.draws`; this module only decides when to ask for them.
"""

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from engines.checkers.move_tree import CAPTURE, SHUFFLE, Child
from rules.checkers import draws
from rules.checkers.moves import WHITE, Board
from rules.checkers.position import Position, Streak
from rules.checkers.rulesets import Ruleset

CountState = tuple[draws.Tallies, Streak | None, Streak | None]
"""The tallies of `draws`, then the mover's and the opponent's streak of one king.

Squares in it are bits.
"""

NEAR = 24
"""Plies before a draw by count from which the count is part of the table's key."""

NEVER = 1 << 30
"""More plies than any match has."""


class LongCount(NamedTuple):
    """The count of all pieces that has begun at a search's root.

    Thirty moves are longer than a search looks, so one that begins below the root never ends there, and
    this one ends in `due` plies if as many pieces and kings are left.
    """

    due: int = NEVER
    pieces: int = 0
    kings: int = 0

    def is_due(self, ply: int, own: int, other: int, kings: int) -> bool:
        """Whether the count has ended `ply` plies below the root."""
        return (
            ply >= self.due and (own | other).bit_count() == self.pieces and kings.bit_count() == self.kings
        )


def long_count(position: Position) -> LongCount:
    """Return the count of all pieces that goes on in a position.

    If there is none, return a count that is never due.
    """
    board, rules = position.board, position.generator.ruleset.draws
    due = [
        rule.due - tally
        for rule, tally in zip(rules, position.tallies, strict=True)
        if rule.in_all is not None and tally is not None
    ]
    return LongCount(
        min(due, default=NEVER), (board.white | board.black).bit_count(), board.kings.bit_count()
    )


class DrawCounts:
    """The draw rules and the king's move limit of one rule set.

    Get it from `counts_of`, which caches it. The counts of `LongCount` are not among them.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._kept = [number for number, rule in enumerate(ruleset.draws) if rule.in_all is None]
        self._ruleset = ruleset = replace(ruleset, draws=tuple(ruleset.draws[each] for each in self._kept))
        self._tallied = any(rule.goes_on_through != "nothing" for rule in ruleset.draws)
        self._nothing: draws.Tallies = (None,) * len(ruleset.draws)
        self._king_limit = ruleset.king_quiet_limit
        self.remembers = self._tallied or self._king_limit is not None
        """Whether there is more to remember than the quiet plies.

        Only then `after` has work to do.
        """
        plain = [rule for rule in ruleset.draws if rule.goes_on_through == "nothing"]
        self._any_limit = min((rule.due for rule in plain if rule.pieces is None), default=NEVER)
        self.least = min((rule.due for rule in plain), default=NEVER)
        """The quiet plies before which no count draws, whatever is on the board."""
        self.nothing: CountState = self._nothing, None, None
        """The value remembered if no tally and no streak has begun.

        It is one object, so that `is` tells.
        """
        self.begins = self._king_limit is not None
        """Whether any move may begin something to remember.

        If not, only one that leaves a side a single piece does.
        """

    def state_of(self, position: Position) -> CountState:
        """Return the counts to remember with a position, from its mover's side."""
        bits = position.generator.geometry.bits
        white, black = (
            None if streak is None else (bits[streak[0]], streak[1]) for streak in position.streaks
        )
        tallies = tuple(position.tallies[each] for each in self._kept)
        return self._shared_state(
            (tallies, white, black) if position.colour == WHITE else (tallies, black, white)
        )

    def state_after(self, state: CountState, kings: int, child: Child) -> CountState:
        """Return the counts to remember after a move, from the next mover's side.

        `kings` are the kings on the board before the move.
        """
        own, other, kings_after, start, end, kind = child
        tallies, mine, theirs = state
        by_king = kings & start != 0
        if self._tallied and (tallies != self._nothing or _has_lone_piece(own, other)):
            board = Board(own, other, kings_after)
            changed = kind == CAPTURE or (not by_king and kings_after & end != 0)
            tallies = draws.advance_tallies(
                self._ruleset, tallies, board, other, by_man=not by_king, changed=changed
            )
        if self._king_limit is None:
            return state if tallies is state[0] else self._shared_state((tallies, None, None))
        mine_before, mine = mine, None
        if by_king and kind == SHUFFLE:
            at, count = mine_before or (start, 0)
            mine = end, count + 1 if at == start else 1
        return self._shared_state((tallies, theirs, mine))

    def _shared_state(self, state: CountState) -> CountState:
        return self.nothing if state == self.nothing else state

    def barred_king(self, state: CountState, own: int, kings: int) -> int:
        """Return the bit of the mover's king that may make no quiet move now, or 0.

        Some rules limit how many quiet moves one king may make in a row.
        """
        streak = state[1]
        if streak is None or self._king_limit is None or streak[1] < self._king_limit or not own & ~kings:
            return 0
        return streak[0]

    def draw_limit(self, own: int, other: int) -> int:
        """Return the number of quiet plies from which a draw rule may apply."""
        return self.least if _has_lone_piece(own, other) else self._any_limit

    def is_in_time(self, plies: int, state: CountState, quiet: int, own: int, other: int, kings: int) -> bool:
        """Whether a win in `plies` plies comes before any count that has begun could draw.

        A lone king that is lost on the main road must capture at once, so the count there stops no win.
        """
        board = Board(own, other, kings)
        for rule, tally in zip(self._ruleset.draws, state[0], strict=True):
            if rule.goes_on_through == "nothing":
                tally = quiet if draws.has_material(rule, board) else None
            if tally is not None and not rule.main_road and tally + plies > rule.due:
                return False
        return True

    def is_draw(self, state: CountState, quiet: int, own: int, other: int, kings: int) -> bool:
        """Whether a draw rule that counts moves ends the game here."""
        return draws.ending_rule(self._ruleset, state[0], quiet, Board(own, other, kings)) is not None


def _has_lone_piece(own: int, other: int) -> bool:
    """Whether a side has only one piece."""
    return not own & own - 1 or not other & other - 1


counts_of = lru_cache(DrawCounts)
