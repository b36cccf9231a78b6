"""The trail of the last move: a line of light under the pieces.

It grows wider towards its end, and begins at the edge of the ring around the starting point. If a new
piece pushed others along, there are arrows between the pieces instead, because too little of a line
would be visible between them. The same holds for a new piece beside the one that it came from.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import dist, gcd
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from rendering.board.layout import Layout, square_corners
from rendering.board.measures import ARROW, CASING, RADIUS, THIN, WIDE, squares_between, start_ring_radius
from rendering.board.pieces import piece_mask
from rendering.board.squares import SquareCell, SquareTrail, marks_above_trail, square_sprite
from rendering.gif import Box, bounding_box
from rendering.sprite_cache import check_drawing_allowed
from rendering.sprites import Point
from rendering.themes import THEMES, blend

LEVELS: Final = 4
"""In how many steps an edge goes over from nothing to all of it."""
FINE: Final = 2
"""How many times larger trails are drawn than they are shown."""
LEVEL: Final = [round(v * LEVELS / 255) for v in range(256)]
"""By coverage, to which step it comes nearest."""
KEPT: Final = 4
"""How many trails are kept until their squares are drawn.

A long one takes a megabyte.
"""
WAYS: Final = 256
"""How many moves' ways are kept as parts of squares, half a kilobyte each."""
PASSED: Final = 256
"""How many squares with a trail on them are kept, about 6 KB each."""


def boxes_along(layout: Layout, path: Sequence[int]) -> list[Box]:
    """Return boxes that together cover a trail and its squares, from start to end."""
    if not path:
        return []
    found: list[tuple[int, int, int, int]] = []
    cell, at = layout.square_size, square_corners(layout)
    left, top, right, low = layout.bounding_box(path)
    # Where the trail passes by a corner, this much of it lies on the squares beside its own.
    more = round(cell * (WIDE / 2 + CASING)) + 1
    for start, end in pairwise(path):
        squares = squares_between(layout.files, start, end)
        for square in squares:
            x, y = at[square]
            far, deep = min(x + cell + more, right), min(y + cell + more, low)
            found.append((max(x - more, left), max(y - more, top), far, deep))
        if abs(squares.step) not in (1, layout.files - 1, layout.files, layout.files + 1):
            found[-2:] = [bounding_box(found[-2:])]
    return found


@lru_cache(maxsize=WAYS)
def square_trails(
    layout: Layout, path: tuple[int, ...], numbered: bool, arrows: bool
) -> Mapping[int, SquareTrail]:
    """Return the part of a trail on each square that it touches.

    Squares that only a corner of the trail touches are included.
    """
    found: dict[int, SquareTrail] = {}
    at, cell = square_corners(layout), layout.square_size
    for start, end in pairwise(path):
        for two in pairwise(squares_between(layout.files, start, end)):
            for square in layout.enclosed_squares(two):
                left, top = at[square]
                bends = tuple(((at[bend][0] - left) // cell, (at[bend][1] - top) // cell) for bend in path)
                found[square] = SquareTrail(bends, numbered, arrows)
    return found


@lru_cache(maxsize=PASSED)
def sprite_with_trail(theme: str, size: int, cell: SquareCell) -> Image.Image:
    """Return a square with the trail over it, under the piece that stands there."""
    assert cell.trail
    bends, alone = cell.trail.corners, square_sprite(theme, size, cell._replace(trail=None))
    left, top = (min(bend[axis] for bend in bends) for axis in (0, 1))
    way = cell.trail._replace(corners=tuple((right - left, down - top) for right, down in bends))
    trail, *edges = _trail_layers(theme, size, way)
    # Pillow's core does it, because its images look at so much first that small pictures take four times as long.
    picture, here = alone.copy(), (-left * size, -top * size, (1 - left) * size, (1 - top) * size)
    for level, edge in enumerate(edges, 1):
        # Only the edge of the casing shows what is below it.
        art = alone.im.point(_darker(theme, level), None) if level < LEVELS else trail.im.crop(here)
        picture.im.paste(art, (0, 0, size, size), edge.im.crop(here))
    # A square that the way only goes by has a corner of the trail over all that is there.
    if (0, 0) in _crossed_cells(bends):
        if cell.figure:
            picture.paste(alone, (0, 0), piece_mask(theme, size, cell.figure, cell.kind))
        elif cell.label or cell.ghost:
            picture.paste(
                alone, (0, 0), marks_above_trail(theme, size, cell.label, captured=bool(cell.ghost))
            )
    return picture


@cache
def _only(first: int, last: int) -> list[int]:
    """Return a mask value by level: whether it is between `first` and `last`."""
    return [255 * (first <= level <= last) for level in range(256)]


@cache
def _darker(theme: str, level: int) -> list[int]:
    """Return each colour's number after a casing of this level is laid over it."""
    palette = THEMES[theme].board
    line = Image.new("RGB", (len(palette.colours), 1))
    line.putdata([blend(colour, palette.names["casing"], level / LEVELS) for colour in palette.colours])
    found = list(palette.quantise(line).tobytes())
    return found + [0] * (256 - len(found))


@cache
def trail_colours(theme: str) -> list[int]:
    """Return a trail's colour numbers by level: its casing, and over that the accent."""
    palette = THEMES[theme].board
    shades = [
        palette.nearest_index(blend(palette.names["casing"], palette.names["accent"], level / LEVELS))
        for level in range(LEVELS + 1)
    ]
    return [0] * LEVELS + shades + [0] * (255 - 2 * LEVELS)


def _crossed_cells(corners: Sequence[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return the squares crossed by a way whose corners are counted in squares."""
    found = set()
    for (x, y), (x2, y2) in pairwise(corners):
        steps = gcd(x2 - x, y2 - y)
        found |= {(x + (x2 - x) * i // steps, y + (y2 - y) * i // steps) for i in range(steps + 1)}
    return found


@lru_cache(maxsize=KEPT)
def _trail_layers(theme: str, cell: int, way: SquareTrail) -> tuple[Image.Image, ...]:
    """Return a trail in the numbers of the palette, and its masks.

    The masks are the edge of its casing by level, then all else. The corners of its `way` are counted
    in squares of `cell` pixels from the upper left one.
    """
    size = [cell * (1 + max(corner[axis] for corner in way.corners)) for axis in (0, 1)]
    check_drawing_allowed()
    sheets: list[Image.Image] = []
    for more in (CASING * cell, 0.0):
        sheet = Image.new("L", (size[0] * FINE, size[1] * FINE))
        draw = ImageDraw.Draw(sheet)
        if way.has_arrows:
            _draw_arrows(draw, cell, way, more)
        else:
            _draw_trail(draw, cell, way, more)
        sheets.append(sheet.reduce(FINE).point(LEVEL))
    # The casing is everywhere under the smooth edge of the trail.
    levels = ImageChops.add(sheets[0], sheets[1])
    masks = [levels.point(_only(level, level)) for level in range(1, LEVELS)]
    return levels.point(trail_colours(theme)), *masks, levels.point(_only(LEVELS, 2 * LEVELS))


def _draw_trail(draw: ImageDraw.ImageDraw, cell: int, way: SquareTrail, more: float) -> None:
    """Draw a growing line along the way, wider by `more` pixels.

    The line begins at the edge of the ring at its start.
    """
    points: list[Point] = [(right * cell + cell / 2, down * cell + cell / 2) for right, down in way.corners]
    (x, y), (x2, y2) = points[:2]
    gone = (start_ring_radius(cell, numbered=way.numbered) + cell * THIN / 2) / dist((x, y), (x2, y2))
    points[0] = x + (x2 - x) * gone, y + (y2 - y) * gone
    lengths = [dist(start, end) for start, end in pairwise(points)]
    whole, gone = sum(lengths), 0.0
    for (start, end), length in zip(pairwise(points), lengths, strict=True):
        first, last = (
            (THIN + (WIDE - THIN) * part / whole) * cell / 2 + more for part in (gone, gone + length)
        )
        gone += length
        _taper(draw, start, end, (first, last))


def _draw_arrows(draw: ImageDraw.ImageDraw, cell: int, way: SquareTrail, more: float) -> None:
    """Draw an arrow from each piece to the next, larger by `more` pixels all around."""
    long, wide = (part * cell for part in ARROW)
    for (x, y), (x2, y2) in pairwise(way.corners):
        steps = max(abs(x2 - x), abs(y2 - y))
        right, down = (x2 - x) / steps, (y2 - y) / steps
        for step in range(steps):
            middle = [(x + right * (step + 0.5) + 0.5) * cell, (y + down * (step + 0.5) + 0.5) * cell]
            tip, base = long / 2 + more * 1.6, -long / 2 - more
            spread = wide + more * 1.9
            corners = [(tip, 0.0), (base, spread), (base, -spread)]
            draw.polygon(
                [
                    (
                        (middle[0] + far * right - aside * down) * FINE,
                        (middle[1] + far * down + aside * right) * FINE,
                    )
                    for far, aside in corners
                ],
                255,
            )


def _taper(draw: ImageDraw.ImageDraw, start: Point, end: Point, radii: tuple[float, float]) -> None:
    """Draw a line that grows from the first radius to the second, with round ends.

    The drawing is `FINE` times as large.
    """
    (x1, y1), (x2, y2) = start, end
    length = dist(start, end)
    across = ((y2 - y1) / length, (x1 - x2) / length)
    corners = [
        ((x + across[0] * radius * side) * FINE, (y + across[1] * radius * side) * FINE)
        for x, y, radius, sides in ((x1, y1, radii[0], (1, -1)), (x2, y2, radii[1], (-1, 1)))
        for side in sides
    ]
    draw.polygon(corners, 255)
    for x, y, radius in ((x1, y1, radii[0]), (x2, y2, radii[1])):
        draw.ellipse([(value + sign * radius) * FINE for sign in (-1, 1) for value in (x, y)], 255)


assert WIDE / 2 < RADIUS, "a trail ends under its piece"
