"""The picture of an analysis: winning chances, turning points, and accuracy.

The chance to win is shown after each move. A curve divides a field in two: the upper part is as high as
the chance of seat 0 and in its tone, the lower part is that of seat 1. The layout is that of the panel
of a match's final picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from rendering.board.layout import PICTURE_WIDTH, SIDE
from rendering.caption import Caption
from rendering.end import CAPTION, ICON, EndPanel
from rendering.picture import Picture
from rendering.png import encode_png
from rendering.sprites import draw_plate, paste_art, render_text
from rendering.text_lines import FIGURES, GAP, HEAD, MARGIN, SMALL, TYPE
from rendering.themes import DEFAULT_THEME, valid_theme
from rendering.timing import report_time
from rules.board import BoardView
from rules.course import Course
from rules.game import Seat, View
from words import ENGLISH, Localizer, Phrase, Words, join_phrases, localizer_for

CURVE: Final = 300
"""Height of the plate of the curve."""
RAIL: Final = 66
"""Width left of the curve, with the pieces of both sides and the scale."""
AXIS: Final = 34
"""Height below the curve, with the numbers of moves."""
TICKS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)
"""Moves between two numbers of the axis: the first with at most `MOST` numbers."""
MOST: Final = 6
ROW: Final = 46
"""Height of a turning point in the list."""
PLATE: Final = 70
"""Height of the plate of a side."""
BADGE: Final = 36
"""Edge of the number of a turning point."""
PLAYED: Final = 190
"""Width of a move in the list."""
CHANCES: Final = 160
"""Width of the chances before it and after it."""
WHOLE: Final = 1000
"""A chance is in thousandths."""


@dataclass(frozen=True, slots=True)
class TurningMove:
    """A turning point: ply from 1, seat, the move as people read it, a better move.

    `chances` are the mover's before and after the move, in thousandths. The curve has means of several
    looks, so it need not pass through them.
    """

    ply: int
    seat: Seat
    move: Words
    better: Words
    chances: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchCourse:
    """The course of a match: winning chances of seat 0, and accuracy by seat.

    Chances are before the first move and after each, in thousandths. `turning_moves` are in the order of
    the match; `move_numbers` has the number that players give each ply.
    """

    chances: tuple[int, ...]
    accuracy: tuple[int | None, int | None]
    turning_moves: tuple[TurningMove, ...]
    move_numbers: tuple[int, ...]

    @property
    def move_count(self) -> int:
        """The number of moves made, as players count them."""
        return self.move_numbers[-1]


@report_time("insight")
def draw_analysis(
    view: View,
    course: MatchCourse,
    *,
    theme: str = DEFAULT_THEME,
    language: str = ENGLISH,
    caption: Caption | None = None,
) -> Picture:
    """Return the picture of an analysis report.

    `view` is the last position, which has the sides of both players. A `caption` gives the game and the
    players' names.
    """
    theme = valid_theme(theme)
    say = localizer_for(language)
    sheet = _Sheet(view, course, theme, say, caption)
    image = sheet.draw()
    return Picture(encode_png(image, sheet.palette), _in_words(view, course, say), *image.size)


class _Sheet(EndPanel):
    """Painter of the report, made of the panel's parts."""

    def __init__(
        self, view: View, went: MatchCourse, theme: str, say: Localizer, caption: Caption | None
    ) -> None:
        super().__init__(view, Course((), (), "", went.move_count), theme, say, None, PICTURE_WIDTH, caption)
        self.went = went

    @property
    def height(self) -> int:
        """Height of the picture in pixels."""
        rows = len(self.went.turning_moves) * ROW + (GAP if self.went.turning_moves else 0)
        return HEAD + CAPTION + CURVE + AXIS + rows + CAPTION + PLATE + SIDE

    def draw(self) -> Image.Image:
        """Return the picture in the numbers of the palette."""
        picture = self.palette.blank((PICTURE_WIDTH, self.height), self.look.ground)
        title = self.say.text(self.caption.title) if self.caption else self.say("picture.turned")
        self._draw_title(picture, title, HEAD / 2 + 2)
        top = HEAD
        self._draw_captions(picture, top)
        top += CAPTION
        self._draw_field(picture, top)
        top += CURVE + AXIS
        for number, turn in enumerate(self.went.turning_moves, 1):
            self._draw_turn(picture, number, turn, top + ROW // 2)
            top += ROW
        top += GAP if self.went.turning_moves else 0
        caption = (MARGIN, top + CAPTION / 2 - 4)
        self._write(picture, caption, self.say("picture.accuracy"), SMALL, self.look.quiet)
        for seat in (0, 1):
            self._draw_side(picture, seat, top + CAPTION)
        return picture

    def _draw_captions(self, picture: Image.Image, top: int) -> None:
        """Write the meaning of the curve and the number of moves above it."""
        middle, quiet, right = top + CAPTION / 2 - 4, self.look.quiet, PICTURE_WIDTH - MARGIN
        moves = self.say("picture.end.moves", count=self.went.move_count)
        room = right - MARGIN - GAP - self._write(picture, (right, middle), moves, SMALL, quiet, side="r")
        self._write(picture, (MARGIN, middle), self.say("picture.chance"), SMALL, quiet, room=room)

    def _draw_field(self, picture: Image.Image, top: int) -> None:
        """Draw the field divided by the curve, its scale, move numbers and turning points."""
        ground = self.look.plate
        paste_art(
            picture,
            draw_plate(self.palette, (PICTURE_WIDTH - 2 * SIDE, CURVE), 10, ground, self.look.ground),
            (SIDE, top),
        )
        left, right, high, low = SIDE + RAIL, PICTURE_WIDTH - SIDE - 10, top + 10, top + CURVE - 10
        middle = (high + low) // 2
        for seat, y in ((0, high + ICON // 2 + 8), (1, low - ICON // 2 - 8)):
            badge = self._icon(seat, ICON, ground)
            paste_art(picture, badge, (SIDE + (RAIL - badge.width) // 2, y - badge.height // 2))
        half = render_text(
            self.palette,
            self.say("picture.percent", count=50),
            SMALL,
            self.look.ink,
            ground,
            max_width=RAIL - 8,
        )
        paste_art(picture, half, (SIDE + (RAIL - half.width) // 2, middle - half.height // 2))
        first, second = (self.palette.index(tone) for tone in self.look.field_tones)
        draw = ImageDraw.Draw(picture)
        draw.rectangle((left, high, right, low), first)
        points = [
            (self._at(ply, left, right), self._high(ply, high, low)) for ply in range(len(self.went.chances))
        ]
        draw.polygon([(left, low), *points, (right, low)], second)
        for line, name in enumerate(self.look.lines):
            draw.line((left, middle + line, right, middle + line), self.palette.index(name))
        self._draw_axis(picture, (left, right), top + CURVE + AXIS // 2)
        self._draw_points(picture, points, (high, low))

    def _at(self, ply: int, left: int, right: int) -> int:
        """Return the horizontal position of a ply in pixels."""
        return left + round((right - left) * ply / max(1, len(self.went.chances) - 1))

    def _high(self, ply: int, top: int, low: int) -> int:
        """Return the vertical position of the curve after a ply, in pixels."""
        return top + round((low - top) * self.went.chances[ply] / WHOLE)

    def _draw_axis(self, picture: Image.Image, ends: tuple[int, int], middle: int) -> None:
        """Write the numbers of some moves below their middles.

        A number stands at the first ply of its move; the answer follows it.
        """
        moves = self.went.move_count
        step = next((step for step in TICKS if moves // step <= MOST), TICKS[-1])
        for number in range(step, moves + 1, step):
            ply = self.went.move_numbers.index(number) + 1
            art = render_text(
                self.palette, str(number), SMALL, self.look.quiet, self.look.ground, digits=True
            )
            x = min(self._at(ply, *ends) - art.width // 2, PICTURE_WIDTH - MARGIN - art.width)
            paste_art(picture, art, (x, middle - art.height // 2))

    def _draw_points(
        self, picture: Image.Image, points: Sequence[tuple[int, int]], ends: tuple[int, int]
    ) -> None:
        """Draw a disc with its number on the curve at each turning point."""
        reach = BADGE // 2 + 2
        box = (SIDE + RAIL + reach, ends[0] + reach, PICTURE_WIDTH - SIDE - 10 - reach, ends[1] - reach)
        spots = []
        for turn in self.went.turning_moves:
            (x, before), (x2, after) = points[turn.ply - 1], points[turn.ply]
            spots.append(((x + x2) // 2, (before + after) // 2))
        places = place_discs(spots, box)
        for spot, place in zip(spots, places, strict=True):
            ImageDraw.Draw(picture).line((*spot, *place), self.palette.index(self.look.disc[0]), 3)
        for number, place in enumerate(places, 1):
            self._draw_disc(picture, number, place, BADGE)

    def _draw_disc(self, picture: Image.Image, number: int, at: tuple[int, int], edge: int) -> None:
        """Draw the number of a turning point on a disc with a dark line around it."""
        name, ink, casing = self.look.disc
        draw, half = ImageDraw.Draw(picture), edge // 2
        draw.ellipse(
            (at[0] - half - 2, at[1] - half - 2, at[0] + half + 2, at[1] + half + 2),
            self.palette.index(casing),
        )
        draw.ellipse((at[0] - half, at[1] - half, at[0] + half, at[1] + half), self.palette.index(name))
        art = render_text(self.palette, str(number), SMALL, ink, name, digits=True)
        # Above and below the figures is some ground, which would cover the line.
        art = art.crop((0, 5, art.width, art.height - 5))
        paste_art(picture, art, (at[0] - art.width // 2 + 1, at[1] - art.height // 2))

    def _draw_turn(self, picture: Image.Image, number: int, turn: TurningMove, middle: int) -> None:
        """Write a turning point: number, seat, better move, and chance before and after."""
        look = self.look
        self._draw_disc(picture, number, (MARGIN + BADGE // 2, middle), BADGE - 4)
        art = self._icon(turn.seat, BADGE + 2, look.ground)
        paste_art(picture, art, (MARGIN + BADGE + 10, middle - art.height // 2))
        left, right = MARGIN + 2 * BADGE + 22, PICTURE_WIDTH - MARGIN
        self._draw_move(picture, turn.move, (left, middle))
        before, after = (to_percent(chance) for chance in turn.chances)
        now = self.say("picture.percent", count=after)
        wide = self._write(picture, (right, middle), now, TYPE, look.verdict, side="r") + 8
        was = self.say("picture.percent.was", count=before)
        self._write(picture, (right - wide, middle), was, SMALL, look.quiet, side="r", room=CHANCES - wide)
        room = right - CHANCES - GAP - left - PLAYED - GAP
        better = self.say("picture.better", move=turn.better)
        self._write(picture, (left + PLAYED + GAP, middle), better, SMALL, look.quiet, room=room)

    def _draw_move(self, picture: Image.Image, move: Words, at: tuple[int, int]) -> None:
        """Write a move, cut if it is too long.

        Notation is in the face of coordinates, words are in that of prose.
        """
        written = isinstance(move, str)
        said = self.say.text(move)
        size, said = (SMALL, said) if written else self._fit_name(str, said, SMALL, PLAYED)
        look = self.look
        art = render_text(self.palette, said, size, look.ink, look.ground, max_width=PLAYED, digits=written)
        paste_art(picture, art, (at[0], at[1] - art.height // 2))

    def _draw_side(self, picture: Image.Image, seat: Seat, top: int) -> None:
        """Draw a side with its piece and its accuracy."""
        wide = (PICTURE_WIDTH - 2 * SIDE - GAP) // 2
        left = SIDE + seat * (wide + GAP)
        ground, ink = self.look.plate, self.look.ink
        paste_art(picture, draw_plate(self.palette, (wide, PLATE), 10, ground, self.look.ground), (left, top))
        middle = top + PLATE / 2
        art = self._icon(seat, ICON, ground)
        paste_art(picture, art, (left + MARGIN - SIDE - 4, int(middle) - art.height // 2))
        found = self.went.accuracy[seat]
        figure = "–" if found is None else self.say("picture.percent", count=found)
        right = left + wide - 16
        room = self._write(picture, (right, middle), figure, FIGURES, ink, ground, side="r")
        at = left + ICON + 24
        # A key says itself which digit it is.
        named = isinstance(self.view, BoardView) or bool(self.caption and self.caption.player_name(seat))
        if named:
            size, said = self._fit_name(str, self.player_name(seat), TYPE, right - room - GAP - at)
            self._write(picture, (at, middle), said, size, ink, ground, room=right - room - GAP - at)


def place_discs(spots: Sequence[tuple[int, int]], box: tuple[int, int, int, int]) -> list[tuple[int, int]]:
    """Return the middles of discs, each near its spot and all in `box`.

    The spots are in order from left to right, and so are the discs. No disc covers another.
    """
    left, top, right, low = box
    placed: list[tuple[int, int]] = []
    for spot in spots:
        places = [
            (min(max(spot[0] + aside, left), right), min(max(y, top), low))
            for away in range(0, max(low - top, right - left), 4)
            for y in (spot[1] - away, spot[1] + away)
            for aside in (0, away, -away)
        ]
        ordered = [place for place in places if not placed or place[0] >= placed[-1][0]]
        free = [
            place
            for place in ordered
            if all((place[0] - a) ** 2 + (place[1] - b) ** 2 >= (BADGE + 6) ** 2 for a, b in placed)
        ]
        placed.append((free or ordered or places)[0])
    return placed


def _in_words(view: View, went: MatchCourse, say: Localizer) -> str:
    """Return the picture in words, from the side of seat 0."""
    first, chances = view.sides[0], [to_percent(each) for each in went.chances]
    told = [
        Phrase("alt.insight", count=went.move_count),
        Phrase("alt.insight.begins", side=first, count=chances[0]),
        *(
            Phrase(
                "alt.insight.point",
                number=number,
                move=turn.move,
                side=first,
                more=more,
                less=less,
            )
            for number, turn in enumerate(went.turning_moves, 1)
            for more, less in [
                [to_percent(each if turn.seat == 0 else WHOLE - each) for each in turn.chances]
            ]
        ),
        Phrase("alt.insight.ends", side=first, count=chances[-1]),
        *(
            Phrase("alt.insight.accuracy", side=side, count=found)
            for side, found in zip(view.sides, went.accuracy, strict=True)
            if found is not None
        ),
    ]
    return say.text(join_phrases("series.sentences", told))


def to_percent(thousandths: int) -> int:
    """Return a chance, given in thousandths, in percent.

    It is 0 or 100 only if the end of the match is certain.
    """
    if 0 < thousandths < WHOLE:
        return min(99, max(1, round(thousandths / 10)))
    return thousandths // 10
