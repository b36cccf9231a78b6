"""Plus draws: draws that one side ends with clearly more material.

The Delft system of the Netherlands, which calls it a victory on points, asks for an advantage of
three men, where a king counts two.
"""

from typing import Final

from rules.checkers.moves import WHITE
from rules.checkers.position import Position
from rules.game import Seat

KING: Final = 2
"""What a king counts, in men."""
LEAST: Final = 3
"""Men by which a side has to be ahead."""


def find_seat_ahead(position: Position) -> Seat | None:
    """Return the seat that is ahead by enough for a plus draw, or `None`."""
    pieces = position.generator.pieces(position.board).values()
    white = sum((1 if piece.colour == WHITE else -1) * (KING if piece.king else 1) for piece in pieces)
    if abs(white) < LEAST:
        return None
    colour = WHITE if white > 0 else 1 - WHITE
    return 0 if colour == position.first else 1
