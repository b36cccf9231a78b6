"""Where the squares of a board lie on its picture."""

from dataclasses import dataclass

from rules.board import BoardView

EDGE = 720
STRIP = 48
"""How many pixels at least the strip below a board has, with hands and points."""
PLATE = 40
"""The edge of a plate beside the board, with the sum of a line, in pixels."""
GUTTER = 24
"""How many pixels at least the coordinates outside a board have."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the squares lie: each has `cell` pixels, the board's upper left corner is at `left`, `top`."""

    size: int
    cell: int
    left: int
    top: int
    turned: bool
    outside: bool
    """Whether files and ranks are written beside the board, not on it."""

    def corner(self, square: int) -> tuple[int, int]:
        """Return the upper left pixel of a square."""
        rank, file = divmod(square, self.size)
        column, row = (self.size - 1 - file, rank) if self.turned else (file, self.size - 1 - rank)
        return self.left + column * self.cell, self.top + row * self.cell

    def centre(self, square: int) -> tuple[int, int]:
        """Return the middle pixel of a square."""
        x, y = self.corner(square)
        return x + self.cell // 2, y + self.cell // 2


def lay_out(view: BoardView) -> Layout:
    """Return the layout with the largest squares that leave room for the strips, turned for the seat at the top."""
    turned = view.turned
    outside = view.outside
    if view.sums:  # plates at the right and below, and as much room at the left
        cell = (EDGE - 2 * PLATE) // view.size
        rest = EDGE - cell * view.size
        return Layout(view.size, cell, rest // 2, rest - GUTTER - PLATE - 6, turned, outside)
    taken = GUTTER * outside + STRIP * has_strip(view)
    cell = (EDGE - taken) // view.size
    rest = EDGE - cell * view.size
    left = rest if outside and rest < 2 * GUTTER else rest // 2
    return Layout(view.size, cell, left, 0 if taken else rest // 2, turned, outside)


def has_strip(view: BoardView) -> bool:
    """Return whether hands or points are shown under the board."""
    return view.hands is not None or view.score is not None
