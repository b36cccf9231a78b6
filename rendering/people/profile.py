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
from rendering.people.charts import AXIS, CURVE, Charts, day_phrase
from rendering.people.profile_match import HIGH, ProfileMatch, ProfileMatchPlate
from rendering.picture import Picture
from rendering.png import encode_png
from rendering.result_marks import RESULTS, ResultMark, draw_result_mark
from rendering.sprites import flatten_onto, paste_art
from rendering.text_lines import GAP, MARGIN, SMALL, TITLE, TYPE, VERDICT, SheetWriter
from rendering.themes import DEFAULT_THEME, THEMES
from rendering.timing import report_time
from rules.board import BoardView
from rules.game import View
from rules.one_zero_one.view import ProgramView
from words import ENGLISH, Localizer, Phrase, Words, join_phrases, join_with_commas, localizer_for

CAPTION: Final = 44
"""Height of a line of small words above a plate."""
FORM_HIGH: Final = 56
"""Height of the plate of the form."""
NAMED: Final = 74
"""Height of the head of a profile: whose it is."""
FAVOURITE: Final = 66
"""Height above the curve: its game and the rating now."""
FORM: Final = 10
"""Matches of the form."""
MARK: Final = 30
GAME: Final = 110
"""Height of the plate of a game."""
GAMES: Final = 4
"""Games that have one."""
BAR: Final = 38


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
    sheet = _Sheet(theme, localizer_for(language))
    image = sheet.draw(career)
    return Picture(encode_png(image, sheet.palette), _profile_in_words(career, sheet.say), *image.size)


class _Sheet(SheetWriter, Charts, ProfileMatchPlate):
    """Painter of the profile, in the numbers of the palette."""

    def draw(self, career: Career) -> Image.Image:
        """Draw the profile."""
        games, more = career.games[:GAMES], len(career.games) - GAMES
        favourite = FAVOURITE + CURVE + AXIS
        height = NAMED + CAPTION + favourite + GAP + FORM_HIGH + CAPTION + (GAME + GAP) * len(games) - GAP
        height += (CAPTION if more > 0 else 0) + (CAPTION + HIGH if career.shown_match else 0) + SIDE
        picture = self.palette.blank((PICTURE_WIDTH, height), self.look.ground)
        self._draw_name(picture, career)
        self._draw_favourite(picture, career, NAMED + CAPTION)
        top = NAMED + CAPTION + favourite + GAP
        self._draw_form(picture, career.form, top)
        top += FORM_HIGH + CAPTION
        self._draw_results_legend(picture, top - CAPTION / 2, self.say("picture.profile.games"))
        for score in games:
            self._draw_game(picture, score, score.matches / games[0].matches, top)
            top += GAME + GAP
        if more > 0:
            words = self.say("picture.profile.more", count=more)
            self._write(picture, (MARGIN, top - GAP + CAPTION / 2), words, SMALL, self.look.quiet)
            top += CAPTION
        if career.shown_match:
            words = self.say("picture.profile.shown")
            self._write(picture, (MARGIN, top - GAP + CAPTION / 2), words, SMALL, self.look.quiet)
            self._draw_shown(picture, career.shown_match, top - GAP + CAPTION)
        return picture

    def _draw_name(self, picture: Image.Image, career: Career) -> None:
        """Write the member's name, the number of matches, and what the curve means."""
        left = self._draw_mark(picture, NAMED / 2 + 5)
        name = drawable_name(career.name) or self.say("picture.member")
        size, words = self._fit_name(str, name, VERDICT, left - MARGIN - 2 * GAP)
        room = left - MARGIN - 2 * GAP
        self._write(picture, (MARGIN, NAMED / 2), words, size, self.look.ink, room=room)
        middle, quiet = NAMED + CAPTION / 2, self.look.quiet
        said = self.say("picture.profile.matches", count=sum(score.matches for score in career.games))
        wide = self._write(picture, (PICTURE_WIDTH - MARGIN, middle), said, SMALL, quiet, side="r")
        room = PICTURE_WIDTH - 2 * MARGIN - wide - 2 * GAP
        self._write(picture, (MARGIN, middle), self.say("picture.profile.favourite"), SMALL, quiet, room=room)

    def _draw_favourite(self, picture: Image.Image, career: Career, top: int) -> None:
        """Draw the plate of the most played game: its rating now, and how it got there."""
        score, look = career.games[0], self.look
        ground = look.plate
        self._plate(picture, (SIDE, top, PICTURE_WIDTH - SIDE, top + FAVOURITE + CURVE + AXIS), ground)
        middle = top + FAVOURITE / 2 + 4
        end = self._draw_rating(picture, score, (middle, middle + 5), VERDICT, look.verdict)
        self._draw_titled(picture, score, (MARGIN, middle), end - 2 * GAP)
        self._draw_curve(picture, career.curve, top + FAVOURITE)

    def _draw_rating(
        self, picture: Image.Image, score: GameScore, middles: tuple[float, float], size: int, ink: str
    ) -> float:
        """Write the rating in a game and, at the right, its deviation.

        Each is placed by its middle. Return where they begin.
        """
        look, (middle, lower) = self.look, middles
        right, said = float(PICTURE_WIDTH - MARGIN), f"± {score.deviation}"
        off = self._write(picture, (right, lower), said, SMALL, look.quiet, look.plate, side="r")
        end = right - off - 8
        return end - self._write(picture, (end, middle), str(score.points), size, ink, look.plate, side="r")

    def _draw_titled(
        self, picture: Image.Image, score: GameScore, at: tuple[float, float], end: float, size: int = 46
    ) -> None:
        """Draw a piece of a game and its title, which ends before `end`."""
        x, middle = at
        art = _piece(self.theme, score.view, size, self.look.plate)
        paste_art(picture, art, (round(x), round(middle) - art.height // 2))
        left = x + size + 14
        title = self.say.text(score.title)
        self._write(picture, (left, middle), title, TITLE, self.look.ink, self.look.plate, room=end - left)

    def _draw_form(self, picture: Image.Image, form: Sequence[ResultMark], top: int) -> None:
        """Draw the results of the last matches, with the newest at the right."""
        self._plate(picture, (SIDE, top, PICTURE_WIDTH - SIDE, top + FORM_HIGH), self.look.plate)
        pitch, end = 42, PICTURE_WIDTH - MARGIN - 4
        for place, result in enumerate(reversed(form[-FORM:])):
            art = draw_result_mark(self.palette, result, MARK, self.look.plate)
            paste_art(picture, art, (end - MARK - place * pitch, top + (FORM_HIGH - MARK) // 2))
        room = end - FORM * pitch - MARGIN - 4
        words = self.say("picture.profile.form")
        middle = top + FORM_HIGH / 2
        self._write(picture, (MARGIN + 4, middle), words, TYPE, self.look.ink, self.look.plate, room=room)

    def _draw_game(self, picture: Image.Image, score: GameScore, share: float, top: int) -> None:
        """Draw a game: its rating, and its results as a bar.

        The bar has all the width if `share` is 1.
        """
        look = self.look
        self._plate(picture, (SIDE, top, PICTURE_WIDTH - SIDE, top + GAME), look.plate)
        middle = top + 32.0
        end = self._draw_rating(picture, score, (middle, middle + 2), TITLE, look.ink)
        self._draw_titled(picture, score, (MARGIN, middle), end - 2 * GAP, 38)
        low, width = top + GAME - 12, round((PICTURE_WIDTH - 2 * MARGIN) * share)
        counts = {result: score.result_count(result) for result in RESULTS}
        self._draw_results(picture, counts, (MARGIN, low - BAR, MARGIN + width, low))


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
