"""Lines of words on a picture, in 720ths of its width.

Shared by the pictures that have more words than a board.
"""

from collections.abc import Callable, Hashable, Mapping
from typing import Final, TypeVar

from PIL import Image

from rendering.board.layout import EDGE, SIDE
from rendering.fonts import MONO, SANS
from rendering.look import BOARDS, PanelLook, mark
from rendering.result_marks import RESULTS, result_mark
from rendering.sprites import fit_name, lay, lettering, plate
from rendering.themes import THEMES, Palette, known_theme
from words import Speaker, Words

MARGIN: Final = 20
"""Left edge of words that stand on no plate, and of the contents of plates.

Plates themselves begin at `SIDE`.
"""
HEAD: Final = 46
"""Height of the title above the position."""
TITLE: Final = 29
VERDICT: Final = 46
"""Size of the words that matter most: who won, whose picture it is."""
LEAST_VERDICT: Final = 34
FIGURES: Final = 40
TYPE: Final = 27
SMALL: Final = 25
"""The smallest type: 7 pixels high where the picture is 290 wide."""
GAP: Final = 10
BETWEEN: Final = 4
"""Between two parts of a bar."""
CORNER: Final = 10
"""Radius of a plate's corners."""
NAMED: Final = 66
"""Height of the line with the name of a competition."""
CAPTION: Final = 44
"""Height of what columns are called, and of what the marks of results mean."""
SCORE: Final = 96
"""Height of the plates with two sides and their points."""
APART: Final = 8
"""Between two plates side by side."""
MARK: Final = 20
"""Size of the mark of a result."""


Part = TypeVar("Part", bound=Hashable)


class LineWriter:
    """Writer on a picture `width` pixels wide; `unit` is a 720th of it."""

    def __init__(self, palette: Palette, look: PanelLook, say: Speaker, width: int) -> None:
        self.palette = palette
        self.look = look
        self.say = say
        self.width = width
        self.unit = width / EDGE

    def px(self, units: float) -> int:
        """Return units as pixels."""
        return round(units * self.unit)

    def _draw_title(self, picture: Image.Image, title: str, middle: float) -> None:
        """Write a title at the left, and the bot's mark with its name at the right."""
        room = self._draw_mark(picture, middle) - MARGIN - GAP
        self._write(picture, (MARGIN, middle), title, TITLE, self.look.ink, room=room)

    def _draw_head(self, picture: Image.Image, name: str, part: Words) -> None:
        """Write the name of a competition at the left, and the part shown at the right.

        The name is as large as it fits.
        """
        said, quiet = self.say.text(part), self.look.quiet
        wide = self._write(picture, (EDGE - MARGIN, NAMED / 2 + 5), said, SMALL, quiet, side="r", room=200)
        room = EDGE - 2 * MARGIN - wide - 20
        size, name = self._fit_name(str, name, VERDICT, room)
        self._write(picture, (MARGIN, NAMED / 2), name, size, self.look.ink, room=room)

    def _draw_score(self, picture: Image.Image, side: int, name: str, points: str, *, leads: bool) -> None:
        """Draw one of two sides with its points, towards the middle.

        If it `leads`, it is in the accent.
        """
        width = (EDGE - 2 * SIDE - APART) // 2
        left = SIDE + (width + APART) * side
        ground, ink = self.look.won if leads else (self.look.plate, self.look.ink)
        self._plate(picture, (left, NAMED, left + width, NAMED + SCORE), ground)
        middle, pad = NAMED + SCORE / 2, 16
        inner, outer = (left + width - pad, left + pad) if side == 0 else (left + pad, left + width - pad)
        ends = ("r", "l") if side == 0 else ("l", "r")
        wide = self._write(picture, (inner, middle), points, VERDICT, ink, ground, side=ends[0], room=90)
        room = width - 2 * pad - wide - pad
        size, name = self._fit_name(str, name, TITLE, room)
        self._write(picture, (outer, middle), name, size, ink, ground, side=ends[1], room=room)

    def _draw_legend(self, picture: Image.Image, middle: float) -> None:
        """Write the meaning of the result marks, and the bot's name at the right."""
        end = self._draw_mark(picture, middle) - 20
        left = float(MARGIN)
        for result in RESULTS:
            art = result_mark(self.palette, result, MARK, self.look.ground)
            lay(picture, art, (round(left), round(middle) - MARK // 2))
            left += MARK + 10
            words, room = self.say(f"picture.profile.{result}"), min(130.0, end - left)
            left += self._write(picture, (left, middle), words, SMALL, self.look.quiet, room=room) + 24

    def _draw_mark(self, picture: Image.Image, middle: float) -> float:
        """Draw the bot's mark with its name at the right, and return their left edge."""
        quiet, radius = self.look.quiet, 10
        name = self.say("picture.bot")
        wide = self._write(picture, (EDGE - MARGIN, middle), name, SMALL, quiet, side="r")
        art = mark(self.palette, self.px(2 * radius), self.look)
        left = EDGE - MARGIN - wide - 2 * radius - 8
        lay(picture, art, (self.px(left), self.px(middle) - art.height // 2))
        return left

    def _fit_name(self, worded: Callable[[str], str], name: str, size: int, room: float) -> tuple[int, str]:
        """Return the largest type size for words with a name, and the words.

        The name is cut if the words would be too small to read.
        """
        least = LEAST_VERDICT if size == VERDICT else SMALL
        fits, words = fit_name(worded, name, self.px(size), self.px(room), self.px(least))
        return round(fits / self.unit), words

    def _write(
        self,
        picture: Image.Image,
        at: tuple[float, float],
        text: str,
        size: int,
        ink: str,
        ground: str = "panel",
        *,
        room: float = EDGE,
        side: str = "l",
        face: str = SANS,
    ) -> float:
        """Write a line no wider than `room` and return its width.

        Its left or its right end is at a point.
        """
        wide = self.px(room) if face == SANS else None
        art = lettering(self.palette, text, self.px(size), ink, ground, room=wide, digits=face == MONO)
        x, y = self.px(at[0]), self.px(at[1])
        lay(picture, art, (x if side == "l" else x - art.width, y - art.height // 2))
        return art.width / self.unit

    def _plate(
        self,
        picture: Image.Image,
        box: tuple[int, int, int, int],
        name: str,
        corner: int = CORNER,
        ground: str = "panel",
    ) -> None:
        """Draw a plate with round corners; a box is left, top, right and bottom in pixels."""
        left, top, right, low = box
        art = plate(self.palette, (right - left, low - top), corner, name, ground)
        lay(picture, art, (left, top))


class SheetWriter(LineWriter):
    """A picture with lines of words, as wide as a board's and on a board's ground.

    The picture is in the numbers of the palette.
    """

    def __init__(self, theme: str, say: Speaker) -> None:
        self.theme = known_theme(theme)
        super().__init__(THEMES[self.theme].board, BOARDS, say, EDGE)


def shares(counts: Mapping[Part, int], width: int) -> list[tuple[Part, int]]:
    """Return the width of each part in a bar.

    The bar becomes wider than `width` if the numbers of its parts have no room. Parts that count
    nothing are left out.

    >>> shares({"won": 3, "drawn": 0, "lost": 1}, 404)
    [('won', 300), ('lost', 100)]
    """
    counted = {part: count for part, count in counts.items() if count}
    least = {part: 26 + 16 * len(str(count)) for part, count in counted.items()}
    room = max(sum(least.values()), width - BETWEEN * (len(counted) - 1))
    wide: dict[Part, int] = {}
    # The smallest parts first: what they take more than their share, the others have less.
    for part in sorted(counted, key=lambda part: counted[part]):
        left, open_ = room - sum(wide.values()), sum(counted.values()) - sum(counted[each] for each in wide)
        wide[part] = max(least[part], round(left * counted[part] / open_))
    return [(part, wide[part]) for part in counted]
