"""Colours: each theme has one palette for boards and one for the program display.

A palette names its flat colours and the ramps between them: the shades of a piece in the light, of
a shadow on a square, of a smooth edge. Pieces and digits differ by lightness, never by hue alone.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from PIL import Image, ImagePalette

from rendering.sprite_cache import check_drawing_allowed

Colour = tuple[int, int, int]

MAX_COLOURS: Final = 127
"""Greatest number of colours in a palette.

With the one that a GIF needs for transparency, 7 bits name them.
"""
MIN_DISTANCE: Final = 16
"""Least distance (Euclidean, in RGB) of a shade to a colour of the palette.

A nearer shade is left out, because no one sees the difference.
"""
MIN_PROGRAM_DISTANCE: Final = 32
"""Least distance of shades of the display.

It is drawn larger than boards, so that its edges need fewer shades, which take fewer bytes.
"""


@dataclass(frozen=True, slots=True)
class Ramp:
    """Shades between two named colours.

    There are `steps` of them, evenly spaced, or one at each of `positions`, from 0 (the start) to 1. A shade
    very near to another colour is left out of the palette unless `keeps_all` is set, as for the light on a
    piece, which would look muddy.
    """

    start: str
    end: str
    steps: int = 3
    positions: tuple[float, ...] = ()
    keeps_all: bool = False

    def shade_positions(self) -> Iterable[float]:
        """Return the position of each shade between the two colours, from 0 to 1."""
        return self.positions or [step / (self.steps + 1) for step in range(1, self.steps + 1)]


class Palette:
    """A palette of at most `MAX_COLOURS` colours.

    The colours in `names` are exact; the others are shades of the ramps. Shades of earlier ramps are
    preferred if there are too many.
    """

    def __init__(
        self, names: Mapping[str, Colour], ramps: Iterable[Ramp], min_distance: int = MIN_DISTANCE
    ) -> None:
        self.names = dict(names)
        colours = list(dict.fromkeys(names.values()))
        for ramp in ramps:
            for share in ramp.shade_positions():
                shade = blend(names[ramp.start], names[ramp.end], share)
                near = 0 if ramp.keeps_all else min_distance**2
                if len(colours) < MAX_COLOURS and all(_distance(shade, colour) > near for colour in colours):
                    colours.append(shade)
        self.colours: tuple[Colour, ...] = tuple(colours)
        self.plte = bytes(value for colour in colours for value in colour)
        """The colours in the form of PNG's PLTE chunk and of Pillow's `putpalette`."""
        self._swatch = Image.new("P", (1, 1))
        # Pillow fills the missing colours with greys, and pixels could then become such a grey.
        self._swatch.putpalette(self.plte + self.plte[:3] * (256 - len(colours)))
        self._colours = ImagePalette.ImagePalette("RGB", self.plte)
        self._indices = {name: colours.index(colour) for name, colour in names.items()}

    def index(self, name: str) -> int:
        """Return the number of a named colour."""
        return self._indices[name]

    def quantise(self, picture: Image.Image) -> Image.Image:
        """Return an RGB picture in this palette's numbers.

        Every pixel gets the nearest colour, without dither.
        """
        fitted = picture.quantize(palette=self._swatch, dither=Image.Dither.NONE)
        fitted.putpalette(self.plte)
        fitted.palette = self._colours  # one for all: thousands of small pictures are kept
        return fitted

    def blank(self, size: tuple[int, int], name: str) -> Image.Image:
        """Return a plain picture of one named colour."""
        picture = Image.new("P", size, self.index(name))
        picture.putpalette(self.plte)
        return picture

    def nearest_index(self, colour: Colour) -> int:
        """Return the number of the nearest colour of the palette."""
        return int(self.quantise(Image.new("RGB", (1, 1), colour)).tobytes()[0])


@dataclass(frozen=True, slots=True)
class Theme:
    """A choice of colours for boards and for the program display.

    `grain` is the strength of the wood grain on squares, 0 for none.
    """

    key: str
    board_colours: Mapping[str, Colour]
    program_colours: Mapping[str, Colour]
    grain: float = 0.0

    @property
    def board(self) -> Palette:
        """Palette of square boards, made when it is first needed."""
        return _board_palette(self.key)

    @property
    def program(self) -> Palette:
        """Palette of the program display and of hands, made when it is first needed."""
        return _program_palette(self.key)


def blend(start: Colour, end: Colour, share: float) -> Colour:
    """Return the colour that lies `share` of the way from one colour to the other."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(start, end, strict=True))
    return red, green, blue


def contrast(first: Colour, second: Colour) -> float:
    """Return the contrast of two colours, 1 to 21, as WCAG 2 defines it."""
    low, high = sorted(map(_luminance, (first, second)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Colour) -> float:
    shares = (part / 255 for part in colour)
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def parse_colours(text: str) -> dict[str, Colour]:
    """Parse a text of `name rrggbb` pairs, any number of them on a line."""
    words = text.split()
    return {
        name: (int(value[:2], 16), int(value[2:4], 16), int(value[4:], 16))
        for name, value in zip(words[::2], words[1::2], strict=True)
    }


def _distance(one: Colour, other: Colour) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


PIECES = """
    white fbf3e2  white_low e3cfab  white_side bc9e74  white_edge 54412a  white_groove bb9d71  white_ink 4d3a22
    black 4b423e  black_low 2b2422  black_side 17120f  black_edge 070505  black_groove 110d0b  black_ink f3e9dc
    white_crown 925e06  black_crown f6c64b  shadow 100a06  glint fffdf6  sheen 6a5c55
"""
"""The turned pieces of every theme: ivory and ebony, lit from above."""
BOARD = {
    "wood": "light e9d0a4  dark 976542  panel 1d1713  plate 2f2620  panel_ink f4e8d6  panel_quiet ad9b88  "
    "frame 432b1c  edge 241509  on_frame e3c79a  on_light 5d3f22  on_dark fffdf6  accent ffc24a  "
    "accent_ink 35230a  casing 2a1708  cross 840e0e  light_last dca53c  dark_last c68d3a  "
    "white_field d9d0bf  black_field 6e6058",
    "slate": "light b9c3cd  dark 64717f  panel 15191e  plate 252c34  panel_ink eef2f6  panel_quiet 98a4b0  "
    "frame 2b333c  edge 12161a  on_frame c3ced9  on_light 2c353f  on_dark ffffff  accent ffcb57  "
    "accent_ink 33260a  casing 14191f  cross 8c1414  light_last cfa23a  dark_last a08438  "
    "white_field d8d2c4  black_field 6b635e",
    "paper": "light fbf7ee  dark bfb29e  panel f4efe4  plate e4dccb  panel_ink 2c2620  panel_quiet 675c4e  "
    "frame e2d9c8  edge 5b5145  on_frame 4a4238  on_light 5a5044  on_dark 2a241d  accent 7d2d03  "
    "accent_ink ffffff  casing fffdf8  cross 240404  white_edge 473620  light_last e2b893  "
    "dark_last c18b63  white_field d9d3c7  black_field 7a7068",
    "night": "light 394150  dark 1f2630  panel 0c0f14  plate 1a212b  panel_ink e6ecf4  panel_quiet 8b97a8  "
    "frame 141a22  edge 06080b  on_frame a9b6c8  on_light dfe7f1  on_dark b9c5d4  accent ffb638  "
    "accent_ink 2e1f04  casing 05070a  cross ff6a5e  white f2ede4  white_low cfc6b6  white_side 968c7b  "
    "white_edge 0a0c10  black 4b4750  black_low 2a272d  black_edge b4b0bc  sheen 6b6572  light_last 6e5a2e  "
    "dark_last 54431c  white_field a8a298  black_field 332f3a  white_crown 855404  black_crown dda63a",
    "contrast": "light ececec  dark 767676  panel 000000  plate 262626  panel_ink ffffff  "
    "panel_quiet c8c8c8  frame 000000  edge 000000  on_frame ffffff  on_light 000000  on_dark ffffff  "
    "accent ffe14a  accent_ink 000000  casing 000000  cross 780000  white ffffff  white_low ffffff  "
    "white_side c4c4c4  white_edge 000000  white_groove 9a9a9a  white_ink 000000  black 000000  "
    "black_low 000000  black_side 000000  black_edge ffffff  black_groove 6e6e6e  black_ink ffffff  "
    "white_crown 4a4a4a  black_crown b4b4b4  sheen 5a5a5a  light_last e6c62e  dark_last a08a1e  "
    "white_field c4c4c4  black_field 4a4a4a",
    "colour-blind": "light f1ece0  dark 66727f  panel 141922  plate 252d39  panel_ink f2f4f6  "
    "panel_quiet 9fa9b5  frame 2a3340  edge 10151c  on_frame cfd8e2  on_light 39434e  on_dark ffffff  "
    "accent f5c400  accent_ink 2b2300  casing 0b1017  cross 7d2400  light_last dcb428  dark_last a88f1e  "
    "white_field d6d3ca  black_field 6b645f",
}
SCREEN = {
    "wood": "panel 231710  bar 38291c  line 3d2c1f  line_ink f8ecd8  shut 7d6650  shut_ink 9f8a70  quiet c0ad92  "
    "zero fbdfa0  zero_low f2cc7c  zero_side b0741a  zero_edge 7a4a0c  zero_ink 3a2004  zero_plate deb460  "
    "zero_live 4b2c03  zero_word fbdfa0  zero_off a98a5c  zero_rim f0b94c  zero_mark f0b94c  "
    "one 155a6e  one_low 0f4959  one_side 082c38  one_edge 6fc0d2  one_ink ffffff  one_plate 0a3744  "
    "one_live d9f2f6  one_word 0a3744  one_off 2f4449  one_rim 7fcbdb  one_mark 7fcbdb  "
    "lock ffc24a  lock_bed 1b0f07  legal b2e070  legal_ink 1a260a  last fffaf0  "
    "run 3f7a30  run_low 2f6624  run_side 183a11  run_edge 93cb7f  run_ink ffffff",
    "slate": "panel 15191e  bar 252c34  line 2b333d  line_ink eef2f6  shut 5f6b78  shut_ink 8894a1  quiet 9aa6b2  "
    "zero ffe3a0  zero_low f9d680  zero_side b98516  zero_edge 7d5600  zero_ink 3a2700  zero_plate e6be62  "
    "zero_live 4d3500  zero_word ffe3a0  zero_off a8966c  zero_rim f4c04c  zero_mark f4c04c  "
    "one 155d9f  one_low 104c87  one_side 0a315c  one_edge 6db6f2  one_ink ffffff  one_plate 0c3f72  "
    "one_live dceeff  one_word 0b355f  one_off 2a4258  one_rim 7cc0f8  one_mark 7cc0f8  "
    "lock ffcb57  lock_bed 0c1015  legal 7fe58c  legal_ink 06240c  last ffffff  "
    "run 237f3d  run_low 196a31  run_side 0b3a19  run_edge 6fce86  run_ink ffffff",
    "paper": "panel f4efe4  bar e4dccb  line e0d6c3  line_ink 2c2620  shut 8a7d6b  shut_ink 766957  quiet 675c4e  "
    "zero ffe49c  zero_low f8d478  zero_side b98a24  zero_edge 7c5a10  zero_ink 3a2a04  zero_plate eac25c  "
    "zero_live 4d3804  zero_word ffe49c  zero_off d9cba6  zero_rim 6e4e08  zero_mark ffcf4a  "
    "one 23598c  one_low 1a4872  one_side 0e2c49  one_edge 0c2740  one_ink ffffff  one_plate 113a5f  "
    "one_live dfeefb  one_word 10395f  one_off 5c7287  one_rim 1a5488  one_mark a4d4fa  "
    "lock ae7000  lock_bed 140e08  legal 2c6b21  legal_ink ffffff  last b03a00  "
    "run 2f7a36  run_low 25662c  run_side 123a17  run_edge 123a17  run_ink ffffff",
    "night": "panel 0a0d14  bar 181f2c  line 1c2432  line_ink e6ecf4  shut 4d5a6b  shut_ink 76859a  quiet 8b97a8  "
    "zero ead9b8  zero_low dfcaa0  zero_side 857148  zero_edge 5a4a28  zero_ink 2e2408  zero_plate c4ad7c  "
    "zero_live 3c3010  zero_word ead9b8  zero_off 8b8068  zero_rim e0b860  zero_mark e0b860  "
    "one 3a4a94  one_low 2d3b7c  one_side 192352  one_edge 8c9df0  one_ink f4f6ff  one_plate 232f66  "
    "one_live dbe0fa  one_word 232f66  one_off 2b3350  one_rim 9daaf4  one_mark 9daaf4  "
    "lock ffb638  lock_bed 05070a  legal 74d884  legal_ink 06200b  last f4f7fb  "
    "run 1f6e36  run_low 165a2a  run_side 083015  run_edge 5fb877  run_ink f4fff6",
    "contrast": "panel 000000  bar 262626  line 262626  line_ink ffffff  shut 9a9a9a  shut_ink b4b4b4  quiet c8c8c8  "
    "zero ffffff  zero_low ffffff  zero_side b0b0b0  zero_edge 000000  zero_ink 000000  zero_plate dcdcdc  "
    "zero_live 000000  zero_word ffffff  zero_off a8a8a8  zero_rim ffffff  zero_mark ffffff  "
    "one 000000  one_low 000000  one_side 6e6e6e  one_edge ffffff  one_ink ffffff  one_plate 303030  "
    "one_live ffffff  one_word 000000  one_off 484848  one_rim ffffff  one_mark ffffff  "
    "lock ffe14a  lock_bed 000000  legal 7dff7d  legal_ink 000000  last ffe14a  "
    "run 0a6a1f  run_low 0a6a1f  run_side 04300e  run_edge ffffff  run_ink ffffff",
    "colour-blind": "panel 141922  bar 252d39  line 2a3340  line_ink f2f4f6  shut 616d7d  shut_ink 8b97a6  "
    "quiet 9fa9b5  "
    "zero ffdf4d  zero_low f9d21f  zero_side a98600  zero_edge 6b5400  zero_ink 2b2300  zero_plate dcb400  "
    "zero_live 3b3000  zero_word ffdf4d  zero_off a59a63  zero_rim f5c400  zero_mark f5c400  "
    "one 1153a8  one_low 0b4290  one_side 062c66  one_edge 74b2ff  one_ink ffffff  one_plate 08367a  "
    "one_live dbe9ff  one_word 062c66  one_off 24406a  one_rim 86bcff  one_mark 86bcff  "
    "lock ffd94a  lock_bed 0b1017  legal e8ecf2  legal_ink 10151c  last ffffff  "
    "run 00724f  run_low 005f42  run_side 003425  run_edge 5ad0a8  run_ink ffffff",
}
"""The colours of the display by theme.

Of the key of each digit: its face from the top to the foot (`low`), the side below it, its outline,
its ink; the plate of a word, quiet or `live`; the remains of a key `off` the count; the digit's
colour in words on the panel (`rim`) and in pointers (`mark`).
"""
GRAIN = {"wood": 1.0, "paper": 0.12}
THEMES: Mapping[str, Theme] = {
    key: Theme(
        key,
        parse_colours(PIECES) | parse_colours(squares),
        parse_colours(SCREEN[key]),
        GRAIN.get(key, 0.0),
    )
    for key, squares in BOARD.items()
}
DEFAULT_THEME = "wood"


def valid_theme(theme: str) -> str:
    """Return a theme, or the default if it is unknown (an old setting)."""
    return theme if theme in THEMES else DEFAULT_THEME


GROUNDS = ("dark", "light")
DIM: Final = 0.56
"""How much of a piece is left that did not decide the end."""
OUTLINED: Final = 0.62
"""How much is left of its edge."""
GHOST: Final = 0.42
"""How much of a captured piece is left where it stood."""
LIT: Final = 8
"""Tones of a piece from where the light meets it to where it does not."""
FADED: Final = tuple(
    f"{side}{part}" for side in ("white", "black") for part in ("", "_low", "_side", "_edge")
)
"""What ghosts show of a piece."""
BOARD_RAMPS: Final = (
    *(
        Ramp(near, f"{side}_low", LIT - 1, keeps_all=True)
        for side, spot in (("white", "glint"), ("black", "sheen"))
        for near in (side, spot)
    ),
    *(Ramp(ground, side, positions=(DIM,)) for side in ("white", "black") for ground in GROUNDS),
    *(Ramp(ground, part, positions=(GHOST,)) for part in FADED for ground in GROUNDS),
    *(
        Ramp(ground, f"{side}_edge", positions=(OUTLINED,))
        for side in ("white", "black")
        for ground in GROUNDS
    ),
    *(Ramp(ground, "shadow", 6) for ground in GROUNDS),
    *(
        Ramp(f"{side}_edge", f"{side}{part}", 2)
        for side in ("white", "black")
        for part in ("", "_low", "_side")
    ),
    *(Ramp(f"{side}_groove", side, 3) for side in ("white", "black")),
    *(Ramp(f"{side}_edge", ground, 3) for side in ("white", "black") for ground in GROUNDS),
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
TONES: Final = ("zero", "one")
PROGRAM_RAMPS: Final = (
    *(Ramp(tone, f"{tone}_low", 2, keeps_all=True) for tone in (*TONES, "run")),
    *(Ramp("panel", f"{tone}_{part}") for part in ("edge", "rim") for tone in TONES),
    *(Ramp(f"{tone}_edge", f"{tone}{part}", 2) for part in ("", "_low", "_side") for tone in TONES),
    *(Ramp(f"{tone}_ink", f"{tone}_low") for tone in TONES),
    *(Ramp(f"{tone}_ink", f"{tone}_plate") for tone in TONES),
    *(Ramp(f"{tone}_live", f"{tone}_word") for tone in TONES),
    Ramp("panel", "line"),
    Ramp("panel", "bar", 1),
    Ramp("line", "line_ink"),
    *(Ramp("line", f"{tone}_rim", 2) for tone in TONES),
    *(Ramp("bar", f"{tone}_rim") for tone in TONES),
    Ramp("bar", "line_ink"),
    Ramp("panel", "last"),
    *(Ramp("last", f"{tone}_edge", 2) for tone in TONES),
    Ramp("panel", "legal"),
    Ramp("legal", "legal_ink"),
    Ramp("panel", "shut"),
    Ramp("panel", "shut_ink"),
    Ramp("panel", "quiet"),
    Ramp("panel", "lock", 2),
    Ramp("lock", "lock_bed"),
    *(Ramp("lock_bed", part, 2) for tone in TONES for part in (tone, f"{tone}_mark")),
    Ramp("lock_bed", "last", 2),
    Ramp("run_ink", "run"),
    Ramp("run_edge", "run", 2),
    Ramp("run_edge", "panel", 2),
    *(Ramp(f"{tone}_off", f"{tone}_ink", 2) for tone in TONES),
)


@cache
def _board_palette(key: str) -> Palette:
    check_drawing_allowed()
    theme = THEMES[key]
    names = dict(theme.board_colours)
    # A warm streak and a cool one are all that the wood of a square needs.
    for ground in (*GROUNDS, *(f"{ground}_last" for ground in GROUNDS)):
        names[f"{ground}_streak"] = blend(names[ground], names["shadow"], 0.04 * theme.grain)
        names[f"{ground}_gleam"] = blend(names[ground], names["glint"], 0.05 * theme.grain)
    return Palette(names, BOARD_RAMPS)


@cache
def _program_palette(key: str) -> Palette:
    check_drawing_allowed()
    return Palette(THEMES[key].program_colours, PROGRAM_RAMPS, MIN_PROGRAM_DISTANCE)
