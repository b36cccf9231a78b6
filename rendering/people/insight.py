"""The picture of all matches of one person.

It shows how they ended, by kind, and how accurate the person's moves were over time. The colours are
those of boards, whatever game was played. The name is shown only as far as the fonts can draw it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from rendering.board.layout import PICTURE_WIDTH, SIDE
from rendering.caption import drawable_name
from rendering.describe import fit_alt_text
from rendering.people.charts import AXIS, CURVE, Charts, day_phrase
from rendering.picture import Picture
from rendering.png import encode_png
from rendering.result_marks import ResultMark
from rendering.text_lines import CAPTION, FIGURES, GAP, MARGIN, SMALL, TYPE, VERDICT, SheetWriter
from rendering.themes import DEFAULT_THEME
from rendering.timing import report_time
from words import ENGLISH, Localizer, Phrase, Words, join_phrases, localizer_for

NAMED: Final = 74
"""Height of the head: whose matches they are."""
ROW: Final = 46
"""Height of the line of a kind of matches."""
PAD: Final = 8
"""Above the first line of a plate, and below the last."""
BAR: Final = 38
KIND: Final = 236
"""Width of what a kind is called, before its bar."""
POINTS: Final = 92
"""Width of the points in hundredths, after its bar."""
HEAD: Final = 20
"""Height above the curve, on its plate."""
THIRD: Final = 104
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
    sheet = _Sheet(theme, localizer_for(language))
    image = sheet.draw(totals)
    return Picture(encode_png(image, sheet.palette), _in_words(totals, sheet.say), *image.size)


class _Sheet(SheetWriter, Charts):
    """Painter of the insight, in the numbers of the palette."""

    def draw(self, whole: InsightTotals) -> Image.Image:
        """Draw the whole picture."""
        plates = [2 * PAD + ROW * len(bars) for bars in whole.groups]
        height = NAMED + CAPTION + sum(plates) + GAP * (len(plates) - 1) + SIDE
        if whole.accuracy_curve:
            height += CAPTION + HEAD + CURVE + AXIS
        if whole.chances_lost:
            height += CAPTION + THIRD
        picture = self.palette.blank((PICTURE_WIDTH, height), self.look.ground)
        self._draw_name(picture, whole)
        top = NAMED + CAPTION
        for bars, high in zip(whole.groups, plates, strict=True):
            self._plate(picture, (SIDE, top, PICTURE_WIDTH - SIDE, top + high), self.look.plate)
            for number, bar in enumerate(bars):
                self._draw_bar(picture, bar, top + PAD + ROW * number)
            top += high + GAP
        top -= GAP
        if whole.accuracy_curve:
            self._draw_accuracy(picture, whole, top)
            top += CAPTION + HEAD + CURVE + AXIS
        if whole.chances_lost:
            self._draw_thirds(picture, whole.chances_lost, top)
        return picture

    def _draw_name(self, picture: Image.Image, whole: InsightTotals) -> None:
        """Write the player's name, the number of matches, and the legend of result marks."""
        room = self._draw_mark(picture, NAMED / 2 + 5) - MARGIN - 2 * GAP
        size, words = self._fit_name(
            str, drawable_name(whole.name) or self.say("picture.member"), VERDICT, room
        )
        self._write(picture, (MARGIN, NAMED / 2), words, size, self.look.ink, room=room)
        said = self.say("picture.overview.matches", count=whole.count)
        self._draw_results_legend(picture, NAMED + CAPTION / 2, said)

    def _draw_bar(self, picture: Image.Image, bar: ResultsBar, top: int) -> None:
        """Draw a kind of matches: name, results as a bar, and points in hundredths."""
        look, middle = self.look, top + ROW / 2
        left = MARGIN + 4
        self._write(
            picture, (left, middle), self.say.text(bar.label), TYPE, look.ink, look.plate, room=KIND - GAP
        )
        right = PICTURE_WIDTH - MARGIN - 4
        said = self.say("picture.percent", count=bar.percent)
        self._write(picture, (right, middle), said, TYPE, look.ink, look.plate, room=POINTS - GAP, side="r")
        high = top + (ROW - BAR) // 2
        self._draw_results(picture, bar.counts, (left + KIND, high, right - POINTS, high + BAR))

    def _draw_accuracy(self, picture: Image.Image, whole: InsightTotals, top: int) -> None:
        """Draw the accuracy over time, and the number of matches for which it is known."""
        middle, quiet = top + CAPTION / 2, self.look.quiet
        known = self.say("picture.overview.looked", count=whole.analysed_count, all=whole.count)
        wide = self._write(picture, (PICTURE_WIDTH - MARGIN, middle), known, SMALL, quiet, side="r", room=360)
        words = self.say("picture.overview.accuracy", count=whole.accuracy or 0)
        self._write(
            picture, (MARGIN, middle), words, SMALL, quiet, room=PICTURE_WIDTH - 2 * MARGIN - wide - GAP
        )
        top += CAPTION
        self._plate(picture, (SIDE, top, PICTURE_WIDTH - SIDE, top + HEAD + CURVE + AXIS), self.look.plate)
        self._draw_curve(
            picture, whole.accuracy_curve, top + HEAD, STEPS, self.say("picture.percent", count="{}")
        )

    def _draw_thirds(self, picture: Image.Image, lost: Sequence[int], top: int) -> None:
        """Draw the loss in each third of a match.

        The greatest is on a plate that stands out.
        """
        look = self.look
        words = self.say("picture.overview.lost")
        self._write(
            picture, (MARGIN, top + CAPTION / 2), words, SMALL, look.quiet, room=PICTURE_WIDTH - 2 * MARGIN
        )
        top += CAPTION
        wide = (PICTURE_WIDTH - 2 * SIDE - 2 * GAP) // 3
        for number, (third, count) in enumerate(zip(THIRDS, lost, strict=True)):
            left = SIDE + number * (wide + GAP)
            most = count == max(lost) > 0
            ground, ink = (look.quiet, look.ground) if most else (look.plate, look.ink)
            self._plate(picture, (left, top, left + wide, top + THIRD), ground)
            said = self.say("picture.percent", count=count)
            name = self.say(f"picture.overview.{third}")
            self._write(picture, (left + 16, top + 28), name, SMALL, ink, ground, room=wide - 32)
            self._write(picture, (left + 16, top + 70), said, FIGURES, ink, ground, room=wide - 32)


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
