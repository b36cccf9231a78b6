"""Boards of other programs that lie or are numbered otherwise than ours.

Some put the mover at the bottom, and some let White begin where our Black does.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from rules.checkers import fen
from rules.checkers.geometry import Geometry
from rules.checkers.moves import Generator
from rules.checkers.reading.kinds import squares_by_name
from rules.record import BoardTurn

_OTHER_COLOUR: Final = {"W": "B", "B": "W", "w": "b", "b": "w"}


class Turning(NamedTuple):
    """How another board lies against ours, and whether its colours are exchanged."""

    files: bool = False
    ranks: bool = False
    swaps: bool = False

    @property
    def is_turned(self) -> bool:
        """Whether squares have other names than ours."""
        return self.files or self.ranks

    @property
    def way(self) -> BoardTurn:
        """The name of the turn."""
        if self.files:
            return "rotated" if self.ranks else "mirrored"
        return "flipped" if self.ranks else "same"


AS_IS: Final = Turning()
TURNS: Final = (Turning(True, True), Turning(True, False), Turning(False, True))


@lru_cache(maxsize=128)
def turned_names(gen: Generator, files: bool, ranks: bool) -> dict[str, int]:
    """Return the square of every name on a board that is turned.

    Letters of a board with one tone name other squares then, numbers the same ones in another order.
    """
    if not (files or ranks):
        return dict(squares_by_name(gen))
    geometry: Geometry = gen.geometry
    size = geometry.size
    by_rank: dict[int, list[int]] = {}
    for square, (_, rank) in enumerate(geometry.places):
        by_rank.setdefault(rank, []).append(square)
    found: dict[str, int] = {}
    for square, (file, rank) in enumerate(geometry.places):
        row = by_rank[size - 1 - rank if ranks else rank]
        at = by_rank[rank].index(square)
        turned = row[len(row) - 1 - at if files else at]
        found[str(square + 1)] = found[f"{square + 1:02}"] = turned
        theirs = size - 1 - file if files else file, size - 1 - rank if ranks else rank
        found[f"{'abcdefghijkl'[theirs[0]]}{theirs[1] + 1}"] = square
    return found


def turn_position(text: str, gen: Generator, turning: Turning) -> str:
    """Return a position string as our board has it.

    Parts that are no squares stay as they are.
    """
    if not turning.is_turned and not turning.swaps:
        return text
    names = turned_names(gen, turning.files, turning.ranks)
    side, *parts = "".join(text.split()).removesuffix(".").split(":")
    turned, numbered = [_swap(side, turning)], fen.names_numbers(parts)
    for part in parts:
        if part[:1].upper() not in ("W", "B"):
            turned.append(part)
            continue
        said = [fen.capital_king(entry, gen, numbered=numbered) for entry in part[1:].split(",")]
        entries = [each for entry in said for each in _turn_entry(entry, names, numbered=numbered)]
        turned.append(_swap(part[0], turning) + ",".join(entries))
    return ":".join(turned)


def _swap(colour: str, turning: Turning) -> str:
    return _OTHER_COLOUR.get(colour, colour) if turning.swaps else colour


def _turn_entry(entry: str, names: dict[str, int], *, numbered: bool) -> list[str]:
    marks = ("K", "G", "P") if numbered else ("K", "P")
    mark = entry[:1] if entry[:1] in marks and entry[1:2].isalnum() else ""
    first, _, last = entry.removeprefix(mark).lower().partition("-")
    last, squares = last.removeprefix("k"), [first]
    if last and first.isdecimal() and last.isdecimal() and len(last) <= 3:
        squares = [str(number) for number in range(int(first), int(last) + 1)]
    if any(square not in names for square in squares):
        return [entry]
    return [f"{mark}{names[square] + 1}" for square in squares]
