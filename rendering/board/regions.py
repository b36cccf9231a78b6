"""Regions that decided the end of a match, each with its size.

Linked stones, territories and full lines are regions. A region is drawn square by square. The part of
it on a square depends only on which of the eight neighbouring squares belong to it too.
"""

from functools import lru_cache
from typing import Final, Literal, NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from rendering.board.measures import CASING, FIELD, LINK, NEIGHBOURS, RIM, ROUND, STONE
from rendering.board.pieces import Colours
from rendering.fonts import SANS
from rendering.sprite_cache import check_drawing_allowed
from rendering.sprites import Pen, load_font

Shape = Literal["links", "field"]
"""How a region looks: stones linked where they are adjacent, or whole squares."""


class Region(NamedTuple):
    """The part of a region on one square.

    It has a tone (or `accent`), a shape, and the neighbouring squares of the same region, as bits in the
    order of `NEIGHBOURS`.
    """

    tone: str
    shape: Shape
    joined_neighbours: int
    is_lit: bool = True
    """Whether it is the winner's."""


SOFT: Final = 6
"""Half of the grey values in which an edge is smooth."""
SCALE: Final = 2


def draw_region_tile(size: int, colours: Colours, region: Region) -> Image.Image:
    """Return a region's part of a square: ground in its tone, rim, and outline."""
    if region.tone == "accent":
        names = "casing", "casing", "accent"
    elif region.is_lit:
        names = "casing", "accent", f"{region.tone}_field"
    else:
        names = "edge", "white_low", f"{region.tone}_field"
    sheet = Image.new("RGBA", (size, size))
    for more, name in zip((RIM + CASING, RIM, 0.0), names, strict=True):
        layer = Image.new("RGBA", (size, size), (*colours[name], 255))
        layer.putalpha(_coverage(size, region.shape, region.joined_neighbours, more))
        sheet.alpha_composite(layer)
    return sheet


@lru_cache(maxsize=256)
def _coverage(size: int, shape: Shape, joined: int, more: float) -> Image.Image:
    """Return the coverage of each pixel by a region.

    The region is wider by `more` squares all around.
    """
    side = size * SCALE
    # The parts on the squares around are needed for the corners to be round.
    around = side // 2
    sheet = Image.new("L", (side + 2 * around,) * 2)
    check_drawing_allowed()
    draw = ImageDraw.Draw(sheet)
    members = {(0, 0), *(NEIGHBOURS[bit] for bit in range(8) if joined >> bit & 1)}

    def rectangle(left: float, top: float, right: float, low: float) -> None:
        box = (around + value * side for value in (left, top, right, low))
        draw.rectangle(tuple(round(value) for value in box), 255)

    for x, y in members:
        right, down, corner = (x + 1, y) in members, (x, y + 1) in members, (x + 1, y + 1) in members
        if shape == "links":
            radius = (STONE + more) * side
            middle = around + (x + 0.5) * side, around + (y + 0.5) * side
            draw.ellipse([value + sign * radius for sign in (-1, 1) for value in middle], 255)
            wide = LINK + more
        else:
            wide = 0.5 - FIELD - RIM - CASING + more
            rectangle(x + 0.5 - wide, y + 0.5 - wide, x + 0.5 + wide, y + 0.5 + wide)
        if right:
            rectangle(x + 0.5, y + 0.5 - wide, x + 1.5, y + 0.5 + wide)
        if down:
            rectangle(x + 0.5 - wide, y + 0.5, x + 0.5 + wide, y + 1.5)
        if right and down and corner:
            rectangle(x + 0.5, y + 0.5, x + 1.5, y + 1.5)
    sheet = sheet.filter(ImageFilter.GaussianBlur(ROUND * side))
    sheet = sheet.point([max(0, min(255, round((v - 128 + SOFT) * 255 / (2 * SOFT)))) for v in range(256)])
    return sheet.crop((around, around, around + side, around + side)).reduce(SCALE)


def draw_size_plate(size: int, colours: Colours, number: str, *, is_lit: bool) -> Image.Image:
    """Draw the size of a region on a plate in the middle of an empty square.

    The winner's plate is in the accent.
    """
    pen, middle, height = Pen(size), size / 2, max(25.0, size * 0.34)
    wide = min(load_font(round(height), SANS).getlength(number), size * 0.68)
    half, tall = max(size * 0.26, wide / 2 + size * 0.11), size * 0.27
    ground, ink, rim = ("accent", "accent_ink", "casing") if is_lit else ("panel", "panel_ink", "panel_quiet")
    box = (middle - half, middle - tall, middle + half, middle + tall)
    pen.tile(box, tall, colours[ground], rim=colours[rim], width=max(2.0, size * 0.035))
    pen.squeezed_text((middle, middle), number, height, colours[ink], size * 0.68)
    return pen.finish()
