"""The picture of a league section's table.

It says who goes up or down, and who can still end where. The colours are those of boards, whatever
game is played. Names are shown only as far as the fonts can draw them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

from PIL import Image

from rendering.board.layout import PICTURE_WIDTH, SIDE
from rendering.caption import distinct_names, drawable_name
from rendering.describe import fit_alt_text
from rendering.picture import Picture
from rendering.png import encode_png
from rendering.result_marks import ResultMark, draw_result_mark
from rendering.sprites import MIN_WIDTH_SHARE, Pen, flatten_onto, paste_art
from rendering.text_lines import CAPTION, MARGIN, MARK, NAMED, SMALL, TITLE, TYPE, SheetWriter
from rendering.themes import DEFAULT_THEME, Palette
from rendering.timing import report_time
from words import ENGLISH, Localizer, Phrase, Words, join_phrases, join_with_commas, localizer_for

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
FORM_AT_MOST: Final = 6
"""How many marks fit in front of the points: those of the last matches."""
POINTS: Final = PICTURE_WIDTH - MARGIN - 2
"""Where points end."""
ZONE: Final = 14
"""Width of the triangle on lines that go up or down."""
APART: Final = 16
"""Distance of a name and of its ranks below it from the middle of the line."""

Zone = Literal["", "up", "down"]
MOVING: Final[tuple[Zone, ...]] = ("up", "down")


@dataclass(frozen=True, slots=True)
class LeagueStanding:
    """A player's line in a table.

    `possible_ranks` are the ranks that the player can still reach, as text, empty if their rank is settled.
    `form` has the results of their last matches, in the order of play. A player who has withdrawn has no
    more matches to come. In a ladder, `points` is `None`. `zone` says that the player would go up or down if
    the season ended now.
    """

    rank: int
    name: str
    points: str | None
    won: int
    played: int
    form: tuple[ResultMark, ...]
    possible_ranks: str = ""
    has_withdrawn: bool = False
    zone: Zone = ""


@report_time("league")
def draw_league_table(
    competition_name: str,
    subtitle: Words,
    title: Words,
    standings: Sequence[LeagueStanding],
    *,
    theme: str = DEFAULT_THEME,
    language: str = ENGLISH,
) -> Picture:
    """Return a table of a league or a tournament.

    `title` is the title of its game. `subtitle` says what the table covers: a section, or a number of
    rounds.
    """
    sheet = _Sheet(theme, localizer_for(language))
    names = distinct_names([each.name for each in standings], sheet.say("picture.member"))
    standings = [replace(each, name=name) for each, name in zip(standings, names, strict=True)]
    image = sheet.draw(competition_name, subtitle, title, standings)
    alt = _in_words(competition_name, subtitle, standings, sheet.say)
    return Picture(encode_png(image, sheet.palette), alt, *image.size)


class _Sheet(SheetWriter):
    """Painter of the table, in the numbers of the palette."""

    def draw(
        self, league: str, part: Words, title: Words, standings: Sequence[LeagueStanding]
    ) -> Image.Image:
        """Draw the table."""
        zones = [zone for zone in MOVING if any(each.zone == zone for each in standings)]
        height = NAMED + CAPTION + PITCH * len(standings) + CAPTION * (1 + bool(zones)) + SIDE
        picture, quiet = self.palette.blank((PICTURE_WIDTH, height), self.look.ground), self.look.quiet
        self._draw_head(picture, drawable_name(league) or self.say.text(title), part)
        middle = NAMED + CAPTION / 2
        self._write(picture, (MARGIN, middle), self.say.text(title), SMALL, quiet, room=WON - 90)
        heads = [("won", WON, "r"), ("form", FORM, "l"), ("points", POINTS, "r")]
        for code, at, side in heads[: 2 if any(each.points is None for each in standings) else 3]:
            room = 134 if side == "l" else 96
            words = self.say(f"picture.league.{code}")
            self._write(picture, (at, middle), words, SMALL, quiet, side=side, room=room)
        top = NAMED + CAPTION
        for standing in standings:
            self._draw_line(picture, standing, top)
            top += PITCH
        if zones:
            self._draw_zones(picture, zones, top + CAPTION / 2 + 4)
            top += CAPTION
        self._draw_legend(picture, top + CAPTION / 2 + 4)
        return picture

    def _draw_line(self, picture: Image.Image, standing: LeagueStanding, top: int) -> None:
        """Draw a line of the table."""
        look, ground, quiet = self.look, self.look.plate, self.look.quiet
        ink = quiet if standing.has_withdrawn else look.ink
        self._plate(picture, (SIDE, top, PICTURE_WIDTH - SIDE, top + LINE), ground)
        middle = top + LINE / 2
        if standing.zone:
            art = _triangle(self.palette, standing.zone, look.verdict, ground)
            paste_art(picture, art, (SIDE + 6, round(middle) - art.height // 2))
        self._write(picture, (RANK, middle), str(standing.rank), TITLE, ink, ground, side="r")
        face, initial = _face(self.palette, look.ground, ground), standing.name[0].upper()
        paste_art(picture, face, (RANK + 14, round(middle) - face.height // 2))
        left = RANK + 14 + (FACE - self._width(initial, TYPE)) / 2
        self._write(picture, (left, middle), initial, TYPE, look.ink, look.ground)
        room = float(WON - 66 - NAME)
        # A long name is cut, and not made narrower, as in other tables.
        size, said = self._fit_name(str, standing.name, TITLE, room * MIN_WIDTH_SHARE)
        high = middle
        if ranks := standing.possible_ranks:
            high -= APART
            code = "picture.league.can_end" if "–" in ranks else "picture.league.ends"
            reach = self.say(code, possible=ranks)
            self._write(picture, (NAME, middle + APART), reach, SMALL, quiet, ground, room=room)
        self._write(picture, (NAME, high), said, size, ink, ground, room=room)
        counts = f"{standing.won}/{standing.played}"
        self._write(picture, (WON, middle), counts, TYPE, ink, ground, side="r")
        for number, result in enumerate(standing.form[-FORM_AT_MOST:]):
            art = draw_result_mark(self.palette, result, MARK, ground, ("accent", quiet))
            paste_art(picture, art, (FORM + STEP * number, round(middle) - MARK // 2))
        if standing.points is not None:
            self._write(picture, (POINTS, middle), standing.points, 38, ink, ground, side="r")

    def _draw_zones(self, picture: Image.Image, zones: Sequence[Zone], middle: float) -> None:
        """Write the meaning of the triangles on lines."""
        left, room = float(MARGIN), (PICTURE_WIDTH - 2 * MARGIN) / 2 - 60
        for zone in zones:
            art = _triangle(self.palette, zone, self.look.verdict, self.look.ground)
            paste_art(picture, art, (round(left), round(middle) - art.height // 2))
            left += ZONE + 10
            words = self.say(f"picture.league.{zone}")
            left += self._write(picture, (left, middle), words, SMALL, self.look.quiet, room=room) + 24

    def _width(self, text: str, size: int) -> float:
        """Return the width of a line of text once it is written."""
        blank = self.palette.blank((PICTURE_WIDTH, LINE), self.look.ground)
        return self._write(blank, (0, LINE / 2), text, size, self.look.ink)


@lru_cache(maxsize=16)
def _face(palette: Palette, name: str, ground: str) -> Image.Image:
    """Return the disc for a player's initial."""
    pen = Pen(FACE)
    pen.disc((FACE / 2, FACE / 2), FACE / 2 - 1, palette.names[name])
    return flatten_onto(pen.finish(), palette, ground)


@lru_cache(maxsize=16)
def _triangle(palette: Palette, zone: Zone, name: str, ground: str) -> Image.Image:
    """Return a triangle that points up or down."""
    pen, foot, tip = Pen(ZONE), *((ZONE - 1, 1) if zone == "up" else (1, ZONE - 1))
    pen.shape([(0, foot), (ZONE / 2, tip), (ZONE, foot)], palette.names[name])
    return flatten_onto(pen.finish(), palette, ground)


def _in_words(league: str, part: Words, standings: Sequence[LeagueStanding], say: Localizer) -> str:
    told: list[Words] = [Phrase("alt.league", league=league, table_of=part)]
    for standing in standings:
        facts = {
            "place": standing.rank,
            "name": standing.name,
            "won": standing.won,
            "count": standing.played,
        }
        if standing.points is None:
            told.append(Phrase("alt.ladder.place", **facts))
            continue
        if not standing.points.isdecimal():
            told.append(Phrase("alt.league.place.halves", points=standing.points, **facts))
            continue
        facts["points"] = int(standing.points)
        if standing.possible_ranks:
            told.append(Phrase("alt.league.place", possible=standing.possible_ranks, **facts))
        else:
            told.append(Phrase("alt.league.place.over", **facts))
    for zone in MOVING:
        moving = [each.name for each in standings if each.zone == zone]
        if moving:
            told.append(Phrase(f"alt.league.{zone}", names=join_with_commas(moving, say.language)))
    return fit_alt_text([say.text(join_phrases("series.sentences", told))])
