"""Charts of a member's matches: a curve over time, and results as a bar."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from math import ceil, floor
from typing import Final

from PIL import Image

from rendering.board.layout import SIDE
from rendering.result_marks import RESULTS, ResultMark, draw_result_mark
from rendering.sprites import CAPITAL_HEIGHT, Pen, paste_art, render_text
from rendering.text_lines import BETWEEN, MARGIN, SMALL, LineWriter, bar_widths
from rendering.themes import blend
from words import Phrase, date_phrase

CURVE: Final = 190
AXIS: Final = 44
"""Height below it, with the days of both ends."""
RAIL: Final = 88
"""Width left of it, with the scale."""
STEPS: Final = (25, 50, 100, 200, 500)
"""Points between two lines of the scale: the first with few enough spaces."""
MOST: Final = 4
LOW: Final = 150
"""A chart that is no higher has one less."""
RIM: Final = 2


class Charts(LineWriter):
    """Painter of charts, in the numbers of the palette."""

    def _draw_curve(
        self,
        picture: Image.Image,
        curve: Sequence[tuple[float, float]],
        box: tuple[float, float, float, float],
        steps: Sequence[int] = STEPS,
        sign: str = "{}",
    ) -> None:
        """Draw a curve of a number after each match, with its scale and end days.

        The `box` is that of its plate, without the days below. The numbers are placed by the time of the
        match. The `steps` are the possible distances between two lines of the scale, and `sign` is the
        format of its numbers.
        """
        look, ground = self.look, self.look.plate
        low, high, step = chart_scale(
            [points for _, points in curve], steps, MOST if box[3] - box[1] > LOW else MOST - 1
        )
        left, right, top, tall = box[0] + RAIL, box[2] - MARGIN - 2, box[1], box[3] - box[1]
        size = right - left + 16, tall
        art_size = self.to_pixels(size[0]), self.to_pixels(size[1])
        pen, inner = Pen(*art_size, unit=self.unit), tall - 24

        def height(points: float) -> float:
            return 12 + inner * (high - points) / (high - low)

        names = self.palette.names
        began, ended = curve[0][0], curve[-1][0]
        width = size[0] - 16
        points = [
            (8 + width * ((at - began) / (ended - began) if ended > began else 1.0), height(value))
            for at, value in curve
        ]
        field = Image.new("RGB", art_size, names[ground])
        shade = blend(names[ground], names[look.verdict], 0.24)
        if len(points) > 1:
            pen.shape([(points[0][0], height(low)), *points, (points[-1][0], height(low))], shade)
        ruler = blend(names[ground], names[look.quiet], 0.45)
        for value in range(low, high + 1, step):
            y = height(value)
            pen.tile((8, y - 1, size[0] - 8, y + 1), 0, ruler)
            said = sign.format(value)
            self._write(
                picture, (left - 8, top + y), said, SMALL, look.quiet, ground, side="r", room=RAIL - 8
            )
        if len(points) > 1:
            pen.line(points, 4, names[look.verdict])
        pen.disc(points[-1], 10, names[look.disc[2]])
        pen.disc(points[-1], 7.5, names[look.verdict])
        art = pen.finish()
        field.paste(art, (0, 0), art)
        paste_art(picture, self.palette.quantise(field), (self.to_pixels(left - 8), self.to_pixels(top)))
        middle, start = top + tall + AXIS / 2 - 4, box[0] + MARGIN - SIDE
        room = (right - start) / 2 - 6
        first, last = (self.say.text(day_phrase(at)) for at in (began, ended))
        if first != last:
            self._write(picture, (start, middle), first, SMALL, look.quiet, ground, room=room)
        self._write(picture, (right, middle), last, SMALL, look.quiet, ground, side="r", room=room)

    def _draw_results_legend(
        self, picture: Image.Image, middle: float, words: str, left: float = MARGIN
    ) -> None:
        """Write a heading at `left`, and the meaning of the result marks at the right."""
        right = float(self.columns - MARGIN)
        for result in reversed(RESULTS):
            said = self.say(f"picture.profile.{result}")
            right -= self._write(picture, (right, middle), said, SMALL, self.look.quiet, side="r", room=110)
            right -= 8 + 24
            art = draw_result_mark(self.palette, result, self.to_pixels(24), self.look.ground)
            self._paste(picture, art, right, middle)
            right -= 18
        if words:
            self._write(picture, (left, middle), words, SMALL, self.look.quiet, room=right - left)

    def _draw_results(
        self, picture: Image.Image, counts: Mapping[ResultMark, int], box: tuple[float, float, float, float]
    ) -> None:
        """Draw results as a bar: a part of each with its number.

        The bar becomes wider than the box if the numbers need it.
        """
        look, (left, top, right, low) = self.look, box
        grounds = {
            "won": look.winner_plate,
            "drawn": (look.quiet, look.ground),
            "lost": (look.plate, look.ink),
        }
        for result, width in bar_widths(counts, round(right - left)):
            ground, ink = grounds[result]
            part = (left, top, left + width, low)
            self._plate(picture, part, look.quiet if result == "lost" else ground, 6, look.plate)
            if result == "lost":
                inner = (left + RIM, top + RIM, left + width - RIM, low - RIM)
                self._plate(picture, inner, ground, 5, look.quiet)
            size = self.to_pixels(SMALL)
            art = render_text(self.palette, str(counts[result]), size, ink, ground)
            # No digit reaches below the line, and the room there would wipe out the rim.
            edge = (art.height - round(size * CAPITAL_HEIGHT)) // 2 - 1
            art = art.crop((0, edge, art.width, art.height - edge))
            self._paste(picture, art, left + 12, (top + low) / 2)
            left += width + BETWEEN


def chart_scale(
    values: Sequence[float], steps: Sequence[int] = STEPS, most: int = MOST
) -> tuple[int, int, int]:
    """Return the scale of a chart: its least number, greatest number and step.

    It has at most so many spaces between two lines.
    """
    low = high = step = 0
    for step in steps:
        low, high = floor(min(values) / step) * step, ceil(max(values) / step) * step
        if high == low:
            high += step
        if (high - low) // step <= most:
            break
    return low, high, step


def day_phrase(timestamp: float) -> Phrase:
    """Return the date of a timestamp.

    >>> str(day_phrase(86400.0 * 31))
    '1970-02-01'
    """
    return date_phrase(datetime.fromtimestamp(timestamp, UTC).date())
