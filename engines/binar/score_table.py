"""The tables of small boards: the score of every position under perfect play.

`workshop.tools.binar_tables` makes them. A file holds the forms of its board, a byte a line, then
for each form the scores of all parities. On an odd board one player's scores are the other's with
every digit exchanged, so they are kept for Even only; on an even one for both.
"""

import gzip
import hashlib
import io
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from engines.binar.canonical_forms import form_of
from engines.binar.states import BinarKind, BinarState, SquareLines, counts, transpose

SIZES: Final = (3, 4, 5)
"""The boards that are solved."""
KINDS: Final = tuple(
    BinarKind(size, own, single) for size in SIZES for own in (True, False) for single in (False, True)
)
CHECKSUMS: Final = "SHA256SUMS.txt"
"""The file beside the tables with a checksum of each table's unpacked content."""


class DamagedTable(Exception):  # noqa: N818 - it says what is the matter
    """A table differs from the shipped one."""


class ScoreTable:
    """The scores of every position for one kind of the game."""

    def __init__(self, kind: BinarKind, held: bytes) -> None:
        size = kind.size
        self._sides, self._width = sides(size), width(size)
        number = len(held) // (size + self._sides * self._width)
        lines = (tuple(held[start : start + size]) for start in range(0, number * size, size))
        self._places = {
            line: number * size + place * self._sides * self._width for place, line in enumerate(lines)
        }
        self._held = held

    def score(self, state: BinarState) -> int:
        """Return the score of a position that goes on, for the player to move."""
        form = form_of(state.filled)
        rows, columns, turn = state.rows, state.columns, state.turn
        if self._sides == 1 and turn:
            rows, columns, turn = rows ^ counts(state.filled), columns ^ counts(transpose(state.filled)), 0
        return self._held[self._places[form.lines] + turn * self._width + form.place(rows, columns)]


def sides(size: int) -> int:
    """Return the number of players whose scores a table stores."""
    return 2 - size % 2


def width(size: int) -> int:
    """Return how many scores a form has for a player.

    It has one for all parities that rows and columns can have.
    """
    return 1 << 2 * size - 1


@cache
def table_of(kind: BinarKind) -> ScoreTable:
    """Return the table of a kind of the game, read on first use; raise `DamagedTable`."""
    folder = files("engines.binar") / "tables"
    held = gzip.decompress((folder / name_of(kind)).read_bytes())
    if f"{checksum(held)}  {name_of(kind)}" not in (folder / CHECKSUMS).read_text().splitlines():
        raise DamagedTable(name_of(kind))
    return ScoreTable(kind, held)


def name_of(kind: BinarKind) -> str:
    """Return the file name of a kind's table."""
    return f"{kind.size}-{'own' if kind.own else 'choose'}-{'single' if kind.single else 'double'}.gz"


def checksum(held: bytes) -> str:
    """Return the SHA-256 of a table's unpacked content."""
    return hashlib.sha256(held).hexdigest()


def content(forms: Mapping[SquareLines, bytes]) -> bytes:
    """Return a table's content: the forms in the order given, then their scores."""
    return b"".join(map(bytes, forms)) + b"".join(forms.values())


def pack(held: bytes) -> bytes:
    """Return a table as it is shipped: equal content gives equal bytes, on any day."""
    file = io.BytesIO()
    with gzip.GzipFile("", "wb", 9, file, mtime=0) as packing:
        packing.write(held)
    return file.getvalue()
