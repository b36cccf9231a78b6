"""The games whose pieces are all black or white.

They are Binary, Zong-Heng, Yin Yang and Incorrect Checkers. Their positions keep `cells`, one
byte a square, indexed by square number: `EMPTY`, `BLACK` or `WHITE`. In games whose seats own
pieces, a seat's pieces are `seat + 1`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from rules.board import BoardGame, Position
from rules.game import Move, Options, Seat
from rules.squares import Size, square_names

EMPTY, BLACK, WHITE = 0, 1, 2
SYMBOLS = {BLACK: "b", WHITE: "w"}


@dataclass(frozen=True, slots=True)
class BlackAndWhitePosition:
    """A position that consists of nothing but the pieces and the turn.

    Positions that compare equal have the same continuations, so the last move is not compared.
    """

    cells: bytes
    turn: Seat
    last: Any = field(default=None, compare=False)


class BlackAndWhiteGame(BoardGame[Position, Move], Generic[Position, Move]):
    """A board game whose pieces are all black or white."""

    symbols = tuple(SYMBOLS.values())

    def read_cells(
        self, options: Options, data: object, turn: Seat | None
    ) -> tuple[bytes, Seat, Mapping[str, Any]]:
        """Return the cells, the turn and the raw object of a position to be set up.

        The turn is seat 0's if none is given.
        """
        pieces, turn, given = self.read_board(options, data, turn)
        piece_of = {symbol: piece for piece, symbol in SYMBOLS.items()}
        squares = range(len(square_names(self.size_of(options))))
        cells = bytes(piece_of[pieces[i]] if i in pieces else EMPTY for i in squares)
        return cells, turn or 0, given


def show_cells(size: Size, cells: bytes) -> dict[str, str]:
    """Return the symbols of the occupied squares by name, in the protocol's form."""
    squares = square_names(size)
    return {squares[i]: SYMBOLS[piece] for i, piece in enumerate(cells) if piece}
