"""Squares as sprites: the ground, the marks on it, and the piece on top."""

import random
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from PIL import Image, ImageChops, ImageDraw

from rendering.board import marks
from rendering.board.pieces import Colours, fade, piece
from rendering.board.regions import Region, region_tile, size_plate
from rendering.sprite_cache import new_part
from rendering.sprites import Pen
from rendering.themes import DIM, GHOST, OUTLINED, THEMES, Colour, between, contrast

ChoiceMark = Literal["", "dot", "circle", "ring", "chosen"]
LastMoveMark = Literal["", "from", "to", "moved"]


class TrailCorner(NamedTuple):
    """The last move's way on a square: its corners, in squares to the right and down."""

    corners: tuple[tuple[int, int], ...]
    numbered: bool = False
    """Whether its board has numbers, which make the ring at its start smaller."""
    arrows: bool = False
    """Whether it is drawn as an arrow between each two pieces on it."""


class SquareCell(NamedTuple):
    """One square as it is drawn, and the key of its sprite.

    The fields are names of colours and figures, no positions.
    """

    dark: bool
    label: str = ""
    """The number that is the square's name, at its upper edge."""
    figure: str = ""
    kind: str = "plain"
    ghost: str = ""
    number: str = ""
    """On the piece."""
    last: LastMoveMark = ""
    """Role in the last move: its start, what it moved or placed, or what moved along."""
    choice: ChoiceMark = ""
    dim: bool = False
    region: Region | None = None
    """The part of a region that lies on the square."""
    counts: str = ""
    """The size of the region around it: on the piece, else on a plate of its own."""
    border: int = 0
    """Sides with the frame of a part of the board, as the first four bits of `AROUND`."""
    grain: int = 0
    """Which piece of wood the square is of, less than `GRAINS`."""
    way: TrailCorner | None = None
    """The last of all: what a trail adds is painted over the square without it."""


SPRITES = 1024
"""How many squares are cached, about 7 KB each.

The boards of fifty tables of nine games have some 900.
"""
LEFT: Final = 0.34
"""The radius of a dimmed piece over the edge of its square."""
GRAINS: Final = 3
"""Pieces of wood that squares of one tone are cut from."""


@lru_cache(maxsize=SPRITES)
def sprite(theme: str, size: int, cell: SquareCell) -> Image.Image:
    """Return a square of `size` × `size` pixels with everything except the trail."""
    new_part()
    palette, colours = THEMES[theme].board, THEMES[theme].board_colours
    picture = ground(theme, size, _ground_of(cell), cell.grain).copy()
    if cell.region:
        picture.alpha_composite(region_tile(size, colours, cell.region))
    for art in _layers(theme, size, cell, colours):
        picture.alpha_composite(art)
    return palette.fit(picture.convert("RGB"))


def _ground_of(cell: SquareCell) -> str:
    """Return the name of the colour of a square's ground."""
    return ("dark" if cell.dark else "light") + ("_last" if cell.last and not cell.region else "")


@lru_cache(maxsize=64)
def ground(theme: str, size: int, name: str, grain: int = 0) -> Image.Image:
    """Return an empty square, with streaks along the rank if the theme has a grain."""
    colours = THEMES[theme].board.names
    picture = Image.new("RGBA", (size, size), (*colours[name], 255))
    if not THEMES[theme].grain:
        return picture
    # The same wood in every picture: the seed belongs to the look.
    chance, draw, y, count = random.Random(23 + ("dark" in name) + 2 * grain), ImageDraw.Draw(picture), 3, 0
    while y < size - 2:
        start = chance.randrange(-size // 2, size * 2 // 3)
        end = start + chance.randrange(size // 3, size)
        # Twos of equal lines deflate well.
        shade = colours[f"{name}_streak" if count % 3 else f"{name}_gleam"]
        draw.rectangle((start, y, end, y + 1), (*shade, 255))
        y, count = y + chance.randrange(5, 12), count + 1
    return picture


def _layers(theme: str, size: int, cell: SquareCell, colours: Colours) -> list[Image.Image]:
    """Return a square's transparent layers above its ground, lowest first."""
    layers: list[Image.Image] = []
    numbered = bool(cell.label)
    if cell.border:
        layers.append(marks.border(size, colours, cell.border))
    if cell.choice == "chosen":
        layers.append(marks.chosen_frame(size, colours))
    if cell.ghost:
        layers.append(fade(piece(theme, size, cell.ghost, cell.kind), GHOST))
        layers.append(marks.cross(theme, size, numbered=numbered))
    if numbered and not cell.figure:
        label = marks.label(size, ink_on(colours, _ground_of(cell)), cell.label)
        if cell.ghost:
            halo = Image.new("RGBA", (size, size), (*colours[_ground_of(cell)], 0))
            halo.putalpha(marks.wider(label))
            layers.append(halo)
        layers.append(label)
    if cell.last == "from" and not cell.figure:
        layers.append(marks.seat(size, colours, numbered=numbered))
    if cell.figure:
        layers += _figure(theme, size, cell, colours)
    elif cell.counts:
        layers.append(
            size_plate(size, colours, cell.counts, is_lit=cell.region is not None and cell.region.lit)
        )
    if cell.choice in ("dot", "circle"):
        layers.append(marks.dot(size, colours, numbered=numbered, is_hollow=cell.choice == "circle"))
    elif cell.choice == "ring":
        layers.append(marks.ring(size, colours, cell.kind))
    return layers


def _figure(theme: str, size: int, cell: SquareCell, colours: Colours) -> list[Image.Image]:
    """Return the layers of a piece: the light around it, the piece, and its number."""
    layers: list[Image.Image] = []
    number = cell.counts or cell.number or cell.label
    if cell.last == "to":
        layers.append(marks.halo(theme, size, cell.kind))
    layers.append(
        _dimmed_piece(size, colours, cell.figure, cell.kind, "dark" if cell.dark else "light")
        if cell.dim
        else piece(theme, size, cell.figure, cell.kind, numbered=bool(number))
    )
    if number:
        layers.append(marks.numeral(size, colours, cell.figure, number, is_large=bool(cell.counts)))
    return layers


def ink_on(colours: Colours, ground: str) -> Colour:
    """Return the ink of a square's number.

    A square's ground has its own ink; grounds of the last move use the most legible one.
    """
    if not ground.endswith("_last"):
        return colours[f"on_{ground}"]
    return max((colours[ink] for ink in INKS), key=lambda ink: contrast(ink, colours[ground]))


INKS: Final = "on_light", "on_dark", "casing"


def _dimmed_piece(size: int, colours: Colours, figure: str, kind: str, ground: str) -> Image.Image:
    """Draw a piece that did not decide the end, as a pale shape in an edge.

    No grain shines through.
    """
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
        below.disc(middle, size * LEFT, colours[ground])
        pen.disc(middle, size * LEFT, body)
        edge.ring(middle, size * LEFT, width, rim)
    left = below.finish()
    left.alpha_composite(fade(pen.finish(), DIM))
    left.alpha_composite(fade(edge.finish(), OUTLINED))
    return left


def _dimmed_ink(colours: Colours, side: str, ground: str) -> str:
    """Return the name of a dimmed digit's ink.

    A digit has its own ink, or that of its edge if that has more contrast.
    """
    body = between(colours[ground], colours[side], DIM)

    def visibility(name: str) -> float:
        """Return the contrast of a colour to the dimmed body."""
        return contrast(between(body, colours[name], OUTLINED), body)

    return max(f"{side}_ink", f"{side}_edge", key=visibility)


@lru_cache(maxsize=256)
def above_trail(theme: str, size: int, label: str, *, captured: bool) -> Image.Image:
    """Return a mask of a square's number and cross, which lie over a trail.

    The square has no piece.
    """
    covered = Image.new("L", (size, size))
    if captured:
        covered = marks.cross(theme, size, numbered=bool(label)).getchannel("A")
    if label:
        covered = ImageChops.lighter(covered, marks.wider(marks.label(size, (0, 0, 0), label)))
    return covered.point([255 * (a > 140) for a in range(256)]).convert("1")
