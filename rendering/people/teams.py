"""The picture of a team match: its score, and the result of each board below it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from rendering.board.layout import EDGE, SIDE
from rendering.caption import drawable
from rendering.describe import fitting_alt
from rendering.picture import Picture
from rendering.png import encode
from rendering.text_lines import CAPTION, MARGIN, NAMED, SCORE, SMALL, TITLE, TYPE, SheetWriter
from rendering.themes import DEFAULT
from rendering.timing import report_time
from words import ENGLISH, Phrase, Speaker, Words, chain, speaker

LINE: Final = 54
"""Height of a board's line."""
PITCH: Final = 60
NUMBER: Final = 54
"""Where the numbers of boards end."""
NAME: Final = 68
"""Where names begin at the left."""
MIDDLE: Final = 384
"""The middle between the points of both: names have as much room at either side."""
HALF: Final = 52
"""Half of the room for the points."""
OPEN: Final = "·"
"""In place of points while a board is open."""


@dataclass(frozen=True, slots=True)
class PicturedBoard:
    """A board: both names, side 0 first, and the points that it gave them.

    The points are `None` while it is open.
    """

    names: tuple[str, str]
    points: tuple[int, int] | None


@report_time("teams")
def draw_boards(
    name: str,
    title: Words,
    part: Words,
    teams: tuple[str, str],
    score: tuple[int, int],
    boards: Sequence[PicturedBoard],
    *,
    theme: str = DEFAULT,
    language: str = ENGLISH,
) -> Picture:
    """Return the board point table of a team match.

    `name` is the team match's name, `title` its game's title. `part` says how far the match has come.
    """
    sheet = _Sheet(theme, speaker(language))
    image = sheet.draw(title, part, teams, score, boards)
    alt = _in_words(name, part, teams, score, boards, sheet.say)
    return Picture(encode(image, sheet.palette), alt, *image.size)


class _Sheet(SheetWriter):
    """Painter of the table, in the numbers of the palette."""

    def draw(
        self,
        title: Words,
        part: Words,
        teams: tuple[str, str],
        score: tuple[int, int],
        boards: Sequence[PicturedBoard],
    ) -> Image.Image:
        """Draw the score and the table."""
        low = NAMED + SCORE + CAPTION
        height = low + PITCH * len(boards) + CAPTION + SIDE
        picture = self.palette.blank((EDGE, height), self.look.ground)
        self._draw_head(picture, self.say.text(title), part)
        for side in (0, 1):
            leads = score[side] > score[1 - side]
            self._draw_score(picture, side, self._name(teams[side]), str(score[side]), leads=leads)
        middle, quiet = NAMED + SCORE + CAPTION / 2, self.look.quiet
        self._write(picture, (MARGIN, middle), self.say("picture.teams.boards"), SMALL, quiet, room=300)
        points = self.say("picture.league.points")
        self._write(picture, (MIDDLE + 38, middle), points, SMALL, quiet, side="r", room=200)
        for place, board in enumerate(boards):
            self._draw_board(picture, place, board, low + PITCH * place)
        self._draw_mark(picture, low + PITCH * len(boards) + CAPTION / 2 + 4)
        return picture

    def _draw_board(self, picture: Image.Image, place: int, board: PicturedBoard, top: int) -> None:
        """Draw a line of the table; the name of a player who lost is in a quiet colour."""
        look, middle = self.look, top + LINE / 2
        self._plate(picture, (SIDE, top, EDGE - SIDE, top + LINE), look.plate)
        self._write(picture, (NUMBER, middle), str(place + 1), SMALL, look.quiet, look.plate, side="r")
        room = float(MIDDLE - HALF - NAME - 8)
        for side, at, end in ((0, NAME, "l"), (1, EDGE - MARGIN - 2, "r")):
            lost = board.points is not None and board.points[side] < board.points[1 - side]
            won = board.points is not None and board.points[side] > board.points[1 - side]
            ink = look.quiet if lost else look.ink
            size, name = self._fit_name(str, self._name(board.names[side]), TYPE, room)
            self._write(picture, (at, middle), name, size, ink, look.plate, side=end, room=room)
            shown = OPEN if board.points is None else str(board.points[side])
            out = (MIDDLE - 14, "r") if side == 0 else (MIDDLE + 14, "l")
            colour = "accent" if won else ink if board.points is not None else look.quiet
            self._write(picture, (out[0], middle), shown, TITLE, colour, look.plate, side=out[1], room=HALF)
        self._write(picture, (MIDDLE - 4, middle), ":", SMALL, look.quiet, look.plate)

    def _name(self, name: str) -> str:
        return drawable(name) or self.say("picture.member")


def _in_words(
    name: str,
    part: Words,
    teams: tuple[str, str],
    score: tuple[int, int],
    boards: Sequence[PicturedBoard],
    say: Speaker,
) -> str:
    told: list[Words] = [
        Phrase("alt.teams", league=name, table_of=part),
        Phrase(
            "alt.teams.score",
            name=drawable(teams[0]) or say("picture.member"),
            opponent=drawable(teams[1]) or say("picture.member"),
            points=score[0],
            others=score[1],
        ),
    ]
    for number, board in enumerate(boards, 1):
        first, second = (drawable(each) or say("picture.member") for each in board.names)
        facts = {"number": number, "name": first, "opponent": second}
        if board.points is None:
            told.append(Phrase("alt.teams.board", **facts))
        else:
            points, others = board.points
            told.append(Phrase("alt.teams.board.over", points=points, others=others, **facts))
    return fitting_alt([say.text(chain("series.sentences", told))])
