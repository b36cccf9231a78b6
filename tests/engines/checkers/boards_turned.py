"""Boards with their colours exchanged."""

from rules.checkers.moves import Board, Generator, Piece


def swap_sides(generator: Generator, board: Board) -> Board:
    """Return the board turned round, every piece in the other colour."""
    last = len(generator.squares) - 1
    return generator.build_board(
        {
            last - square: Piece(1 - piece.colour, piece.king)
            for square, piece in generator.pieces(board).items()
        }
    )
