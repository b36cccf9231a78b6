"""Positions for the help.

How pieces move, and for each kind of checkers the rule that sets it apart, in play. White moves
in all of them.
"""

import re
from itertools import product

from rules.checkers.moves import WHITE, Board, Generator, Piece, generator
from rules.checkers.notation import square_name
from rules.checkers.position import PIECES
from rules.checkers.rulesets import Ruleset
from rules.game import Options
from rules.help import Figure
from words import Phrase


def _figure(
    caption: str, white: str, black: str, move: str, *, seat: int = 0, options: Options | None = None
) -> Figure:
    """Return a figure from the squares of each side, White being `seat`.

    A capital K before a square marks a king.
    """
    cells = {
        square.removeprefix("K"): symbol.upper() if square.startswith("K") else symbol
        for squares, symbol in ((white, "w"), (black, "b"))
        for square in squares.split()
    }
    return Figure(
        Phrase(f"checkers.help.figures.{caption}"), {"cells": cells, "turn": seat}, options or {}, (move,)
    )


_WHITE_FIRST: Options = {"first": "white"}
"""Options that let White begin if that is decided by lot.

The possible moves do not depend on the lot.
"""

FIGURES: dict[str, tuple[Figure, ...]] = {
    "american": (
        _figure(
            "far_rank",
            "b6",
            "Kc7 Ke7",
            "b6xd8",
            seat=1,
        ),
    ),
    "international": (
        _figure("most", "b2 i3", "c3 h4 f6", "i3xe7", seat=1),
        _figure("passes", "b8", "c9 e9", "b8xf8", seat=1),
    ),
    "german": (_figure("behind", "Ka3", "d6", "a3xe7", seat=1),),
    "pool": (
        _figure(
            "as_man",
            "h6",
            "g7 Kb4",
            "h6xf8",
            seat=1,
        ),
    ),
    "russian": (
        _figure(
            "king_at_once",
            "h6",
            "g7 Kb4",
            "h6:a3",
        ),
    ),
    "brazilian": (
        _figure(
            "as_man",
            "h6",
            "g7 Kb4",
            "h6xf8",
        ),
    ),
    "spanish": (
        _figure(
            "takes_king",
            "Kd3",
            "e2 Kc4",
            "d3xb5",
        ),
    ),
    "italian": (_figure("not_a_king", "c6", "Kb7", "c6-d7"),),
    "czech": (_figure("king_must", "Kb6 b4", "c5", "b6xd4"),),
    "turkish": (
        _figure("stays_man", "a6", "a7 Ke8", "a6xa8"),
        _figure(
            "no_turn",
            "Kc1",
            "Kb1 Kd1",
            "c1xa1",
        ),
    ),
    "armenian": (
        _figure(
            "king_at_once",
            "a6",
            "a7 Ke8",
            "a6xf8",
        ),
    ),
    "gothic": (_figure("sideways", "d3", "e3 g4", "d3xh5"),),
    "malaysian": (
        _figure(
            "forfeit",
            "c3 g3",
            "d4 j8",
            "g3-h4",
            options=_WHITE_FIRST,
        ),
    ),
    "frisian": (
        _figure(
            "straight",
            "d4",
            "d6",
            "d4xd8",
            seat=1,
        ),
        _figure(
            "value",
            "Kf10",
            "e9 i9 a3 Kg9 Ki7",
            "f10xj6",
            options={"rules": "federation"},
        ),
    ),
    "canadian": (_figure("turns", "Ka1", "d4 g5", "a1xh4", seat=1),),
}


def movement_figure(row: Ruleset) -> Figure:
    """Return a figure of the moves of a man and a king.

    They stand on the first squares near the middle on which neither is in the other's way.
    """
    gen = generator(row)
    places = gen.geometry.places
    middle = row.size // 2
    kings = sorted(range(len(places)), key=lambda square: _far(places[square], (middle + 1, middle)))
    men = sorted(range(len(places)), key=lambda square: _far(places[square], (1, 2)))
    enemies = sorted(range(len(places)), key=lambda square: _far(places[square], (0, row.size - 2)))
    for king, man, enemy in product(kings[:6], men[:6], enemies[:4]):
        pieces = {
            king: Piece(WHITE, king=True),
            man: Piece(WHITE, king=False),
            enemy: Piece(1 - WHITE, king=False),
        }
        if len(pieces) == 3 and _are_apart(gen, gen.build_board(pieces), king):
            cells = {gen.squares[king]: "W", gen.squares[man]: "w", gen.squares[enemy]: "b"}
            seat = 1 if row.first == "black" else 0
            caption = Phrase(
                "checkers.help.figures.moving", square=square_name(gen, man), king=square_name(gen, king)
            )
            options = _WHITE_FIRST if row.optional_capture else {}
            return Figure(caption, {"cells": cells, "turn": seat}, options, marked=True)
    raise AssertionError(f"no room on the board of {row.key}")


def is_valid_under(figure: Figure, row: Ruleset, options: Options) -> bool:
    """Whether a figure shows only what these options allow."""
    asked = {name: value for name, value in figure.options.items() if name not in _WHITE_FIRST}
    if any(options.get(option, value) != value for option, value in asked.items()):
        return False
    gen, cells = generator(row), (figure.position or {})["cells"]
    board = gen.build_board({gen.index[square]: PIECES[symbol] for square, symbol in cells.items()})
    played = {(gen.squares[move.start], gen.squares[move.end]) for move in gen.moves(board, WHITE)}
    return all(tuple(re.split("[-x:]", move)) in played for move in figure.moves)


def _are_apart(gen: Generator, board: Board, king: int) -> bool:
    """Whether neither side can capture, and man and king share no target square."""
    moves = gen.moves(board, WHITE)
    ends = [move.end for move in moves]
    by_man = sum(move.start != king for move in moves)
    return by_man > 1 and not any(move.captured for move in moves) and len(set(ends)) == len(ends)


def _far(place: tuple[int, int], other: tuple[int, int]) -> tuple[int, tuple[int, int]]:
    return (place[0] - other[0]) ** 2 + (place[1] - other[1]) ** 2, place
