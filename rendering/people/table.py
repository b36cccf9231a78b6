"""The picture of a rating table: the ranks of players in a game on a server.

The colours are those of boards, whatever game was played. Names are shown only as far as the fonts can
draw them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from PIL import Image

from rendering.board.layout import PICTURE_WIDTH, SIDE
from rendering.caption import distinct_names
from rendering.describe import fit_alt_text
from rendering.picture import Picture
from rendering.png import encode_png
from rendering.sprites import MIN_WIDTH_SHARE, Pen, flatten_onto, paste_art
from rendering.text_lines import GAP, HEAD, MARGIN, SMALL, TITLE, TYPE, SheetWriter
from rendering.themes import DEFAULT_THEME, Palette
from rendering.timing import report_time
from words import ENGLISH, Localizer, Phrase, Words, join_phrases, localizer_for

CAPTION: Final = 44
"""Height of what the columns are called."""
LINE: Final = 56
"""Height of a line of the table."""
PITCH: Final = 62
TALL: Final = 16
"""Pixels by which a line is higher that says below the name what is missing."""
APART: Final = 26
"""What parts one's own line from those above it, where it does not follow on them."""
RANK: Final = 62
"""Where the numbers of ranks end."""
ABOVE: Final = 14
"""Distance of a name above the middle of the line if something is missing."""
BELOW: Final = 17
"""Distance of what is missing below that middle."""
POINTS: Final = 514
"""Where ratings end, and deviations begin."""


@dataclass(frozen=True, slots=True)
class TablePlace:
    """A player's line in a rating table: rank, rating, deviation, and matches.

    The rank is `None` for a player without one, who lacks what is `missing`. `is_own` marks the viewer's
    own line.
    """

    rank: int | None
    name: str
    points: int
    deviation: int
    matches: int
    is_own: bool = False
    missing: Words | None = None


@report_time("table")
def draw_rating_table(
    title: Words,
    places: Sequence[TablePlace],
    own_place: TablePlace | None = None,
    *,
    theme: str = DEFAULT_THEME,
    language: str = ENGLISH,
) -> Picture:
    """Return the rating table of a game.

    `own_place` is the viewer's line if it is not among these places.
    """
    sheet = _Sheet(theme, localizer_for(language))
    lines = [*places, own_place] if own_place else places
    names = distinct_names([each.name for each in lines], sheet.say("picture.member"))
    lines = [replace(each, name=name) for each, name in zip(lines, names, strict=True)]
    places, own_place = (lines[:-1], lines[-1]) if own_place else (lines, None)
    image = sheet.draw(title, places, own_place)
    return Picture(
        encode_png(image, sheet.palette), _table_in_words(title, places, own_place, sheet.say), *image.size
    )


class _Sheet(SheetWriter):
    """Painter of the table, in the numbers of the palette."""

    def draw(self, title: Words, places: Sequence[TablePlace], own: TablePlace | None) -> Image.Image:
        """Draw the table."""
        apart = APART if own and places and not _follows(places[-1], own) else 0
        height = HEAD + CAPTION + sum(map(_pitch, [*places, *([own] if own else [])])) + apart + SIDE
        picture = self.palette.blank((PICTURE_WIDTH, height), self.look.ground)
        self._draw_title(picture, self.say.text(title), HEAD / 2 + 2)
        middle, quiet = HEAD + CAPTION / 2, self.look.quiet
        rating, matches = self.say("picture.table.rating"), self.say("picture.table.matches")
        wide = self._write(
            picture, (PICTURE_WIDTH - MARGIN, middle), matches, SMALL, quiet, side="r", room=150
        )
        end = min(POINTS + 92, PICTURE_WIDTH - MARGIN - wide - 2 * GAP)
        wide = self._write(picture, (end, middle), rating, SMALL, quiet, side="r", room=200)
        room = end - wide - 2 * GAP - MARGIN
        self._write(picture, (MARGIN, middle), self.say("picture.table"), SMALL, quiet, room=room)
        top = HEAD + CAPTION
        for place in places:
            self._draw_place(picture, place, top)
            top += _pitch(place)
        if apart:
            self._draw_dots(picture, top - (PITCH - LINE) // 2 + apart // 2)
        if own:
            self._draw_place(picture, own, top + apart)
        return picture

    def _draw_place(self, picture: Image.Image, place: TablePlace, top: int) -> None:
        """Draw a line of the table; the viewer's own is in the accent.

        A line without a rank is grey, and says below the name what is missing.
        """
        ground, ink = self.look.winner_plate if place.is_own else (self.look.plate, self.look.ink)
        quiet = ink if place.is_own else self.look.quiet
        ink = quiet if place.missing else ink
        low = top + _pitch(place) - (PITCH - LINE)
        self._plate(picture, (SIDE, top, PICTURE_WIDTH - SIDE, low), ground)
        middle = (top + low) / 2
        rank = "–" if place.rank is None else str(place.rank)
        self._write(picture, (RANK, middle), rank, TYPE, quiet, ground, side="r")
        left, points = RANK + 20, f"{place.points}" if place.matches else ""
        room = POINTS - left - 5 * GAP - 50
        high = middle
        if place.missing:
            # Before the name, whose letters reach down into the ground of these words.
            words, high = self.say.text(place.missing), middle - ABOVE
            at = (left, middle + BELOW)
            self._write(picture, at, words, SMALL, quiet, ground, room=PICTURE_WIDTH - MARGIN - left)
        # A long name is cut, and not made narrower: ten of them in two widths would look like two tables.
        size, said = self._fit_name(str, place.name, TITLE, room * MIN_WIDTH_SHARE)
        self._write(picture, (left, high), said, size, ink, ground, room=room)
        self._write(picture, (POINTS, high), points, TITLE, ink, ground, side="r")
        if place.missing:
            return
        end = PICTURE_WIDTH - MARGIN
        self._write(picture, (POINTS + 10, middle), f"± {place.deviation}", SMALL, quiet, ground)
        self._write(picture, (end, middle), str(place.matches), TYPE, quiet, ground, side="r")

    def _draw_dots(self, picture: Image.Image, middle: int) -> None:
        """Draw dots for the lines that were left out."""
        for number in range(3):
            art = _dot(self.palette, self.look.quiet, self.look.ground)
            paste_art(picture, art, (RANK - 34 + 14 * number, middle - art.height // 2))


def _pitch(place: TablePlace) -> int:
    """Return the height of a line with the gap below it."""
    return PITCH + (TALL if place.missing else 0)


def _follows(last: TablePlace, own: TablePlace) -> bool:
    """Whether two places have no one between them."""
    return last.rank is not None and own.rank in (last.rank, last.rank + 1)


@lru_cache(maxsize=16)
def _dot(palette: Palette, name: str, ground: str) -> Image.Image:
    pen = Pen(6)
    pen.disc((3, 3), 3, palette.names[name])
    return flatten_onto(pen.finish(), palette, ground)


def _table_in_words(
    title: Words, places: Sequence[TablePlace], own: TablePlace | None, say: Localizer
) -> str:
    told = [Phrase("alt.table", title=title)]
    told += [
        Phrase("alt.table.place", number=each.rank, name=each.name, **_numbers(each))
        if each.missing is None
        else Phrase("alt.table.provisional", name=each.name, item=each.missing)
        for each in (*places, *([own] if own and not own.matches else []))
    ]
    for mine in [own] if own else [place for place in places if place.is_own]:
        code = "alt.table.own.provisional" if mine.rank is None else "alt.table.own"
        if mine.matches:
            told.append(Phrase(code, number=mine.rank, **_numbers(mine)))
    return fit_alt_text([say.text(join_phrases("series.sentences", told))])


def _numbers(place: TablePlace) -> dict[str, int]:
    return {"points": place.points, "deviation": place.deviation, "count": place.matches}
