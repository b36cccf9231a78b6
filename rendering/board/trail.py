"""The way of the last move: a trail of light under the pieces, wider towards its end."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import gcd
from typing import Final

from PIL import Image, ImageDraw

from rendering.board.layout import Layout
from rendering.board.pieces import RADIUS, solid
from rendering.board.squares import above_trail
from rendering.gif import Box, around
from rendering.haste import new_part
from rendering.sprites import Point
from rendering.themes import THEMES
from rules.board import BoardView, names, numbers

THIN: Final = 0.05
"""The width of a trail at its start, over the edge of a square."""
WIDE: Final = 0.16
"""The same at its end."""
CASING: Final = 0.02
"""The dark edge on both sides of it."""
KEPT: Final = 48
"""How many trails are kept: the short ones of most moves. A long one takes a megabyte and is soon forgotten."""


def way_of(view: BoardView) -> list[int]:
    """Return the squares of the last move's way, its start first; where pieces shifted, from the new piece on."""
    trace = view.trace
    if not trace:
        return []
    known = numbers(view.size)
    path = [known[name] for name in trace.path]
    if trace.shifted and trace.placed and len(path) < 2:
        new = known[trace.placed[0]]
        path = [new, max((known[name] for name in trace.shifted), key=lambda square: abs(square - new))]
    return path if len(path) > 1 else []


def boxes_along(layout: Layout, way: Sequence[int]) -> list[Box]:
    """Return boxes that hold the squares of a trail and all of it, from its start to its end."""
    cell, found = layout.cell, []
    # Where the trail passes by a corner, this much of it lies on the squares beside its own.
    more = round(cell * (WIDE / 2 + CASING)) + 1
    for start, end in pairwise(way):
        squares = _between(layout.size, start, end)
        for square in squares:
            x, y = layout.corner(square)
            found.append((x - more, y - more, x + cell + more, y + cell + more))
        if abs(squares.step) not in (1, layout.size - 1, layout.size, layout.size + 1):
            found[-2:] = [around(found[-2:])]
    return found


def touched(layout: Layout, way: Sequence[int]) -> set[int]:
    """Return the squares that a trail lies on, also those of which it has no more than a corner."""
    return {
        square
        for start, end in pairwise(way)
        for two in pairwise(_between(layout.size, start, end))
        for square in layout.within(two)
    }


def draw_trail(picture: Image.Image, theme: str, layout: Layout, view: BoardView, way: Sequence[int]) -> None:
    """Draw the way of the last move over the squares, and under what stands on them."""
    left, top, right, low = layout.around(way)
    points = tuple((x - left, y - top) for x, y in map(layout.centre, way))
    cell = layout.cell
    art, covered = _drawn(theme, points, (right - left, low - top), cell)
    removed = {name for name, _ in view.trace.removed} if view.trace else ()
    known = names(view.size)
    mask = covered.im.copy()
    for square in _crossed(view.size, way):
        name = known[square]
        symbol, label = view.cells.get(name), view.labels.get(name, "")
        if symbol or label or name in removed:
            x, y = layout.corner(square)
            above = (
                solid(theme, cell, symbol, view.pieces)
                if symbol
                else above_trail(theme, cell, label, captured=name in removed)
            )
            mask.paste(0, (x - left, y - top, x - left + cell, y - top + cell), above.im)
    picture.im.paste(art.im, (left, top, right, low), mask)


def _crossed(size: int, way: Sequence[int]) -> set[int]:
    """Return the squares that a trail lies on, from middle to middle; where it goes by a corner, none beside it."""
    return {square for start, end in pairwise(way) for square in _between(size, start, end)}


def _between(size: int, start: int, end: int) -> range:
    """Return the squares in whose middles a straight line from one middle to another lies, both ends included."""
    steps = gcd(end // size - start // size, end % size - start % size)
    step = (end - start) // steps
    return range(start, end + (1 if step > 0 else -1), step)


@lru_cache(maxsize=KEPT)
def _drawn(
    theme: str, points: tuple[tuple[int, int], ...], size: tuple[int, int], cell: int
) -> tuple[Image.Image, Image.Image]:
    """Return a trail through some points with its casing, and which of the pixels are theirs."""
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
    return coverage.point([255 * (v >= round(255 * share)) for v in range(256)]).convert("1")


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
