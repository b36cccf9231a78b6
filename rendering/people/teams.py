"""The picture of a team match: its score, and the result of each board below it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from PIL import Image

from rendering.board.layout import PICTURE_WIDTH, SIDE
from rendering.caption import distinct_names, drawable_name
from rendering.describe import fit_alt_text
from rendering.picture import Picture
from rendering.png import encode_png
from rendering.text_lines import CAPTION, MARGIN, NAMED, SCORE, SMALL, TITLE, TYPE, SheetWriter
from rendering.themes import DEFAULT_THEME
from rendering.timing import report_time
from words import ENGLISH, Localizer, Phrase, Words, join_phrases, localizer_for

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
class TeamMatchBoard:
    """A board of a team match: both players' names, and the points of each side.

    Side 0 is first. The points are `None` while the board is still played.
    """

    names: tuple[str, str]
    points: tuple[int, int] | None


@report_time("teams")
def draw_team_match(
    name: str,
    title: Words,
    subtitle: Words,
    teams: tuple[str, str],
    score: tuple[int, int],
    boards: Sequence[TeamMatchBoard],
    *,
    points_text: Callable[[int], str] = str,
    theme: str = DEFAULT_THEME,
    language: str = ENGLISH,
) -> Picture:
    """Return the table of a team match, with the points of each board.

    `name` is the team match's name, `title` its game's title. `subtitle` says how far the match has come,
    and `points_text` how points are written.
    """
    sheet = _Sheet(theme, localizer_for(language))
    names = distinct_names([each for board in boards for each in board.names], sheet.say("picture.member"))
    pairs = zip(names[::2], names[1::2], strict=True)
    boards = [replace(board, names=pair) for board, pair in zip(boards, pairs, strict=True)]
    image = sheet.draw(title, subtitle, teams, score, boards, points_text)
    alt = _in_words(name, subtitle, teams, score, boards, points_text, sheet.say)
    return Picture(encode_png(image, sheet.palette), alt, *image.size)


class _Sheet(SheetWriter):
    """Painter of the table, in the numbers of the palette."""

    def draw(
        self,
        title: Words,
        part: Words,
        teams: tuple[str, str],
        score: tuple[int, int],
        boards: Sequence[TeamMatchBoard],
        points_text: Callable[[int], str],
    ) -> Image.Image:
        """Draw the score and the table."""
        low = NAMED + SCORE + CAPTION
        height = low + PITCH * len(boards) + CAPTION + SIDE
        picture = self.palette.blank((PICTURE_WIDTH, height), self.look.ground)
        self._draw_head(picture, self.say.text(title), part)
        for side in (0, 1):
            leads = score[side] > score[1 - side]
            self._draw_score(picture, side, self._name(teams[side]), points_text(score[side]), leads=leads)
        middle, quiet = NAMED + SCORE + CAPTION / 2, self.look.quiet
        self._write(picture, (MARGIN, middle), self.say("picture.teams.boards"), SMALL, quiet, room=300)
        points = self.say("picture.league.points")
        self._write(picture, (MIDDLE + 38, middle), points, SMALL, quiet, side="r", room=200)
        for place, board in enumerate(boards):
            self._draw_board(picture, place, board, low + PITCH * place, points_text)
        self._draw_mark(picture, low + PITCH * len(boards) + CAPTION / 2 + 4)
        return picture

    def _draw_board(
        self,
        picture: Image.Image,
        place: int,
        board: TeamMatchBoard,
        top: int,
        points_text: Callable[[int], str],
    ) -> None:
        """Draw a line of the table; the name of a player who lost is in a quiet colour."""
        look, middle = self.look, top + LINE / 2
        self._plate(picture, (SIDE, top, PICTURE_WIDTH - SIDE, top + LINE), look.plate)
        self._write(picture, (NUMBER, middle), str(place + 1), SMALL, look.quiet, look.plate, side="r")
        room = float(MIDDLE - HALF - NAME - 8)
        for side, at, end in ((0, NAME, "l"), (1, PICTURE_WIDTH - MARGIN - 2, "r")):
            lost = board.points is not None and board.points[side] < board.points[1 - side]
            won = board.points is not None and board.points[side] > board.points[1 - side]
            ink = look.quiet if lost else look.ink
            size, name = self._fit_name(str, self._name(board.names[side]), TYPE, room)
            self._write(picture, (at, middle), name, size, ink, look.plate, side=end, room=room)
            shown = OPEN if board.points is None else points_text(board.points[side])
            out = (MIDDLE - 14, "r") if side == 0 else (MIDDLE + 14, "l")
            colour = "accent" if won else ink if board.points is not None else look.quiet
            self._write(picture, (out[0], middle), shown, TITLE, colour, look.plate, side=out[1], room=HALF)
        self._write(picture, (MIDDLE - 4, middle), ":", SMALL, look.quiet, look.plate)

    def _name(self, name: str) -> str:
        return drawable_name(name) or self.say("picture.member")


def _in_words(
    name: str,
    part: Words,
    teams: tuple[str, str],
    score: tuple[int, int],
    boards: Sequence[TeamMatchBoard],
    points_text: Callable[[int], str],
    say: Localizer,
) -> str:
    told: list[Words] = [
        Phrase("alt.teams", league=name, table_of=part),
        Phrase(
            "alt.teams.score",
            name=drawable_name(teams[0]) or say("picture.member"),
            opponent=drawable_name(teams[1]) or say("picture.member"),
            points=points_text(score[0]),
            others=points_text(score[1]),
        ),
    ]
    for number, board in enumerate(boards, 1):
        first, second = board.names
        facts = {"number": number, "name": first, "opponent": second}
        if board.points is None:
            told.append(Phrase("alt.teams.board", **facts))
        else:
            points, others = map(points_text, board.points)
            told.append(Phrase("alt.teams.board.over", points=points, others=others, **facts))
    return fit_alt_text([say.text(join_phrases("series.sentences", told))])
