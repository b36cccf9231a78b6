"""Tables of small Binar boards: all scores under perfect play.

`workshop.tools.binar_tables` makes them. A file holds the canonical forms of its board, a byte for
each line, then for each form the scores of all parities. On a board with an odd edge one player's
scores are the other's with every digit exchanged, so only Even's scores are stored; with an even
edge both are.
"""

import gzip
import hashlib
import io
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from engines.binar.canonical_forms import canonical_form
from engines.binar.states import BinarKind, BinarState, SquareLines, line_parities, transpose

SOLVED_SIZES: Final = (3, 4, 5)
"""The boards that are solved."""
SOLVED_KINDS: Final = tuple(
    BinarKind(size, own, single) for size in SOLVED_SIZES for own in (True, False) for single in (False, True)
)
CHECKSUM_FILE: Final = "SHA256SUMS.txt"
"""The file beside the tables with a checksum of each table's unpacked content."""


class DamagedTable(Exception):  # noqa: N818 - it says what is the matter
    """The content of a table does not match its shipped checksum."""


class ScoreTable:
    """The scores of all positions of one kind of Binar, under perfect play."""

    def __init__(self, kind: BinarKind, data: bytes) -> None:
        size = kind.size
        self._sides, self._width = stored_side_count(size), scores_per_form(size)
        number = len(data) // (size + self._sides * self._width)
        lines = (tuple(data[start : start + size]) for start in range(0, number * size, size))
        self._places = {
            line: number * size + place * self._sides * self._width for place, line in enumerate(lines)
        }
        self._held = data

    def score(self, state: BinarState) -> int:
        """Return the score of an unfinished position, for the player to move."""
        form = canonical_form(state.filled)
        rows, columns, turn = state.row_parities, state.column_parities, state.turn
        if self._sides == 1 and turn:
            rows, columns, turn = (
                rows ^ line_parities(state.filled),
                columns ^ line_parities(transpose(state.filled)),
                0,
            )
        return self._held[self._places[form.lines] + turn * self._width + form.table_index(rows, columns)]


def stored_side_count(size: int) -> int:
    """Return how many players' scores a table stores: 1 or 2.

    On a board with an odd edge one player's scores follow from the other's.
    """
    return 2 - size % 2


def scores_per_form(size: int) -> int:
    """Return how many scores a canonical form has for each player.

    There is one for every combination of parities of its rows and columns.
    """
    return 1 << 2 * size - 1


@cache
def table_of(kind: BinarKind) -> ScoreTable:
    """Return the table of a kind of the game, which is read on first use.

    Raise `DamagedTable` if its content does not match the checksum.
    """
    folder = files("engines.binar") / "tables"
    held = gzip.decompress((folder / table_file_name(kind)).read_bytes())
    if f"{checksum(held)}  {table_file_name(kind)}" not in (folder / CHECKSUM_FILE).read_text().splitlines():
        raise DamagedTable(table_file_name(kind))
    return ScoreTable(kind, held)


def table_file_name(kind: BinarKind) -> str:
    """Return the file name of a kind's table."""
    return f"{kind.size}-{'own' if kind.own_digits else 'choose'}-{'single' if kind.single_line else 'double'}.gz"


def checksum(data: bytes) -> str:
    """Return the SHA-256 of a table's unpacked content."""
    return hashlib.sha256(data).hexdigest()


def table_content(forms: Mapping[SquareLines, bytes]) -> bytes:
    """Return the content of a table file.

    That is the forms in the given order, then their scores.
    """
    return b"".join(map(bytes, forms)) + b"".join(forms.values())


def compress_table(data: bytes) -> bytes:
    """Return a table's content compressed with gzip, as it is shipped.

    Equal content gives equal bytes, because no timestamp is stored.
    """
    file = io.BytesIO()
    with gzip.GzipFile("", "wb", 9, file, mtime=0) as packing:
        packing.write(data)
    return file.getvalue()
