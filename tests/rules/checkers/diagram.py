"""Positions and moves as short text, for tests.

Squares are written in letters, with `K` before a king.
"""

from rules.checkers.moves import BLACK, WHITE, Board, Generator, Move, Piece, generator
from rules.checkers.rulesets import ruleset


def place(game: Generator, white: str, black: str) -> Board:
    """A board from two lists of pieces such as "a3 Kb4"."""
    return game.build_board(
        {
            game.index[piece.removeprefix("K")]: Piece(colour, piece.startswith("K"))
            for colour, pieces in ((WHITE, white), (BLACK, black))
            for piece in pieces.split()
        }
    )


def legal(key: str, white: str, black: str, colour: int = WHITE, **options: str) -> set[str]:
    """Return the legal moves of a position in words.

    They look like "b6xd8=K takes c7" or "a1-b2". White is to move by default.
    """
    game = generator(ruleset(key, **options))
    return {words(game, move) for move in game.moves(place(game, white, black), colour)}


def words(game: Generator, move: Move) -> str:
    """A move as `legal` has it, the captured in the order of their names."""
    sign = "x" if move.captured else "-"
    crown = "=K" if move.promotes else ""
    taken = sorted(game.squares[square] for square in move.captured)
    takes = f" takes {' '.join(taken)}" if taken else ""
    loses = f" loses {game.squares[move.forfeit]}" if move.forfeit is not None else ""
    return f"{game.squares[move.start]}{sign}{game.squares[move.end]}{crown}{takes}{loses}"
