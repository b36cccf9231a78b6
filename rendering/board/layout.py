"""Positions of a board's squares in its picture."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rules.board import BoardView

PICTURE_WIDTH: Final = 720
"""Pixels of the width of a board's picture."""
PICTURE_HEIGHT: Final = 780
"""Pixels of its height, unless the board has fewer ranks than files."""
STRIP: Final = 58
"""Height in pixels of the strip below a board, which says how the match stands."""
SIDE: Final = 6
"""Margin in pixels outside all that is drawn.

The frame and the plates of the strip begin here.
"""
LINE: Final = 3
"""Pixels of the line around the squares."""
MARGIN: Final = SIDE + LINE + 2
"""Pixels at least around the squares, its frame and its line."""
RANKS: Final = 22, 26
"""Least width in pixels of the rank numbers, with one digit and with two.

They stand left of the board; the width starts at the edge of the frame.
"""
GUTTER: Final = 30
"""Pixels at least of the letters of files below a board."""
SUMS: Final = 52
"""Pixels of the sums of lines, right of a board of digits and below its letters."""
SUM: Final = SUMS - 6
"""The edge of the plate of a sum."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The positions of a board's squares in its picture.

    Squares are `square_size` pixels wide and high; the board's upper left corner is at `left`, `top`.
    """

    files: int
    ranks: int
    square_size: int
    left: int
    top: int
    is_turned: bool

    @property
    def bottom(self) -> int:
        """First line of pixels below the board."""
        return self.top + self.ranks * self.square_size

    @property
    def right(self) -> int:
        """First column of pixels right of the board."""
        return self.left + self.files * self.square_size

    @property
    def height(self) -> int:
        """Height of the picture in pixels.

        A board with fewer ranks than files makes it smaller by the missing ranks.
        """
        return PICTURE_HEIGHT - max(0, self.files - self.ranks) * self.square_size

    @property
    def strip_top(self) -> int:
        """The first line of pixels of the strip below the board."""
        return self.height - STRIP

    def corner(self, square: int) -> tuple[int, int]:
        """Return the upper left pixel of a square."""
        return square_corners(self)[square]

    def centre(self, square: int) -> tuple[int, int]:
        """Return the middle pixel of a square."""
        x, y = self.corner(square)
        return x + self.square_size // 2, y + self.square_size // 2

    def bounding_box(self, squares: Sequence[int]) -> tuple[int, int, int, int]:
        """Return the smallest pixel box that contains all of the given squares."""
        corners = [self.corner(square) for square in squares]
        lefts, tops = [left for left, _ in corners], [top for _, top in corners]
        return min(lefts), min(tops), max(lefts) + self.square_size, max(tops) + self.square_size

    def enclosed_squares(self, squares: Sequence[int]) -> Iterator[int]:
        """Yield every square of the smallest rectangle that contains the given squares."""
        ranks, files = zip(*(divmod(square, self.files) for square in squares), strict=True)
        for rank in range(min(ranks), max(ranks) + 1):
            for file in range(min(files), max(files) + 1):
                yield rank * self.files + file


@lru_cache(maxsize=64)
def square_corners(layout: Layout) -> tuple[tuple[int, int], ...]:
    """Return the upper left pixel of every square, in order."""
    columns, rows = range(layout.files), range(layout.ranks - 1, -1, -1)
    if layout.is_turned:
        columns, rows = columns[::-1], rows[::-1]
    return tuple(
        (layout.left + column * layout.square_size, layout.top + row * layout.square_size)
        for row in rows
        for column in columns
    )


def lay_out(view: BoardView) -> Layout:
    """Return the layout with the largest squares that leave enough margin.

    The board is turned if the viewer has the seat at its top.
    """
    files, ranks = view.files, view.ranks
    left = right = top = low = MARGIN
    if not view.labels:
        left, low = SIDE + RANKS[ranks > 9], GUTTER
    if view.sums:
        # The numbers of ranks have as much room as the sums, so that the board is in the middle.
        left = right = SIDE + SUMS
        low = GUTTER + SUMS
    wide, high = PICTURE_WIDTH - left - right, PICTURE_HEIGHT - STRIP - top - low
    cell = min(wide // files, high // ranks)
    left += (wide - cell * files) // 2
    top += (high - cell * max(files, ranks)) // 2
    return Layout(files, ranks, cell, left, top, view.is_turned)
