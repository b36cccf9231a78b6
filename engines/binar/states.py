"""Positions of Binar as its computer players use them.

They hold only the state that matters, and the seat to move; each move gives the next state. A score
is the value of a position to the player to move and includes the distance of the end: the higher
the better.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from rules.binar import EMPTY, Move, Position

WON: Final = 255
"""A won position scores this less a point for each ply to the end."""
DRAW: Final = 128
LOST: Final = 0
"""A lost one scores this and a point for each ply."""

SquareLines = tuple[int, ...]
"""Which squares of each row are filled, or of each column: a bit a square."""


@dataclass(frozen=True, slots=True)
class BinarKind:
    """The options that define a kind of Binar.

    They are the board's `size`, whether each player has only their own digit (`own_digits`), and
    whether a single line ends the game (`single_line`).
    """

    size: int
    own_digits: bool
    single_line: bool


class BinarState(NamedTuple):
    """The filled squares row by row, the line parities, and the seat to move."""

    filled: SquareLines
    row_parities: int
    column_parities: int
    turn: int


class BinarBranch(NamedTuple):
    """A move, the position after it, and the mover's score if it ends the game."""

    move: Move
    state: BinarState
    end_score: int | None


def kind_of(position: Position) -> BinarKind:
    """Return the kind of Binar that a position of the rules belongs to."""
    return BinarKind(position.size, not position.choose, position.single)


def state_of(position: Position) -> BinarState:
    """Return the search state of a position of the rules."""
    size, cells = position.size, position.cells
    lines = [cells[start : start + size] for start in range(0, size * size, size)]
    return BinarState(
        tuple(bit_mask(cell != EMPTY for cell in line) for line in lines),
        bit_mask(line.count(1) % 2 for line in lines),
        bit_mask(cells[file::size].count(1) % 2 for file in range(size)),
        position.turn,
    )


def legal_branches(kind: BinarKind, state: BinarState) -> list[BinarBranch]:
    """Return all legal moves, each with the position after it."""
    whole = (1 << kind.size) - 1
    digits = (state.turn,) if kind.own_digits else (0, 1)
    found = []
    for row, line in enumerate(state.filled):
        for column in range(kind.size):
            if line >> column & 1:
                continue
            filled = fill_square(state.filled, row, column)
            done = filled[row] == whole, all(other >> column & 1 for other in filled)
            for digit in digits:
                rows, columns = state.row_parities ^ digit << row, state.column_parities ^ digit << column
                sums = [rows >> row & 1] * done[0] + [columns >> column & 1] * done[1]
                ended = end_score(kind.single_line, sums, state.turn)
                if ended is None and all(other == whole for other in filled):
                    ended = DRAW
                after = BinarState(filled, rows, columns, 1 - state.turn)
                found.append(BinarBranch(Move(row * kind.size + column, digit), after, ended))
    return found


def fill_square(rows: SquareLines, row: int, column: int) -> SquareLines:
    """Return the rows with one more square filled."""
    return (*rows[:row], rows[row] | 1 << column, *rows[row + 1 :])


def end_score(single_line: bool, parities: list[int], mover: int) -> int | None:
    """Return the mover's score if the lines just filled end the game.

    `parities` are those of these lines. Return `None` if the game goes on.
    """
    if not (parities if single_line else len(parities) == 2 and parities[0] == parities[1]):
        return None
    return LOST + 1 if 1 - mover in parities else WON - 1


def transpose(lines: SquareLines) -> SquareLines:
    """Convert rows to columns, or columns to rows."""
    return tuple(bit_mask(line >> place & 1 for line in lines) for place in range(len(lines)))


def line_parities(lines: SquareLines) -> int:
    """Return the parity of the number of filled squares in each line."""
    return bit_mask(line.bit_count() % 2 for line in lines)


def bit_mask(bits: Iterable[object]) -> int:
    """Return an integer with a bit set for each true value, the lowest bit first."""
    return sum(1 << place for place, bit in enumerate(bits) if bit)


def score_before_move(score: int) -> int:
    """Return a position's score for the player who has just moved into it.

    The given score is for the player to move; the result is one ply farther from the end.
    """
    if score == DRAW:
        return DRAW
    return WON - 1 - score if score < DRAW else WON + 1 - score
