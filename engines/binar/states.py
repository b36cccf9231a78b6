"""Positions of Binar as its players have them.

They hold the state that matters and the turn; each move gives the next one. A score is the worth of
a position to the player to move, including how many plies off the end is: the higher the better.
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
    """The rules agreed on.

    They are the board's size, whether digits are one's own, and whether a single line ends the game.
    """

    size: int
    own: bool
    single: bool


class BinarState(NamedTuple):
    """The filled squares row by row, the parities of rows and columns, and the mover."""

    filled: SquareLines
    rows: int
    columns: int
    turn: int


class BinarBranch(NamedTuple):
    """A move, the position it makes, and its score for the mover if it ends the game."""

    move: Move
    after: BinarState
    ended: int | None


def kind_of(position: Position) -> BinarKind:
    """Return the agreed kind of game for a position of the rules."""
    return BinarKind(position.size, not position.choose, position.single)


def state_of(position: Position) -> BinarState:
    """Return the search state of a position of the rules."""
    size, cells = position.size, position.cells
    lines = [cells[start : start + size] for start in range(0, size * size, size)]
    return BinarState(
        tuple(mask(cell != EMPTY for cell in line) for line in lines),
        mask(line.count(1) % 2 for line in lines),
        mask(cells[file::size].count(1) % 2 for file in range(size)),
        position.turn,
    )


def branches(kind: BinarKind, state: BinarState) -> list[BinarBranch]:
    """Return all legal moves, each with the position after it."""
    whole = (1 << kind.size) - 1
    digits = (state.turn,) if kind.own else (0, 1)
    found = []
    for row, line in enumerate(state.filled):
        for column in range(kind.size):
            if line >> column & 1:
                continue
            filled = with_square(state.filled, row, column)
            done = filled[row] == whole, all(other >> column & 1 for other in filled)
            for digit in digits:
                rows, columns = state.rows ^ digit << row, state.columns ^ digit << column
                sums = [rows >> row & 1] * done[0] + [columns >> column & 1] * done[1]
                ended = end(kind.single, sums, state.turn)
                if ended is None and all(other == whole for other in filled):
                    ended = DRAW
                after = BinarState(filled, rows, columns, 1 - state.turn)
                found.append(BinarBranch(Move(row * kind.size + column, digit), after, ended))
    return found


def with_square(rows: SquareLines, row: int, column: int) -> SquareLines:
    """Return the rows with one more square filled."""
    return (*rows[:row], rows[row] | 1 << column, *rows[row + 1 :])


def end(single: bool, sums: list[int], mover: int) -> int | None:
    """Return the mover's score if filling lines of these parities ends the game.

    Return `None` if the game goes on.
    """
    if not (sums if single else len(sums) == 2 and sums[0] == sums[1]):
        return None
    return LOST + 1 if 1 - mover in sums else WON - 1


def transpose(lines: SquareLines) -> SquareLines:
    """Convert rows to columns, or columns to rows."""
    return tuple(mask(line >> place & 1 for line in lines) for place in range(len(lines)))


def counts(lines: SquareLines) -> int:
    """Return the parity of the number of filled squares in each line."""
    return mask(line.bit_count() % 2 for line in lines)


def mask(bits: Iterable[object]) -> int:
    """Return a number whose bits, from the lowest up, are set where `bits` is true."""
    return sum(1 << place for place, bit in enumerate(bits) if bit)


def before(score: int) -> int:
    """Return the score for the player who moves into a position.

    It follows from the score for the player who moves out of it.
    """
    if score == DRAW:
        return DRAW
    return WON - 1 - score if score < DRAW else WON + 1 - score
