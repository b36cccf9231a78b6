"""Squares as sprites: the ground, what lies on it, and the piece over all of it."""

import random
from functools import lru_cache
from typing import Literal, NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from rendering.board.pieces import RADIUS, Colours, faded, numeral_at, piece
from rendering.haste import new_part
from rendering.sprites import CAPITAL, Pen
from rendering.themes import DIM, GHOST, OUTLINED, THEMES, TINT, Colour, between, contrast

Choice = Literal["", "dot", "ring", "chosen"]
Last = Literal["", "from", "to"]


class Cell(NamedTuple):
    """One square as it is drawn, which is the key of its sprite: names of colours and figures, no positions."""

    dark: bool
    label: str = ""
    """The number that is the square's name, at its upper edge."""
    figure: str = ""
    kind: str = "plain"
    ghost: str = ""
    number: str = ""
    """On the piece."""
    last: Last = ""
    """Where the last move began, or what it placed."""
    choice: Choice = ""
    dim: bool = False
    region: str = ""
    """The tone of the region that the square belongs to, or `accent`; `joined` are the neighbours in it, as bits."""
    joined: int = 0
    badge: str = ""
    """The size of the region around it."""
    border: int = 0
    """The sides with the frame of a part of the board, as the first four bits of `AROUND`."""
    trail: tuple[tuple[int, int], ...] = ()
    """The corners of the last move's way where it lies on this square, in squares to the right and down from it."""


SPRITES = 768
"""How many squares are kept, about 6 KB each: the boards of fifty tables of nine games have some 700."""
AROUND = ((0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1))
"""The neighbours of a square by bit, as (right, down): above, right, below, left, then the corners."""


@lru_cache(maxsize=SPRITES)
def sprite(theme: str, size: int, cell: Cell) -> Image.Image:
    """Return a square of `size` × `size` pixels with everything on it but the trail."""
    new_part()
    palette, colours = THEMES[theme].board, THEMES[theme].board_colours
    picture = ground(theme, size, cell.dark).copy()
    if cell.last and not cell.region:
        picture.alpha_composite(Image.new("RGBA", (size, size), (*colours["accent"], round(255 * TINT))))
    if cell.region:
        picture.alpha_composite(_region(size, colours, cell.region, cell.joined))
    for art in _layers(theme, size, cell, colours):
        picture.alpha_composite(art)
    return palette.fit(picture.convert("RGB"))


@lru_cache(maxsize=32)
def ground(theme: str, size: int, dark: bool) -> Image.Image:
    """Return an empty square; where the theme has a grain, with streaks along the rank."""
    colours, grain = THEMES[theme].board.names, THEMES[theme].grain
    name = "dark" if dark else "light"
    picture = Image.new("RGBA", (size, size), (*colours[name], 255))
    if not grain:
        return picture
    # The same wood in every picture: the seed belongs to the look.
    chance, draw, y, count = random.Random(23 + dark), ImageDraw.Draw(picture), 3, 0
    while y < size - 2:
        start = chance.randrange(-size // 2, size * 2 // 3)
        end = start + chance.randrange(size // 3, size)
        # Twos of equal lines deflate well.
        shade = colours[f"{name}_streak" if count % 3 else f"{name}_gleam"]
        draw.rectangle((start, y, end, y + 1), (*shade, 255))
        y, count = y + chance.randrange(4, 10), count + 1
    return picture


def _layers(theme: str, size: int, cell: Cell, colours: Colours) -> list[Image.Image]:
    """Return the transparent sheets of a square above its ground, lowest first."""
    layers: list[Image.Image] = []
    if cell.border:
        layers.append(_border(size, colours, cell.border))
    if cell.choice == "chosen":
        layers.append(_chosen(size, colours))
    if cell.ghost:
        layers.append(faded(piece(theme, size, cell.ghost, cell.kind), GHOST))
        layers.append(cross(theme, size, numbered=bool(cell.label)))
    if cell.label and not cell.figure:
        label = _label(size, colours["on_dark" if cell.dark else "on_light"], cell.label)
        if cell.ghost:
            halo = Image.new("RGBA", (size, size), (*colours["dark" if cell.dark else "light"], 0))
            halo.putalpha(_wider(label))
            layers.append(halo)
        layers.append(label)
    if cell.last == "from" and not cell.figure:
        layers.append(_seat(size, colours, numbered=bool(cell.label)))
    if cell.last == "to" and cell.figure:
        layers.append(_halo(size, colours, cell.kind))
    if cell.figure:
        numbered = bool(cell.number or cell.label)
        layers.append(
            _dimmed(size, colours, cell.figure, cell.kind, "dark" if cell.dark else "light")
            if cell.dim
            else piece(theme, size, cell.figure, cell.kind, numbered=numbered)
        )
    number = cell.number or (cell.label if cell.figure else "")
    if number and cell.figure:
        layers.append(_numeral(size, colours, cell.figure, number))
    if cell.badge:
        layers.append(_badge(size, colours, cell.badge))
    if cell.choice == "dot":
        layers.append(_dot(size, colours, numbered=bool(cell.label)))
    elif cell.choice == "ring":
        layers.append(_ring(size, colours, cell.kind))
    return layers


def type_size(size: int) -> float:
    """Return the type size of numbers on a board: at least 7 pixels high where the picture is 290 wide."""
    return max(24.0, size * 0.27)


def _clear(size: int) -> float:
    """Return the radius of a ring around the middle of a square that does not reach its number."""
    return min(size * 0.25, size / 2 - _label_at(size) - type_size(size) * CAPITAL / 2 - 1)


def _label(size: int, colour: Colour, label: str) -> Image.Image:
    pen = Pen(size)
    pen.text((size / 2, _label_at(size)), label, type_size(size), colour)
    return pen.done()


def _label_at(size: int) -> float:
    """Return how far below the upper edge of its square the middle of a number is."""
    return max(type_size(size) * 0.5, size * 0.2)


def _wider(art: Image.Image) -> Image.Image:
    """Return how much of each pixel a drawing covers with a halo of two pixels around it."""
    return art.getchannel("A").filter(ImageFilter.MaxFilter(5))


def _numeral(size: int, colours: Colours, figure: str, number: str) -> Image.Image:
    """Write a number on a piece; on a king it is below the crown."""
    pen, side = Pen(size), "black" if figure in "bB1" else "white"
    king = figure in "BW"
    height = max(24.0, size * (0.3 if king else 0.36))
    pen.text((size / 2, size * numeral_at(figure)), number, height, colours[side + "_ink"])
    return pen.done()


def _seat(size: int, colours: Colours, *, numbered: bool) -> Image.Image:
    """Draw a hollow ring: the piece that moved stood here; it keeps clear of a square's number."""
    pen, middle, radius = Pen(size), (size / 2, size / 2), _clear(size) if numbered else size * 0.25
    pen.ring(middle, radius, size * 0.075, colours["casing"])
    pen.ring(middle, radius - size * 0.015, size * 0.045, colours["accent"])
    return pen.done()


def _halo(size: int, colours: Colours, kind: str) -> Image.Image:
    """Draw a rim of light around the piece that moved or came last."""
    pen, middle = Pen(size), (size / 2, size / 2)
    if kind == "digits":
        for inset, name in ((0.0, "casing"), (0.018, "accent")):
            edge = size * inset
            pen.tile((edge, edge, size - edge, size - edge), size * 0.2, colours[name])
        return pen.done()
    pen.disc(middle, size * 0.475, colours["casing"])
    pen.disc(middle, size * 0.455, colours["accent"])
    return pen.done()


def _dimmed(size: int, colours: Colours, figure: str, kind: str, ground: str) -> Image.Image:
    """Draw what is left of a piece that did not decide the end: a pale shape in an edge, no grain shining through."""
    below, pen, edge, width = Pen(size), Pen(size), Pen(size), max(2.0, size * 0.03)
    side = "black" if figure in "bB1" else "white"
    body, rim = colours[side], colours[f"{side}_edge"]
    if kind == "digits":
        inset = size * 0.075
        box = (inset, inset, size - inset, size - inset)
        below.tile(box, size * 0.14, colours[ground])
        pen.tile(box, size * 0.14, body)
        edge.tile(box, size * 0.14, None, rim=rim, width=width)
        edge.text((size / 2, size * 0.47), figure, size * 0.66, colours[_dimmed_ink(colours, side, ground)])
    else:
        middle = (size / 2, size / 2)
        below.disc(middle, size * RADIUS, colours[ground])
        pen.disc(middle, size * RADIUS, body)
        edge.ring(middle, size * RADIUS, width, rim)
    left = below.done()
    left.alpha_composite(faded(pen.done(), DIM))
    left.alpha_composite(faded(edge.done(), OUTLINED))
    return left


def _dimmed_ink(colours: Colours, side: str, ground: str) -> str:
    """Return the name of the ink of a dimmed digit: its own, or that of its edge where that is seen better."""
    body = between(colours[ground], colours[side], DIM)

    def seen(name: str) -> float:
        return contrast(between(body, colours[name], OUTLINED), body)

    return max(f"{side}_ink", f"{side}_edge", key=seen)


@lru_cache(maxsize=32)
def cross(theme: str, size: int, *, numbered: bool) -> Image.Image:
    """Return a cross, which lies on a captured piece, below the number of its square."""
    colours, pen, arm, width = THEMES[theme].board_colours, Pen(size), size * 0.13, size * 0.12
    middle, low = size / 2, size / 2
    if numbered:
        low = max(low, _label_at(size) + type_size(size) * CAPITAL / 2 + 1 + arm + width / 2)
    for wide, name in ((width, "glint"), (size * 0.065, "cross")):
        for rise in (-arm, arm):
            pen.line([(middle - arm, low - rise), (middle + arm, low + rise)], wide, colours[name])
    return pen.done()


@lru_cache(maxsize=256)
def above_trail(theme: str, size: int, label: str, *, captured: bool) -> Image.Image:
    """Return which pixels of a square without a piece lie over a trail, as a mask: its number, and a cross."""
    covered = Image.new("L", (size, size))
    if captured:
        covered = cross(theme, size, numbered=bool(label)).getchannel("A")
    if label:
        covered = ImageChops.lighter(covered, _wider(_label(size, (0, 0, 0), label)))
    return covered.point([255 * (a > 140) for a in range(256)]).convert("1")


def _chosen(size: int, colours: Colours) -> Image.Image:
    """Draw a thick frame in the accent: this square is chosen already."""
    pen, width = Pen(size), max(5.0, size * 0.085)
    pen.tile((0, 0, size, size), size * 0.08, None, rim=colours["casing"], width=width + max(2, size * 0.03))
    pen.tile((0, 0, size, size), size * 0.08, None, rim=colours["accent"], width=width)
    return pen.done()


def _dot(size: int, colours: Colours, *, numbered: bool) -> Image.Image:
    """Draw a dot: this empty square can be chosen; it lies below a square's number."""
    pen, middle = Pen(size), (size / 2, size * (0.62 if numbered else 0.5))
    pen.disc(middle, size * 0.19, colours["casing"])
    pen.disc(middle, size * 0.15, colours["accent"])
    return pen.done()


def _ring(size: int, colours: Colours, kind: str) -> Image.Image:
    """Draw a ring around a piece: it can be chosen."""
    pen, middle = Pen(size), (size / 2, size / 2)
    if kind == "digits":
        pen.tile((0, 0, size, size), size * 0.2, None, rim=colours["casing"], width=size * 0.1)
        edge = size * 0.02
        pen.tile(
            (edge, edge, size - edge, size - edge),
            size * 0.18,
            None,
            rim=colours["accent"],
            width=size * 0.06,
        )
        return pen.done()
    pen.ring(middle, size * 0.495, size * 0.105, colours["casing"])
    pen.ring(middle, size * 0.48, size * 0.07, colours["accent"])
    return pen.done()


def _region(size: int, colours: Colours, tone: str, joined: int) -> Image.Image:
    """Draw a square's part of a region: round where it ends, through to the edge where it goes on."""
    pen = Pen(size)
    fill = colours["accent"] if tone == "accent" else colours["white" if tone == "white" else "black_low"]
    rim = colours[{"white": "edge", "accent": "casing"}.get(tone, "glint")]
    # Keys reach further into the corners than stones.
    corner = size * (0.2 if tone == "accent" else 0.3)
    for inset, colour in ((0.0, rim), (max(2.0, size * 0.03), fill)):
        for box in _parts(size, inset, joined):
            pen.tile(box, 0, colour)
        pen.tile((inset, inset, size - inset, size - inset), corner, colour)
    return pen.done()


def _parts(size: int, inset: float, joined: int) -> list[tuple[float, float, float, float]]:
    """Return the rectangles by which a region reaches its neighbours."""
    low, high, middle = inset, size - inset, size / 2
    boxes = []
    for bit, (dx, dy) in enumerate(AROUND):
        if not joined >> bit & 1:
            continue
        if bit < 4:
            left, right = (low, high) if not dx else (middle, size) if dx > 0 else (0, middle)
            top, bottom = (low, high) if not dy else (middle, size) if dy > 0 else (0, middle)
        else:
            sides = AROUND.index((dx, 0)), AROUND.index((0, dy))
            if not all(joined >> side & 1 for side in sides):
                continue
            left, right = (middle, size) if dx > 0 else (0, middle)
            top, bottom = (middle, size) if dy > 0 else (0, middle)
        boxes.append((left, top, right, bottom))
    return boxes


def _border(size: int, colours: Colours, sides: int) -> Image.Image:
    """Draw the frame of a part of the board along some sides."""
    pen = Pen(size)
    for width, name in ((size * 0.085, "casing"), (size * 0.05, "accent")):
        for bit, (dx, dy) in enumerate(AROUND[:4]):
            if sides >> bit & 1:
                left, right = (0, size) if not dx else (size - width, size) if dx > 0 else (0, width)
                top, low = (0, size) if not dy else (size - width, size) if dy > 0 else (0, width)
                pen.tile((left, top, right, low), 0, colours[name])
    return pen.done()


def _badge(size: int, colours: Colours, number: str) -> Image.Image:
    """Write a number on a plate: the size of the region around it."""
    pen, height, middle = Pen(size), max(24.0, size * 0.38), size / 2
    half = max(size * 0.25, (len(number) * height * 0.6 + size * 0.14) / 2)
    box = (middle - half, middle - size * 0.25, middle + half, middle + size * 0.25)
    pen.tile(box, size * 0.12, colours["panel"], rim=colours["accent"], width=max(2, size * 0.03))
    pen.text((middle, middle), number, height, colours["panel_ink"])
    return pen.done()
