"""The picture of all matches of one person.

It shows how they ended, by kind, and how accurate the person's moves were over time. The colours are
those of boards, whatever game was played. The name is shown only as far as the fonts can draw it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from PIL import Image

from rendering.board.layout import PICTURE_WIDTH, SIDE
from rendering.caption import drawable_name
from rendering.describe import fit_alt_text
from rendering.people.charts import AXIS, Charts, day_phrase
from rendering.picture import Picture
from rendering.png import encode_png
from rendering.result_marks import ResultMark
from rendering.text_lines import FIGURES, GAP, MARGIN, SMALL, TYPE, VERDICT, SheetWriter
from rendering.themes import DEFAULT_THEME
from rendering.timing import report_time
from words import ENGLISH, Localizer, Phrase, Words, join_phrases, localizer_for

WIDTH: Final = 1100
"""Pixels of the width; all that follows is in 720ths of it."""
NAMED: Final = 60
"""Height of the head: whose matches they are."""
CAPTION: Final = 36
"""Height of a line of small words above a plate."""
APART: Final = 8
"""Between two plates."""
HALF: Final = (PICTURE_WIDTH - 2 * SIDE - APART) // 2
"""Width of a plate."""
ROW: Final = 65
"""Height of a kind of matches: what it is called, and its bar."""
LABEL: Final = 30
"""Height of what it is called, as deep as its lowest letters."""
PAD: Final = 5
"""Above the first line of a plate, and below the last."""
BAR: Final = 33
POINTS: Final = 86
"""Width of the points in hundredths, after its bar."""
HEAD: Final = 10
"""Height above the curve, on its plate."""
CURVE: Final = 104
THIRD: Final = 84
"""Height of the plate of a third of a match."""
STEPS: Final = (5, 10, 20, 25)
"""Hundredths between two lines of the scale of accuracy."""
THIRDS: Final = ("early", "middle", "late")


@dataclass(frozen=True, slots=True)
class ResultsBar:
    """The matches of one kind: label, number of each result, and score in percent.

    A draw counts half.
    """

    label: Words
    won: int
    drawn: int
    lost: int
    percent: int

    @property
    def counts(self) -> dict[ResultMark, int]:
        """Number of matches by result."""
        return {"won": self.won, "drawn": self.drawn, "lost": self.lost}


@dataclass(frozen=True, slots=True)
class InsightTotals:
    """All matches of a player: name, number, and how each kind of them ended.

    `analysed_count` is the number of analysed matches. They give the mean `accuracy` in hundredths, its
    `accuracy_curve` over time (seconds since the epoch, the newest last), and `chances_lost`: the chance to
    win that was lost in each third of a match, in hundredths.
    """

    name: str
    count: int
    groups: tuple[tuple[ResultsBar, ...], ...]
    analysed_count: int = 0
    accuracy: int | None = None
    accuracy_curve: tuple[tuple[float, float], ...] = ()
    chances_lost: tuple[int, int, int] | None = None


@report_time("overview")
def draw_insight(totals: InsightTotals, *, theme: str = DEFAULT_THEME, language: str = ENGLISH) -> Picture:
    """Return the picture of a player's results and accuracy over all matches.

    The accuracy is left out if it is not known.
    """
    sheet = _Sheet(theme, localizer_for(language), WIDTH)
    image = sheet.draw(totals)
    png = encode_png(image, sheet.palette, is_dense=True)
    return Picture(png, _in_words(totals, sheet.say), *image.size)


class _Sheet(SheetWriter, Charts):
    """Painter of the insight, in the numbers of the palette."""

    def draw(self, whole: InsightTotals) -> Image.Image:
        """Draw the whole picture: its parts in two columns, each below the shorter one."""
        parts: list[tuple[int, Callable[[Image.Image, float, float], None]]] = [
            (2 * PAD + ROW * len(bars), partial(self._draw_bars, bars=bars)) for bars in whole.groups
        ]
        if whole.accuracy_curve:
            parts.append((2 * CAPTION + HEAD + CURVE + AXIS, partial(self._draw_accuracy, whole=whole)))
        if whole.chances_lost:
            parts.append((CAPTION + THIRD, partial(self._draw_thirds, lost=whole.chances_lost)))
        placed: list[tuple[Callable[[Image.Image, float, float], None], int, int]] = []
        tops = [NAMED + CAPTION, NAMED + CAPTION]
        for height, paint in parts:
            column = int(tops[1] < tops[0])
            placed.append((paint, SIDE + column * (HALF + APART), tops[column]))
            tops[column] += height + APART
        height = max(tops) - APART + SIDE
        picture = self.palette.blank((WIDTH, self.to_pixels(height)), self.look.ground)
        self._draw_name(picture, whole)
        for draw_part, left, top in placed:
            draw_part(picture, left, top)
        return picture

    def _draw_name(self, picture: Image.Image, whole: InsightTotals) -> None:
        """Write the player's name, the number of matches, and the legend of result marks."""
        room = self._draw_mark(picture, NAMED / 2 + 5) - MARGIN - 2 * GAP
        name = drawable_name(whole.name) or self.say("picture.member")
        size, words = self._fit_name(str, name, VERDICT, room)
        self._write(picture, (MARGIN, NAMED / 2), words, size, self.look.ink, room=room)
        said = self.say("picture.overview.matches", count=whole.count)
        self._draw_results_legend(picture, NAMED + CAPTION / 2, said)

    def _draw_bars(
        self, picture: Image.Image, left: float, top: float, *, bars: Sequence[ResultsBar]
    ) -> None:
        """Draw the plate of kinds of matches that are compared."""
        self._plate(picture, (left, top, left + HALF, top + 2 * PAD + ROW * len(bars)), self.look.plate)
        for number, bar in enumerate(bars):
            self._draw_bar(picture, bar, left + 12, top + PAD + ROW * number)

    def _draw_bar(self, picture: Image.Image, bar: ResultsBar, left: float, top: float) -> None:
        """Draw a kind of matches: its name, a bar of results, points in hundredths."""
        look, right, middle = self.look, left + HALF - 24, top + LABEL + BAR / 2
        label = self.say.text(bar.label)
        at = (left, top + LABEL / 2)
        self._write(picture, at, label, SMALL, look.ink, look.plate, room=right - left)
        said, room = self.say("picture.percent", count=bar.percent), POINTS - GAP
        self._write(picture, (right, middle), said, TYPE, look.ink, look.plate, room=room, side="r")
        box = (left, middle - BAR / 2, right - POINTS, middle + BAR / 2)
        self._draw_results(picture, bar.counts, box)

    def _draw_accuracy(self, picture: Image.Image, left: float, top: float, *, whole: InsightTotals) -> None:
        """Draw the accuracy over time, and the number of matches for which it is known."""
        quiet, right = self.look.quiet, left + HALF
        known = self.say("picture.overview.looked", count=whole.analysed_count, all=whole.count)
        for words in (self.say("picture.overview.accuracy", count=whole.accuracy or 0), known):
            self._write(picture, (left + 12, top + CAPTION / 2), words, SMALL, quiet, room=HALF - 24)
            top += CAPTION
        self._plate(picture, (left, top, right, top + HEAD + CURVE + AXIS), self.look.plate)
        box, sign = (left, top + HEAD, right, top + HEAD + CURVE), self.say("picture.percent", count="{}")
        self._draw_curve(picture, whole.accuracy_curve, box, STEPS, sign)

    def _draw_thirds(self, picture: Image.Image, left: float, top: float, *, lost: Sequence[int]) -> None:
        """Draw the loss in each third of a match.

        The greatest is on a plate that stands out.
        """
        look, words = self.look, self.say("picture.overview.lost")
        self._write(picture, (left + 12, top + CAPTION / 2), words, SMALL, look.quiet, room=HALF - 24)
        top += CAPTION
        wide = (HALF - 2 * APART) / 3
        for number, (third, count) in enumerate(zip(THIRDS, lost, strict=True)):
            start = left + number * (wide + APART)
            most = count == max(lost) > 0
            ground, ink = (look.quiet, look.ground) if most else (look.plate, look.ink)
            self._plate(picture, (start, top, start + wide, top + THIRD), ground)
            said = self.say("picture.percent", count=count)
            name = self.say(f"picture.overview.{third}")
            self._write(picture, (start + 7, top + 19), name, SMALL, ink, ground, room=wide - 14)
            self._write(picture, (start + 7, top + 58), said, FIGURES, ink, ground, room=wide - 14)


def _in_words(whole: InsightTotals, say: Localizer) -> str:
    """Return the picture in words.

    Kinds at the end are left out if there is no room for all.
    """
    name = drawable_name(whole.name) or say("picture.member")
    first: list[Words] = [Phrase("alt.overview", name=name, count=whole.count)]
    if whole.accuracy_curve:
        values = [round(value) for _, value in whole.accuracy_curve]
        (began, _), (ended, _) = whole.accuracy_curve[0], whole.accuracy_curve[-1]
        first.append(
            Phrase(
                "alt.overview.accuracy",
                count=whole.accuracy or 0,
                all=whole.analysed_count,
                less=values[0],
                day=day_phrase(began),
                more=values[-1],
                other_day=day_phrase(ended),
            )
        )
    if whole.chances_lost:
        early, middle, late = whole.chances_lost
        first.append(Phrase("alt.overview.lost", less=early, count=middle, more=late))
    bars = [
        Phrase("alt.overview.kind", item=bar.label, count=bar.percent, **bar.counts)
        for group in whole.groups
        for bar in group
    ]
    return fit_alt_text(
        say.text(join_phrases("series.sentences", [*first, *bars[:count]]))
        for count in range(len(bars), -1, -1)
    )
