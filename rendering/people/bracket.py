"""The picture of a knock-out's bracket.

Each round before the final has a column; the final is below them and is the largest. So even a bracket
of 16 has only three columns, and its names can be read on a phone. The colours are those of boards,
whatever game is played. Names are shown only as far as the fonts can draw them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from PIL import Image

from rendering.board.layout import PICTURE_WIDTH, SIDE
from rendering.caption import distinct_names, drawable_name
from rendering.describe import fit_alt_text
from rendering.look import BOARDS
from rendering.picture import Picture
from rendering.png import encode_png
from rendering.result_marks import ResultMark, draw_result_mark
from rendering.sprites import paste_art
from rendering.text_lines import CAPTION, MARK, NAMED, SMALL, TITLE, SheetWriter
from rendering.themes import DEFAULT_THEME
from rendering.timing import report_time
from words import ENGLISH, Localizer, Phrase, Words, join_phrases, localizer_for

LINE: Final = 40
"""Height of a name."""
TIE: Final = 2 * LINE + 4
"""Height of a plate with two names."""
PITCH: Final = TIE + 12
APART: Final = 24
"""Between two columns, where lines say which ties lead to which."""
THICK: Final = 3
"""Width of those lines."""
PAD: Final = 12
"""Between a plate's edge and what is on it."""
STEP: Final = 24
"""From one mark of a match to the next."""
FINAL: Final = 72
"""Height of the final's plates."""
OPEN: Final = "–"
"""Marks a place that is still open."""


class BracketPlayer(NamedTuple):
    """A player of a knock-out: two of one name are told apart by their `id`."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class BracketTie:
    """A tie of a knock-out as it is drawn: two players, the upper one first.

    A player is `None` if not known yet, or if the tie `is_bye`. `results` are those of their matches for
    each of the two, in the order of play; `winner` is the place (0 or 1) of the player who goes on.
    """

    players: tuple[BracketPlayer | None, BracketPlayer | None]
    results: tuple[tuple[ResultMark, ...], tuple[ResultMark, ...]] = ((), ())
    winner: int | None = None
    is_bye: bool = False


@report_time("bracket")
def draw_bracket(
    name: str,
    subtitle: Words,
    title: Words,
    rounds: Sequence[Sequence[BracketTie]],
    *,
    theme: str = DEFAULT_THEME,
    language: str = ENGLISH,
) -> Picture:
    """Return the bracket of a knock-out.

    `name` is the knock-out's name, `title` its game's title, and `subtitle` says which round is played.
    `rounds` has the ties of each round from the top: one or more rounds, and the final.
    """
    sheet = _Sheet(theme, localizer_for(language))
    known = list(dict.fromkeys(each for ties in rounds for tie in ties for each in tie.players if each))
    names = distinct_names([each.name for each in known], sheet.say("picture.member"))
    labels = {each: each._replace(name=name) for each, name in zip(known, names, strict=True)}
    rounds = [
        [
            replace(tie, players=(upper and labels[upper], lower and labels[lower]))
            for tie in ties
            for upper, lower in [tie.players]
        ]
        for ties in rounds
    ]
    image = sheet.draw(drawable_name(name) or sheet.say.text(title), subtitle, rounds)
    alt = fit_alt_text(_in_words(name, subtitle, rounds, sheet.say))
    return Picture(encode_png(image, sheet.palette), alt, *image.size)


class _Sheet(SheetWriter):
    """Painter of the bracket, in the numbers of the palette."""

    def draw(self, name: str, part: Words, rounds: Sequence[Sequence[BracketTie]]) -> Image.Image:
        """Draw the bracket."""
        *columns, (final,) = rounds
        low = NAMED + CAPTION + PITCH * len(columns[0])
        picture = self.palette.blank(
            (PICTURE_WIDTH, low + CAPTION + FINAL + CAPTION + SIDE), self.look.ground
        )
        self._draw_head(picture, name, part)
        width = (PICTURE_WIDTH - 2 * SIDE - APART * (len(columns) - 1)) // len(columns)
        for number, ties in enumerate(columns):
            left = SIDE + (width + APART) * number
            heading = self.say("picture.bracket.round", number=number + 1)
            at = (left + PAD, NAMED + CAPTION / 2)
            self._write(picture, at, heading, SMALL, self.look.quiet, room=width - PAD)
            for place, tie in enumerate(ties):
                top = _top(number, place)
                self._draw_tie(picture, tie, (left, top, left + width, top + TIE))
                if number:
                    self._join(picture, left, number, place)
        heading = self.say("picture.bracket.final")
        self._write(picture, (SIDE + PAD, low + CAPTION / 2), heading, SMALL, self.look.quiet)
        self._draw_final(picture, final, low + CAPTION)
        self._draw_legend(picture, low + CAPTION + FINAL + CAPTION / 2 + 4)
        return picture

    def _draw_tie(self, picture: Image.Image, tie: BracketTie, box: tuple[int, int, int, int]) -> None:
        """Draw a tie of a column: a plate with one name above the other."""
        left, top, right, _ = box
        self._plate(picture, box, self.look.plate)
        for place in (0, 1):
            middle = top + 2 + LINE * (place + 0.5)
            self._draw_place(picture, tie, place, (left, right), middle, SMALL)

    def _draw_final(self, picture: Image.Image, tie: BracketTie, top: int) -> None:
        """Draw the final; its two plates are side by side, the winner's in the accent."""
        width = (PICTURE_WIDTH - 2 * SIDE - APART) // 2
        for place in (0, 1):
            left, (ground, ink) = SIDE + (width + APART) * place, (self.look.plate, self.look.ink)
            if tie.winner == place:
                ground, ink = self.look.winner_plate
            self._plate(picture, (left, top, left + width, top + FINAL), ground)
            self._draw_place(
                picture, tie, place, (left, left + width), top + FINAL / 2, TITLE, ground=ground, ink=ink
            )

    def _draw_place(
        self,
        picture: Image.Image,
        tie: BracketTie,
        place: int,
        ends: tuple[int, int],
        middle: float,
        size: int,
        *,
        ground: str = BOARDS.plate,
        ink: str = BOARDS.ink,
    ) -> None:
        """Write the player in a place of a tie, with a mark for each match at the right.

        A player who is out is quiet.
        """
        left, right = ends
        form, quiet = tie.results[place], self.look.quiet
        marks = right - PAD - STEP * len(form) + (STEP - MARK)
        inks = (ink, ink) if ground != self.look.plate else ("accent", quiet)
        for number, result in enumerate(form):
            art = draw_result_mark(self.palette, result, MARK, ground, inks)
            paste_art(picture, art, (marks + STEP * number, round(middle) - MARK // 2))
        player = tie.players[place]
        if player is None:
            name = self.say("picture.bracket.free") if tie.is_bye else OPEN
        else:
            name = player.name
        absent = player is None or tie.winner == 1 - place
        room = marks - PAD - (left + PAD) if form else right - PAD - (left + PAD)
        size, name = self._fit_name(str, name, size, room)
        self._write(picture, (left + PAD, middle), name, size, quiet if absent else ink, ground, room=room)

    def _join(self, picture: Image.Image, left: int, number: int, place: int) -> None:
        """Draw the lines from two ties to the tie between their winners."""
        middle = left - APART // 2 - THICK // 2
        upper, lower = (_top(number - 1, 2 * place + each) + TIE // 2 for each in (0, 1))
        goal = _top(number, place) + TIE // 2
        for box in (
            (left - APART, upper, middle + THICK, upper + THICK),
            (left - APART, lower, middle + THICK, lower + THICK),
            (middle, upper, middle + THICK, lower + THICK),
            (middle, goal, left, goal + THICK),
        ):
            self._plate(picture, box, self.look.quiet, 1)


def _top(number: int, place: int) -> int:
    """Return the upper edge of a round's tie.

    The tie is beside the middle of the two whose winners play it.
    """
    feeding = 1 << number  # ties of the first round that lead to it
    return NAMED + CAPTION + PITCH * (feeding - 1) // 2 + PITCH * feeding * place


def _in_words(
    name: str, part: Words, rounds: Sequence[Sequence[BracketTie]], say: Localizer
) -> Iterator[str]:
    """Yield the bracket in words, the final first as on the card, ever shorter.

    Shorter versions leave out the first rounds.
    """
    told: list[Words] = [Phrase("alt.bracket", league=name, table_of=part)]
    final = rounds[-1][0]
    if final.winner is not None:
        told += [
            Phrase("alt.bracket.winner", name=each.name) for each in [final.players[final.winner]] if each
        ]
    for first in range(len(rounds)):
        every = list(told)
        for number in range(len(rounds) - 1, first - 1, -1):
            last = number == len(rounds) - 1
            every.append(
                Phrase("alt.bracket.final") if last else Phrase("alt.bracket.round", number=number + 1)
            )
            every += [_tie_in_words(tie, is_final=last) for tie in rounds[number]]
        yield say.text(join_phrases("series.sentences", every))


def _tie_in_words(tie: BracketTie, *, is_final: bool) -> Words:
    """Return a tie in words.

    No player goes on from the final, whose winner is named before.
    """
    here = [player.name for player in tie.players if player]
    if not here:
        return Phrase("alt.bracket.none")
    if len(here) == 1:
        return Phrase(f"alt.bracket.{'free' if tie.is_bye else 'half'}", name=here[0])
    goes_on = tie.winner is not None and not is_final
    ahead, draws = (tie.winner or 0) if goes_on else 0, tie.results[0].count("drawn")
    code = f"alt.bracket.{'on' if goes_on else 'open'}"
    pair = {"name": here[ahead], "opponent": here[1 - ahead]}
    return Phrase(f"{code}.drawn", count=draws, **pair) if draws else Phrase(code, **pair)
