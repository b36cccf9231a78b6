"""Equivalence of Binar positions under exchange of rows, of columns, and of both.

Rows may change places, so may columns, and rows may be called columns. The game goes on in the same
way, because it sees only which squares are filled and the parity of each line. So one form stands
for all the ways in which its squares can be laid out, up to 28,800 on 5×5.
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import permutations, product
from typing import NamedTuple

from engines.binar.states import SquareLines, transpose


class CanonicalForm(NamedTuple):
    """The canonical form of a set of filled squares, and the mapping to it."""

    lines: SquareLines
    """The form itself: its columns over its rows."""
    flipped: bool
    """Whether the columns are the rows of the form."""
    first: Sequence[int]
    """The parities of the form's rows by the parities of the original lines.

    Each is all in one number.
    """
    second: Sequence[int]
    """The parities of the form's columns by the parities of the original lines.

    Each is all in one number.
    """

    def place(self, rows: int, columns: int) -> int:
        """Return the index of these parities in a table of the form.

        The sum of the row parities equals that of the column parities, so one parity follows from the
        others and is left out.
        """
        if self.flipped:
            rows, columns = columns, rows
        return self.first[rows] << (len(self.lines) - 1) | self.second[columns] >> 1


@lru_cache(maxsize=20_000)
def form_of(rows: SquareLines) -> CanonicalForm:
    """Return the form of filled squares: one for all that exchanges make equal."""
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
    """Return for each number its permutation: bit `i` comes from bit `order[i]`."""
    found = [0]
    for place in range(len(order)):
        bit = 1 << order.index(place)
        found += [number | bit for number in found]
    return found
