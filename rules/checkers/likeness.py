"""How boards of checkers are compared.

All kinds on boards of one size are compared alike, by what pieces can do in any of them: a
piece came from near its present square, or along a line if it is a king, and the pieces it
captured were on its way.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from rules.checkers.position import PIECES
from rules.likeness import FLIPPED, HALF_ROUND, MIRRORED, ChangeBounds, Squares, Symmetry

SYMBOLS: Final = tuple(PIECES)
SYMMETRIES: Final = (
    Symmetry(),
    Symmetry(HALF_ROUND, swaps=True),
    # Mirrored, the dark squares of one kind are the light ones of another.
    Symmetry(MIRRORED),
    Symmetry(FLIPPED, swaps=True),
)
FRISIAN: Final = 10
"""On boards of this size a capture may go straight over two squares each time."""
FORFEITING: Final = 12
"""On boards of this size a side may lose a piece by its own move."""

LOST: Final = 5
"""Maximum number of squares that pieces leave in two moves.

Four captured at once, or two for two, or three for one. More are possible: they occur in two of
a hundred pairs of moves of random play. The resulting position is then not similar to the
earlier one.
"""
ROUND: Final = 4
"""Pieces that another captures, at least, if it ends where it began."""
CHANGES: Final = ChangeBounds(put=1, lost=LOST, by_turns=True)

PieceMark = tuple[int, int, int]
"""The number of a symbol, the rank and the file."""


class PieceLikeness(Squares):
    """Compares boards of one size with men and kings of two colours."""

    def __init__(self, size: int) -> None:
        super().__init__(size, SYMBOLS, SYMMETRIES, CHANGES)
        self.within = 2 * CHANGES.put + LOST
        self.uneven = LOST
        self._edge = size
        self._jump = 4 if size == FRISIAN else 2
        self._apart = 2 if size == FORFEITING else 1
        """Pieces that a side loses without a capture.

        The one that has gone, and possibly one forfeited.
        """

    def _can_lead(self, before: int, after: int, plies: int) -> bool:
        """Whether exactly this many moves may lie between the boards.

        Each side's piece must be able to have come from a square where one was.
        """
        if (before & ~after).bit_count() > LOST or not super()._can_lead(before, after, plies):
            return False
        put, lost = self._places(after & ~before), self._places(before & ~after)
        if not put and len({place[0] % 2 for place in lost}) < 2 and len(lost) < ROUND and self._apart == 1:
            return False  # the last piece to move must be somewhere
        return all(self._can_have_moved(side, put, lost) for side in (0, 1))

    def _can_have_moved(self, side: int, put: Sequence[PieceMark], lost: Sequence[PieceMark]) -> bool:
        """Whether a side may have moved to its new piece's square.

        The move has to account for the pieces that the other side lost.
        """
        own = [place for place in lost if place[0] % 2 == side]
        theirs = [place for place in lost if place[0] % 2 != side]
        target = next((place for place in put if place[0] % 2 == side), None)
        answered = len(put) > (target is not None)
        gone = self._apart if answered else self._apart - 1
        if target is None and (len(theirs) <= gone or len(theirs) >= ROUND):
            return True  # it has not moved, or has come back to where it was
        # Of what the other side lost one piece may have gone: to where it is, or to a square unseen, captured there.
        left = [(theirs[:i] + theirs[i + 1 :], not answered) for i in range(len(theirs))]
        if self._apart > 1:
            left += [(rest[:i] + rest[i + 1 :], unseen) for rest, unseen in left for i in range(len(rest))]
        if not answered:
            left.append((theirs, False))
        return any(
            self._can_have_captured(origin, target, taken, unseen=unseen)
            for origin in own
            for taken, unseen in left
        )

    def _can_have_captured(
        self, origin: PieceMark, target: PieceMark | None, taken: Sequence[PieceMark], *, unseen: bool
    ) -> bool:
        """Whether a piece may have captured the given pieces on its way to a square.

        It captured one more if that is `unseen`. Without a target the piece was captured itself, on an
        unknown square.
        """
        symbol = origin[0]
        if target is None:
            return symbol > 1 or all(_king_steps(origin, each) < self._jump * len(taken) for each in taken)
        if symbol > target[0] or symbol % 2 != target[0] % 2:
            return False
        captures = len(taken) + unseen
        if not captures:
            return _is_in_line(origin, target) and (symbol > 1 or _king_steps(origin, target) == 1)
        reach, king = self._jump * captures, target[0] > 1
        if not king and _king_steps(origin, target) > reach:
            return False
        if captures == 1 and taken:
            return _is_between(origin, taken[0], target)
        if not king and any(
            max(_king_steps(origin, each), _king_steps(each, target)) >= reach for each in taken
        ):
            return False
        return unseen or all(any(_is_in_line(end, each) for each in taken) for end in (origin, target))

    def _places(self, marks: int) -> list[PieceMark]:
        """Return the squares and pieces that the marks stand for."""
        found = []
        while marks:
            symbol, square = divmod((marks & -marks).bit_length() - 1, self._area)
            found.append((symbol, *divmod(square, self._edge)))
            marks &= marks - 1
        return found


def _king_steps(one: PieceMark, other: PieceMark) -> int:
    """Return the number of a king's steps between two squares."""
    return max(abs(one[1] - other[1]), abs(one[2] - other[2]))


def _is_in_line(one: PieceMark, other: PieceMark) -> bool:
    """Whether two squares are on one rank, file or diagonal."""
    ranks, files = abs(one[1] - other[1]), abs(one[2] - other[2])
    return ranks == files or not ranks or not files


def _is_between(one: PieceMark, middle: PieceMark, other: PieceMark) -> bool:
    """Whether a square lies between two others on one line."""
    apart = _king_steps(one, middle) + _king_steps(middle, other) == _king_steps(one, other)
    return apart and _is_in_line(one, middle) and _is_in_line(middle, other) and _is_in_line(one, other)


@cache
def piece_likeness(size: int) -> PieceLikeness:
    """Return the comparison for boards of a size; the same object on every call."""
    return PieceLikeness(size)
