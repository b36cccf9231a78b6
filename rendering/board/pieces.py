"""Pieces lit from above: discs, polished stones, and keys with digits.

A king is two stacked discs. Each piece is drawn once in a size, at four times its pixels, on a
transparent square, with the shadow that it casts. The light comes straight from above, because lines of
one tone take few bytes.
"""

from collections.abc import Mapping
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

from rendering.board.measures import RADIUS
from rendering.sprite_cache import check_drawing_allowed
from rendering.sprites import Pen, reduce_sheet
from rendering.themes import LIT, THEMES, Colour

Colours = Mapping[str, Colour]
SCALE = 4
"""How many times larger pieces are drawn than they are shown."""
RING = 0.045
"""Width of a king's gold ring over the radius of its disc.

A wider one would make kings of both sides look alike.
"""


@lru_cache(maxsize=96)
def draw_piece(
    theme: str, size: int, symbol: str, kind: str, *, numbered: bool = False, has_shadow: bool = True
) -> Image.Image:
    """Return a piece on a transparent square of `size` pixels.

    `kind` is the value of `BoardView.pieces`. The crown of a king that is `numbered` leaves room for a
    number below it, and extends over the king's edge; a man that is `numbered` has no groove. Stones in
    regions have no shadow, which would not be seen there.
    """
    check_drawing_allowed()
    colours = THEMES[theme].board_colours
    if symbol in "01":
        return _key(size, colours, "black" if symbol == "1" else "white", symbol)
    side = "black" if symbol in "bB" else "white"
    return (
        _man_or_king(size, colours, side, symbol in "BW", numbered)
        if kind == "ranked"
        else _stone(size, colours, side, has_shadow=has_shadow)
    )


@lru_cache(maxsize=64)
def piece_mask(theme: str, size: int, symbol: str, kind: str) -> Image.Image:
    """Return a mask of the opaque pixels of a piece's square."""
    return (
        draw_piece(theme, size, symbol, kind)
        .getchannel("A")
        .point([255 * (a > 140) for a in range(256)])
        .convert("1")
    )


def fade(art: Image.Image, share: float) -> Image.Image:
    """Return a drawing with the opacity of each pixel multiplied by `share`."""
    paler = art.copy()
    paler.putalpha(art.getchannel("A").point([round(a * share) for a in range(256)]))
    return paler


def _man_or_king(size: int, colours: Colours, side: str, king: bool, numbered: bool) -> Image.Image:
    """Draw a man, or a king as two stacked discs with a crown."""
    big, radius = size * SCALE, size * RADIUS * SCALE
    thick, sheet = radius * 0.14, Image.new("RGBA", (big, big))
    x, floors = big / 2, (0.055, -0.115) if king else (-0.01,)
    for floor in floors:
        y = big / 2 + floor * radius
        _drum(sheet, x, y, radius * 0.975, thick, colours[side + "_edge"])
        _drum(sheet, x, y, radius * 0.925, thick, colours[side + "_side"])
        _paint(
            sheet,
            _disc(big, x, y, radius * 0.925),
            _slope(big, y, radius),
            colours[side],
            colours[side + "_low"],
        )
    y = big / 2 + floors[-1] * radius
    shine = colours["sheen"] if side == "black" else colours["glint"]
    _rim(sheet, big, x, y, radius * 0.90, radius * 0.055, shine)
    if king:
        gold, edge = colours[side + "_crown"], colours[side + "_edge"]
        _ring(sheet, x, y, radius * (0.87 if numbered else 0.82), radius * RING, gold)
        width, rise = (0.9, 0.57) if numbered else (0.9, 0.03)
        _crown(sheet, x, y - radius * rise, radius * width, gold, edge)
    elif not numbered:
        _ring(sheet, x, y, radius * 0.66, radius * 0.05, colours[side + "_groove"])
    return _on_shadow(sheet, size, colours, radius / SCALE, 0.12 if king else 0.1)


def _stone(size: int, colours: Colours, side: str, *, has_shadow: bool) -> Image.Image:
    """Draw a polished stone, lighter towards its upper edge."""
    big, radius = size * SCALE, size * RADIUS * SCALE
    sheet, middle = Image.new("RGBA", (big, big)), big / 2
    _drum(sheet, middle, middle, radius * 0.975, 0, colours[side + "_edge"])
    bright = colours["glint"] if side == "white" else colours["sheen"]
    face = _disc(big, middle, middle, radius * 0.93)
    _paint(sheet, face, _slope(big, middle, radius), bright, colours[side + "_low"])
    return _on_shadow(sheet, size, colours, radius / SCALE, 0.1) if has_shadow else reduce_sheet(sheet, SCALE)


def _key(size: int, colours: Colours, side: str, digit: str) -> Image.Image:
    """Draw a key with a digit: 0 is dark on light, 1 is light on dark."""
    pen, inset, thick = Pen(size), size * 0.075, size * 0.06
    box = (inset, inset, size - inset, size - inset)
    corner = size * 0.14
    pen.tile(box, corner, colours[side + "_edge"])
    rim = max(1.5, size * 0.018)
    pen.tile(
        (inset + rim, inset + rim, size - inset - rim, size - inset - rim),
        corner - rim,
        colours[side + "_side"],
    )
    face = (inset + rim, inset + rim, size - inset - rim, size - inset - rim - thick)
    art = pen.finish()
    big = size * SCALE
    mask = Image.new("L", (big, big))
    left, top, right, low = (value * SCALE for value in face)
    ImageDraw.Draw(mask).rounded_rectangle((left, top, right - 1, low - 1), (corner - rim) * SCALE, 255)
    sheet = Image.new("RGBA", (big, big))
    _paint(sheet, mask, _slope(big, big / 2, big * 0.4), colours[side], colours[side + "_low"])
    art.alpha_composite(reduce_sheet(sheet, SCALE))
    words = Pen(size)
    words.text((size / 2, size / 2 - thick / 2), digit, size * 0.66, colours[side + "_ink"])
    art.alpha_composite(words.finish())
    return art


def _drum(sheet: Image.Image, x: float, y: float, radius: float, thick: float, colour: Colour) -> None:
    """Draw the silhouette of a disc seen from slightly above."""
    draw = ImageDraw.Draw(sheet)
    for low in (y, y + thick):
        draw.ellipse((x - radius, low - radius, x + radius, low + radius), fill=(*colour, 255))
    draw.rectangle((x - radius, y, x + radius, y + thick), fill=(*colour, 255))


def _disc(big: int, x: float, y: float, radius: float) -> Image.Image:
    mask = Image.new("L", (big, big))
    ImageDraw.Draw(mask).ellipse((x - radius, y - radius, x + radius, y + radius), 255)
    return mask


def _slope(big: int, y: float, radius: float) -> Image.Image:
    """Return a gradient across a disc that increases away from the light."""
    span = round(radius * 2.4)
    slope = Image.linear_gradient("L").resize((big, span))
    sheet = Image.new("L", (big, big), 128)
    sheet.paste(slope, (0, round(y - span / 2)))
    return sheet


def _paint(sheet: Image.Image, mask: Image.Image, light: Image.Image, near: Colour, far: Colour) -> None:
    """Fill a mask with a few shades between two colours.

    Few shades keep the file small.
    """
    light = light.point([round(v / 255 * LIT) * 255 // LIT for v in range(256)])
    sheet.paste(ImageOps.colorize(light, near, far).convert("RGBA"), (0, 0), mask)


def _ring(sheet: Image.Image, x: float, y: float, radius: float, width: float, colour: Colour) -> None:
    ImageDraw.Draw(sheet).ellipse(
        (x - radius, y - radius, x + radius, y + radius), outline=(*colour, 255), width=round(width)
    )


def _rim(
    sheet: Image.Image, big: int, x: float, y: float, radius: float, width: float, colour: Colour
) -> None:
    """Draw the light on an edge that faces the light."""
    ring = Image.new("L", (big, big))
    ImageDraw.Draw(ring).ellipse(
        (x - radius, y - radius, x + radius, y + radius), outline=255, width=max(2, round(width))
    )
    strength = _slope(big, y, radius).point([max(0, 235 - 2 * v) for v in range(256)])
    sheet.paste((*colour, 255), (0, 0), ImageChops.multiply(ring, strength))


def _crown(sheet: Image.Image, x: float, y: float, width: float, colour: Colour, under: Colour) -> None:
    """Draw a crown: three points with pearls on a band, and its edge below."""
    draw, height = ImageDraw.Draw(sheet), width * 0.66
    for low, fill in ((width * 0.05, under), (0.0, colour)):
        left, right, top, foot = x - width / 2, x + width / 2, y - height / 2 + low, y + height / 2 + low
        points = [
            (left, top + height * 0.14),
            (x - width * 0.25, top + height * 0.54),
            (x, top),
            (x + width * 0.25, top + height * 0.54),
            (right, top + height * 0.14),
            (x + width * 0.39, foot),
            (x - width * 0.39, foot),
        ]
        draw.polygon(points, (*fill, 255))
        pearl = width * 0.075
        for px, py in ((left, top + height * 0.1), (x, top - height * 0.03), (right, top + height * 0.1)):
            draw.ellipse((px - pearl, py - pearl, px + pearl, py + pearl), (*fill, 255))
    band = y + height * 0.24
    draw.line((x - width * 0.37, band, x + width * 0.37, band), (*under, 255), max(2, round(width * 0.05)))


def _on_shadow(sheet: Image.Image, size: int, colours: Colours, radius: float, drop: float) -> Image.Image:
    """Return a drawing at its own size, over its shadow.

    The shadow falls down and to the right.
    """
    shadow = Image.new("L", (size, size))
    x, y, wide = size / 2 + radius * 0.04, size / 2 + radius * (0.06 + drop), radius * 0.95
    ImageDraw.Draw(shadow).ellipse((x - wide, y - wide, x + wide, y + wide), 125)
    shadow = shadow.filter(ImageFilter.GaussianBlur(radius * 0.05))
    below = Image.new("RGBA", (size, size), (*colours["shadow"], 0))
    below.putalpha(shadow)
    below.alpha_composite(reduce_sheet(sheet, SCALE))
    return below
