"""The picture of all matches of one person.

Shows how they ended, by kinds, and how well they were played, over time. The palette is that of
boards, whatever was played, and the name is shown only as far as our faces can draw it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from rendering.board.layout import EDGE, SIDE
from rendering.caption import drawable
from rendering.describe import fitting_alt
from rendering.people.charts import AXIS, CURVE, Charts, day
from rendering.picture import Picture
from rendering.png import encode
from rendering.result_marks import ResultMark
from rendering.text_lines import CAPTION, FIGURES, GAP, MARGIN, SMALL, TYPE, VERDICT, SheetWriter
from rendering.themes import DEFAULT
from rendering.timing import report_time
from words import ENGLISH, Phrase, Speaker, Words, chain, speaker

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
    """Matches of a kind: its name, how they ended, and the points in hundredths.

    A draw counts half.
    """

    said: Words
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

    `looked` is the number of analysed matches; for those there is the mean `accuracy` in hundredths,
    its `curve` by the time (seconds since the epoch, the newest last), and the chance to win that was
    `lost` in each third of a match, in hundredths.
    """

    name: str
    count: int
    groups: tuple[tuple[ResultsBar, ...], ...]
    looked: int = 0
    accuracy: int | None = None
    curve: tuple[tuple[float, float], ...] = ()
    lost: tuple[int, int, int] | None = None


@report_time("overview")
def draw_insight(whole: InsightTotals, *, theme: str = DEFAULT, language: str = ENGLISH) -> Picture:
    """Return the picture of a player's results and accuracy over all matches.

    The accuracy is shown as far as it is known.
    """
    sheet = _Sheet(theme, speaker(language))
    image = sheet.draw(whole)
    return Picture(encode(image, sheet.palette), _in_words(whole, sheet.say), *image.size)


class _Sheet(SheetWriter, Charts):
    """Painter of the insight, in the numbers of the palette."""

    def draw(self, whole: InsightTotals) -> Image.Image:
        """Draw the whole picture."""
        plates = [2 * PAD + ROW * len(bars) for bars in whole.groups]
        height = NAMED + CAPTION + sum(plates) + GAP * (len(plates) - 1) + SIDE
        if whole.curve:
            height += CAPTION + HEAD + CURVE + AXIS
        if whole.lost:
            height += CAPTION + THIRD
        picture = self.palette.blank((EDGE, height), self.look.ground)
        self._draw_name(picture, whole)
        top = NAMED + CAPTION
        for bars, high in zip(whole.groups, plates, strict=True):
            self._plate(picture, (SIDE, top, EDGE - SIDE, top + high), self.look.plate)
            for number, bar in enumerate(bars):
                self._draw_bar(picture, bar, top + PAD + ROW * number)
            top += high + GAP
        top -= GAP
        if whole.curve:
            self._draw_accuracy(picture, whole, top)
            top += CAPTION + HEAD + CURVE + AXIS
        if whole.lost:
            self._draw_thirds(picture, whole.lost, top)
        return picture

    def _draw_name(self, picture: Image.Image, whole: InsightTotals) -> None:
        """Write the player's name, the number of matches, and the legend of result marks."""
        room = self._draw_mark(picture, NAMED / 2 + 5) - MARGIN - 2 * GAP
        size, words = self._fit_name(str, drawable(whole.name) or self.say("picture.member"), VERDICT, room)
        self._write(picture, (MARGIN, NAMED / 2), words, size, self.look.ink, room=room)
        said = self.say("picture.overview.matches", count=whole.count)
        self._draw_results_legend(picture, NAMED + CAPTION / 2, said)

    def _draw_bar(self, picture: Image.Image, bar: ResultsBar, top: int) -> None:
        """Draw a kind of matches: name, results as a bar, and points in hundredths."""
        look, middle = self.look, top + ROW / 2
        left = MARGIN + 4
        self._write(
            picture, (left, middle), self.say.text(bar.said), TYPE, look.ink, look.plate, room=KIND - GAP
        )
        right = EDGE - MARGIN - 4
        said = self.say("picture.percent", count=bar.percent)
        self._write(picture, (right, middle), said, TYPE, look.ink, look.plate, room=POINTS - GAP, side="r")
        high = top + (ROW - BAR) // 2
        self._draw_results(picture, bar.counts, (left + KIND, high, right - POINTS, high + BAR))

    def _draw_accuracy(self, picture: Image.Image, whole: InsightTotals, top: int) -> None:
        """Draw the accuracy over time, and the number of matches for which it is known."""
        middle, quiet = top + CAPTION / 2, self.look.quiet
        known = self.say("picture.overview.looked", count=whole.looked, all=whole.count)
        wide = self._write(picture, (EDGE - MARGIN, middle), known, SMALL, quiet, side="r", room=360)
        words = self.say("picture.overview.accuracy", count=whole.accuracy or 0)
        self._write(picture, (MARGIN, middle), words, SMALL, quiet, room=EDGE - 2 * MARGIN - wide - GAP)
        top += CAPTION
        self._plate(picture, (SIDE, top, EDGE - SIDE, top + HEAD + CURVE + AXIS), self.look.plate)
        self._draw_curve(picture, whole.curve, top + HEAD, STEPS, self.say("picture.percent", count="{}"))

    def _draw_thirds(self, picture: Image.Image, lost: Sequence[int], top: int) -> None:
        """Draw the loss in each third of a match.

        The greatest is on a plate that stands out.
        """
        look = self.look
        words = self.say("picture.overview.lost")
        self._write(picture, (MARGIN, top + CAPTION / 2), words, SMALL, look.quiet, room=EDGE - 2 * MARGIN)
        top += CAPTION
        wide = (EDGE - 2 * SIDE - 2 * GAP) // 3
        for number, (third, count) in enumerate(zip(THIRDS, lost, strict=True)):
            left = SIDE + number * (wide + GAP)
            most = count == max(lost) > 0
            ground, ink = (look.quiet, look.ground) if most else (look.plate, look.ink)
            self._plate(picture, (left, top, left + wide, top + THIRD), ground)
            said = self.say("picture.percent", count=count)
            name = self.say(f"picture.overview.{third}")
            self._write(picture, (left + 16, top + 28), name, SMALL, ink, ground, room=wide - 32)
            self._write(picture, (left + 16, top + 70), said, FIGURES, ink, ground, room=wide - 32)


def _in_words(whole: InsightTotals, say: Speaker) -> str:
    """Return the picture in words.

    Kinds at the end are left out if there is no room for all.
    """
    name = drawable(whole.name) or say("picture.member")
    first: list[Words] = [Phrase("alt.overview", name=name, count=whole.count)]
    if whole.curve:
        values = [round(value) for _, value in whole.curve]
        (began, _), (ended, _) = whole.curve[0], whole.curve[-1]
        first.append(
            Phrase(
                "alt.overview.accuracy",
                count=whole.accuracy or 0,
                all=whole.looked,
                less=values[0],
                day=day(began),
                more=values[-1],
                other_day=day(ended),
            )
        )
    if whole.lost:
        early, middle, late = whole.lost
        first.append(Phrase("alt.overview.lost", less=early, count=middle, more=late))
    bars = [
        Phrase("alt.overview.kind", item=bar.said, count=bar.percent, **bar.counts)
        for group in whole.groups
        for bar in group
    ]
    return fitting_alt(
        say.text(chain("series.sentences", [*first, *bars[:count]])) for count in range(len(bars), -1, -1)
    )
