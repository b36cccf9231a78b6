"""Colours: each theme has two palettes of 64, one for boards and one for the program display.

A palette names its flat colours and says which of them meet at an edge; the shades between those fill it up to 64.
Pieces and digits differ by lightness, never by hue alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from PIL import Image

Colour = tuple[int, int, int]

SIZE = 64
SHADES = (0.5, 0.25, 0.75)
"""How far from the first of two colours to the second the shades of a smooth edge are, most useful first."""
APART = 12
"""A shade nearer than this (Euclidean, in RGB) to a colour of the palette is left out: nobody sees it."""


class Palette:
    """Up to 64 colours: `names` are exact, the others are shades between the pairs that meet."""

    def __init__(self, names: Mapping[str, Colour], meetings: Iterable[tuple[str, str]]) -> None:
        self.names = dict(names)
        meetings = list(meetings)
        colours = list(dict.fromkeys(names.values()))
        for share in SHADES:
            for one, other in meetings:
                shade = between(names[one], names[other], share)
                if len(colours) < SIZE and all(_distance(shade, colour) > APART**2 for colour in colours):
                    colours.append(shade)
        self.colours: tuple[Colour, ...] = tuple(colours)
        self.plte = bytes(value for colour in colours for value in colour)
        """The colours in the form of PNG's PLTE chunk and of Pillow's `putpalette`."""
        self._swatch = Image.new("P", (1, 1))
        # Pillow fills the missing colours with greys, and pixels could then become such a grey.
        self._swatch.putpalette(self.plte + self.plte[:3] * (256 - len(colours)))
        self._indices = {name: colours.index(colour) for name, colour in names.items()}
        self._overlays: dict[tuple[str, float], bytes] = {}

    def index(self, name: str) -> int:
        """Return the number of a named colour."""
        return self._indices[name]

    def fit(self, picture: Image.Image) -> Image.Image:
        """Return an RGB picture in this palette's numbers: each pixel the nearest colour, without dither."""
        fitted = picture.quantize(palette=self._swatch, dither=Image.Dither.NONE)
        fitted.putpalette(self.plte)
        return fitted

    def blank(self, size: tuple[int, int], name: str) -> Image.Image:
        """Return a plain picture of one named colour."""
        picture = Image.new("P", size, self.index(name))
        picture.putpalette(self.plte)
        return picture

    def overlay(self, name: str, share: float) -> bytes:
        """Return a table for `bytes.translate`: what each colour becomes when a named one covers `share` of it."""
        key = name, share
        if key not in self._overlays:
            row = Image.new("RGB", (len(self.colours), 1))
            row.putdata([between(colour, self.names[name], share) for colour in self.colours])
            covered = self.fit(row).tobytes()
            self._overlays[key] = covered.ljust(256, b"\0")
        return self._overlays[key]


@dataclass(frozen=True, slots=True)
class Theme:
    """A choice of colours for boards and for the program display."""

    key: str
    board_colours: Mapping[str, Colour]
    program_colours: Mapping[str, Colour]

    @property
    def board(self) -> Palette:
        """Return the palette of square boards; it is made when it is first needed."""
        return _board_palette(self.key)

    @property
    def program(self) -> Palette:
        """Return the palette of the program display and of hands; it is made when it is first needed."""
        return _program_palette(self.key)


def between(one: Colour, other: Colour, share: float) -> Colour:
    """Return the colour that lies `share` of the way from one to the other."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def hexed(text: str) -> dict[str, Colour]:
    """Return the colours of a text of `name rrggbb`, any number of them on a line."""
    words = text.split()
    return {
        name: (int(value[:2], 16), int(value[2:4], 16), int(value[4:], 16))
        for name, value in zip(words[::2], words[1::2], strict=True)
    }


def _distance(one: Colour, other: Colour) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


PIECES = """
    white f8f1e3  white_rim 4f4034  white_ring c9b596  white_ink 4f4034  white_crown 96640a
    black 38302e  black_rim 120e0d  black_ring 7d6d66  black_ink e9dccf  black_crown f4c63a
    mark 14401a   casing fcfbe9     choice 0b66ad      panel 241d1a      panel_ink f3e9dc   panel_quiet a8988a
"""
BOARD = {
    "brown": "light f0d9b5  dark b58863  last_light d3d77c  last_dark a9a33c  on_light 7d5636  on_dark f8e9d0",
    "blue": "light dfe5ea  dark 7f9bb0  last_light b9d7a0  last_dark 83b07c  on_light 3f5b70  on_dark f2f7fb "
    "panel 1b242c  panel_ink e9f1f7  panel_quiet 93a3b0  choice a33c00",
    "green": "light f2f3d6  dark 7f9f62  last_light f5e17c  last_dark cdb23c  on_light 48632f  on_dark f9fbe6 "
    "panel 1b2319  panel_ink eef3e4  panel_quiet 97a68b  mark 4a3200  choice 6a1b9a",
    "slate": "light aab4bf  dark 66727f  last_light bcc98f  last_dark 8f9f5a  on_light 343d47  on_dark eef2f6 "
    "panel 171b20  panel_ink e8edf2  panel_quiet 8e99a5  choice 7a3d00",
    "colour-blind": "light f4efe2  dark 8f9aa6  last_light f5e79a  last_dark dcc24a  on_light 4a545e  "
    "on_dark ffffff  panel 161b22  panel_ink f2f4f6  panel_quiet 98a2ac  mark 00406b  choice b34700",
    "contrast": "light e2e2e2  dark 7c7c7c  last_light ffe45c  last_dark d9b400  on_light 000000  on_dark ffffff "
    "white ffffff  white_rim 000000  white_ring 8a8a8a  white_ink 000000  white_crown 000000 "
    "black 000000  black_rim 000000  black_ring d0d0d0  black_ink ffffff  black_crown ffffff "
    "mark 000000  casing ffffff  choice 0000c8  panel 000000  panel_ink ffffff  panel_quiet c0c0c0",
}
SCREEN = """
    panel 161b22  bar 212832  line 2d3440  line_ink eef2f8  shut 1d232c  shut_ink 768290  quiet 9aa5b3
    zero f7d78e   zero_rim e39d00  zero_ink 3a2900  zero_soft 6b4e0c  zero_off b29c6c
    one 0b5c98    one_rim 58b5ea   one_ink eef7ff   one_soft bfe0f8   one_off 0f4169
    lock ffdf6b   lock_bed 10151c  legal 86ee8a     last ffffff       run 2d9f45     run_ink ffffff
"""
SCREENS = {
    "contrast": "panel 000000  bar 1c1c1c  line 2c2c2c  line_ink ffffff  shut 101010  shut_ink 9a9a9a "
    "quiet c8c8c8  zero ffffff  zero_rim b0b0b0  zero_ink 000000  zero_soft 303030  zero_off a8a8a8 "
    "one 0c0c0c  one_rim ffffff  one_ink ffffff  one_soft e0e0e0  one_off 3a3a3a "
    "lock ffe45c  lock_bed 000000  legal 7dff7d  last ffd400  run 0a7a24",
}
THEMES: Mapping[str, Theme] = {
    key: Theme(key, hexed(PIECES) | hexed(squares), hexed(SCREEN) | hexed(SCREENS.get(key, "")))
    for key, squares in BOARD.items()
}
DEFAULT = "brown"

SQUARES = ("dark", "light", "last_dark", "last_light")


@cache
def _board_palette(key: str) -> Palette:
    meetings: Sequence[tuple[str, str]] = [
        ("white", "white_rim"),
        ("black", "black_ink"),
        ("white", "white_ring"),
        ("black", "black_ring"),
        *((rim, square) for square in SQUARES for rim in ("white_rim", "black_rim")),
        ("white", "white_crown"),
        ("black", "black_crown"),
        *(("mark", square) for square in SQUARES),
        *(("casing", square) for square in SQUARES),
        ("casing", "mark"),
        ("light", "on_light"),
        ("dark", "on_dark"),
        ("last_dark", "on_dark"),
        ("last_light", "on_light"),
        ("panel", "panel_ink"),
        ("panel", "panel_quiet"),
        ("choice", "casing"),
        ("choice", "dark"),
        ("choice", "light"),
        *((body, square) for square in SQUARES for body in ("black", "white")),
    ]
    return Palette(THEMES[key].board_colours, meetings)


@cache
def _program_palette(key: str) -> Palette:
    meetings: Sequence[tuple[str, str]] = [
        *((tone, f"{tone}_{part}") for part in ("ink", "rim", "soft") for tone in ("zero", "one")),
        ("panel", "zero_rim"),
        ("panel", "one_rim"),
        ("line", "line_ink"),
        ("bar", "one_rim"),
        ("bar", "zero_rim"),
        ("panel", "legal"),
        ("panel", "last"),
        ("panel", "line"),
        ("shut", "shut_ink"),
        ("panel", "quiet"),
        ("lock", "lock_bed"),
        ("run", "run_ink"),
        ("run", "panel"),
        ("zero_off", "zero_ink"),
        ("one_off", "one_ink"),
        ("zero_soft", "zero"),
        ("one_soft", "one_ink"),
        ("lock_bed", "zero"),
        ("lock_bed", "one"),
    ]
    return Palette(THEMES[key].program_colours, meetings)
