"""The picture of a report: the chance to win after each move, where the match turned, and how well both played.

It is the panel of the end grown to a picture of its own, so its words are as large; names stand beside it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from PIL import Image, ImageDraw

from rendering.board.layout import EDGE
from rendering.end import CAPTION, FIGURES, GAP, ICON, MARGIN, SMALL, TYPE, Panel
from rendering.picture import Picture, known_to
from rendering.png import encode
from rendering.sprites import MONO, lay, plate
from rendering.themes import DEFAULT, THEMES
from rendering.timing import timed
from rules.course import Course
from rules.game import Seat, View
from words import ENGLISH, Said, Speaker, chain, speaker

CURVE: Final = 340
"""Height of the curve with its caption."""
PLATE: Final = 92
"""Height of the plate of a side."""
HEAD: Final = 26
"""Height above the curve, and below the plates."""
BADGE: Final = 36
"""Edge of the number of a turning point."""
TIE: Final = 14
"""Height between the numbers and the lines that they are tied to."""
BAND: Final = 48 + TIE
"""Height above the curve where these numbers are."""
WHOLE: Final = 1000
"""A chance is in thousandths."""


@dataclass(frozen=True, slots=True)
class Went:
    """How a match went: the chance of seat 0 before the first move and after each, in thousandths; accuracy by seat.

    `points` are the plies, from 1, at which it turned, and `turned` the moves as written; `moves` is how many there
    were, by the number of the last one.
    """

    chances: tuple[int, ...]
    accuracy: tuple[int | None, int | None]
    points: tuple[int, ...]
    turned: tuple[str, ...]
    moves: int


@timed("insight")
def draw_insight(view: View, went: Went, *, theme: str = DEFAULT, language: str = ENGLISH) -> Picture:
    """Return the picture of a report; `view` is the last position, which says who plays what."""
    theme = theme if theme in THEMES else DEFAULT
    say = speaker(language)
    with known_to(partial(draw_insight, view, went, theme=theme, language=language)):
        sheet = _Sheet(view, went, theme, say)
        image = sheet.drawn()
        return Picture(encode(image, sheet.palette), _in_words(view, went, say), *image.size)


class _Sheet(Panel):
    """The picture, of the panel's parts."""

    def __init__(self, view: View, went: Went, theme: str, say: Speaker) -> None:
        super().__init__(view, Course((), (), "", went.moves), theme, say, None, EDGE)
        self.went = went

    @property
    def height(self) -> int:
        """Return its height in pixels."""
        return HEAD + CURVE + GAP + CAPTION + PLATE + HEAD

    def drawn(self) -> Image.Image:
        """Return the picture in the numbers of the palette."""
        picture = self.palette.blank((EDGE, self.height), self.look.ground)
        self._draw_chances(picture)
        top = HEAD + CURVE + GAP
        quiet = self.look.quiet
        self._write(picture, (MARGIN, top + CAPTION / 2 - 3), self.say("picture.accuracy"), SMALL, quiet)
        for seat in (0, 1):
            self._draw_side(picture, seat, top + CAPTION)
        return picture

    def _draw_chances(self, picture: Image.Image) -> None:
        """Draw the chance after each move, seat 0's up and seat 1's down, and number where it turned."""
        left, top, right = MARGIN, HEAD, EDGE - MARGIN
        caption, quiet = top + CAPTION / 2 - 3, self.look.quiet
        moves = self.say("picture.end.moves", count=self.went.moves)
        wide = self._write(picture, (right, caption), moves, SMALL, quiet, side="r")
        self._write(
            picture, (left, caption), self.say("picture.chance"), SMALL, quiet, room=right - left - wide - GAP
        )
        ground, box = self.look.plate, (left, top + CAPTION, right, top + CURVE)
        size = right - left, CURVE - CAPTION
        lay(picture, plate(self.palette, size, 10, ground, self.look.ground), (left, box[1]))
        top, half = box[1] + BAND, (box[3] - box[1] - BAND - 12) // 2
        middle = top + half
        for seat in (0, 1):
            badge = self._icon(seat, ICON, ground)
            lay(picture, badge, (left + 10, middle + (-1, 1)[seat] * half * 3 // 5 - badge.height // 2))
        start, end = left + ICON + 26, right - 16
        self._draw_steps(picture, (start, end), (middle, half))
        beyond, points = start, []
        for number, ply in enumerate(self.went.points, 1):
            x = self._at(ply - 1, start, end)
            # Numbers of moves that are close stand side by side; each has room for those that follow.
            rest = (len(self.went.points) - number) * (BADGE + 6)
            badge_left = min(max(x - BADGE // 2, beyond), end + 10 - BADGE - rest)
            beyond = badge_left + BADGE + 6
            points.append((x, badge_left))
        self._draw_points(picture, points, (box[1] + 6, middle + half))

    def _at(self, ply: int, start: int, end: int) -> int:
        """Return where a ply is drawn."""
        return start + round((end - start) * ply / (len(self.went.chances) - 1))

    def _draw_steps(self, picture: Image.Image, ends: tuple[int, int], height: tuple[int, int]) -> None:
        draw, (middle, half) = ImageDraw.Draw(picture), height
        quiet = self.palette.index(self.look.quiet)
        for ply, found in enumerate(self.went.chances[1:], 1):
            lead = 2 * found - WHOLE
            high = middle - round(lead * half / WHOLE)
            tone = self.look.areas[lead < 0] if self._stands_out(lead) else self.look.quiet
            x, until = self._at(ply - 1, *ends), self._at(ply, *ends)
            if lead:
                area = x, min(high, middle), max(x, until - 1), max(high, middle)
                draw.rectangle(area, self.palette.index(tone))
        draw.rectangle((ends[0], middle - 1, ends[1], middle), quiet)

    def _draw_points(
        self, picture: Image.Image, points: Sequence[tuple[int, int]], ends: tuple[int, int]
    ) -> None:
        """Draw lines where the match turned, and over each, at its own left, the number of the turning point."""
        top, low = ends
        ink, ground = self.look.ink, self.look.plate
        under, begins = top + BADGE - 2, top + BADGE + TIE
        draw = ImageDraw.Draw(picture)
        # Between a line and what it crosses is the ground: an area may be as light as the line.
        for half, tone in ((3, ground), (1, ink)):
            index = self.palette.index(tone)
            for x, left in points:
                under_it = left + BADGE // 2  # a slanting line looks thinner than an upright one
                draw.line((under_it, under, x, begins), index, 2 * half + 1 + (under_it != x))
                draw.rectangle((x - half, begins, x + half, low), index)
        for number, (_, left) in enumerate(points, 1):
            lay(picture, plate(self.palette, (BADGE, BADGE), BADGE // 2, ink, ground), (left, top))
            at = left + BADGE / 2 - 0.3 * TYPE, top + BADGE // 2
            self._write(picture, at, str(number), TYPE, ground, ink, face=MONO)

    def _draw_side(self, picture: Image.Image, seat: Seat, top: int) -> None:
        """Draw a side with its piece and how well it played."""
        wide = (EDGE - 2 * MARGIN - GAP) // 2
        left = MARGIN + seat * (wide + GAP)
        ground, ink = self.look.plate, self.look.ink
        lay(picture, plate(self.palette, (wide, PLATE), 10, ground, self.look.ground), (left, top))
        middle = top + PLATE / 2
        art = self._icon(seat, ICON, ground)
        lay(picture, art, (left + 12, int(middle) - art.height // 2))
        found = self.went.accuracy[seat]
        figure = "–" if found is None else self.say("picture.percent", count=found)
        right = left + wide - 16
        room = self._write(picture, (right, middle), figure, FIGURES, ink, ground, side="r")
        said = self.say.told(self.view.sides[seat])
        at = left + ICON + 24
        self._write(picture, (at, middle), said, TYPE, ink, ground, room=right - room - GAP - at)


def _in_words(view: View, went: Went, say: Speaker) -> str:
    """Return the picture in words, from the side of seat 0."""
    first, chances = view.sides[0], [percent(each) for each in went.chances]
    told = [
        Said("alt.insight", count=went.moves),
        Said("alt.insight.begins", side=first, count=chances[0]),
        *(
            Said(
                "alt.insight.point",
                number=number,
                move=move,
                side=first,
                more=chances[ply - 1],
                less=chances[ply],
            )
            for number, (ply, move) in enumerate(zip(went.points, went.turned, strict=True), 1)
        ),
        Said("alt.insight.ends", side=first, count=chances[-1]),
        *(
            Said("alt.insight.accuracy", side=side, count=found)
            for side, found in zip(view.sides, went.accuracy, strict=True)
            if found is not None
        ),
    ]
    return say.told(chain("series.sentences", told))


def percent(thousandths: int) -> int:
    """Return a chance in hundredths: all of it, or nothing, only where the end has been seen."""
    if 0 < thousandths < WHOLE:
        return min(99, max(1, round(thousandths / 10)))
    return thousandths // 10
