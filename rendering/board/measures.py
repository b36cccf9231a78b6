"""Measures of what is on a board, the same in every kind of picture.

Lengths are over the edge of a square unless they are said to be pixels. Nothing here needs Pillow.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import gcd
from typing import Final

from rules.board import BoardView
from rules.squares import square_numbers

CAPITAL_HEIGHT: Final = 0.73
"""The height of capitals and digits over the size of their type."""
RADIUS: Final = 0.425
"""The radius of a disc or a stone over the edge of its square."""
DIMMED_RADIUS: Final = 0.34
"""The radius of a dimmed piece over the edge of its square."""
NEIGHBOURS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1))
"""Neighbours of a square by bit, as (right, down).

In order: above, right, below, left, then the corners.
"""
START_RING_RADIUS: Final = 0.2
"""Radius of the ring where a move began, over the edge of its square.

A number in the way makes the ring smaller.
"""
STONE: Final = 0.434
"""The radius of what is around a linked stone, over the edge of a square."""
LINK: Final = 0.25
"""Half the width of a link."""
FIELD: Final = 0.045
"""What a territory leaves of its squares at its edges."""
ROUND: Final = 0.035
"""How round a region's corners are."""
RIM: Final = 0.03
"""The width of the rim of a region."""
CASING: Final = 0.022
"""The width of the dark line around a region or a trail."""
THIN: Final = 0.05
"""The width of a trail at its start, over the edge of a square."""
WIDE: Final = 0.17
"""The width of a trail at its end, over the edge of a square."""
ARROW: Final = 0.15, 0.19
"""The length of an arrow between two pieces, and half its width."""


def numeral_y(symbol: str) -> float:
    """Return the distance from a square's upper edge to the number on its piece.

    The unit is the edge of the square.
    """
    return 0.625 if symbol in "BW" else 0.5


def type_size(size: int) -> float:
    """Return the type size of numbers on a board.

    The numbers are at least 7 pixels high where the picture is 290 wide.
    """
    return max(24.0, size * 0.27)


def start_ring_radius(size: int, *, numbered: bool) -> float:
    """Return the radius of a ring around a square's middle that avoids its number."""
    if not numbered:
        return size * START_RING_RADIUS
    return min(size * START_RING_RADIUS, size / 2 - label_y(size) - type_size(size) * CAPITAL_HEIGHT / 2 - 1)


def label_y(size: int) -> float:
    """Return the distance in pixels from a square's upper edge to its number's middle."""
    return max(type_size(size) * 0.5, size * 0.2)


def last_move_path(view: BoardView) -> tuple[int, ...]:
    """Return the squares of the last move's path, its start first.

    If pieces shifted, it begins at the new piece.
    """
    trace = view.trace
    if not trace:
        return ()
    known = square_numbers(view.size)
    path = tuple(known[name] for name in trace.path)
    if trace.shifted and trace.placed and len(path) < 2:
        new = known[trace.placed[0]]
        path = new, max((known[name] for name in trace.shifted), key=lambda square: abs(square - new))
    return path if len(path) > 1 else ()


def has_arrows(view: BoardView, path: Sequence[int]) -> bool:
    """Whether a path is shown by arrows instead of a line.

    Arrows are used if pieces stand along all of the path, where little of a line would be visible.
    """
    trace, known = view.trace, square_numbers(view.size)
    if not trace or not path:
        return False
    from_new = path[0] in [known[name] for name in trace.placed]
    return bool(trace.shifted) or (from_new and len(crossed_squares(view.files, path)) == 2)


def crossed_squares(files: int, path: Sequence[int]) -> set[int]:
    """Return the squares that a trail lies on, from middle to middle.

    If it passes a corner, the squares beside the corner do not count.
    """
    return {square for start, end in pairwise(path) for square in squares_between(files, start, end)}


def squares_between(files: int, start: int, end: int) -> range:
    """Return the squares whose middles lie on a straight line between two middles.

    Both ends are included.
    """
    steps = gcd(end // files - start // files, end % files - start % files)
    step = (end - start) // steps
    return range(start, end + (1 if step > 0 else -1), step)
