"""Draughts FEN, such as `W:W31-50:B1-20`.

The side to move, then each colour's squares, with `K` before a king.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Final, NamedTuple

from rules.checkers.moves import BLACK, WHITE, Board, Generator, Piece
from rules.checkers.notation import SQUARE, parse_square, square_name
from rules.game import BadPosition, IllegalMove
from words import clip

_ENTRY = re.compile(rf"(K?)({SQUARE})(?:-K?({SQUARE}))?")
_FEWEST_IN_A_RANGE = 3
LONGEST: Final = 1000
"""Maximum length of a position string, in characters.

Sixty kings a side, each with a space, need half of it.
"""


class Fen(NamedTuple):
    """The contents of a position string.

    The pieces by square, the colour to move, and the plies without progress if given.
    """

    pieces: Mapping[int, Piece]
    colour: int
    quiet: int


def write(generator: Generator, board: Board, colour: int, *, ranges: bool = True) -> str:
    """Return the position string, with squares named as the variant names them.

    Runs of numbers are written as ranges. Without `ranges` every square is written, because some
    readers silently lose the pieces of a range.
    """
    pieces = generator.pieces(board)
    parts = ["WB"[colour]]
    for side in (WHITE, BLACK):
        men = [square for square, piece in pieces.items() if piece == Piece(side, king=False)]
        kings = [square for square, piece in pieces.items() if piece == Piece(side, king=True)]
        entries = [*_entries(generator, men, "", ranges), *_entries(generator, kings, "K", ranges)]
        parts.append("WB"[side] + ",".join(entries))
    return ":".join(parts)


def parse(generator: Generator, text: str) -> Fen:
    """Parse a position string; raise `BadPosition`.

    Lenient: accepts spaces anywhere, small letters for colours, squares by number or by file and
    rank regardless of the variant, a colour named twice or not at all, a full stop at the end, and
    ranges of any length, also of kings (`K1-3`). `H5` gives the plies since the last progress; a
    move number (`F12`) is ignored.

    >>> from rules.checkers.moves import generator
    >>> from rules.checkers.rulesets import ruleset
    >>> american = generator(ruleset("american"))
    >>> said = parse(american, "w: W K32, 25-27 :B1.")
    >>> sorted(said.pieces), said.pieces[31]
    ([0, 24, 25, 26, 31], Piece(colour=0, king=True))
    """
    if len(text) > LONGEST:
        raise BadPosition("checkers.fen_long", length=len(text), limit=LONGEST)
    if re.search("[\"'“”]", text):
        raise BadPosition("checkers.fen_quotes")
    turn, *parts = "".join(text.split()).removesuffix(".").split(":")
    if turn.upper() not in ("W", "B") or not parts:
        raise BadPosition("checkers.fen", part=clip(text))
    pieces: dict[int, Piece] = {}
    quiet = 0
    for part in parts:
        mark, rest = part[:1].upper(), part[1:]
        if mark in ("W", "B"):
            for square, king in _squares(generator, rest):
                if square in pieces:
                    raise BadPosition("checkers.fen_twice", square=square_name(generator, square))
                pieces[square] = Piece(WHITE if mark == "W" else BLACK, king)
        elif mark == "H" and rest.isdecimal() and len(rest) <= 4:
            quiet = int(rest)
        elif not (mark == "F" and rest.isdecimal()):
            raise BadPosition("checkers.fen", part=clip(part))
    return Fen(pieces, WHITE if turn.upper() == "W" else BLACK, quiet)


def _entries(generator: Generator, squares: list[int], mark: str, ranges: bool) -> Iterator[str]:
    """Yield the squares one by one, or consecutive numbers as ranges."""
    if generator.ruleset.notation == "algebraic" or not ranges:
        yield from (mark + square_name(generator, square) for square in squares)
        return
    for _, run in groupby(enumerate(squares), key=lambda entry: entry[1] - entry[0]):
        row = [square for _, square in run]
        if len(row) >= _FEWEST_IN_A_RANGE and not mark:
            yield f"{square_name(generator, row[0])}-{square_name(generator, row[-1])}"
        else:
            yield from (mark + square_name(generator, square) for square in row)


def _squares(generator: Generator, text: str) -> Iterator[tuple[int, bool]]:
    """Yield each square of one colour, and whether a king stands on it."""
    for entry in text.split(","):
        if not entry and not text:
            return
        if not entry:
            raise BadPosition("checkers.fen_comma", part=clip(text))
        form = _ENTRY.fullmatch(entry)
        if not form:
            raise BadPosition("checkers.fen", part=clip(entry))
        try:
            first = parse_square(generator, form[2])
            last = parse_square(generator, form[3] or form[2])
        except IllegalMove as refusal:
            raise BadPosition(refusal.code, **refusal.facts) from refusal
        if last < first:
            raise BadPosition("checkers.fen_range", part=clip(entry))
        for square in range(first, last + 1):
            yield square, bool(form[1])
