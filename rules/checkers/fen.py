"""Draughts FEN, such as `W:W31-50:B1-20`.

The side to move, then each colour's squares, with `K` before a king.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, Final, NamedTuple

from rules.checkers.moves import BLACK, WHITE, Board, Generator, Piece
from rules.checkers.notation import SQUARE, parse_square, square_name
from rules.game import BadPosition, IllegalMove
from words import clip

_ENTRY = re.compile(rf"([KP]?)({SQUARE})(?:-K?({SQUARE}))?")
_GHOST = re.compile(r"(G)(\d{1,2})(?:-(\d{1,2}))?")
_NUMBER = re.compile(r"(?:^[WBwb]|,)K?\d")
_FILE_K: Final = 10
"""Files of the largest board that has no file k."""
_NO_RANK: Final = r"(?=[a-l]|1[3-9]|[2-9]\d)"
"""After k, what is no rank of the largest board."""
_KING_MOVES = re.compile(r"\+(\d{1,2})\+(\d{1,2})")
_COLOURS: Final = {"W": WHITE, "B": BLACK, "?": None}
_GHOSTS: Final = ("G", "P")
"""The marks of a captured man and a captured king in the middle of a capture.

lidraughts writes them.
"""
_FEWEST_IN_A_RANGE = 3
LONGEST: Final = 1000
"""Maximum length of a position string, in characters.

Sixty kings a side, each with a space, need half of it.
"""


class Fen(NamedTuple):
    """The contents of a position string.

    The pieces by square, the colour to move (`None` if the string leaves it open), and the plies
    without progress if given. `king_moves` are the quiet moves in a row of each colour's king, and
    `ghosts` the squares of captured pieces that a capture in progress has not yet removed.
    """

    pieces: Mapping[int, Piece]
    colour: int | None
    quiet: int
    king_moves: tuple[int, int] = (0, 0)
    ghosts: tuple[int, ...] = ()

    def counters(self, generator: Generator) -> dict[str, Any]:
        """Return the counters in the protocol's form.

        The string does not name the king that it counts, so only the moves of a lone king are kept.
        """
        found: dict[str, Any] = {"quiet": self.quiet}
        for colour, count in enumerate(self.king_moves):
            kings = [square for square, piece in self.pieces.items() if piece == Piece(colour, king=True)]
            if count and len(kings) == 1:
                found.setdefault("same_king", {})["wb"[colour]] = [generator.squares[kings[0]], count]
        return found


def write(generator: Generator, board: Board, colour: int, *, ranges: bool = True) -> str:
    """Return the position string, with squares named as the variant names them.

    Runs of numbers are written as ranges. Without `ranges` every square is written, because some
    readers silently lose the pieces of a range.
    """
    pieces = generator.pieces(board)
    parts: list[str] = ["WB"[colour]]
    for side in (WHITE, BLACK):
        men = [square for square, piece in pieces.items() if piece == Piece(side, king=False)]
        kings = [square for square, piece in pieces.items() if piece == Piece(side, king=True)]
        entries = [*_entries(generator, men, "", ranges), *_entries(generator, kings, "K", ranges)]
        parts.append("WB"[side] + ",".join(entries))
    return ":".join(parts)


def parse(generator: Generator, text: str) -> Fen:
    """Parse a position string; raise `BadPosition`.

    Lenient: accepts spaces anywhere, small letters for colours and kings, squares by number or by file and
    rank regardless of the variant, a colour named twice or not at all, a full stop at the end, and
    ranges of any length, also of kings (`K1-3`), and `?` for a side to move that is not known. `H5`
    gives the plies since the last progress, `+1+0` the moves in a row of each side's king; a move
    number (`F12`) is ignored. `G12` and `P12` are captured pieces that are to be removed.

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
    if turn.upper() not in _COLOURS or not parts:
        raise BadPosition("checkers.fen", part=clip(text))
    numbered = names_numbers(parts)
    pieces: dict[int, Piece] = {}
    ghosts: list[int] = []
    quiet, king_moves = 0, (0, 0)
    for part in parts:
        mark, rest = part[:1].upper(), part[1:]
        if mark in ("W", "B"):
            for square, sort in _squares(generator, rest, numbered=numbered):
                if square in pieces or square in ghosts:
                    raise BadPosition("checkers.fen_twice", square=square_name(generator, square))
                if sort in _GHOSTS:
                    ghosts.append(square)
                else:
                    pieces[square] = Piece(WHITE if mark == "W" else BLACK, bool(sort))
        elif mark == "H" and rest.isdecimal() and len(rest) <= 4:
            quiet = int(rest)
        elif told := _KING_MOVES.fullmatch(part):
            king_moves = int(told[1]), int(told[2])
        elif not (mark == "F" and rest.isdecimal()):
            raise BadPosition("checkers.fen", part=clip(part))
    return Fen(pieces, _COLOURS[turn.upper()], quiet, king_moves, tuple(ghosts))


def names_numbers(parts: Iterable[str]) -> bool:
    """Whether parts of a position string name squares by number, so that G is no file."""
    return any(_NUMBER.search(part) for part in parts)


def capital_king(entry: str, generator: Generator, *, numbered: bool) -> str:
    """Return an entry with a capital K for a king's small one.

    On a large board, a small k before a rank is the file.
    """
    may_be_file = generator.geometry.size > _FILE_K and not numbered
    return re.sub(rf"(?<![^-])k{_NO_RANK if may_be_file else ''}", "K", entry)


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


def _squares(generator: Generator, text: str, *, numbered: bool) -> Iterator[tuple[int, str]]:
    """Yield each square of one colour, and the mark before it; a man has none.

    Among numbers G is such a mark; elsewhere it is a file.
    """
    last_square = len(generator.squares)
    for entry in text.split(","):
        if entry.isdecimal() and len(entry) < 3 and 1 <= int(entry) <= last_square:
            yield int(entry) - 1, ""
            continue
        if not entry and not text:
            return
        if not entry:
            raise BadPosition("checkers.fen_comma", part=clip(text))
        entry = capital_king(entry, generator, numbered=numbered)
        form = (_GHOST.fullmatch(entry) if numbered else None) or _ENTRY.fullmatch(entry)
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
            yield square, form[1].upper()
