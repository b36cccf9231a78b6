"""Squares and moves of checkers as text.

Numeric or algebraic, short or with every landing square. Every variant reads both ways of
naming squares, and writes the one its players are used to.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from rules.checkers.captures import MOST_CAPTURES, TooMany
from rules.checkers.moves import Generator, Move
from rules.checkers.position import Position
from rules.game import AmbiguousMove, IllegalMove
from rules.squares import square_names
from words import clip

SQUARE = r"[A-La-l]\d{1,2}(?!\d)|(?<!\d)\d{1,3}(?!\d)"
QUIET_SIGNS = "‐‑–—−→>-"
CAPTURE_SIGNS = "x×X:*"

_TEXT = re.compile(rf"\s*(?:{SQUARE})(?:[\s{CAPTURE_SIGNS}{QUIET_SIGNS}]*(?:{SQUARE}))+\s*[.!?+#]*\s*")


class TypedMove(NamedTuple):
    """A typed move: the squares in order, and whether its sign marks a capture.

    `None` instead of the latter if there was no sign.
    """

    squares: tuple[int, ...]
    captures: bool | None


def square_name(generator: Generator, square: int) -> str:
    """Return a square's name in the variant's notation."""
    return str(square + 1) if generator.ruleset.notation == "numeric" else generator.squares[square]


def parse_square(generator: Generator, text: str) -> int:
    """Return the square of a numeric or algebraic name; raise `IllegalMove`."""
    if text.isdecimal() and 1 <= int(text) <= len(generator.squares):
        return int(text) - 1
    square = generator.index.get(text.lower())
    if square is None:
        raise IllegalMove(
            f"checkers.no_square.{generator.ruleset.squares}",
            square=clip(text),
            last=len(generator.squares),
            corner=square_names(generator.ruleset.size)[-1],
            title=generator.ruleset.title,
        )
    return square


def parse_move(generator: Generator, text: str) -> TypedMove | None:
    """Return the squares and the sign of a text.

    `None` if it does not have the form of a move; raise `IllegalMove`. Lenient: accepts squares by
    number or by file and rank, in capitals too, regardless of the variant; any run of spaces,
    dashes, arrows, `x`, `:` or `*` between them; any landing squares of a capture, or none; `.`,
    `!`, `?`, `+` and `#` at the end.

    >>> from rules.checkers.moves import generator
    >>> from rules.checkers.rulesets import ruleset
    >>> american = generator(ruleset("american"))
    >>> parse_move(american, "11 - 15"), parse_move(american, "11x18!"), parse_move(american, "eleven")
    (TypedMove(squares=(10, 14), captures=False), TypedMove(squares=(10, 17), captures=True), None)
    """
    if not _TEXT.fullmatch(text):
        return None
    squares = tuple(parse_square(generator, found) for found in re.findall(SQUARE, text))
    captures = None
    if any(sign in text for sign in CAPTURE_SIGNS):
        captures = True
    elif any(sign in text for sign in QUIET_SIGNS):
        captures = False
    return TypedMove(squares, captures)


def write_move(position: Position, move: Move) -> str:
    """Return the canonical text of a legal move.

    Start and end, or every landing square if needed.
    """
    return write_squares(
        position.generator, (move.start, *position.named_squares(move)), captures=bool(move.captured)
    )


def write_squares(generator: Generator, squares: Sequence[int], *, captures: bool) -> str:
    """Return a move over these squares in the variant's notation."""
    sign = generator.ruleset.capture_sign if captures else "-"
    return sign.join(square_name(generator, square) for square in squares)


def write_path(generator: Generator, move: Move) -> str:
    """Return a move with every landing square written."""
    return write_squares(generator, (move.start, *move.path), captures=bool(move.captured))


def find_moves(position: Position, typed: TypedMove) -> Sequence[Move]:
    """Return the legal moves that fit the squares, each once.

    A route that matches exactly wins over one that only passes through the squares.
    """
    start, *path = typed.squares
    wanted = tuple(path)
    ends = [move for move in position.legal if (move.start, move.end) == (start, wanted[-1])]
    if len({not move.captured for move in ends}) > 1:
        if typed.captures is None and len(wanted) == 1:
            return ends
        ends = [move for move in ends if bool(move.captured) == (typed.captures is not False)]
    exact = [move for move in ends if move.path == wanted]
    if exact or len(wanted) == 1:
        return exact or ends
    keys = {move.key for move in ends}
    try:
        among = position.generator.routes(position.board, position.colour, MOST_CAPTURES)
    except TooMany:
        among = ends
    routes = [route for route in among if route.key in keys]
    fitting = [route for route in routes if route.path == wanted] or [
        route for route in routes if passes_squares(route, wanted)
    ]
    return list({route.key: route for route in reversed(fitting)}.values())


def passes_squares(route: Move, path: Sequence[int]) -> bool:
    """Whether a route lands on these squares in this order.

    There may be others between them.
    """
    landings = iter(route.path)
    return all(square in landings for square in path)


def require_single(position: Position, text: str, moves: Sequence[Move]) -> Move:
    """Return the only move; raise `AmbiguousMove` if there are several."""
    if len(moves) > 1:
        raise AmbiguousMove(clip(text), [write_move(position, move) for move in moves])
    return moves[0]
