"""The picture of a profile: rating curve, form and results.

The curve is of the game that the member plays most. The colours are those of boards, whatever game was
played. The name is shown only as far as the fonts can draw it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from rendering.board.layout import PICTURE_WIDTH, SIDE
from rendering.board.strips import seat_icon
from rendering.caption import drawable_name, name_or_side
from rendering.describe import fit_alt_text
from rendering.one_zero_one.keys import draw_small_key
from rendering.people.charts import AXIS, Charts, day_phrase
from rendering.people.profile_match import ProfileMatch, ProfileMatchPlate
from rendering.picture import Picture
from rendering.png import encode_png
from rendering.result_marks import RESULTS, ResultMark, draw_result_mark
from rendering.sprites import flatten_onto
from rendering.text_lines import GAP, MARGIN, SMALL, TITLE, TYPE, VERDICT, SheetWriter
from rendering.themes import DEFAULT_THEME, THEMES
from rendering.timing import report_time
from rules.board import BoardView
from rules.game import View
from rules.one_zero_one.view import ProgramView
from words import ENGLISH, Localizer, Phrase, Words, join_phrases, join_with_commas, localizer_for

WIDTH: Final = 1100
"""Pixels of the width; all that follows is in 720ths of it."""
HEIGHT: Final = 458
NAMED: Final = 60
"""Height of the head: whose profile it is."""
CAPTION: Final = 38
"""Height of a line of small words above a plate."""
HALF: Final = (PICTURE_WIDTH - 2 * SIDE - 8) // 2
"""Width of both halves: the most played game and the form, and all games."""
RIGHT: Final = PICTURE_WIDTH - SIDE - HALF
"""Where the right half begins."""
FAVOURITE: Final = 92
"""Height above the curve: its game and the rating now."""
CURVE: Final = 122
FORM_HIGH: Final = 50
"""Height of the plate of the form."""
FORM: Final = 10
"""Matches of the form."""
MARK: Final = 22
GAME: Final = 77
"""Height of the plate of a game."""
PITCH: Final = 80
GAMES: Final = 4
"""Games that have one."""
GAMES_BESIDE: Final = 2
"""Games that have one above a match to show."""
BAR: Final = 34
POINTS: Final = 130
"""Width of a rating beside its bar."""


@dataclass(frozen=True, slots=True)
class GameScore:
    """A member's record in a game: title, a view of it, present rating, and results."""

    title: Words
    view: View
    points: int
    deviation: int
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def matches(self) -> int:
        """Number of matches."""
        return self.won + self.drawn + self.lost

    def result_count(self, result: ResultMark) -> int:
        """Return the number of matches with a result."""
        return {"won": self.won, "drawn": self.drawn, "lost": self.lost}[result]


@dataclass(frozen=True, slots=True)
class Career:
    """A member's record in all games.

    `games` has at least one, the most played first. `curve` is the rating in that one: a time (seconds
    since the epoch) and the points after it for each match of the game. `form` has the results of the last
    matches of all games. Both have the newest last. `shown_match` is a match that the member has chosen to
    show, or `None`.
    """

    name: str
    games: tuple[GameScore, ...]
    curve: tuple[tuple[float, float], ...]
    form: tuple[ResultMark, ...]
    shown_match: ProfileMatch | None = None


@report_time("profile")
def draw_profile(career: Career, *, theme: str = DEFAULT_THEME, language: str = ENGLISH) -> Picture:
    """Return a member's profile: favourite game's curve, form, and results by game."""
    sheet = _Sheet(theme, localizer_for(language), WIDTH)
    image = sheet.draw(career)
    png = encode_png(image, sheet.palette, is_dense=True)
    return Picture(png, _profile_in_words(career, sheet.say), *image.size)


class _Sheet(SheetWriter, Charts, ProfileMatchPlate):
    """Painter of the profile, in the numbers of the palette."""

    def draw(self, career: Career) -> Image.Image:
        """Draw the profile."""
        picture = self.palette.blank((WIDTH, self.to_pixels(HEIGHT)), self.look.ground)
        self._draw_name(picture, career)
        self._draw_favourite(picture, career, NAMED + CAPTION)
        self._draw_form(picture, career.form, NAMED + CAPTION + FAVOURITE + CURVE + AXIS)
        words = self.say("picture.profile.favourite")
        self._draw_results_legend(picture, NAMED + CAPTION / 2, words)
        shown, quiet = career.shown_match, self.look.quiet
        games = career.games[: GAMES_BESIDE if shown else GAMES]
        top = NAMED + CAPTION
        for score in games:
            self._draw_game(picture, score, score.matches / games[0].matches, top)
            top += PITCH
        at, room = (RIGHT + 8, top + CAPTION / 2 - 4), HALF - 16
        if shown:
            self._write(picture, at, self.say("picture.profile.shown"), SMALL, quiet, room=room)
            box = (RIGHT, top + CAPTION - 6, PICTURE_WIDTH - SIDE, HEIGHT - SIDE)
            self._draw_shown(picture, shown, box)
        elif more := len(career.games) - len(games):
            words = self.say("picture.profile.more", count=more)
            self._write(picture, at, words, SMALL, quiet, room=room)
        return picture

    def _draw_name(self, picture: Image.Image, career: Career) -> None:
        """Write the member's name and the number of matches."""
        left, quiet = self._draw_mark(picture, NAMED / 2 + 5), self.look.quiet
        said = self.say("picture.profile.matches", count=sum(score.matches for score in career.games))
        at = (left - 3 * GAP, NAMED / 2 + 5)
        left = at[0] - self._write(picture, at, said, SMALL, quiet, side="r", room=270)
        name = drawable_name(career.name) or self.say("picture.member")
        room = left - MARGIN - 2 * GAP
        size, words = self._fit_name(str, name, VERDICT, room)
        self._write(picture, (MARGIN, NAMED / 2), words, size, self.look.ink, room=room)

    def _draw_favourite(self, picture: Image.Image, career: Career, top: float) -> None:
        """Draw the plate of the most played game: its rating now, and how it got there."""
        score, look, right = career.games[0], self.look, SIDE + HALF
        self._plate(picture, (SIDE, top, right, top + FAVOURITE + CURVE + AXIS), look.plate)
        self._draw_titled(picture, score, (MARGIN, top + 26), right - 12, 30)
        self._draw_rating(picture, score, (top + 66, top + 70), VERDICT, look.verdict, right - 12)
        box = (SIDE, top + FAVOURITE, right, top + FAVOURITE + CURVE)
        self._draw_curve(picture, career.curve, box)

    def _draw_rating(
        self,
        picture: Image.Image,
        score: GameScore,
        middles: tuple[float, float],
        size: int,
        ink: str,
        right: float,
    ) -> float:
        """Write the rating in a game and, at the right, its deviation.

        Each is placed by its middle. Return where they begin.
        """
        look, (middle, lower) = self.look, middles
        said = f"± {score.deviation}"
        off = self._write(picture, (right, lower), said, SMALL, look.quiet, look.plate, side="r")
        end = right - off - 8
        return end - self._write(picture, (end, middle), str(score.points), size, ink, look.plate, side="r")

    def _draw_titled(
        self, picture: Image.Image, score: GameScore, at: tuple[float, float], end: float, size: int
    ) -> None:
        """Draw a piece of a game and its title, which ends before `end`."""
        x, middle = at
        self._paste(picture, _piece(self.theme, score.view, self.to_pixels(size), self.look.plate), x, middle)
        left, title = x + size + 10, self.say.text(score.title)
        self._write(picture, (left, middle), title, TITLE, self.look.ink, self.look.plate, room=end - left)

    def _draw_form(self, picture: Image.Image, form: Sequence[ResultMark], top: float) -> None:
        """Draw the results of the last matches, with the newest at the right."""
        at, room = (MARGIN, top + CAPTION / 2 + 2), HALF - MARGIN
        self._write(picture, at, self.say("picture.profile.form"), SMALL, self.look.quiet, room=room)
        top += CAPTION + 2
        self._plate(picture, (SIDE, top, SIDE + HALF, top + FORM_HIGH), self.look.plate)
        pitch, end = (HALF - 24) / FORM, SIDE + HALF - 12
        for place, result in enumerate(reversed(form[-FORM:])):
            art = draw_result_mark(self.palette, result, self.to_pixels(MARK), self.look.plate)
            self._paste(picture, art, end - (place + 0.5) * pitch - MARK / 2, top + FORM_HIGH / 2)

    def _draw_game(self, picture: Image.Image, score: GameScore, share: float, top: float) -> None:
        """Draw a game: its rating, and its results as a bar.

        The bar has all the width if `share` is 1.
        """
        look, left, right = self.look, RIGHT + 10, PICTURE_WIDTH - SIDE - 10
        self._plate(picture, (RIGHT, top, PICTURE_WIDTH - SIDE, top + GAME), look.plate)
        self._draw_titled(picture, score, (left, top + 20), right, 30)
        low = top + GAME - 6
        end = self._draw_rating(picture, score, (low - BAR / 2, low - BAR / 2), TYPE, look.ink, right)
        counts = {result: score.result_count(result) for result in RESULTS}
        end = left + (min(end, right - POINTS) - GAP - left) * share
        self._draw_results(picture, counts, (left, low - BAR, end, low))


def _piece(theme: str, view: View, size: int, ground: str) -> Image.Image:
    """Return a piece of a game's first seat."""
    if isinstance(view, BoardView):
        return seat_icon(theme, ground, view, 0, size)
    assert isinstance(view, ProgramView)
    return flatten_onto(draw_small_key(theme, view.digits[0], size), THEMES[theme].board, ground)


def _profile_in_words(career: Career, say: Localizer) -> str:
    """Return the profile in words.

    The least played games are left out if there is no room for all.
    """
    name = drawable_name(career.name) or say("picture.member")
    favourite, values = career.games[0], [round(points) for _, points in career.curve]
    told: list[Words] = [
        Phrase("alt.profile", name=name, count=sum(score.matches for score in career.games)),
        Phrase(
            "alt.profile.curve",
            title=favourite.title,
            points=values[0],
            day=day_phrase(career.curve[0][0]),
            other_points=values[-1],
            other_day=day_phrase(career.curve[-1][0]),
            more=max(values),
            less=min(values),
        ),
        Phrase(
            "alt.profile.form",
            results=join_with_commas(
                [say(f"picture.profile.{result}") for result in career.form[-FORM:]], say.language
            ),
        ),
    ]
    games = [
        Phrase(
            "alt.profile.game",
            title=score.title,
            points=score.points,
            deviation=score.deviation,
            **{result: score.result_count(result) for result in RESULTS},
        )
        for score in career.games[:GAMES]
    ]
    shown = _shown_in_words(career.shown_match, say)
    return fit_alt_text(
        say.text(join_phrases("series.sentences", [*told, *games[:count], *shown]))
        for count in range(len(games), 0, -1)
    )


def _shown_in_words(shown: ProfileMatch | None, say: Localizer) -> list[Words]:
    """Return the match that a member shows, in words; nothing if they show none."""
    if shown is None:
        return []
    first, second = (name_or_side(shown.caption, seat, shown.view.players[seat], say) for seat in (0, 1))
    ended = (
        say("picture.end.draw")
        if shown.winner is None
        else say("picture.wins", side=(first, second)[shown.winner])
    )
    facts = {"title": shown.caption.title, "name": first, "opponent": second, "result": ended}
    return [Phrase("alt.profile.shown", **facts)]
