"""The picture of a simul: its score, and each board's result for the exhibitor."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from PIL import Image

from rendering.board.layout import PICTURE_WIDTH, SIDE
from rendering.caption import distinct_names
from rendering.describe import fit_alt_text
from rendering.picture import Picture
from rendering.png import encode_png
from rendering.result_marks import draw_result_mark
from rendering.sprites import paste_art
from rendering.text_lines import APART, CAPTION, GAP, MARGIN, NAMED, SCORE, SMALL, TYPE, SheetWriter
from rendering.themes import DEFAULT_THEME
from rendering.timing import report_time
from words import ENGLISH, Localizer, Phrase, Words, join_phrases, localizer_for

LINE: Final = 54
"""Height of a board."""
PITCH: Final = 60
COLUMNS: Final = 2
WIDTH: Final = (PICTURE_WIDTH - 2 * SIDE - APART) // COLUMNS
NUMBER: Final = 42
"""Where the number of a board ends on its plate."""
RESULT: Final = 26
"""Size of the mark of a result."""
BoardResult = Literal["won", "drawn", "lost", "none"]


@dataclass(frozen=True, slots=True)
class SimulBoard:
    """A board of a simul: the opponent's name, and the result for the exhibitor.

    The result is `"none"` if the board does not count, and `None` while it is still played.
    """

    name: str
    result: BoardResult | None


@report_time("simul")
def draw_simul(
    exhibitor: str,
    title: Words,
    subtitle: Words,
    score: tuple[str, str],
    leading_side: int | None,
    boards: Sequence[SimulBoard],
    *,
    theme: str = DEFAULT_THEME,
    language: str = ENGLISH,
) -> Picture:
    """Return the standings of a simul: an exhibitor plays all others at once.

    `title` is the title of its game. `score` has the points of the exhibitor and of all others as text,
    `leading_side` is the side with more of them. `subtitle` says how far the simul has come.
    """
    sheet = _Sheet(theme, localizer_for(language))
    exhibitor, *names = distinct_names(
        [exhibitor, *(board.name for board in boards)], sheet.say("picture.member")
    )
    boards = [replace(board, name=name) for board, name in zip(boards, names, strict=True)]
    image = sheet.draw(exhibitor, title, subtitle, score, leading_side, boards)
    return Picture(
        encode_png(image, sheet.palette),
        _in_words(exhibitor, subtitle, score, boards, sheet.say),
        *image.size,
    )


class _Sheet(SheetWriter):
    """Painter of the standings, in the numbers of the palette."""

    def draw(
        self,
        giver: str,
        title: Words,
        part: Words,
        score: tuple[str, str],
        ahead: int | None,
        boards: Sequence[SimulBoard],
    ) -> Image.Image:
        """Draw the score and the boards."""
        low, rows = NAMED + SCORE + CAPTION, -(-len(boards) // COLUMNS)
        height = low + PITCH * rows + CAPTION + SIDE
        picture = self.palette.blank((PICTURE_WIDTH, height), self.look.ground)
        self._draw_head(picture, self.say.text(title), part)
        for side, name in enumerate((giver, self.say("picture.simul.others"))):
            self._draw_score(picture, side, name, score[side], leads=ahead == side)
        caption = self.say("picture.simul.results", name=giver)
        at = MARGIN, NAMED + SCORE + CAPTION / 2
        self._write(picture, at, caption, SMALL, self.look.quiet, room=PICTURE_WIDTH - 2 * MARGIN)
        for place, board in enumerate(boards):
            left = SIDE + (WIDTH + APART) * (place % COLUMNS)
            self._draw_board(picture, place + 1, board, (left, low + PITCH * (place // COLUMNS)))
        self._draw_legend(picture, low + PITCH * rows + CAPTION / 2 + 4)
        return picture

    def _draw_board(
        self, picture: Image.Image, number: int, board: SimulBoard, corner: tuple[int, int]
    ) -> None:
        """Draw a board.

        A board that is over is quiet, and has the mark of its result if it counts.
        """
        look, (left, top) = self.look, corner
        middle = top + LINE / 2
        self._plate(picture, (left, top, left + WIDTH, top + LINE), look.plate)
        self._write(picture, (left + NUMBER, middle), str(number), SMALL, look.quiet, look.plate, side="r")
        room = float(WIDTH - NUMBER - 2 * GAP - RESULT - 2 * GAP)
        ink = look.ink if board.result is None else look.quiet
        size, name = self._fit_name(str, board.name, TYPE, room)
        self._write(picture, (left + NUMBER + GAP, middle), name, size, ink, look.plate, room=room)
        if board.result is not None and board.result != "none":
            end = left + WIDTH - GAP
            art = draw_result_mark(self.palette, board.result, self.to_pixels(RESULT), look.plate)
            paste_art(
                picture, art, (self.to_pixels(end) - art.width, self.to_pixels(middle) - art.height // 2)
            )


def _in_words(
    giver: str, part: Words, score: tuple[str, str], boards: Sequence[SimulBoard], say: Localizer
) -> str:
    told: list[Words] = [
        Phrase("alt.simul", name=giver, table_of=part),
        Phrase("alt.simul.score", name=giver, high=score[0], low=score[1]),
    ]
    for number, board in enumerate(boards, 1):
        told.append(Phrase(f"alt.simul.board.{board.result or 'open'}", number=number, name=board.name))
    return fit_alt_text([say.text(join_phrases("series.sentences", told))])
