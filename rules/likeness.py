"""How alike two positions of a game are.

That is: on which squares they differ, seen through the game's symmetries. A game declares both
about itself: its symmetries, and how much one move changes. Only public boards are compared;
the turn, hands and counters are ignored.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from rules.outline import BoardMarks, Image, Likeness
from rules.squares import Size, files_and_ranks, square_names


class BoardTurn(NamedTuple):
    """A symmetry of the board.

    File and rank change places if `diagonal`, then `files` or `ranks` are mirrored.
    """

    diagonal: bool = False
    files: bool = False
    ranks: bool = False


AS_IS, MIRRORED, FLIPPED = BoardTurn(), BoardTurn(files=True), BoardTurn(ranks=True)
HALF_ROUND, DIAGONAL = BoardTurn(files=True, ranks=True), BoardTurn(diagonal=True)
QUARTER, BACK = BoardTurn(diagonal=True, files=True), BoardTurn(diagonal=True, ranks=True)
OTHER_DIAGONAL = BoardTurn(diagonal=True, files=True, ranks=True)

SAME_TONES: Final = (AS_IS, HALF_ROUND, DIAGONAL, OTHER_DIAGONAL)
"""On a square board with an even edge these lead dark squares to dark ones."""
OTHER_TONES: Final = (MIRRORED, FLIPPED, QUARTER, BACK)
"""And these to light ones."""


class Symmetry(NamedTuple):
    """A symmetry of a game: play continues alike after it.

    The board is turned, and both colours are exchanged if it `swaps`.
    """

    turn: BoardTurn = AS_IS
    swaps: bool = False


@dataclass(frozen=True, slots=True)
class ChangeBounds:
    """The most that one move changes.

    `put` are the pieces that are put on a square or change there, `lost` those that are lost from
    one. `more` is by how many the pieces become more, if that is always the same. With `by_turns`
    each side puts only its own pieces, and never moves twice in a row. `in_line` says that all
    changes are on one rank or file.
    """

    put: int
    lost: int
    more: int | None = None
    by_turns: bool = False
    in_line: bool = False


class Squares(Likeness):
    """Boards of squares on which every symmetry maps a square to a square.

    A mark is a symbol on a square. Two neighbours in `symbols`, an even one and the next, are those
    of the two sides.
    """

    def __init__(
        self, size: Size, symbols: Sequence[str], symmetries: Collection[Symmetry], changes: ChangeBounds
    ) -> None:
        self._changes = changes
        self.within = 2 * (changes.put + changes.lost)
        self.uneven = 2 * (max(changes.put, changes.lost) if changes.more is None else changes.more)
        area = len(square_names(size))
        marks = {
            (name, symbol): 1 << area * number + square
            for number, symbol in enumerate(symbols)
            for square, name in enumerate(square_names(size))
        }
        self._tables = tuple(
            {
                (name, symbol): marks[onto[name], symbols[number ^ swaps]]
                for number, symbol in enumerate(symbols)
                for name in square_names(size)
            }
            for onto, swaps in ((_onto(size, turn), swaps) for turn, swaps in symmetries)
        )
        side = sum(((1 << area) - 1) << area * number for number in range(0, len(symbols), 2))
        self._sides = side, side << area
        self._area = area
        self._files, ranks = files_and_ranks(size)
        self._rank = (1 << self._files) - 1
        self._file = sum(1 << self._files * rank for rank in range(ranks))

    def own_image(self, board: BoardMarks) -> Image:
        """Return the image of a board under no symmetry."""
        marks = sum(map(self._tables[0].__getitem__, board.items()))
        return Image(marks, marks, len(board))

    def images(self, board: BoardMarks) -> Sequence[Image]:
        """Return the images of a board under all symmetries, its own image first."""
        items = board.items()
        found = [sum(map(table.__getitem__, items)) for table in self._tables]
        return [Image(marks, marks, len(board)) for marks in found]

    def can_become(self, before: int, after: int, plies: int) -> bool:
        """Whether marks may become others within this many moves.

        Only squares are considered.
        """
        if before == after:
            return True
        if not self._changes.more:
            return any(self._can_lead(before, after, made) for made in range(1, plies + 1))
        made, rest = divmod(after.bit_count() - before.bit_count(), self._changes.more)
        return 0 < made <= plies and not rest and self._can_lead(before, after, made)

    def _can_lead(self, before: int, after: int, plies: int) -> bool:
        """Whether exactly this many moves may lie between the marks.

        Judged by the squares put and lost, by the sides that did it, and by the lines they are on.
        """
        put, lost, changes = after & ~before, before & ~after, self._changes
        if put.bit_count() > plies * changes.put or lost.bit_count() > plies * changes.lost:
            return False
        if changes.more == 0 and put.bit_count() != lost.bit_count():
            return False
        if changes.by_turns and any((put & side).bit_count() > changes.put for side in self._sides):
            return False
        return not changes.in_line or self._on_lines(put | lost, plies)

    def _on_lines(self, marks: int, lines: int) -> bool:
        """Whether `lines` ranks and files suffice to hold all squares with marks."""
        board, folded = (1 << self._area) - 1, 0
        while marks:
            folded |= marks & board
            marks >>= self._area
        return self._cover(folded, lines)

    def _cover(self, squares: int, lines: int) -> bool:
        """Whether `lines` ranks and files suffice to hold these squares, given as bits."""
        if not squares or not lines:
            return not squares
        rank, file = divmod((squares & -squares).bit_length() - 1, self._files)
        return self._cover(squares & ~(self._rank << rank * self._files), lines - 1) or self._cover(
            squares & ~(self._file << file), lines - 1
        )


def _onto(size: Size, turn: BoardTurn) -> Mapping[str, str]:
    """Return the target of each square when the board is turned."""
    files, ranks = files_and_ranks(size)
    found: dict[str, str] = {}
    known = square_names(size)
    for square, name in enumerate(known):
        rank, file = divmod(square, files)
        if turn.diagonal:
            file, rank = rank, file
        file = files - 1 - file if turn.files else file
        rank = ranks - 1 - rank if turn.ranks else rank
        found[name] = known[rank * files + file]
    return found


@cache
def square_likeness(
    size: Size, symbols: tuple[str, ...], symmetries: tuple[Symmetry, ...], changes: ChangeBounds
) -> Squares:
    """Return the comparison for boards of a size; the same object on every call."""
    return Squares(size, symbols, symmetries, changes)
