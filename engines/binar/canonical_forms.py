"""Equivalence of Binar positions under exchange of rows and of columns.

Rows may be permuted, and so may columns, and rows may be swapped with columns. The game goes on in
the same way, because only the filled squares and the parity of each line matter to it. So one
canonical form represents up to 28,800 arrangements on 5×5.
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import permutations, product
from typing import NamedTuple

from engines.binar.states import SquareLines, transpose


class CanonicalForm(NamedTuple):
    """The canonical form of a set of filled squares, and how it was reached.

    Sets that differ in the order of rows and of columns, or by an exchange of the two, have the same form.
    """

    lines: SquareLines
    """The form itself: its columns over its rows."""
    flipped: bool
    """Whether the columns are the rows of the form."""
    row_parities: Sequence[int]
    """The parities of the form's rows by the parities of the original lines.

    Each is all in one number.
    """
    column_parities: Sequence[int]
    """The parities of the form's columns by the parities of the original lines.

    Each is all in one number.
    """

    def table_index(self, rows: int, columns: int) -> int:
        """Return the index of these parities in the form's part of a table.

        The row parities and the column parities have the same sum, so the last one follows from the others
        and is left out.
        """
        if self.flipped:
            rows, columns = columns, rows
        return self.row_parities[rows] << (len(self.lines) - 1) | self.column_parities[columns] >> 1


@lru_cache(maxsize=20_000)
def canonical_form(rows: SquareLines) -> CanonicalForm:
    """Return the canonical form of a set of filled squares, given row by row.

    All sets that become equal by exchanging lines have the same form.
    """
    columns = transpose(rows)
    best: CanonicalForm | None = None
    for flipped, ones, others in ((False, rows, columns), (True, columns, rows)):
        for order in _orders(ones, others):
            changed = _permuted_bits(order)
            lines = tuple(sorted(changed[line] for line in others))
            if best is None or lines < best.lines:
                places = sorted(range(len(others)), key=lambda place: changed[others[place]])
                best = CanonicalForm(lines, flipped, changed, _permuted_bits(tuple(places)))
    assert best is not None
    return best


def _orders(ones: SquareLines, others: SquareLines) -> Iterable[tuple[int, ...]]:
    """Yield the orders of lines that may lead to the form.

    Lines are ordered by what they and those across them hold; equal lines come in any order.
    """
    weights = [line.bit_count() for line in others]
    kinds = [
        (line.bit_count(), sorted(weight for place, weight in enumerate(weights) if line >> place & 1))
        for line in ones
    ]
    groups: list[list[int]] = []
    for place in sorted(range(len(ones)), key=kinds.__getitem__):
        if groups and kinds[groups[-1][0]] == kinds[place]:
            groups[-1].append(place)
        else:
            groups.append([place])
    for parts in product(*(permutations(group) for group in groups)):
        yield tuple(place for part in parts for place in part)


@cache
def _permuted_bits(order: tuple[int, ...]) -> Sequence[int]:
    """Return a table that permutes the bits of every number.

    Bit `i` of the result comes from bit `order[i]`.
    """
    found = [0]
    for place in range(len(order)):
        bit = 1 << order.index(place)
        found += [number | bit for number in found]
    return found
