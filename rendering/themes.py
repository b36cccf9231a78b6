"""Colours: each theme has two palettes, one for square boards and one for the program display.

A palette names its flat colours and the ramps between them: the shades of a piece in the light, of a shadow on a
square, of a smooth edge. Pieces and digits differ by lightness, never by hue alone.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from PIL import Image

Colour = tuple[int, int, int]

SIZE: Final = 128
"""Colours that a palette has at most."""
APART: Final = 9
"""A shade nearer than this (Euclidean, in RGB) to a colour of the palette is left out: nobody sees it."""


@dataclass(frozen=True, slots=True)
class Ramp:
    """Shades between two named colours: so many evenly, or one at each of `at`, from 0 (the first) to 1."""

    one: str
    other: str
    steps: int = 3
    at: tuple[float, ...] = ()

    def shares(self) -> Iterable[float]:
        """Return how far each shade lies from the first colour to the other."""
        return self.at or [step / (self.steps + 1) for step in range(1, self.steps + 1)]


class Palette:
    """Up to 128 colours: `names` are exact, the others are shades of the ramps, the first ramps first."""

    def __init__(self, names: Mapping[str, Colour], ramps: Iterable[Ramp]) -> None:
        self.names = dict(names)
        colours = list(dict.fromkeys(names.values()))
        for ramp in ramps:
            for share in ramp.shares():
                shade = between(names[ramp.one], names[ramp.other], share)
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
    """A choice of colours for boards and for the program display; `grain` is how much wood its squares show."""

    key: str
    board_colours: Mapping[str, Colour]
    program_colours: Mapping[str, Colour]
    grain: float = 0.0

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
    white fbf3e2  white_low e3cfab  white_side bc9e74  white_edge 5e4a30  white_groove bb9d71  white_ink 4d3a22
    black 4b423e  black_low 2b2422  black_side 17120f  black_edge 070505  black_groove 110d0b  black_ink f3e9dc
    white_crown 9a6508  black_crown f6c64b  shadow 100a06  glint fffdf6  sheen 6a5c55
"""
"""The turned pieces that every theme has: ivory and ebony, lit from the upper left."""
BOARD = {
    "wood": "light e9d0a4  dark 84573a  panel 1d1713  plate 2f2620  panel_ink f4e8d6  panel_quiet ad9b88  "
    "frame 432b1c  edge 241509  on_frame e3c79a  on_light 5d3f22  on_dark f8e6c8  accent ffc24a  "
    "accent_ink 35230a  casing 2a1708  cross b3261e",
    "slate": "light b9c3cd  dark 566270  panel 15191e  plate 252c34  panel_ink eef2f6  panel_quiet 98a4b0  "
    "frame 2b333c  edge 12161a  on_frame c3ced9  on_light 2c353f  on_dark f4f7fa  accent ffcb57  "
    "accent_ink 33260a  casing 14191f  cross a81f1f",
    "paper": "light fbf7ee  dark bfb29e  panel f4efe4  plate e4dccb  panel_ink 2c2620  panel_quiet 675c4e  "
    "frame e2d9c8  edge 5b5145  on_frame 4a4238  on_light 5a5044  on_dark 2a241d  accent 8a3204  "
    "accent_ink ffffff  casing fffdf8  cross a01515  white_edge 473620",
    "night": "light 394150  dark 1f2630  panel 0c0f14  plate 1a212b  panel_ink e6ecf4  panel_quiet 8b97a8  "
    "frame 141a22  edge 06080b  on_frame a9b6c8  on_light dfe7f1  on_dark b9c5d4  accent ffb638  "
    "accent_ink 2e1f04  casing 05070a  cross ff6a5e  "
    "white f2ede4  white_low cfc6b6  white_side 968c7b  white_edge 0a0c10  black 4b4750  black_low 2a272d  "
    "black_edge d6d1dc  sheen a39daa",
    "contrast": "light ececec  dark 767676  panel 000000  plate 262626  panel_ink ffffff  panel_quiet c8c8c8  "
    "frame 000000  edge 000000  on_frame ffffff  on_light 000000  on_dark ffffff  accent ffe14a  "
    "accent_ink 000000  casing 000000  cross 780000  "
    "white ffffff  white_low ffffff  white_side c4c4c4  white_edge 000000  white_groove 9a9a9a  white_ink 000000  "
    "black 000000  black_low 000000  black_side 000000  black_edge ffffff  black_groove 6e6e6e  black_ink ffffff  "
    "white_crown 000000  black_crown ffffff  sheen 5a5a5a",
    "colour-blind": "light f1ece0  dark 5a6573  panel 141922  plate 252d39  panel_ink f2f4f6  panel_quiet 9fa9b5  "
    "frame 2a3340  edge 10151c  on_frame cfd8e2  on_light 39434e  on_dark ffffff  accent f5c400  "
    "accent_ink 2b2300  casing 0b1017  cross 7d2400",
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
GRAIN = {"wood": 1.0, "paper": 0.12}
THEMES: Mapping[str, Theme] = {
    key: Theme(
        key,
        hexed(PIECES) | hexed(squares),
        hexed(SCREEN) | hexed(SCREENS.get(key, "")),
        GRAIN.get(key, 0.0),
    )
    for key, squares in BOARD.items()
}
DEFAULT = "wood"

GROUNDS = ("dark", "light")
DIM: Final = 0.36
"""How much of a piece is left that did not decide the end."""
OUTLINED: Final = 0.62
"""How much is left of its edge."""
GHOST: Final = 0.42
"""How much of a captured piece is left where it stood."""
TINT: Final = 0.33
"""How much of the accent lies on the squares of the last move."""
FADED: Final = (
    "white",
    "white_low",
    "white_edge",
    "black",
    "black_low",
    "black_edge",
    "white_ink",
    "black_ink",
)
BOARD_RAMPS: Final = (
    *(Ramp(ground, "accent", at=(TINT,)) for ground in GROUNDS),
    *(Ramp(ground, part, at=(DIM,)) for part in FADED for ground in GROUNDS),
    *(Ramp(ground, f"{side}_edge", at=(OUTLINED,)) for side in ("white", "black") for ground in GROUNDS),
    Ramp("white", "white_low", 5),
    Ramp("black", "black_low", 4),
    *(Ramp(ground, "shadow", 6) for ground in GROUNDS),
    *(
        Ramp(f"{side}_edge", f"{side}{part}", 2)
        for side in ("white", "black")
        for part in ("", "_low", "_side")
    ),
    *(Ramp(f"{side}_groove", side, 3) for side in ("white", "black")),
    *(Ramp(f"{side}_edge", ground, 3) for side in ("white", "black") for ground in GROUNDS),
    Ramp("sheen", "black_low", 5),
    *(Ramp("accent", ground, 5) for ground in GROUNDS),
    Ramp("white", "white_ink", 3),
    Ramp("black", "black_ink", 3),
    *(Ramp(f"{side}_crown", side, 2) for side in ("white", "black")),
    *(Ramp(ground, f"on_{ground}", 3) for ground in GROUNDS),
    *(Ramp(side, ground, 3) for ground in GROUNDS for side in ("white_low", "black")),
    Ramp("panel", "panel_ink", 3),
    Ramp("plate", "panel_ink", 2),
    Ramp("panel", "panel_quiet", 2),
    Ramp("frame", "on_frame", 3),
    Ramp("accent", "accent_ink", 2),
    Ramp("accent", "panel", 2),
    Ramp("accent", "casing", 2),
    Ramp("light", "glint", 2),
)


@cache
def _board_palette(key: str) -> Palette:
    theme = THEMES[key]
    names = dict(theme.board_colours)
    # A warm streak and a cool one are all that the wood of a square needs.
    for ground in GROUNDS:
        names[f"{ground}_streak"] = between(names[ground], names["shadow"], 0.04 * theme.grain)
        names[f"{ground}_gleam"] = between(names[ground], names["glint"], 0.05 * theme.grain)
    return Palette(names, BOARD_RAMPS)


@cache
def _program_palette(key: str) -> Palette:
    meetings = [
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
    return Palette(THEMES[key].program_colours, [Ramp(one, other) for one, other in meetings])
