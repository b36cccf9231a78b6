"""The picture of a simul: its score, and each board's result for the exhibitor."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from PIL import Image

from rendering.board.layout import EDGE, SIDE
from rendering.caption import drawable
from rendering.describe import fitting_alt
from rendering.picture import Picture
from rendering.png import encode
from rendering.result_marks import result_mark
from rendering.sprites import lay
from rendering.text_lines import APART, CAPTION, GAP, MARGIN, NAMED, SCORE, SMALL, TYPE, SheetWriter
from rendering.themes import DEFAULT
from rendering.timing import report_time
from words import ENGLISH, Phrase, Speaker, Words, chain, speaker

LINE: Final = 54
"""Height of a board."""
PITCH: Final = 60
COLUMNS: Final = 2
WIDTH: Final = (EDGE - 2 * SIDE - APART) // COLUMNS
NUMBER: Final = 42
"""Where the number of a board ends on its plate."""
RESULT: Final = 26
"""Size of the mark of a result."""
BoardResult = Literal["won", "drawn", "lost", "none"]


@dataclass(frozen=True, slots=True)
class SimulBoard:
    """A board: its player, and its result for the exhibitor.

    The result is `none` if it counts nothing, `None` while the board is open.
    """

    name: str
    given: BoardResult | None


@report_time("simul")
def draw_simul(
    giver: str,
    title: Words,
    part: Words,
    score: tuple[str, str],
    ahead: int | None,
    boards: Sequence[SimulBoard],
    *,
    theme: str = DEFAULT,
    language: str = ENGLISH,
) -> Picture:
    """Return the standings of an exhibitor's simul.

    `title` is the title of its game. `score` has the points of the exhibitor and of all others as text,
    `ahead` the side with more of them. `part` says how far the simul has come.
    """
    sheet = _Sheet(theme, speaker(language))
    giver = drawable(giver) or sheet.say("picture.member")
    image = sheet.draw(giver, title, part, score, ahead, boards)
    return Picture(
        encode(image, sheet.palette), _in_words(giver, part, score, boards, sheet.say), *image.size
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
        picture = self.palette.blank((EDGE, height), self.look.ground)
        self._draw_head(picture, self.say.text(title), part)
        for side, name in enumerate((giver, self.say("picture.simul.others"))):
            self._draw_score(picture, side, name, score[side], leads=ahead == side)
        caption = self.say("picture.simul.results", name=giver)
        at = MARGIN, NAMED + SCORE + CAPTION / 2
        self._write(picture, at, caption, SMALL, self.look.quiet, room=EDGE - 2 * MARGIN)
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
        ink = look.ink if board.given is None else look.quiet
        size, name = self._fit_name(str, drawable(board.name) or self.say("picture.member"), TYPE, room)
        self._write(picture, (left + NUMBER + GAP, middle), name, size, ink, look.plate, room=room)
        if board.given is not None and board.given != "none":
            end = left + WIDTH - GAP
            art = result_mark(self.palette, board.given, self.px(RESULT), look.plate)
            lay(picture, art, (self.px(end) - art.width, self.px(middle) - art.height // 2))


def _in_words(
    giver: str, part: Words, score: tuple[str, str], boards: Sequence[SimulBoard], say: Speaker
) -> str:
    told: list[Words] = [
        Phrase("alt.simul", name=giver, table_of=part),
        Phrase("alt.simul.score", name=giver, high=score[0], low=score[1]),
    ]
    for number, board in enumerate(boards, 1):
        name = drawable(board.name) or say("picture.member")
        told.append(Phrase(f"alt.simul.board.{board.given or 'open'}", number=number, name=name))
    return fitting_alt([say.text(chain("series.sentences", told))])
