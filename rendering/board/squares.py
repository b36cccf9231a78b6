"""Squares as sprites: pieces, digits, numbers and the marks on one square."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from rendering.sprites import CAPITAL, Pen
from rendering.themes import THEMES, Colour

BADGE = "#"
"""Before a number in `Cell.number`: it is written on a plate, readable on any ground."""
Colours = Mapping[str, Colour]


class Cell(NamedTuple):
    """One square as it is drawn, which is the key of its sprite: names of colours and figures, no positions."""

    ground: str
    file: str = ""
    rank: str = ""
    label: str = ""
    figure: str = ""
    ghost: str = ""
    number: str = ""
    bracket: bool = False
    choice: str = ""
    """`dot`, `ring` or `chosen`."""


@lru_cache(maxsize=1536)
def sprite(theme: str, size: int, cell: Cell) -> Image.Image:
    """Return a square of `size` × `size` pixels with everything on it."""
    palette = THEMES[theme].board
    colours = palette.names
    picture = Image.new("RGBA", (size, size), (*colours[cell.ground], 255))
    ink = "on_dark" if cell.ground.endswith("dark") else "on_light"
    for art in _layers(theme, size, cell, ink):
        picture.alpha_composite(art)
    return palette.fit(picture.convert("RGB"))


def _layers(theme: str, size: int, cell: Cell, ink: str) -> list[Image.Image]:
    """Return the transparent sheets of a square, lowest first."""
    layers = []
    if cell.file or cell.rank or (cell.label and not cell.figure):
        layers.append(_inscription(theme, size, cell.file, cell.rank, cell.label, ink))
    if cell.bracket:
        layers.append(_art(theme, size, "bracket"))
    if cell.choice == "chosen":
        layers.append(_art(theme, size, "chosen"))
    if cell.ghost:
        layers.append(_art(theme, size, "ghost", cell.ghost))
    number = cell.number or (cell.label if cell.figure else "")
    if cell.figure:
        layers.append(_art(theme, size, "figure", cell.figure, bool(number) and not number.startswith(BADGE)))
    if number.startswith(BADGE):
        layers.append(_badge(theme, size, number[1:]))
    elif number:
        layers.append(_number(theme, size, cell.figure, number))
    if cell.choice in ("dot", "ring"):
        layers.append(_art(theme, size, cell.choice))
    return layers


@lru_cache(maxsize=64)
def _art(theme: str, size: int, kind: str, symbol: str = "", numbered: bool = False) -> Image.Image:
    """Return a mark or figure on a transparent square."""
    pen = Pen(size)
    colours = THEMES[theme].board.names
    if kind == "figure":
        (_digit if symbol in "01" else _piece)(pen, size, colours, symbol, numbered)
    elif kind == "ghost":
        _ghost(pen, size, colours, symbol)
    else:
        MARKS[kind](pen, size, colours)
    return pen.done()


def _piece(pen: Pen, size: int, colours: Colours, symbol: str, numbered: bool) -> None:
    """Draw a man, or a king with a crown and a second ring."""
    side = "black" if symbol in "bB" else "white"
    body, rim, ring = (colours[side + part] for part in ("", "_rim", "_ring"))
    middle = (size / 2, size / 2)
    pen.disc(middle, size * 0.425, rim)
    pen.disc(middle, size * 0.425 - max(2, size * 0.035), body)
    king = symbol in "BW"
    # The number and the crown of a king need room inside its rings.
    for radius in (0.385, 0.34) if king and numbered else (0.335, 0.275) if king else (0.335,):
        pen.ring(middle, size * radius, max(1.5, size * 0.02), ring)
    if king:
        width, rise = (0.3, -0.115) if numbered else (0.36, 0)
        _crown(pen, (size / 2, size * (0.5 + rise)), size * width, colours[side + "_crown"])


def _crown(pen: Pen, middle: tuple[float, float], width: float, colour: Colour) -> None:
    """Draw a crown: three points with pearls on a band."""
    x, y = middle
    half, height = width / 2, width * 0.66
    top, foot = y - height / 2, y + height / 2
    pen.shape(
        [
            (x - half, top + height * 0.12),
            (x - half * 0.5, top + height * 0.52),
            (x, top),
            (x + half * 0.5, top + height * 0.52),
            (x + half, top + height * 0.12),
            (x + half * 0.78, foot),
            (x - half * 0.78, foot),
        ],
        colour,
    )
    for px, py in ((x - half, top + height * 0.1), (x, top - height * 0.02), (x + half, top + height * 0.1)):
        pen.disc((px, py), width * 0.065, colour)


def _digit(pen: Pen, size: int, colours: Colours, symbol: str, numbered: bool) -> None:
    """Draw a tile with a digit: 0 dark on light, 1 light on dark."""
    side = "black" if symbol == "1" else "white"
    inset = size * 0.095
    box = (inset, inset, size - inset, size - inset)
    pen.tile(box, size * 0.12, colours[side], rim=colours[side + "_rim"], width=max(2, size * 0.025))
    pen.text((size / 2, size / 2), symbol, size * 0.7, colours[side + "_ink"])


def _ghost(pen: Pen, size: int, colours: Colours, symbol: str) -> None:
    """Draw a captured piece: faint, with a dashed edge."""
    side = "black" if symbol in "bB1" else "white"
    middle, radius = (size / 2, size / 2), size * 0.36
    pen.disc(middle, radius, colours[side], 105)
    pen.dashes(middle, radius, max(2, size * 0.035), colours["white_rim" if side == "white" else "black"], 12)
    if symbol in "BW":
        _crown(pen, middle, size * 0.3, colours["white_rim" if side == "white" else "black"])


def _bracket(pen: Pen, size: int, colours: Colours) -> None:
    """Draw the four corners of the square: the last move began, ended or placed a piece here."""
    arm, width = size * 0.2, max(3, round(size * 0.045))
    for right in (False, True):
        for low in (False, True):
            x, y = (size - arm if right else 0.0), (size - width if low else 0.0)
            pen.tile((x, y, x + arm, y + width), 0, colours["mark"])
            x, y = (size - width if right else 0.0), (size - arm if low else 0.0)
            pen.tile((x, y, x + width, y + arm), 0, colours["mark"])


def _chosen(pen: Pen, size: int, colours: Colours) -> None:
    """Draw a thick frame with a thin one inside: this square is chosen already."""
    width = max(4, size * 0.075)
    pen.tile((0, 0, size, size), 0, None, rim=colours["choice"], width=width)
    pen.tile(
        (width, width, size - width, size - width), 0, None, rim=colours["casing"], width=max(2, size * 0.03)
    )


def _dot(pen: Pen, size: int, colours: Colours) -> None:
    """Draw a dot: this empty square can be chosen."""
    middle = (size / 2, size / 2)
    pen.disc(middle, size * 0.175, colours["casing"])
    pen.disc(middle, size * 0.135, colours["choice"])


def _ring(pen: Pen, size: int, colours: Colours) -> None:
    """Draw a ring around a piece: it can be chosen."""
    middle = (size / 2, size / 2)
    pen.ring(middle, size * 0.495, size * 0.1, colours["casing"])
    pen.ring(middle, size * 0.48, size * 0.065, colours["choice"])


MARKS: dict[str, Callable[[Pen, int, Colours], None]] = {
    "bracket": _bracket,
    "chosen": _chosen,
    "dot": _dot,
    "ring": _ring,
}


def _inscription(theme: str, size: int, file: str, rank: str, label: str, ink: str) -> Image.Image:
    """Return coordinates in the lower left and upper right corners, or a square's number in the upper left one."""
    pen = Pen(size)
    colour = THEMES[theme].board.names[ink]
    letters = min(26.0, max(15.0, size * 0.22))
    edge = max(2.5, size * 0.04)
    if file:
        pen.text((edge, size - edge), file, letters, colour, "ls")
    if rank:
        pen.text((size - edge, edge + letters * CAPITAL), rank, letters, colour, "rs")
    if label:
        height = max(23.0, size * 0.32)
        pen.text((edge + 1, edge + 1 + height * CAPITAL), label, height, colour, "ls")
    return pen.done()


def _number(theme: str, size: int, figure: str, number: str) -> Image.Image:
    """Return a number on a piece; on a king it is below the crown."""
    pen = Pen(size)
    side = "black" if figure in ("b", "B", "1") else "white"
    king = figure in ("B", "W")
    height = size * (0.32 if king else 0.38)
    pen.text(
        (size / 2, size * (0.635 if king else 0.5)), number, height, THEMES[theme].board.names[side + "_ink"]
    )
    return pen.done()


def _badge(theme: str, size: int, number: str) -> Image.Image:
    """Return a number on a plate: the size of the group around it."""
    pen = Pen(size)
    colours = THEMES[theme].board.names
    height = size * 0.42
    half = max(size * 0.26, (len(number) * height * 0.6 + size * 0.16) / 2)
    middle = size / 2
    pen.tile(
        (middle - half, middle - size * 0.26, middle + half, middle + size * 0.26),
        size * 0.1,
        colours["panel"],
        rim=colours["casing"],
        width=max(2, size * 0.03),
    )
    pen.text((middle, middle), number, height, colours["panel_ink"])
    return pen.done()
