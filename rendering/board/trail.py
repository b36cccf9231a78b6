"""The way of the last move: a trail of light under the pieces, wider towards its end."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import gcd
from typing import Final

from PIL import Image, ImageDraw

from rendering.board.layout import Layout, corners
from rendering.board.pieces import RADIUS, solid
from rendering.board.squares import Cell, above_trail, sprite
from rendering.gif import Box, around
from rendering.haste import new_part
from rendering.sprites import Point
from rendering.themes import THEMES
from rules.board import BoardView, numbers

THIN: Final = 0.05
"""The width of a trail at its start, over the edge of a square."""
WIDE: Final = 0.16
"""The same at its end."""
CASING: Final = 0.02
"""The dark edge on both sides of it."""
KEPT: Final = 4
"""How many trails are kept, until their squares are drawn: a long one takes a megabyte."""
WAYS: Final = 256
"""How many moves' ways are kept as parts of squares, half a kilobyte each."""
PASSED: Final = 256
"""How many squares with a trail on them are kept, about 6 KB each."""


def way_of(view: BoardView) -> tuple[int, ...]:
    """Return the squares of the last move's way, its start first; where pieces shifted, from the new piece on."""
    trace = view.trace
    if not trace:
        return ()
    known = numbers(view.size)
    path = tuple(known[name] for name in trace.path)
    if trace.shifted and trace.placed and len(path) < 2:
        new = known[trace.placed[0]]
        path = new, max((known[name] for name in trace.shifted), key=lambda square: abs(square - new))
    return path if len(path) > 1 else ()


def boxes_along(layout: Layout, way: Sequence[int]) -> list[Box]:
    """Return boxes that hold the squares of a trail and all of it, from its start to its end."""
    if not way:
        return []
    cell, at, found = layout.cell, corners(layout), []
    left, top, right, low = layout.around(way)
    # Where the trail passes by a corner, this much of it lies on the squares beside its own.
    more = round(cell * (WIDE / 2 + CASING)) + 1
    for start, end in pairwise(way):
        squares = _between(layout.size, start, end)
        for square in squares:
            x, y = at[square]
            far, deep = min(x + cell + more, right), min(y + cell + more, low)
            found.append((max(x - more, left), max(y - more, top), far, deep))
        if abs(squares.step) not in (1, layout.size - 1, layout.size, layout.size + 1):
            found[-2:] = [around(found[-2:])]
    return found


@lru_cache(maxsize=WAYS)
def trails(layout: Layout, way: tuple[int, ...]) -> Mapping[int, tuple[tuple[int, int], ...]]:
    """Return by square what its `Cell.trail` is, also of squares on which no more than a corner of the trail lies."""
    at, cell, found = corners(layout), layout.cell, {}
    for start, end in pairwise(way):
        for two in pairwise(_between(layout.size, start, end)):
            for square in layout.within(two):
                left, top = at[square]
                found[square] = tuple(
                    ((at[corner][0] - left) // cell, (at[corner][1] - top) // cell) for corner in way
                )
    return found


@lru_cache(maxsize=PASSED)
def passed(theme: str, size: int, cell: Cell) -> Image.Image:
    """Return a square with the trail over it, and under what stands there."""
    picture = sprite(theme, size, cell._replace(trail=())).copy()
    left, top = (min(corner[axis] for corner in cell.trail) for axis in (0, 1))
    way = tuple((right - left, down - top) for right, down in cell.trail)
    art, covered = _drawn(theme, size, way)
    box = (-left * size, -top * size, (1 - left) * size, (1 - top) * size)
    mask = covered.crop(box)
    # A square that the way only goes by has a corner of the trail over all that is there.
    if (0, 0) in _crossed(cell.trail):
        if cell.figure:
            mask.paste(0, (0, 0), solid(theme, size, cell.figure, cell.kind))
        elif cell.label or cell.ghost:
            mask.paste(0, (0, 0), above_trail(theme, size, cell.label, captured=bool(cell.ghost)))
    picture.paste(art.crop(box), (0, 0), mask)
    return picture


def crossed(size: int, way: Sequence[int]) -> set[int]:
    """Return the squares that a trail lies on, from middle to middle; where it goes by a corner, none beside it."""
    return {square for start, end in pairwise(way) for square in _between(size, start, end)}


def _crossed(corners: Sequence[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return the same of a way whose corners are counted in squares."""
    found = set()
    for (x, y), (x2, y2) in pairwise(corners):
        steps = gcd(x2 - x, y2 - y)
        found |= {(x + (x2 - x) * i // steps, y + (y2 - y) * i // steps) for i in range(steps + 1)}
    return found


def _between(size: int, start: int, end: int) -> range:
    """Return the squares in whose middles a straight line from one middle to another lies, both ends included."""
    steps = gcd(end // size - start // size, end % size - start % size)
    step = (end - start) // steps
    return range(start, end + (1 if step > 0 else -1), step)


@lru_cache(maxsize=KEPT)
def _drawn(theme: str, cell: int, way: tuple[tuple[int, int], ...]) -> tuple[Image.Image, Image.Image]:
    """Return a trail with its casing, and which of the pixels are its own.

    The corners of its `way` are counted in squares of `cell` pixels from the upper left one.
    """
    size = cell * (1 + max(right for right, _ in way)), cell * (1 + max(down for _, down in way))
    points = [(right * cell + cell // 2, down * cell + cell // 2) for right, down in way]
    new_part(4 * size[0] * size[1])
    palette = THEMES[theme].board
    art = palette.blank(size, "casing")
    lengths = [((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 for (x1, y1), (x2, y2) in pairwise(points)]
    whole = sum(lengths)
    sheets = []
    for more in (CASING * cell, 0.0):
        sheet = Image.new("L", (size[0] * 2, size[1] * 2))
        draw, gone = ImageDraw.Draw(sheet), 0.0
        for (start, end), length in zip(pairwise(points), lengths, strict=True):
            radii = [
                (THIN + (WIDE - THIN) * part / whole) * cell / 2 + more for part in (gone, gone + length)
            ]
            gone += length
            _taper(draw, start, end, radii)
        sheets.append(sheet.reduce(2))
    cased, bright = sheets
    # The casing is everywhere under the smooth edge of the trail.
    art.paste(palette.mixed("casing", "accent"), (0, 0), _at_least(bright, 0.25))
    art.paste(palette.index("accent"), (0, 0), _at_least(bright, 0.75))
    return art, _at_least(cased, 0.5)


def _at_least(coverage: Image.Image, share: float) -> Image.Image:
    """Return which pixels are covered by such a share or more."""
    return coverage.point(_reaching(share), "1")


@cache
def _reaching(share: float) -> list[int]:
    """Return by coverage whether it is such a share or more, as a pixel of a mask."""
    return [255 * (v >= round(255 * share)) for v in range(256)]


def _taper(draw: ImageDraw.ImageDraw, start: Point, end: Point, radii: list[float]) -> None:
    """Draw a line that grows from the first radius to the second, with round ends, at twice its size."""
    (x1, y1), (x2, y2) = start, end
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    across = ((y2 - y1) / length, (x1 - x2) / length)
    corners = [
        ((x + across[0] * radius * side) * 2, (y + across[1] * radius * side) * 2)
        for x, y, radius, sides in ((x1, y1, radii[0], (1, -1)), (x2, y2, radii[1], (-1, 1)))
        for side in sides
    ]
    draw.polygon(corners, 255)
    for x, y, radius in ((x1, y1, radii[0]), (x2, y2, radii[1])):
        draw.ellipse(((x - radius) * 2, (y - radius) * 2, (x + radius) * 2, (y + radius) * 2), 255)


assert WIDE / 2 < RADIUS, "a trail ends under its piece"
