"""Positions of few pieces, and their worth by the tables."""

from engines.checkers.counts import counts_of
from engines.checkers.endings.__main__ import table_rulesets
from engines.checkers.endings.endings_in_search import DRAW, EndgameProbe
from engines.checkers.endings.position_numbers import position_numbers
from engines.checkers.endings.tablebase import normalize_ruleset
from rules.checkers.moves import WHITE, Board, Generator
from rules.checkers.position import Position, set_up_position
from rules.checkers.rulesets import RULESETS

KINDS = {name: row for key in RULESETS for name, row in table_rulesets(key).items()}

MANY = 10_000_000

FOURS = ("american", "brazilian", "czech", "german", "italian", "pool", "russian", "spanish")
"""The kinds on 32 squares, whose endings of four pieces are shipped."""


def sound(game: Generator, board: Board, pieces: int) -> bool:
    """Whether each piece has a square of its own and no man is on its crowning rank."""
    men = board.white & ~board.kings, board.black & ~board.kings
    crowned = any(men[colour] & game.geometry.far_rank(colour) for colour in (0, 1))
    return (board.white | board.black).bit_count() == pieces and not crowned


def table_result(where: Position) -> int | None:
    """Return the tables' result of a position.

    This is the number of plies until it is won or lost, or `None` for a draw.
    """
    row, board = where.generator.ruleset, where.board
    sides = board.sides(where.colour)
    past = counts_of(row).state_of(where)
    plies = EndgameProbe(row, {}).plies_to_end((*sides, board.kings, where.colour), where.quiet, past, 0)
    return None if plies in (None, DRAW) else plies


def swap_sides(where: Position) -> Position:
    """Return the position with the board turned round and the colours exchanged."""
    game = where.generator
    places = position_numbers(normalize_ruleset(game.ruleset))
    board = where.board
    own, other = (places.flip(places.encode(side, board.kings, WHITE)) for side in (board.white, board.black))
    return set_up_position(game, Board(*places.board(other, own)), 1 - WHITE, WHITE)
