"""How two kinds of checkers differ in play.

A small position, and the moves that one of them allows there and the other does not. Nothing
here is written by hand: the differences come from the table of rule sets, the moves from the
generator. The positions were found by search (`tests/rules/checkers/contrast_search.py`); each
is judged anew for the two rule sets.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from rules.checkers.contrast_positions import POSITIONS
from rules.checkers.moves import WHITE, Generator, Move, generator
from rules.checkers.position import PIECES
from rules.checkers.rulesets import RULESETS, Ruleset
from rules.checkers.traits import traits

FIELDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "man_moves": ("man_moves",),
        "man_captures": ("man_captures",),
        "king_moves": ("king_moves", "flying"),
        "king_captures": ("king_captures", "flying", "landing"),
        "victims": ("men_capture_kings",),
        "obligation": ("optional_capture",),
        "choice": ("choice", "man_value", "king_value"),
        "promotion": ("promotion",),
        "removal": ("removal",),
        "reversal": ("reversal",),
    }
)
"""The aspects of `traits` that decide which moves exist.

Each maps to the fields of the table that hold it.
"""

SHORT_OF_ALL = "board"
"""The aspect of two rule sets that differ by nothing but their boards."""

FRAME = 8
"""The edge in which most positions are written.

On a larger board it lies at the far left, where men are crowned.
"""

PieceSquare = tuple[int, int]
"""A square of a position, independent of the board.

Its distance from the left, and from the rank on which White is crowned.
"""

Key = tuple[PieceSquare, PieceSquare, frozenset[PieceSquare], bool]
"""A move, independent of the board.

Start, end, captured squares, and whether a man is crowned.
"""


class Setting(NamedTuple):
    """An example position with White to move, on a board with `edge` squares a side.

    Each piece is a square and its symbol in `docs/protocol.md`.
    """

    edge: int
    pieces: tuple[tuple[PieceSquare, str], ...]


@dataclass(frozen=True, slots=True)
class Contrast:
    """One differing rule, illustrated.

    `own` and `other` are the moves that only the one and only the other rule set allows;
    `own_count` and `other_count` are the numbers of all moves that each allows.
    """

    aspect: str
    setting: Setting
    own: frozenset[Key]
    other: frozenset[Key]
    own_count: int
    other_count: int

    @property
    def weight(self) -> tuple[int, int, int]:
        """The amount a reader has to take in.

        The moves count first; best is a single move for each side.
        """
        moves = self.own_count + self.other_count
        return moves + len(self.setting.pieces) + (not self.own) + (not self.other), moves, self.own_count


@lru_cache(maxsize=256)
def find_contrasts(row: Ruleset, other: Ruleset) -> tuple[Contrast, ...]:
    """Return, for each differing rule, the plainest position that isolates it.

    A rule that is missing from this list makes no difference in any known position. Two rule sets
    whose pieces move alike are shown by a position in which their boards make the difference.
    """
    settings = [
        found for line in POSITIONS for found in [compare_moves(row, other, parse_setting(line))] if found
    ]
    settings.sort(key=lambda contrast: contrast.weight)
    own, theirs = traits(row), traits(other)
    differing = [aspect for aspect in FIELDS if own.get(aspect) != theirs.get(aspect)]
    shown = [_first(row, other, aspect, settings) for aspect in differing or [SHORT_OF_ALL]]
    return tuple(contrast for contrast in shown if contrast)


def _first(row: Ruleset, other: Ruleset, aspect: str, known: list[Contrast]) -> Contrast | None:
    return next(
        (replace(found, aspect=aspect) for found in known if isolates_aspect(row, other, aspect, found)), None
    )


def parse_setting(line: str) -> Setting:
    """Parse a position written as White's pieces, a slash, Black's pieces.

    >>> parse_setting("10:b9/Kc10").edge, parse_setting("b6/Kc7").pieces
    (10, (((1, 2), 'w'), ((2, 1), 'B')))
    """
    edge, _, squares = line.rpartition(":")
    size = int(edge or FRAME)
    return Setting(
        size,
        tuple(
            (_place(name.removeprefix("K"), size), symbol.upper() if name.startswith("K") else symbol)
            for side, symbol in zip(squares.split("/"), "wb", strict=True)
            for name in side.split()
        ),
    )


def compare_moves(row: Ruleset, other: Ruleset, setting: Setting) -> Contrast | None:
    """Return the difference between the moves in a position; its aspect is left open.

    `None` if they do not differ, if the position does not fit on one of the boards, or if no piece
    can move there.
    """
    own, theirs = legal_keys(row, setting), legal_keys(other, setting)
    if not own or not theirs or own == theirs:
        return None
    return Contrast("", setting, own - theirs, theirs - own, len(own), len(theirs))


def isolates_aspect(row: Ruleset, other: Ruleset, aspect: str, contrast: Contrast) -> bool:
    """Whether one rule alone makes the difference.

    If either rule set adopts the other's form of that rule, both allow the same moves.
    """
    setting = contrast.setting
    if aspect == SHORT_OF_ALL:
        return True
    if not concerns_aspect(aspect, contrast):
        return False
    for taker, giver in ((row, other), (other, row)):
        mixed = replace(taker, **{name: getattr(giver, name) for name in FIELDS[aspect]})
        if not can_stand(mixed):
            continue
        own, theirs = moves_in(_mixed_generator(mixed), setting), legal_keys(giver, setting)
        if own is not None and own == theirs:
            return True
    return False


def cells_by_square(row: Ruleset, setting: Setting) -> dict[str, str] | None:
    """Return the pieces of a position by square, on the board of a rule set.

    Return `None` if the position does not fit on that board.
    """
    return _cells(generator(row), setting)


def _cells(gen: Generator, setting: Setting) -> dict[str, str] | None:
    cells: dict[str, str] = {}
    row = gen.ruleset
    for place, symbol in setting.pieces:
        name = board_square(row, place)
        if name not in gen.index or setting.edge > row.size:
            return None
        far = {"w": row.size, "b": 1}.get(symbol)
        if int(name[1:]) == far:
            return None
        cells[name] = symbol
    return cells


def board_square(row: Ruleset, place: PieceSquare) -> str:
    """Return the name of a position's square on a rule set's board.

    It is mirrored if that rule set plays on the other tone.
    """
    file, down = place
    if _is_mirrored(row):
        file = row.size - 1 - file
    return f"{'abcdefghijkl'[file]}{row.size - down}"


@lru_cache(maxsize=1024)
def legal_keys(row: Ruleset, setting: Setting) -> frozenset[Key] | None:
    """Return the moves that a rule set allows in a position.

    `None` if the position does not fit on its board.
    """
    return moves_in(generator(row), setting)


def fitting_variants(setting: Setting) -> list[str]:
    """Return the variants whose boards a position fits on."""
    return [key for key, row in RULESETS.items() if cells_by_square(row, setting) is not None]


def group_variants(setting: Setting) -> list[list[str]]:
    """Return the variants grouped by the moves that they allow in a position.

    The largest group comes first.
    """
    groups: dict[frozenset[Key], list[str]] = {}
    for key, row in RULESETS.items():
        moves = legal_keys(row, setting)
        if moves is not None:
            groups.setdefault(moves, []).append(key)
    return sorted(groups.values(), key=len, reverse=True)


def move_key(row: Ruleset, move: Move) -> Key:
    """Return a key for a rule set's move that is comparable between boards."""
    return _key(generator(row), move)


def moves_in(gen: Generator, setting: Setting) -> frozenset[Key] | None:
    """Return a setting's moves, or `None` where it cannot stand."""
    cells = _cells(gen, setting)
    if cells is None:
        return None
    board = gen.build_board({gen.index[name]: PIECES[symbol] for name, symbol in cells.items()})
    return frozenset(_key(gen, move) for move in gen.moves(board, WHITE))


def _key(gen: Generator, move: Move) -> Key:
    captured = frozenset(piece_square(gen, square) for square in move.captured)
    return piece_square(gen, move.start), piece_square(gen, move.end), captured, move.promotes


def piece_square(gen: Generator, square: int) -> PieceSquare:
    """Return a rule set's square in a form that is comparable between boards."""
    row = gen.ruleset
    file, rank = gen.geometry.places[square]
    return (row.size - 1 - file if _is_mirrored(row) else file), row.size - 1 - rank


def _place(name: str, edge: int) -> PieceSquare:
    return "abcdefghijkl".index(name[0]), edge - int(name[1:])


def _is_mirrored(row: Ruleset) -> bool:
    """Whether play is on squares of the other tone than a1's diagonal neighbours."""
    return row.squares != "all" and (row.squares == "light") != (row.a1 == "light")


def concerns_aspect(aspect: str, contrast: Contrast) -> bool:
    """Whether the differing moves are of the piece and sort that the rule is about.

    For rules of moving.
    """
    piece, _, sort = aspect.partition("_")
    if sort not in ("moves", "captures"):
        return True
    stands = dict(contrast.setting.pieces)
    differing = [*contrast.own, *contrast.other]
    of_it = [key for key in differing if stands[key[0]].isupper() == (piece == "king")]
    if sort == "moves":
        return differing == of_it and not any(captured for _, _, captured, _ in differing)
    return any(captured for _, _, captured, _ in of_it)


def can_stand(row: Ruleset) -> bool:
    """Whether the board has room for a rule set.

    On squares of one tone no piece can step straight.
    """
    steps = (*row.man_moves, *row.king_moves)
    return row.squares == "all" or all(files and ranks for files, ranks in steps)


@lru_cache(maxsize=64)
def _mixed_generator(row: Ruleset) -> Generator:
    """Return the generator of a mixed rule set that no real variant uses."""
    return Generator(row)
