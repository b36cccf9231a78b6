"""The playing cards of One Zero One as sprites: on the display, in a hand, on a deck.

All measures are in pixels of a card that is 84 wide and 116 high, on a place with half of the gaps around it. In a
long line cards are narrower; those of a hand are larger by a factor.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from rendering.haste import new_part
from rendering.one_zero_one.icons import ICONS, arrow, lock, swap
from rendering.sprites import ADVANCE, Pen, Point
from rendering.themes import THEMES, Colour

CARD = (84, 116)
GAP = (10, 12)
PLACE = (CARD[0] + GAP[0], CARD[1] + GAP[1])
"""A card with half of the gaps around it; its pointers are in the gaps."""
INKED = 0.53
"""Width of a digit without the space around it, over the font's size."""
BADGE = 26
NARROW = 76
"""On a card narrower than this, a command above or below the digit has no icon."""
LOCK_CORNERS = {"^": "low-right", ">": "top-left"}
FLIP_CORNERS = {"v": "top-left", "<": "low-right"}
"""Corners that a command along an edge leaves free; else the lock is at the top right, the flip at the low left."""
TONES = ("zero", "one")
WORDS = {"IF": "IF→{digit}", "GOTO10": "GOTO 10"}
"""What is written on a card where it is not the command's own name."""
NAMED_EDGE = {"h": "<", "v": "^"}
"""On which edge the command is written while a card points nowhere (in a hand, on a deck)."""


class Format(NamedTuple):
    """The size of a card: its width in units, and how many pixels a unit has."""

    width: int = CARD[0]
    factor: float = 1.0

    @property
    def place(self) -> tuple[int, int]:
        """Return the size of its place in pixels."""
        return round((self.width + GAP[0]) * self.factor), round(PLACE[1] * self.factor)

    @property
    def middle(self) -> tuple[float, float]:
        """Return the middle of the place, in units."""
        return (self.width + GAP[0]) / 2, PLACE[1] / 2

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Return the box of the card on its place, in units."""
        return GAP[0] / 2, GAP[1] / 2, GAP[0] / 2 + self.width, GAP[1] / 2 + CARD[1]

    @property
    def band(self) -> int:
        """Return how deep the strip for the command is, in units."""
        return 24 if self.width >= NARROW else 19

    def pen(self) -> Pen:
        """Return a sheet as large as the place, measured in units."""
        return Pen(*self.place, unit=self.factor)


USUAL = Format()


class Face(NamedTuple):
    """A card as it is drawn, which is the key of its sprite.

    `pointers`: the edges with an arrow outwards; `edge`: where the command is written (empty: nowhere);
    `live`: the command acts now, so its strip is filled; `off`: a REM takes the card out of the count;
    `flipped`: the last move turned it over; `rim`: `last` (played just now), `moved` or nothing.
    """

    digit: int
    command: str
    edge: str = ""
    pointers: str = ""
    live: bool = False
    saved: bool = False
    off: bool = False
    flipped: bool = False
    rim: str = ""


class Slot(NamedTuple):
    """An empty cell as it is drawn: a gap, a legal cell with its letter, a card that left it, a SAVE that waits."""

    letter: str = ""
    chosen: bool = False
    waits: bool = False
    ghost: str = ""
    """`deleted`, `cut` or `moved`."""
    way: str = ""
    """Where a moved card went: `v` or `^`."""
    digit: int = 0


@lru_cache(maxsize=1024)
def card(theme: str, face: Face, form: Format = USUAL) -> Image.Image:
    """Return a card on its place, in the numbers of the program palette."""
    new_part()
    tone, edge = TONES[face.digit], face.edge
    layers = [(_blank(theme, tone, face.off, face.rim, face.pointers, form), (0.0, 0.0))]
    if edge:
        band = _band(theme, tone, face.command, face.digit, edge, face.live, face.off, form)
        layers.append((band, _band_corner(edge, form)))
    layers.append((_digit(theme, tone, face.digit, edge, face.off, form), (0.0, 0.0)))
    if face.saved:
        layers.append(
            (_badge(theme, "lock", form.factor), _badge_corner(LOCK_CORNERS.get(edge, "top-right"), form))
        )
    if face.flipped:
        layers.append(
            (_badge(theme, "flip", form.factor), _badge_corner(FLIP_CORNERS.get(edge, "low-left"), form))
        )
    return on_panel(theme, form.place, [(art, _pixels(at, form)) for art, at in layers])


@lru_cache(maxsize=512)
def slot(theme: str, empty: Slot, form: Format = USUAL) -> Image.Image:
    """Return an empty cell on its place."""
    colours = THEMES[theme].program.names
    pen = form.pen()
    x, y = form.middle
    left, top, right, low = form.box
    box = (left + 2, top + 2, right - 2, low - 2)
    if empty.chosen:
        pen.tile(box, 8, colours["legal"])
    elif empty.ghost:
        pen.tile(box, 8, colours["bar"])
    if empty.ghost:
        _draw_ghost(pen, (x, y + 26) if empty.letter else (x, y), 34 if empty.letter else 64, empty, colours)
    if not empty.chosen:
        line = "legal" if empty.letter else "quiet" if empty.waits else "shut_ink"
        pen.dashed(box, 3 if empty.letter else 2, colours[line])
    if empty.letter:
        ink = colours["panel" if empty.chosen else "legal"]
        pen.text((x, y - 22 if empty.ghost else y), empty.letter, 44, ink)
    if empty.waits and (empty.letter or empty.ghost):
        lock(pen, (right - 17, top + 18), 22, colours["lock"], hollow=True)
    elif empty.waits:
        lock(pen, (x, y), 40, colours["lock"], hollow=True)
    return on_panel(theme, form.place, [(pen.done(), (0, 0))])


def on_panel(
    theme: str, size: tuple[int, int], layers: Sequence[tuple[Image.Image, tuple[int, int]]]
) -> Image.Image:
    """Return the panel with transparent sheets on it, lowest first, in the numbers of the program palette."""
    palette = THEMES[theme].program
    sheet = Image.new("RGBA", size, (*palette.names["panel"], 255))
    for art, at in layers:
        sheet.alpha_composite(art, at)
    return palette.fit(sheet.convert("RGB"))


def _pixels(at: Point, form: Format) -> tuple[int, int]:
    return round(at[0] * form.factor), round(at[1] * form.factor)


def _draw_ghost(pen: Pen, at: Point, size: float, empty: Slot, colours: Mapping[str, Colour]) -> None:
    """Draw the card that was here: its digit crossed out, or with an arrow to where it went."""
    pen.text(at, str(empty.digit), size, colours[TONES[empty.digit] + "_rim"])
    arm = size * 0.46
    if empty.ghost == "moved":
        arrow(pen, at, arm * 1.3, empty.way, colours["bar"], 0.5)
        arrow(pen, at, arm * 1.15, empty.way, colours["last"])
        return
    for width, name in ((0.15, "bar"), (0.08, "last")):
        for slope in (1, -1):
            ends = [(at[0] - arm, at[1] - arm * slope), (at[0] + arm, at[1] + arm * slope)]
            pen.line(ends, size * width, colours[name])


@lru_cache(maxsize=48)
def _blank(theme: str, tone: str, off: bool, rim: str, pointers: str, form: Format) -> Image.Image:
    """Return a card without its digit and command: body, rim and pointers."""
    colours = THEMES[theme].program.names
    pen = form.pen()
    left, top, right, low = form.box
    x, y = form.middle
    edge = colours["last" if rim else tone + ("_off" if off else "_rim")]
    half, in_, out = 9, 2, 5
    tips = {
        "<": [(left - out, y), (left + in_, y - half), (left + in_, y + half)],
        ">": [(right + out, y), (right - in_, y - half), (right - in_, y + half)],
        "^": [(x, top - out), (x - half, top + in_), (x + half, top + in_)],
        "v": [(x, low + out), (x - half, low - in_), (x + half, low - in_)],
    }
    for way in pointers:
        pen.shape(tips[way], edge)
    body = colours[tone + ("_off" if off else "")]
    pen.tile(form.box, 10, body, rim=edge, width=5 if rim == "last" else 3)
    return pen.done()


@lru_cache(maxsize=48)
def _digit(theme: str, tone: str, digit: int, edge: str, off: bool, form: Format) -> Image.Image:
    """Return the digit, beside the command; it is struck through where it does not count."""
    colours = THEMES[theme].program.names
    pen = form.pen()
    aside = form.band / 2 - 1
    right, down = {"<": (aside, 0), ">": (-aside, 0), "^": (0, 10), "v": (0, -10)}.get(edge, (0, 0))
    x, y = form.middle[0] + right, form.middle[1] + down
    size = min(70.0, (form.width - 6 - (form.band if right else 0)) / INKED)
    pen.text((x, y), str(digit), size, colours[tone + "_ink"])
    if off:
        reach = size * 0.42
        for width, name in ((9, tone + "_off"), (4, tone + "_ink")):
            pen.line([(x - reach, y + reach * 0.8), (x + reach, y - reach * 0.8)], width, colours[name])
    return pen.done()


@lru_cache(maxsize=256)
def _band(
    theme: str, tone: str, command: str, digit: int, edge: str, live: bool, off: bool, form: Format
) -> Image.Image:
    """Return the icon and the word of a command along an edge: upright above and below, turned at the sides."""
    colours = THEMES[theme].program.names
    upright = edge in "^v"
    length = (form.width if upright else CARD[1]) - 6
    pen = Pen(round(length * form.factor), round(form.band * form.factor), unit=form.factor)
    ink = colours[tone] if live else colours[tone + ("_ink" if off else "_soft")]
    if live:
        pen.tile((0, 0, length, form.band), 6, colours[tone + "_soft"])
    word = WORDS.get(command, command).format(digit=digit)
    icon, gap = (15.0 if form.band > 20 else 13.0, 3.0) if length > NARROW - 6 or not upright else (0.0, 0.0)
    size = min(18.0 if form.band > 20 else 15.0, (length - icon - gap - 4) / len(word) / ADVANCE)
    start = (length - (icon + gap + len(word) * size * ADVANCE)) / 2
    if icon:
        ICONS[command](pen, (start + icon / 2, form.band / 2), icon, ink)
    pen.text((start + icon + gap, form.band / 2), word, size, ink, "lm")
    art = pen.done()
    if upright:
        return art
    return art.transpose(Image.Transpose.ROTATE_90 if edge == "<" else Image.Transpose.ROTATE_270)


def _band_corner(edge: str, form: Format) -> Point:
    left, top, right, low = form.box
    return right - 3 - form.band if edge == ">" else left + 3, low - 3 - form.band if edge == "v" else top + 3


def _badge_corner(name: str, form: Format) -> Point:
    left, top, right, low = form.box
    return left + 2 if "left" in name else right - 2 - BADGE, top + 2 if "top" in name else low - 2 - BADGE


@lru_cache(maxsize=16)
def _badge(theme: str, kind: str, factor: float) -> Image.Image:
    """Return a padlock, or two arrows, on a dark disc."""
    colours = THEMES[theme].program.names
    pen = Pen(round(BADGE * factor), unit=factor)
    middle = (BADGE / 2, BADGE / 2)
    pen.disc(middle, BADGE * 0.48, colours["lock_bed"])
    if kind == "lock":
        lock(pen, middle, BADGE * 0.6, colours["lock"])
    else:
        swap(pen, middle, BADGE * 0.6, colours["last"])
    return pen.done()
