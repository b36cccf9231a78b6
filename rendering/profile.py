"""The picture of a profile: the curve of the rating in the game that somebody plays most, their form, their results.

It has the palette of boards, whatever was played, and the name only as far as our faces can draw it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import ceil, floor
from typing import Final

from PIL import Image

from rendering.board.layout import EDGE, SIDE
from rendering.board.strips import icon
from rendering.caption import called, drawable
from rendering.describe import fitting_alt
from rendering.lines import GAP, MARGIN, SMALL, TITLE, TYPE, VERDICT
from rendering.look import BOARDS
from rendering.marks import RESULTS, Result, result_mark
from rendering.one_zero_one.keys import small_key
from rendering.picture import Picture
from rendering.png import encode
from rendering.shown import HIGH, ShownMatch, ShownPlate
from rendering.sprites import Pen, lay, on_ground
from rendering.themes import DEFAULT, THEMES, between
from rendering.timing import timed
from rules.board import BoardView
from rules.game import View
from rules.one_zero_one.view import ProgramView
from words import ENGLISH, Said, Speaker, Words, chain, commas, speaker

CAPTION: Final = 44
"""Height of a line of small words above a plate."""
FORM_HIGH: Final = 56
"""Height of the plate of the form."""
NAMED: Final = 74
"""Height of the head of a profile: whose it is."""
FAVOURITE: Final = 66
"""Height above the curve: its game and the rating now."""
CURVE: Final = 190
AXIS: Final = 44
"""Height below it, with the days of both ends."""
RAIL: Final = 88
"""Width left of it, with the scale."""
STEPS: Final = (25, 50, 100, 200, 500)
"""Points between two lines of the scale: the first of these that gives at most `MOST` spaces."""
MOST: Final = 4
FORM: Final = 10
"""Matches of the form."""
MARK: Final = 30
GAME: Final = 110
"""Height of the plate of a game."""
GAMES: Final = 4
"""Games that have one."""
BAR: Final = 38
RIM: Final = 2
BETWEEN: Final = 4
"""Between two parts of a bar."""


@dataclass(frozen=True, slots=True)
class Score:
    """What somebody has done in a game: its title, a view of it, their rating now, and their results."""

    title: Words
    view: View
    points: int
    deviation: int
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def matches(self) -> int:
        """Return how many matches that were."""
        return self.won + self.drawn + self.lost

    def of(self, result: Result) -> int:
        """Return how many ended so."""
        return {"won": self.won, "drawn": self.drawn, "lost": self.lost}[result]


@dataclass(frozen=True, slots=True)
class Career:
    """What somebody has done: their games, at least one, the most played first, of which `curve` is the rating.

    `curve` has a moment (seconds since the epoch) and the points after it for each match of that game, `form` the
    results of the last matches of all games; both have the newest last. `shown` is a match that they have chosen to
    show, if they have.
    """

    name: str
    games: tuple[Score, ...]
    curve: tuple[tuple[float, float], ...]
    form: tuple[Result, ...]
    shown: ShownMatch | None = None


@timed("profile")
def draw_profile(career: Career, *, theme: str = DEFAULT, language: str = ENGLISH) -> Picture:
    """Return what somebody has done: the curve of their favourite game, their form, and the results by game."""
    sheet = _Sheet(theme, speaker(language))
    image = sheet.drawn(career)
    return Picture(encode(image, sheet.palette), _profile_in_words(career, sheet.say), *image.size)


class _Sheet(ShownPlate):
    """Draws it, in the numbers of the palette."""

    def __init__(self, theme: str, say: Speaker) -> None:
        self.theme = theme if theme in THEMES else DEFAULT
        super().__init__(THEMES[self.theme].board, BOARDS, say, EDGE)

    def drawn(self, career: Career) -> Image.Image:
        """Draw the profile."""
        games, more = career.games[:GAMES], len(career.games) - GAMES
        favourite = FAVOURITE + CURVE + AXIS
        height = NAMED + CAPTION + favourite + GAP + FORM_HIGH + CAPTION + (GAME + GAP) * len(games) - GAP
        height += (CAPTION if more > 0 else 0) + (CAPTION + HIGH if career.shown else 0) + SIDE
        picture = self.palette.blank((EDGE, height), self.look.ground)
        self._draw_name(picture, career)
        self._draw_favourite(picture, career, NAMED + CAPTION)
        top = NAMED + CAPTION + favourite + GAP
        self._draw_form(picture, career.form, top)
        top += FORM_HIGH + CAPTION
        self._draw_legend(picture, top - CAPTION / 2)
        for score in games:
            self._draw_game(picture, score, score.matches / games[0].matches, top)
            top += GAME + GAP
        if more > 0:
            words = self.say("picture.profile.more", count=more)
            self._write(picture, (MARGIN, top - GAP + CAPTION / 2), words, SMALL, self.look.quiet)
            top += CAPTION
        if career.shown:
            words = self.say("picture.profile.shown")
            self._write(picture, (MARGIN, top - GAP + CAPTION / 2), words, SMALL, self.look.quiet)
            self._draw_shown(picture, career.shown, top - GAP + CAPTION)
        return picture

    def _draw_name(self, picture: Image.Image, career: Career) -> None:
        """Write whose it is, in how many matches, and what the curve below shows."""
        left = self._draw_mark(picture, NAMED / 2 + 5)
        name = drawable(career.name) or self.say("picture.member")
        size, words = self._fitted(str, name, VERDICT, left - MARGIN - 2 * GAP)
        room = left - MARGIN - 2 * GAP
        self._write(picture, (MARGIN, NAMED / 2), words, size, self.look.ink, room=room)
        middle, quiet = NAMED + CAPTION / 2, self.look.quiet
        said = self.say("picture.profile.matches", count=sum(score.matches for score in career.games))
        wide = self._write(picture, (EDGE - MARGIN, middle), said, SMALL, quiet, side="r")
        room = EDGE - 2 * MARGIN - wide - 2 * GAP
        self._write(picture, (MARGIN, middle), self.say("picture.profile.favourite"), SMALL, quiet, room=room)

    def _draw_favourite(self, picture: Image.Image, career: Career, top: int) -> None:
        """Draw the plate of the game that is played most: its rating now, and how that became so."""
        score, look = career.games[0], self.look
        ground = look.plate
        self._plate(picture, (SIDE, top, EDGE - SIDE, top + FAVOURITE + CURVE + AXIS), ground)
        middle = top + FAVOURITE / 2 + 4
        end = self._draw_rating(picture, score, (middle, middle + 5), VERDICT, look.verdict)
        self._draw_titled(picture, score, (MARGIN, middle), end - 2 * GAP)
        self._draw_curve(picture, career.curve, top + FAVOURITE)

    def _draw_rating(
        self, picture: Image.Image, score: Score, middles: tuple[float, float], size: int, ink: str
    ) -> float:
        """Write the rating in a game, and its deviation at the right, each by its middle; return where they begin."""
        look, (middle, lower) = self.look, middles
        right, said = float(EDGE - MARGIN), f"± {score.deviation}"
        off = self._write(picture, (right, lower), said, SMALL, look.quiet, look.plate, side="r")
        end = right - off - 8
        return end - self._write(picture, (end, middle), str(score.points), size, ink, look.plate, side="r")

    def _draw_titled(
        self, picture: Image.Image, score: Score, at: tuple[float, float], end: float, size: int = 46
    ) -> None:
        """Draw a piece of a game and its title, which ends before `end`."""
        x, middle = at
        art = _piece(self.theme, score.view, size, self.look.plate)
        lay(picture, art, (round(x), round(middle) - art.height // 2))
        left = x + size + 14
        title = self.say.text(score.title)
        self._write(picture, (left, middle), title, TITLE, self.look.ink, self.look.plate, room=end - left)

    def _draw_curve(self, picture: Image.Image, curve: Sequence[tuple[float, float]], top: int) -> None:
        """Draw the rating after each match by the time when that was, with its scale and the days of both ends."""
        look, ground = self.look, self.look.plate
        low, high, step = scale_of([points for _, points in curve])
        left, right = SIDE + RAIL, EDGE - MARGIN - 8
        size = right - left + 16, CURVE
        pen, inner = Pen(*size), CURVE - 24

        def height(points: float) -> float:
            return 12 + inner * (high - points) / (high - low)

        names = self.palette.names
        began, ended = curve[0][0], curve[-1][0]
        width = size[0] - 16
        points = [
            (8 + width * ((at - began) / (ended - began) if ended > began else 1.0), height(value))
            for at, value in curve
        ]
        field = Image.new("RGB", size, names[ground])
        shade = between(names[ground], names[look.verdict], 0.24)
        if len(points) > 1:
            pen.shape([(points[0][0], height(low)), *points, (points[-1][0], height(low))], shade)
        ruler = between(names[ground], names[look.quiet], 0.45)
        for value in range(low, high + 1, step):
            y = height(value)
            pen.tile((8, y - 1, size[0] - 8, y + 1), 0, ruler)
            said = str(value)
            self._write(picture, (left - 8, top + y), said, SMALL, look.quiet, ground, side="r")
        if len(points) > 1:
            pen.line(points, 4, names[look.verdict])
        pen.disc(points[-1], 10, names[look.disc[2]])
        pen.disc(points[-1], 7.5, names[look.verdict])
        art = pen.done()
        field.paste(art, (0, 0), art)
        lay(picture, self.palette.fit(field), (left - 8, top))
        middle = top + CURVE + AXIS / 2 - 4
        if day(began) != day(ended):
            self._write(picture, (left, middle), day(began), SMALL, look.quiet, ground)
        self._write(picture, (right, middle), day(ended), SMALL, look.quiet, ground, side="r")

    def _draw_form(self, picture: Image.Image, form: Sequence[Result], top: int) -> None:
        """Draw the results of the last matches, the newest at the right."""
        self._plate(picture, (SIDE, top, EDGE - SIDE, top + FORM_HIGH), self.look.plate)
        pitch, end = 42, EDGE - MARGIN - 4
        for place, result in enumerate(reversed(form[-FORM:])):
            art = result_mark(self.palette, result, MARK, self.look.plate)
            lay(picture, art, (end - MARK - place * pitch, top + (FORM_HIGH - MARK) // 2))
        room = end - FORM * pitch - MARGIN - 4
        words = self.say("picture.profile.form")
        middle = top + FORM_HIGH / 2
        self._write(picture, (MARGIN + 4, middle), words, TYPE, self.look.ink, self.look.plate, room=room)

    def _draw_legend(self, picture: Image.Image, middle: float) -> None:
        """Write what follows, and what the marks mean, at the right."""
        right = float(EDGE - MARGIN)
        for result in reversed(RESULTS):
            words = self.say(f"picture.profile.{result}")
            right -= self._write(picture, (right, middle), words, SMALL, self.look.quiet, side="r", room=110)
            right -= 8 + 24
            art = result_mark(self.palette, result, 24, self.look.ground)
            lay(picture, art, (round(right), round(middle) - 12))
            right -= 18
        words = self.say("picture.profile.games")
        self._write(picture, (MARGIN, middle), words, SMALL, self.look.quiet, room=right - MARGIN)

    def _draw_game(self, picture: Image.Image, score: Score, share: float, top: int) -> None:
        """Draw a game: its rating, and its results as a bar, of all the width where `share` is 1."""
        look = self.look
        self._plate(picture, (SIDE, top, EDGE - SIDE, top + GAME), look.plate)
        middle = top + 32.0
        end = self._draw_rating(picture, score, (middle, middle + 2), TITLE, look.ink)
        self._draw_titled(picture, score, (MARGIN, middle), end - 2 * GAP, 38)
        left, low = MARGIN, top + GAME - 12
        grounds = {"won": look.won, "drawn": (look.quiet, look.ground), "lost": (look.plate, look.ink)}
        for result, width in parts(score, round((EDGE - 2 * MARGIN) * share)):
            ground, ink = grounds[result]
            box = (left, low - BAR, left + width, low)
            self._plate(picture, box, look.quiet if result == "lost" else ground, 6, look.plate)
            if result == "lost":
                inner = (left + RIM, box[1] + RIM, box[2] - RIM, low - RIM)
                self._plate(picture, inner, ground, 5, look.quiet)
            self._write(picture, (left + 12, low - BAR / 2), str(score.of(result)), SMALL, ink, ground)
            left += width + BETWEEN


def parts(score: Score, width: int) -> list[tuple[Result, int]]:
    """Return how wide each result is in a bar of a width, which is wider where their numbers have no room."""
    counts = {result: score.of(result) for result in RESULTS if score.of(result)}
    least = {result: 26 + 16 * len(str(count)) for result, count in counts.items()}
    room = max(sum(least.values()), width - BETWEEN * (len(counts) - 1))
    wide: dict[Result, int] = {}
    # The smallest parts first: what they take more than their share, the others have less.
    for result in sorted(counts, key=lambda result: counts[result]):
        left, open_ = room - sum(wide.values()), sum(counts.values()) - sum(counts[each] for each in wide)
        wide[result] = max(least[result], round(left * counts[result] / open_))
    return [(result, wide[result]) for result in counts]


def scale_of(values: Sequence[float]) -> tuple[int, int, int]:
    """Return the least and the greatest number of a scale that has all of these, and the step between two."""
    for step in STEPS:
        low, high = floor(min(values) / step) * step, ceil(max(values) / step) * step
        if high == low:
            high += step
        if (high - low) // step <= MOST:
            break
    return low, high, step


def day(at: float) -> str:
    """Return a day as every language writes it.

    >>> day(86400.0 * 31)
    '1970-02-01'
    """
    return datetime.fromtimestamp(at, UTC).date().isoformat()


def _piece(theme: str, view: View, size: int, ground: str) -> Image.Image:
    """Return a piece of the first seat of a game."""
    if isinstance(view, BoardView):
        return icon(theme, ground, view, 0, size)
    assert isinstance(view, ProgramView)
    return on_ground(small_key(theme, view.digits[0], size), THEMES[theme].board, ground)


def _profile_in_words(career: Career, say: Speaker) -> str:
    """Return the profile in words; the games that are played least are left out where there is no room for all."""
    name = drawable(career.name) or say("picture.member")
    favourite, values = career.games[0], [round(points) for _, points in career.curve]
    told: list[Words] = [
        Said("alt.profile", name=name, count=sum(score.matches for score in career.games)),
        Said(
            "alt.profile.curve",
            title=favourite.title,
            points=values[0],
            day=day(career.curve[0][0]),
            other_points=values[-1],
            other_day=day(career.curve[-1][0]),
            more=max(values),
            less=min(values),
        ),
        Said(
            "alt.profile.form",
            results=commas(
                [say(f"picture.profile.{result}") for result in career.form[-FORM:]], say.language
            ),
        ),
    ]
    games = [
        Said(
            "alt.profile.game",
            title=score.title,
            points=score.points,
            deviation=score.deviation,
            **{result: score.of(result) for result in RESULTS},
        )
        for score in career.games[:GAMES]
    ]
    shown = _shown_in_words(career.shown, say)
    return fitting_alt(
        say.text(chain("series.sentences", [*told, *games[:count], *shown]))
        for count in range(len(games), 0, -1)
    )


def _shown_in_words(shown: ShownMatch | None, say: Speaker) -> list[Words]:
    """Return the match that somebody shows, in words; nothing where they show none."""
    if shown is None:
        return []
    first, second = (called(shown.caption, seat, shown.view.players[seat], say) for seat in (0, 1))
    ended = (
        say("picture.end.draw")
        if shown.winner is None
        else say("picture.wins", side=(first, second)[shown.winner])
    )
    facts = {"title": shown.caption.title, "name": first, "opponent": second, "result": ended}
    return [Said("alt.profile.shown", **facts)]
