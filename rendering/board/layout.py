"""Where the squares of a board lie on its picture."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rules.board import BoardView

EDGE: Final = 720
"""Pixels of the edge of a board's picture."""
STRIP: Final = 56
"""Pixels of the height of the strip below a board, which says how the match stands."""
MARGIN: Final = 14
"""Pixels at least around a board, its frame."""
GUTTER: Final = 34
"""Pixels at least of the coordinates below a board."""
SUMS: Final = 52
"""Pixels of the sums of full lines, right of a board of digits and below it."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the squares lie: each has `cell` pixels, the board's upper left corner is at `left`, `top`."""

    size: int
    cell: int
    left: int
    top: int
    turned: bool

    @property
    def foot(self) -> int:
        """Return the first line of pixels below the board."""
        return self.top + self.size * self.cell

    @property
    def right(self) -> int:
        """Return the first column of pixels right of the board."""
        return self.left + self.size * self.cell

    def corner(self, square: int) -> tuple[int, int]:
        """Return the upper left pixel of a square."""
        return corners(self)[square]

    def centre(self, square: int) -> tuple[int, int]:
        """Return the middle pixel of a square."""
        x, y = self.corner(square)
        return x + self.cell // 2, y + self.cell // 2

    def around(self, squares: Sequence[int]) -> tuple[int, int, int, int]:
        """Return the box of pixels that holds all of some squares."""
        corners = [self.corner(square) for square in squares]
        lefts, tops = [left for left, _ in corners], [top for _, top in corners]
        return min(lefts), min(tops), max(lefts) + self.cell, max(tops) + self.cell

    def within(self, squares: Sequence[int]) -> Iterator[int]:
        """Yield every square of the smallest rectangle that holds some squares."""
        ranks, files = zip(*(divmod(square, self.size) for square in squares), strict=True)
        for rank in range(min(ranks), max(ranks) + 1):
            for file in range(min(files), max(files) + 1):
                yield rank * self.size + file


@lru_cache(maxsize=64)
def corners(layout: Layout) -> tuple[tuple[int, int], ...]:
    """Return the upper left pixel of every square, in order."""
    size, cell = layout.size, layout.cell
    steps = range(size - 1, -1, -1) if layout.turned else range(size)
    return tuple(
        (layout.left + column * cell, layout.top + (size - 1 - row) * cell)
        for row in steps
        for column in steps
    )


def lay_out(view: BoardView) -> Layout:
    """Return the layout with the largest squares that leave room around, turned for the seat at the top."""
    turned = view.turned
    below = MARGIN if view.labels else SUMS if view.sums else GUTTER
    cell = (EDGE - MARGIN - below - STRIP) // view.size
    rest = EDGE - cell * view.size
    spare = rest - STRIP - MARGIN - below
    return Layout(view.size, cell, rest // 2, MARGIN + spare // 2, turned)
