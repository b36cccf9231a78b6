"""Marks on squares: numbers, ends of the last move, crosses, and choices."""

from functools import lru_cache

from PIL import Image, ImageFilter

from rendering.board.measures import (
    CAPITAL_HEIGHT,
    NEIGHBOURS,
    label_y,
    numeral_y,
    start_ring_radius,
    type_size,
)
from rendering.board.pieces import Colours
from rendering.sprites import Pen
from rendering.themes import THEMES, Colour


def draw_label(size: int, colour: Colour, number: str) -> Image.Image:
    """Draw the number of a square at its upper edge."""
    pen = Pen(size)
    pen.text((size / 2, label_y(size)), number, type_size(size), colour)
    return pen.finish()


def widened_mask(art: Image.Image) -> Image.Image:
    """Return a mask of a drawing widened by two pixels on every side."""
    return art.getchannel("A").filter(ImageFilter.MaxFilter(5))


def draw_numeral(
    size: int, colours: Colours, figure: str, number: str, *, is_large: bool = False
) -> Image.Image:
    """Draw a number on a piece; on a king it is below the crown."""
    pen, side = Pen(size), "black" if figure in "bB1" else "white"
    middle, ink = (size / 2, size * numeral_y(figure)), colours[side + "_ink"]
    if is_large:
        pen.squeezed_text(middle, number, max(25.0, size * 0.4), ink, size * 0.62)
    else:
        pen.text(middle, number, max(24.0, size * (0.31 if figure in "BW" else 0.36)), ink)
    return pen.finish()


def draw_start_ring(size: int, colours: Colours, *, numbered: bool) -> Image.Image:
    """Draw a hollow ring for the square where the moved piece stood.

    The ring does not touch the square's number.
    """
    pen, middle, radius = Pen(size), (size / 2, size / 2), start_ring_radius(size, numbered=numbered)
    pen.ring(middle, radius, size * 0.075, colours["casing"])
    pen.ring(middle, radius - size * 0.015, size * 0.045, colours["accent"])
    return pen.finish()


@lru_cache(maxsize=32)
def draw_halo(theme: str, size: int, kind: str) -> Image.Image:
    """Draw a rim of light around the piece that moved or was placed last."""
    colours, pen, middle = THEMES[theme].board_colours, Pen(size), (size / 2, size / 2)
    if kind == "digits":
        for inset, name in ((0.0, "casing"), (0.018, "accent")):
            edge = size * inset
            pen.tile((edge, edge, size - edge, size - edge), size * 0.2, colours[name])
        return pen.finish()
    pen.disc(middle, size * 0.488, colours["casing"])
    pen.disc(middle, size * 0.468, colours["accent"])
    return pen.finish()


@lru_cache(maxsize=32)
def draw_cross(theme: str, size: int, *, numbered: bool) -> Image.Image:
    """Draw the cross on a captured piece, below the number of its square."""
    colours, pen, arm, width = THEMES[theme].board_colours, Pen(size), size * 0.13, size * 0.12
    middle, low = size / 2, size / 2
    if numbered:
        low = max(low, label_y(size) + type_size(size) * CAPITAL_HEIGHT / 2 + 1 + arm + width / 2)
    for wide, name in ((width, "glint"), (size * 0.065, "cross")):
        for rise in (-arm, arm):
            pen.line([(middle - arm, low - rise), (middle + arm, low + rise)], wide, colours[name])
    return pen.finish()


def draw_chosen_frame(size: int, colours: Colours) -> Image.Image:
    """Draw a thick frame in the accent for a square that is already chosen."""
    pen, width = Pen(size), max(5.0, size * 0.085)
    pen.tile((0, 0, size, size), size * 0.08, None, rim=colours["casing"], width=width + max(2, size * 0.03))
    pen.tile((0, 0, size, size), size * 0.08, None, rim=colours["accent"], width=width)
    return pen.finish()


def draw_choice_dot(size: int, colours: Colours, *, numbered: bool, is_hollow: bool = False) -> Image.Image:
    """Draw a dot (or a hollow circle) on an empty square that can be chosen.

    The dot lies below a square's number.
    """
    pen, middle = Pen(size), (size / 2, size * (0.62 if numbered else 0.5))
    if is_hollow:
        pen.ring(middle, size * 0.22, size * 0.14, colours["casing"])
        pen.ring(middle, size * 0.19, size * 0.075, colours["accent"])
        return pen.finish()
    pen.disc(middle, size * 0.19, colours["casing"])
    pen.disc(middle, size * 0.15, colours["accent"])
    return pen.finish()


def draw_choice_ring(size: int, colours: Colours, kind: str) -> Image.Image:
    """Draw a ring around a piece that can be chosen."""
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
        return pen.finish()
    pen.ring(middle, size * 0.495, size * 0.105, colours["casing"])
    pen.ring(middle, size * 0.48, size * 0.07, colours["accent"])
    return pen.finish()


def draw_border(size: int, colours: Colours, sides: int) -> Image.Image:
    """Draw the frame of a part of the board along the given sides."""
    pen = Pen(size)
    for width, name in ((size * 0.085, "casing"), (size * 0.05, "accent")):
        for bit, (dx, dy) in enumerate(NEIGHBOURS[:4]):
            if sides >> bit & 1:
                left, right = (0, size) if not dx else (size - width, size) if dx > 0 else (0, width)
                top, low = (0, size) if not dy else (size - width, size) if dy > 0 else (0, width)
                pen.tile((left, top, right, low), 0, colours[name])
    return pen.finish()
