"""Lines of words on a picture, in 720ths of its width.

Shared by the pictures that have more words than a board.
"""

from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from typing import Final, TypeVar

from PIL import Image

from rendering.board.layout import PICTURE_WIDTH, SIDE
from rendering.fonts import MONO, SANS
from rendering.look import BOARDS, PanelLook, draw_bot_mark
from rendering.result_marks import RESULTS, draw_result_mark
from rendering.sprites import draw_plate, fit_name, load_font, paste_art, render_text
from rendering.themes import THEMES, Palette, valid_theme
from words import Localizer, Words

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
    """A writer of text on a picture `width` pixels wide, which are so many `columns`.

    A column is the unit of all lengths: a 720th of the width of what people see.
    """

    def __init__(
        self, palette: Palette, look: PanelLook, say: Localizer, width: int, columns: int = PICTURE_WIDTH
    ) -> None:
        self.palette = palette
        self.look = look
        self.say = say
        self.width = width
        self.columns = columns
        self.unit = width / columns

    def to_pixels(self, units: float) -> int:
        """Return a length in columns in pixels."""
        return round(units * self.unit)

    def _draw_title(self, picture: Image.Image, title: str, middle: float) -> None:
        """Write a title at the left, and the bot's mark with its name at the right."""
        room = self._draw_mark(picture, middle) - MARGIN - GAP
        self._write(picture, (MARGIN, middle), title, TITLE, self.look.ink, room=room)

    def _draw_head(self, picture: Image.Image, name: str, part: Words) -> None:
        """Write the name of a competition at the left, and the part shown at the right.

        The name is written as large as there is room for.
        """
        said, quiet = self.say.text(part), self.look.quiet
        wide = self._write(
            picture, (PICTURE_WIDTH - MARGIN, NAMED / 2 + 5), said, SMALL, quiet, side="r", room=200
        )
        room = PICTURE_WIDTH - 2 * MARGIN - wide - 20
        size, name = self._fit_name(str, name, VERDICT, room)
        self._write(picture, (MARGIN, NAMED / 2), name, size, self.look.ink, room=room)

    def _draw_score(self, picture: Image.Image, side: int, name: str, points: str, *, leads: bool) -> None:
        """Draw one of two sides with its points, towards the middle.

        If it `leads`, it is in the accent.
        """
        width = (PICTURE_WIDTH - 2 * SIDE - APART) // 2
        left = SIDE + (width + APART) * side
        ground, ink = self.look.winner_plate if leads else (self.look.plate, self.look.ink)
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
            art = draw_result_mark(self.palette, result, MARK, self.look.ground)
            paste_art(picture, art, (round(left), round(middle) - MARK // 2))
            left += MARK + 10
            words, room = self.say(f"picture.profile.{result}"), min(130.0, end - left)
            left += self._write(picture, (left, middle), words, SMALL, self.look.quiet, room=room) + 24

    def _draw_mark(self, picture: Image.Image, middle: float) -> float:
        """Draw the bot's mark with its name at the right, and return their left edge."""
        quiet, radius = self.look.quiet, 10
        name = self.say("picture.bot")
        wide = self._write(picture, (self.columns - MARGIN, middle), name, SMALL, quiet, side="r")
        art = draw_bot_mark(self.palette, self.to_pixels(2 * radius), self.look)
        left = self.columns - MARGIN - wide - 2 * radius - 8
        paste_art(picture, art, (self.to_pixels(left), self.to_pixels(middle) - art.height // 2))
        return left

    def _fit_name(self, worded: Callable[[str], str], name: str, size: int, room: float) -> tuple[int, str]:
        """Return the largest type size for words with a name, and the words.

        The name is cut if the words would be too small to read.
        """
        least = LEAST_VERDICT if size == VERDICT else SMALL
        fits, words = fit_name(
            worded, name, self.to_pixels(size), self.to_pixels(room), self.to_pixels(least)
        )
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
        room: float = PICTURE_WIDTH,
        side: str = "l",
        face: str = SANS,
    ) -> float:
        """Write a line no wider than `room` and return its width.

        Its left or its right end is at a point.
        """
        wide = self.to_pixels(room) if face == SANS else None
        art = render_text(
            self.palette, text, self.to_pixels(size), ink, ground, max_width=wide, digits=face == MONO
        )
        x, y = self.to_pixels(at[0]), self.to_pixels(at[1])
        paste_art(picture, art, (x if side == "l" else x - art.width, y - art.height // 2))
        return art.width / self.unit

    def _plate(
        self,
        picture: Image.Image,
        box: tuple[float, float, float, float],
        name: str,
        corner: int = CORNER,
        ground: str = "panel",
    ) -> None:
        """Draw a plate with round corners; a box is left, top, right and bottom."""
        left, top, right, low = map(self.to_pixels, box)
        art = draw_plate(self.palette, (right - left, low - top), self.to_pixels(corner), name, ground)
        paste_art(picture, art, (left, top))

    def _paste(self, picture: Image.Image, art: Image.Image, left: float, middle: float) -> None:
        """Paste art by its left edge and the middle of its height."""
        paste_art(picture, art, (self.to_pixels(left), self.to_pixels(middle) - art.height // 2))


class SheetWriter(LineWriter):
    """A picture with lines of words on a board's ground, as wide as a board.

    The picture is in the numbers of the palette.
    """

    def __init__(self, theme: str, say: Localizer, width: int = PICTURE_WIDTH) -> None:
        self.theme = valid_theme(theme)
        super().__init__(THEMES[self.theme].board, BOARDS, say, width)


def bar_widths(counts: Mapping[Part, int], width: int) -> list[tuple[Part, int]]:
    """Return the width of each part in a bar.

    The bar becomes wider than `width` if the numbers of its parts would not fit. Parts with a count of 0
    are left out.

    >>> bar_widths({"won": 3, "drawn": 0, "lost": 1}, 404)
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


@lru_cache(maxsize=256)
def wrap_text(text: str, size: int, room: int) -> list[str]:
    """Return a text in lines no wider than `room` pixels, split at its spaces.

    Lines are about as long as each other. An empty text has no lines.
    """
    face, words, lines = load_font(size, SANS), text.split(), [""]
    for word in words:
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and face.getlength(longer) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    if len(lines) == 2:
        halves = [[" ".join(words[:i]), " ".join(words[i:])] for i in range(1, len(words))]
        return min(halves, key=lambda half: max(map(face.getlength, half)))
    if len(lines) > 2 and room > size and len(narrower := wrap_text(text, size, room - 4)) == len(lines):
        return narrower
    return [line for line in lines if line]
