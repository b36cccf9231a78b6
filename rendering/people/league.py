"""The picture of a league section's table, with the ranks still within reach.

The palette is that of boards, whatever is played, and names are shown only as far as our faces can
draw them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image

from rendering.board.layout import EDGE, SIDE
from rendering.caption import drawable
from rendering.describe import fitting_alt
from rendering.picture import Picture
from rendering.png import encode
from rendering.result_marks import ResultMark, result_mark
from rendering.sprites import NARROWEST, Pen, lay, on_ground
from rendering.text_lines import CAPTION, MARGIN, MARK, NAMED, SMALL, TITLE, TYPE, SheetWriter
from rendering.themes import DEFAULT, Palette
from rendering.timing import report_time
from words import ENGLISH, Phrase, Speaker, Words, chain, speaker

LINE: Final = 72
"""Height of a line of the table."""
PITCH: Final = 80
RANK: Final = 60
"""Where the numbers of ranks end."""
FACE: Final = 50
"""Width of the disc with a player's initial."""
NAME: Final = 136
"""Where names begin."""
WON: Final = 446
"""Where the counts of wins end."""
FORM: Final = 466
"""Where the marks of matches begin."""
STEP: Final = 26
POINTS: Final = EDGE - MARGIN - 2
"""Where points end."""


@dataclass(frozen=True, slots=True)
class LeagueStanding:
    """A player's line of a table.

    `possible` are the ranks that they can still reach, none if it is settled. `form` has the results of
    their matches, in the order of play. A player who is `out` has no more matches to come. A ladder has
    no `points`.
    """

    rank: int
    name: str
    points: int | None
    won: int
    played: int
    form: tuple[ResultMark, ...]
    possible: str = ""
    out: bool = False


@report_time("league")
def draw_section(
    league: str,
    part: Words,
    title: Words,
    standings: Sequence[LeagueStanding],
    *,
    theme: str = DEFAULT,
    language: str = ENGLISH,
) -> Picture:
    """Return a table of a league or a tournament.

    `title` is the title of its game. `part` says what the table covers: a section, or a number of rounds.
    """
    sheet = _Sheet(theme, speaker(language))
    image = sheet.draw(league, part, title, standings)
    alt = _in_words(league, part, standings, sheet.say)
    return Picture(encode(image, sheet.palette), alt, *image.size)


class _Sheet(SheetWriter):
    """Painter of the table, in the numbers of the palette."""

    def draw(
        self, league: str, part: Words, title: Words, standings: Sequence[LeagueStanding]
    ) -> Image.Image:
        """Draw the table."""
        height = NAMED + CAPTION + PITCH * len(standings) + CAPTION + SIDE
        picture, quiet = self.palette.blank((EDGE, height), self.look.ground), self.look.quiet
        self._draw_head(picture, drawable(league) or self.say.text(title), part)
        middle = NAMED + CAPTION / 2
        self._write(picture, (MARGIN, middle), self.say.text(title), SMALL, quiet, room=WON - 90)
        heads = [("won", WON, "r"), ("form", FORM, "l"), ("points", POINTS, "r")]
        for code, at, side in heads[: 2 if any(each.points is None for each in standings) else 3]:
            room = 126 if side == "l" else 96
            words = self.say(f"picture.league.{code}")
            self._write(picture, (at, middle), words, SMALL, quiet, side=side, room=room)
        for place, standing in enumerate(standings):
            self._draw_line(
                picture,
                standing,
                NAMED + CAPTION + PITCH * place,
                leads=place == 0 and (standing.won if standing.points is None else standing.points) > 0,
            )
        self._draw_legend(picture, NAMED + CAPTION + PITCH * len(standings) + CAPTION / 2 + 4)
        return picture

    def _draw_line(self, picture: Image.Image, standing: LeagueStanding, top: int, *, leads: bool) -> None:
        """Draw a line of the table; the leader's is in the accent."""
        look = self.look
        ground, ink = look.won if leads else (look.plate, look.quiet if standing.out else look.ink)
        quiet = ink if leads else look.quiet
        self._plate(picture, (SIDE, top, EDGE - SIDE, top + LINE), ground)
        middle = top + LINE / 2
        self._write(picture, (RANK, middle), str(standing.rank), TITLE, ink, ground, side="r")
        name = drawable(standing.name) or self.say("picture.member")
        bed, letter = (look.quiet, look.plate) if leads else (look.ground, look.ink)
        face, initial = _face(self.palette, bed, ground), name[0].upper()
        lay(picture, face, (RANK + 14, round(middle) - face.height // 2))
        left = RANK + 14 + (FACE - self._width(initial, TYPE)) / 2
        self._write(picture, (left, middle), initial, TYPE, letter, bed)
        room = float(WON - 66 - NAME)
        if standing.possible:
            room -= 16 + self._width(standing.possible, SMALL)
        # A long name is cut, and not made narrower, as in other tables.
        size, said = self._fit_name(str, name, TITLE, room * NARROWEST)
        wide = self._write(picture, (NAME, middle), said, size, ink, ground, room=room)
        if standing.possible:
            at = (NAME + wide + 14, middle + 2)
            self._write(picture, at, standing.possible, SMALL, quiet, ground)
        counts = f"{standing.won}/{standing.played}"
        self._write(picture, (WON, middle), counts, TYPE, ink, ground, side="r")
        inks = (ink, ink) if leads else ("accent", look.quiet)
        for number, result in enumerate(standing.form):
            art = result_mark(self.palette, result, MARK, ground, inks)
            lay(picture, art, (FORM + STEP * number, round(middle) - MARK // 2))
        if standing.points is not None:
            self._write(picture, (POINTS, middle), str(standing.points), 38, ink, ground, side="r")

    def _width(self, text: str, size: int) -> float:
        """Return the width of a line of text once it is written."""
        blank = self.palette.blank((EDGE, LINE), self.look.ground)
        return self._write(blank, (0, LINE / 2), text, size, self.look.ink)


@lru_cache(maxsize=16)
def _face(palette: Palette, name: str, ground: str) -> Image.Image:
    """Return the disc for a player's initial."""
    pen = Pen(FACE)
    pen.disc((FACE / 2, FACE / 2), FACE / 2 - 1, palette.names[name])
    return on_ground(pen.finish(), palette, ground)


def _in_words(league: str, part: Words, standings: Sequence[LeagueStanding], say: Speaker) -> str:
    told: list[Words] = [Phrase("alt.league", league=league, table_of=part)]
    for standing in standings:
        facts = {
            "place": standing.rank,
            "name": drawable(standing.name) or say("picture.member"),
            "won": standing.won,
            "count": standing.played,
        }
        if standing.points is None:
            told.append(Phrase("alt.ladder.place", **facts))
            continue
        facts["points"] = standing.points
        if standing.possible:
            told.append(Phrase("alt.league.place", possible=standing.possible, **facts))
        else:
            told.append(Phrase("alt.league.place.over", **facts))
    return fitting_alt([say.text(chain("series.sentences", told))])
