"""Squares as sprites: the ground, the marks on it, and the piece on top."""

import random
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from PIL import Image, ImageChops, ImageDraw

from rendering.board import marks
from rendering.board.measures import DIMMED_RADIUS
from rendering.board.pieces import Colours, draw_piece, fade
from rendering.board.regions import Region, draw_region_tile, draw_size_plate
from rendering.sprite_cache import check_drawing_allowed
from rendering.sprites import Pen
from rendering.themes import DIM, GHOST, OUTLINED, THEMES, Colour, blend, contrast

ChoiceMark = Literal["", "dot", "circle", "ring", "chosen"]
LastMoveMark = Literal["", "from", "to", "moved"]


class SquareTrail(NamedTuple):
    """The last move's trail as seen from one square.

    `corners` are the points where it begins, bends and ends, in squares to the right and down from this
    one.
    """

    corners: tuple[tuple[int, int], ...]
    numbered: bool = False
    """Whether its board has numbers, which make the ring at its start smaller."""
    has_arrows: bool = False
    """Whether it is drawn as an arrow between each two pieces on it."""


class SquareCell(NamedTuple):
    """One square as it is drawn; also the key of its cached picture.

    The fields name colours and pieces, but not where the square is.
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
    region_size: str = ""
    """The size of the region around it: on the piece, else on a plate of its own."""
    border: int = 0
    """Sides with the frame of a part of the board, as the first four bits of `AROUND`."""
    grain: int = 0
    """Which piece of wood the square is of, less than `GRAINS`."""
    trail: SquareTrail | None = None
    """The last of all: what a trail adds is painted over the square without it."""


SPRITES = 1024
"""How many squares are cached, about 7 KB each.

The boards of fifty tables of nine games have some 900.
"""
GRAINS: Final = 3
"""Pieces of wood that squares of one tone are cut from."""


@lru_cache(maxsize=SPRITES)
def square_sprite(theme: str, size: int, cell: SquareCell) -> Image.Image:
    """Return a square of `size` × `size` pixels with everything except the trail."""
    check_drawing_allowed()
    palette, colours = THEMES[theme].board, THEMES[theme].board_colours
    picture = square_ground(theme, size, _ground_of(cell), cell.grain).copy()
    if cell.region:
        picture.alpha_composite(draw_region_tile(size, colours, cell.region))
    for art in _layers(theme, size, cell, colours):
        picture.alpha_composite(art)
    return palette.quantise(picture.convert("RGB"))


def _ground_of(cell: SquareCell) -> str:
    """Return the name of the colour of a square's ground."""
    return ("dark" if cell.dark else "light") + ("_last" if cell.last and not cell.region else "")


@lru_cache(maxsize=64)
def square_ground(theme: str, size: int, name: str, grain: int = 0) -> Image.Image:
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
        shade = colours[f"{name}_streak" if count % 3 else f"{name}_gleam"]
        draw.rectangle((start, y, end, y + 1), (*shade, 255))
        y, count = y + chance.randrange(10, 20), count + 1
    return picture


def _layers(theme: str, size: int, cell: SquareCell, colours: Colours) -> list[Image.Image]:
    """Return a square's transparent layers above its ground, lowest first."""
    layers: list[Image.Image] = []
    numbered = bool(cell.label)
    if cell.border:
        layers.append(marks.draw_border(size, colours, cell.border))
    if cell.choice == "chosen":
        layers.append(marks.draw_chosen_frame(size, colours))
    if cell.ghost:
        layers.append(fade(draw_piece(theme, size, cell.ghost, cell.kind), GHOST))
        layers.append(marks.draw_cross(theme, size, numbered=numbered))
    if numbered and not cell.figure:
        label = marks.draw_label(size, number_ink(colours, _ground_of(cell)), cell.label)
        if cell.ghost:
            halo = Image.new("RGBA", (size, size), (*colours[_ground_of(cell)], 0))
            halo.putalpha(marks.widened_mask(label))
            layers.append(halo)
        layers.append(label)
    if cell.last == "from" and not cell.figure:
        layers.append(marks.draw_start_ring(size, colours, numbered=numbered))
    if cell.figure:
        layers += _figure(theme, size, cell, colours)
    elif cell.region_size:
        layers.append(
            draw_size_plate(
                size, colours, cell.region_size, is_lit=cell.region is not None and cell.region.is_lit
            )
        )
    if cell.choice in ("dot", "circle"):
        layers.append(
            marks.draw_choice_dot(size, colours, numbered=numbered, is_hollow=cell.choice == "circle")
        )
    elif cell.choice == "ring":
        layers.append(marks.draw_choice_ring(size, colours, cell.kind))
    return layers


def _figure(theme: str, size: int, cell: SquareCell, colours: Colours) -> list[Image.Image]:
    """Return the layers of a piece: the light around it, the piece, and its number."""
    layers: list[Image.Image] = []
    number = cell.region_size or cell.number or cell.label
    if cell.last == "to":
        layers.append(marks.draw_halo(theme, size, cell.kind))
    layers.append(
        _dimmed_piece(size, colours, cell.figure, cell.kind, "dark" if cell.dark else "light")
        if cell.dim
        else draw_piece(
            theme, size, cell.figure, cell.kind, numbered=bool(number), has_shadow=cell.region is None
        )
    )
    if number:
        layers.append(marks.draw_numeral(size, colours, cell.figure, number, is_large=bool(cell.region_size)))
    return layers


def number_ink(colours: Colours, ground: str) -> Colour:
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
        below.disc(middle, size * DIMMED_RADIUS, colours[ground])
        pen.disc(middle, size * DIMMED_RADIUS, body)
        edge.ring(middle, size * DIMMED_RADIUS, width, rim)
    left = below.finish()
    left.alpha_composite(fade(pen.finish(), DIM))
    left.alpha_composite(fade(edge.finish(), OUTLINED))
    return left


def _dimmed_ink(colours: Colours, side: str, ground: str) -> str:
    """Return the name of a dimmed digit's ink.

    A digit has its own ink, or that of its edge if that has more contrast.
    """
    body = blend(colours[ground], colours[side], DIM)

    def visibility(name: str) -> float:
        """Return the contrast of a colour to the dimmed body."""
        return contrast(blend(body, colours[name], OUTLINED), body)

    return max(f"{side}_ink", f"{side}_edge", key=visibility)


@lru_cache(maxsize=256)
def marks_above_trail(theme: str, size: int, label: str, *, captured: bool) -> Image.Image:
    """Return a mask of what lies over a trail on an empty square.

    That is the square's number, and a cross if a piece was `captured` there.
    """
    covered = Image.new("L", (size, size))
    if captured:
        covered = marks.draw_cross(theme, size, numbered=bool(label)).getchannel("A")
    if label:
        covered = ImageChops.lighter(covered, marks.widened_mask(marks.draw_label(size, (0, 0, 0), label)))
    return covered.point([255 * (a > 140) for a in range(256)]).convert("1")
