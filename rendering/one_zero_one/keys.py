"""The keys of One Zero One as sprites.

Every card is a key of a keyboard, thick and lit from above. All measures are in pixels of a key on
a place of 122 × 126; the places of neighbours touch and nothing leaves its own. If a display has
very many rows, places are lower; those of a hand are larger by a factor.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from rendering.one_zero_one.cell_faces import Face
from rendering.one_zero_one.icons import lock, swap
from rendering.sprite_cache import new_part
from rendering.sprites import CAPITAL, Pen, Point, on_ground
from rendering.themes import THEMES, TONES

WIDE = 122
HIGH = 126
"""Height of the place of a key.

Half of the gaps around it are its own, for its pointers and its rim.
"""
LOWEST = 100
"""The height of the lowest place, on which digit and word are still large enough."""
SIDE = (4, 6)
"""The gap on the left and right of a key, and above and below it."""
CORNER = 12
THICK = 8
"""How much of a key's side is in sight below its face."""
TYPE = 29
"""Type size of the words on keys.

Their capitals are 6 pixels high where the picture is 290 wide.
"""
PLATE = 31
"""Height of the plate that a word is on."""
BADGE = 30
BESIDE = 41
"""Reach of badges beside a digit, from the middle of its key.

Pointers to the sides begin there.
"""
ASIDE = 8
"""Shift of a digit from the middle of its key, away from a badge beside it.

Between two badges it stays.
"""
NAMES = {"GOTO10": "GOTO 10"}
"""What is written on a key where it is not the command's own name."""


class Format(NamedTuple):
    """The size of a key: the height of its place in units, and the pixels of a unit."""

    high: int = HIGH
    factor: float = 1.0

    @property
    def place(self) -> tuple[int, int]:
        """Size of a key's place in pixels."""
        return round(WIDE * self.factor), round(self.high * self.factor)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Box of the key on its place, in units."""
        return SIDE[0], SIDE[1], WIDE - SIDE[0], self.high - SIDE[1]

    @property
    def foot(self) -> float:
        """Height at which a key's face ends and its side begins, in units."""
        return self.high - SIDE[1] - THICK

    @property
    def shelf(self) -> float:
        """Height at which the plate of a word begins, in units."""
        return self.foot - 5 - PLATE

    @property
    def figure(self) -> tuple[float, float]:
        """Height of the middle of the digit above a word, and the digit's size, in units."""
        top, low = SIDE[1] + 15, self.shelf - 5
        return (top + low) / 2, min(40.0 if self.is_low else 62.0, (low - top) / CAPITAL)

    @property
    def is_low(self) -> bool:
        """Whether badges have no room above the pointers.

        Then they are beside the digit, which is smaller.
        """
        return self.high < HIGH

    def pen(self) -> Pen:
        """Return a pen for a sheet of the size of the place, measured in units."""
        return Pen(*self.place, unit=self.factor)


USUAL = Format()


@lru_cache(maxsize=256)
def card(theme: str, face: Face, form: Format = USUAL) -> Image.Image:
    """Return the drawing of a card, in the numbers of the program palette."""
    new_part()
    tone = TONES[face.digit]
    layers = [_blank(theme, tone, face.off, face.rim, form)]
    if face.command != "PLAIN":
        layers.append(_word(theme, tone, face.command, face.live, form))
    beside = form.is_low and face.command != "PLAIN"
    aside = ASIDE * (face.flipped - face.saved) if beside else 0
    layers.append(_digit(theme, face.digit, face.command == "PLAIN", face.off, form, aside))
    if face.pointers:
        layers.append(_pointers(theme, tone, face.pointers, form))
    placed = [(art, (0, 0)) for art in layers]
    left, top, right, _ = form.box
    first, second, high = left + 2, right - BADGE - 2, top + 2
    if beside:
        first, second, high = WIDE / 2 - BESIDE, WIDE / 2 + BESIDE - BADGE, form.figure[0] - BADGE / 2 + 1
    if face.saved:
        placed.append((_badge(theme, "lock", form.factor), _pixels((second, high), form)))
    if face.flipped:
        placed.append((_badge(theme, "flip", form.factor), _pixels((first, high), form)))
    return on_panel(theme, form.place, placed)


def on_panel(
    theme: str, size: tuple[int, int], layers: Sequence[tuple[Image.Image, tuple[int, int]]]
) -> Image.Image:
    """Return the panel with transparent layers on it, lowest first.

    The image is in the numbers of the program palette.
    """
    palette = THEMES[theme].program
    sheet = Image.new("RGBA", size, (*palette.names["panel"], 255))
    for art, at in layers:
        sheet.alpha_composite(art, at)
    return palette.fit(sheet.convert("RGB"))


def draw_key(
    pen: Pen,
    theme: str,
    tone: str,
    box: tuple[float, float, float, float],
    *,
    thick: float = THICK,
    corner: float = CORNER,
    off: bool = False,
    flat: bool = False,
) -> None:
    """Draw a key without a word: its outline, its side below, and its face.

    The face is lit from above or, if `flat`, has one colour.
    """
    colours = THEMES[theme].program.names
    left, top, right, low = box
    line = 2.0
    pen.tile(box, corner, colours[f"{tone}_edge"])
    inner = (left + line, top + line, right - line, low - line)
    pen.tile(inner, corner - line, colours[f"{tone}_side"])
    face = (left + line, top + line, right - line, low - thick)
    if off or flat:
        pen.tile(face, corner - line, colours[f"{tone}_off" if off else tone])
    else:
        pen.shaded_tile(face, corner - line, colours[tone], colours[f"{tone}_low"])


@lru_cache(maxsize=32)
def key_icon(theme: str, digit: int, size: int, ground: str) -> Image.Image:
    """Return a digit on a small key, the sign of its side, on a plain ground."""
    palette = THEMES[theme].program
    return on_ground(small_key(theme, digit, size), palette, ground)


def small_key(theme: str, digit: int, size: int) -> Image.Image:
    """Return a digit on a small key, with nothing around it."""
    new_part()
    palette, tone, pen = THEMES[theme].program, TONES[digit], Pen(size)
    draw_key(pen, theme, tone, (size * 0.04, 1, size * 0.96, size - 1), thick=size * 0.13, corner=size * 0.18)
    pen.text((size / 2, size * 0.46), str(digit), size * 0.72, palette.names[f"{tone}_ink"])
    return pen.finish()


def draw_pointer(pen: Pen, theme: str, tone: str, way: str, form: Format, depth: float = 16) -> None:
    """Draw a triangle on a dark casing, from a key's edge into the gap it points to."""
    colours = THEMES[theme].program.names
    high, x, y = form.high, WIDE / 2, form.shelf - 18
    half = depth + 1
    tips = {
        "<": [(1, y), (1 + depth, y - half), (1 + depth, y + half)],
        ">": [(WIDE - 1, y), (WIDE - 1 - depth, y - half), (WIDE - 1 - depth, y + half)],
        "^": [(x, 1), (x - half, 1 + depth), (x + half, 1 + depth)],
        "v": [(x, high - 1), (x - half, high - 1 - depth), (x + half, high - 1 - depth)],
    }[way]
    around = [*tips, tips[0], tips[1]]
    pen.line(around, 5, colours["lock_bed"])
    pen.shape(tips, colours["lock_bed"])
    middle = (sum(px for px, _ in tips) / 3, sum(py for _, py in tips) / 3)
    inner = [(middle[0] + (px - middle[0]) * 0.86, middle[1] + (py - middle[1]) * 0.86) for px, py in tips]
    pen.shape(inner, colours[f"{tone}_mark"])


def _pixels(at: Point, form: Format) -> tuple[int, int]:
    return round(at[0] * form.factor), round(at[1] * form.factor)


@lru_cache(maxsize=12)
def _blank(theme: str, tone: str, off: bool, rim: str, form: Format) -> Image.Image:
    """Return a key without its digit and command.

    The rim around it stands off, to be visible beside every face.
    """
    colours = THEMES[theme].program.names
    pen = form.pen()
    left, top, right, low = form.box
    if rim:
        width = 4 if rim == "last" else 2
        pen.tile((0, top - 4, WIDE, low + 4), CORNER + 4, colours["last"])
        pen.tile(
            (width, top - 4 + width, WIDE - width, low + 4 - width), CORNER + 4 - width, colours["panel"]
        )
        left, top, right, low = left + 2, top + 2, right - 2, low - 2
    draw_key(pen, theme, tone, (left, top, right, low), off=off)
    return pen.finish()


@lru_cache(maxsize=12)
def _word(theme: str, tone: str, command: str, live: bool, form: Format) -> Image.Image:
    """Return the plate of a command's word: filled while it acts, else quiet.

    The plate is at the foot of a key.
    """
    colours = THEMES[theme].program.names
    pen = form.pen()
    left, _, right, _ = form.box
    plate = (left + 6, form.shelf, right - 6, form.shelf + PLATE)
    pen.tile(plate, 7, colours[f"{tone}_live" if live else f"{tone}_plate"])
    ink = colours[f"{tone}_word" if live else f"{tone}_ink"]
    middle = (WIDE / 2, form.shelf + PLATE / 2)
    pen.squeezed_text(middle, NAMES.get(command, command), TYPE, ink, right - left - 19)
    return pen.finish()


@lru_cache(maxsize=12)
def _digit(theme: str, digit: int, alone: bool, off: bool, form: Format, aside: int) -> Image.Image:
    """Return the digit of a key, struck through if it does not count.

    The digit is higher if a word is below it. It is so far `aside` from the middle, to the right.
    """
    colours, tone = THEMES[theme].program.names, TONES[digit]
    pen, x = form.pen(), WIDE / 2 + aside
    y, size = ((SIDE[1] + form.foot) / 2, min(84.0, form.high * 0.66)) if alone else form.figure
    pen.text((x, y), str(digit), size, colours[f"{tone}_ink"])
    if off:
        reach = size * 0.36
        for width, name in ((10, f"{tone}_off"), (5, f"{tone}_ink")):
            ends = [(x - reach, y + reach * 0.8), (x + reach, y - reach * 0.8)]
            pen.line(ends, width, colours[name])
    return pen.finish()


@lru_cache(maxsize=8)
def _pointers(theme: str, tone: str, ways: str, form: Format) -> Image.Image:
    pen = form.pen()
    for way in ways:
        draw_pointer(pen, theme, tone, way, form)
    return pen.finish()


@lru_cache(maxsize=32)
def _badge(theme: str, kind: str, factor: float) -> Image.Image:
    """Return a padlock, or two arrows, on a dark disc."""
    colours = THEMES[theme].program.names
    pen = Pen(round(BADGE * factor), unit=factor)
    middle = (BADGE / 2, BADGE / 2)
    pen.disc(middle, BADGE * 0.48, colours["lock_bed"])
    if kind == "lock":
        lock(pen, middle, BADGE * 0.62, colours["lock"])
    else:
        swap(pen, middle, BADGE * 0.62, colours["lock"])
    return pen.finish()
