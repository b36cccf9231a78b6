"""The keys of One Zero One, one for each card.

Every card is drawn as a key of a keyboard, thick and lit from above. Measures are in units: a key with
the gap around it is usually 122 × 126 units, and a unit is a pixel. If a display has very many rows,
keys are lower; those of a hand are larger by a factor.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from rendering.one_zero_one.cell_faces import CardFace
from rendering.one_zero_one.icons import draw_lock, draw_swap
from rendering.sprite_cache import check_drawing_allowed
from rendering.sprites import CAPITAL_HEIGHT, Pen, Point, flatten_onto
from rendering.themes import THEMES, TONES

KEY_WIDTH = 122
KEY_HEIGHT = 126
"""Height of the place of a key.

Half of the gaps around it are its own, for its pointers and its rim.
"""
MIN_KEY_HEIGHT = 100
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
KEY_LABELS = {"GOTO10": "GOTO 10"}
"""What is written on a key where it is not the command's own name."""


class KeyFormat(NamedTuple):
    """The size of a key with its gap: the height in units, and pixels per unit."""

    height: int = KEY_HEIGHT
    scale: float = 1.0

    @property
    def size_px(self) -> tuple[int, int]:
        """The size of a key with the gap around it, in pixels."""
        return round(KEY_WIDTH * self.scale), round(self.height * self.scale)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The box of the key itself, without the gap, in units."""
        return SIDE[0], SIDE[1], KEY_WIDTH - SIDE[0], self.height - SIDE[1]

    @property
    def face_bottom(self) -> float:
        """The height at which a key's face ends and its side begins, in units."""
        return self.height - SIDE[1] - THICK

    @property
    def word_top(self) -> float:
        """The height at which the plate of a word begins, in units."""
        return self.face_bottom - 5 - PLATE

    @property
    def digit_placement(self) -> tuple[float, float]:
        """The placement of a digit above a word, in units.

        The first number is the height of its middle from the top, the second its type size.
        """
        top, low = SIDE[1] + 15, self.word_top - 5
        return (top + low) / 2, min(40.0 if self.is_compact else 62.0, (low - top) / CAPITAL_HEIGHT)

    @property
    def is_compact(self) -> bool:
        """Whether badges have no room above the pointers.

        They are then beside the digit, which is smaller.
        """
        return self.height < KEY_HEIGHT

    def make_pen(self) -> Pen:
        """Return a pen for a new sheet of this size, which measures in units."""
        return Pen(*self.size_px, unit=self.scale)


USUAL = KeyFormat()


@lru_cache(maxsize=256)
def draw_card(theme: str, face: CardFace, key_format: KeyFormat = USUAL) -> Image.Image:
    """Return the drawing of a card, in the numbers of the program palette."""
    check_drawing_allowed()
    tone = TONES[face.digit]
    layers = [_blank(theme, tone, face.is_discounted, face.rim, key_format)]
    if face.command != "PLAIN":
        layers.append(_word(theme, tone, face.command, face.live, key_format))
    beside = key_format.is_compact and face.command != "PLAIN"
    aside = ASIDE * (face.flipped - face.saved) if beside else 0
    layers.append(_digit(theme, face.digit, face.command == "PLAIN", face.is_discounted, key_format, aside))
    if face.pointers:
        layers.append(_pointers(theme, tone, face.pointers, key_format))
    placed = [(art, (0, 0)) for art in layers]
    left, top, right, _ = key_format.box
    first, second, high = left + 2, right - BADGE - 2, top + 2
    if beside:
        first, second, high = (
            KEY_WIDTH / 2 - BESIDE,
            KEY_WIDTH / 2 + BESIDE - BADGE,
            key_format.digit_placement[0] - BADGE / 2 + 1,
        )
    if face.saved:
        placed.append((_badge(theme, "lock", key_format.scale), _pixels((second, high), key_format)))
    if face.flipped:
        placed.append((_badge(theme, "flip", key_format.scale), _pixels((first, high), key_format)))
    return compose_panel(theme, key_format.size_px, placed)


def compose_panel(
    theme: str, size: tuple[int, int], layers: Sequence[tuple[Image.Image, tuple[int, int]]]
) -> Image.Image:
    """Return the ground of the panel with transparent layers on it, lowest first.

    The image is in the numbers of the program palette.
    """
    palette = THEMES[theme].program
    sheet = Image.new("RGBA", size, (*palette.names["panel"], 255))
    for art, at in layers:
        sheet.alpha_composite(art, at)
    return palette.quantise(sheet.convert("RGB"))


def draw_key(
    pen: Pen,
    theme: str,
    tone: str,
    box: tuple[float, float, float, float],
    *,
    thickness: float = THICK,
    corner: float = CORNER,
    is_discounted: bool = False,
    is_flat: bool = False,
) -> None:
    """Draw a key without a word: its outline, its side below, and its face.

    The face is lit from above or, if `is_flat`, has one colour.
    """
    colours = THEMES[theme].program.names
    left, top, right, low = box
    line = 2.0
    pen.tile(box, corner, colours[f"{tone}_edge"])
    inner = (left + line, top + line, right - line, low - line)
    pen.tile(inner, corner - line, colours[f"{tone}_side"])
    face = (left + line, top + line, right - line, low - thickness)
    if is_discounted or is_flat:
        pen.tile(face, corner - line, colours[f"{tone}_off" if is_discounted else tone])
    else:
        pen.shaded_tile(face, corner - line, colours[tone], colours[f"{tone}_low"])


@lru_cache(maxsize=32)
def draw_key_icon(theme: str, digit: int, size: int, ground: str) -> Image.Image:
    """Return a digit on a small key, the sign of its side, on a plain ground."""
    palette = THEMES[theme].program
    return flatten_onto(draw_small_key(theme, digit, size), palette, ground)


def draw_small_key(theme: str, digit: int, size: int) -> Image.Image:
    """Return a digit on a small key, with nothing around it."""
    check_drawing_allowed()
    palette, tone, pen = THEMES[theme].program, TONES[digit], Pen(size)
    draw_key(
        pen, theme, tone, (size * 0.04, 1, size * 0.96, size - 1), thickness=size * 0.13, corner=size * 0.18
    )
    pen.text((size / 2, size * 0.46), str(digit), size * 0.72, palette.names[f"{tone}_ink"])
    return pen.finish()


def draw_pointer(
    pen: Pen, theme: str, tone: str, direction: str, key_format: KeyFormat, depth: float = 16
) -> None:
    """Draw a triangle on a dark casing, from a key's edge into the gap it points to."""
    colours = THEMES[theme].program.names
    high, x, y = key_format.height, KEY_WIDTH / 2, key_format.word_top - 18
    half = depth + 1
    tips = {
        "<": [(1, y), (1 + depth, y - half), (1 + depth, y + half)],
        ">": [(KEY_WIDTH - 1, y), (KEY_WIDTH - 1 - depth, y - half), (KEY_WIDTH - 1 - depth, y + half)],
        "^": [(x, 1), (x - half, 1 + depth), (x + half, 1 + depth)],
        "v": [(x, high - 1), (x - half, high - 1 - depth), (x + half, high - 1 - depth)],
    }[direction]
    around = [*tips, tips[0], tips[1]]
    pen.line(around, 5, colours["lock_bed"])
    pen.shape(tips, colours["lock_bed"])
    middle = (sum(px for px, _ in tips) / 3, sum(py for _, py in tips) / 3)
    inner = [(middle[0] + (px - middle[0]) * 0.86, middle[1] + (py - middle[1]) * 0.86) for px, py in tips]
    pen.shape(inner, colours[f"{tone}_mark"])


def _pixels(at: Point, form: KeyFormat) -> tuple[int, int]:
    return round(at[0] * form.scale), round(at[1] * form.scale)


@lru_cache(maxsize=12)
def _blank(theme: str, tone: str, off: bool, rim: str, form: KeyFormat) -> Image.Image:
    """Return a key without its digit and command.

    The rim around it stands off, to be visible beside every face.
    """
    colours = THEMES[theme].program.names
    pen = form.make_pen()
    left, top, right, low = form.box
    if rim:
        width = 4 if rim == "last" else 2
        pen.tile((0, top - 4, KEY_WIDTH, low + 4), CORNER + 4, colours["last"])
        pen.tile(
            (width, top - 4 + width, KEY_WIDTH - width, low + 4 - width), CORNER + 4 - width, colours["panel"]
        )
        left, top, right, low = left + 2, top + 2, right - 2, low - 2
    draw_key(pen, theme, tone, (left, top, right, low), is_discounted=off)
    return pen.finish()


@lru_cache(maxsize=12)
def _word(theme: str, tone: str, command: str, live: bool, form: KeyFormat) -> Image.Image:
    """Return the plate of a command's word: filled while it acts, else quiet.

    The plate is at the foot of a key.
    """
    colours = THEMES[theme].program.names
    pen = form.make_pen()
    left, _, right, _ = form.box
    plate = (left + 6, form.word_top, right - 6, form.word_top + PLATE)
    pen.tile(plate, 7, colours[f"{tone}_live" if live else f"{tone}_plate"])
    ink = colours[f"{tone}_word" if live else f"{tone}_ink"]
    middle = (KEY_WIDTH / 2, form.word_top + PLATE / 2)
    pen.squeezed_text(middle, KEY_LABELS.get(command, command), TYPE, ink, right - left - 19)
    return pen.finish()


@lru_cache(maxsize=12)
def _digit(theme: str, digit: int, alone: bool, off: bool, form: KeyFormat, aside: int) -> Image.Image:
    """Return the digit of a key, struck through if it does not count.

    Unless it stands `alone`, the digit is higher, to leave room for a word. It is shifted to the right by
    `aside` units.
    """
    colours, tone = THEMES[theme].program.names, TONES[digit]
    pen, x = form.make_pen(), KEY_WIDTH / 2 + aside
    y, size = (
        ((SIDE[1] + form.face_bottom) / 2, min(84.0, form.height * 0.66)) if alone else form.digit_placement
    )
    pen.text((x, y), str(digit), size, colours[f"{tone}_ink"])
    if off:
        reach = size * 0.36
        for width, name in ((10, f"{tone}_off"), (5, f"{tone}_ink")):
            ends = [(x - reach, y + reach * 0.8), (x + reach, y - reach * 0.8)]
            pen.line(ends, width, colours[name])
    return pen.finish()


@lru_cache(maxsize=8)
def _pointers(theme: str, tone: str, ways: str, form: KeyFormat) -> Image.Image:
    pen = form.make_pen()
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
        draw_lock(pen, middle, BADGE * 0.62, colours["lock"])
    else:
        draw_swap(pen, middle, BADGE * 0.62, colours["lock"])
    return pen.finish()
