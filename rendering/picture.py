"""A view as a picture with its alt text."""

from collections.abc import Sequence
from dataclasses import dataclass

from rendering.board import painter
from rendering.board.layout import EDGE
from rendering.caption import Caption
from rendering.describe import describe, describe_end, hand_in_words
from rendering.end import panel
from rendering.one_zero_one import display
from rendering.one_zero_one.change import describe_change, paint_change
from rendering.one_zero_one.hand import paint_hand
from rendering.png import encode
from rendering.themes import DEFAULT, THEMES, known_theme
from rendering.timing import report_time
from rules.board import BoardView
from rules.course import Course
from rules.game import View
from rules.one_zero_one.view import ProgramView
from words import ENGLISH, Words, commas, speaker, tell


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG file, its alt text (at most 1,024 characters), and its size in pixels."""

    png: bytes
    alt: str
    width: int
    height: int


@report_time("board")
def draw(
    view: View,
    *,
    theme: str = DEFAULT,
    language: str = ENGLISH,
    chosen: Sequence[str] = (),
    choices: Sequence[str] = (),
    kings: Sequence[str] = (),
    low: bool = False,
) -> Picture:
    """Return what a view shows, with its words in a language.

    `chosen` and `choices` are values of `Step.square`: taken already, and on offer. Without `choices` the display
    of One Zero One letters every cell that the viewer may play to. Empty squares on offer that are among `kings` have
    a circle, the others a dot. A display of many rows is `low` where choices stand below it. A theme that is not known
    (an old setting) is drawn as the default one.

    >>> from rules.catalogue import GAMES
    >>> from rules.match import Match
    >>> match = Match(GAMES["yin-yang"], {}, bytes(32))
    >>> picture = draw(match.view(None), theme="blue", choices=["c4"])
    >>> picture.width, picture.height
    (720, 780)
    >>> picture.alt[:14]
    'First to move.'
    """
    theme = known_theme(theme)
    if isinstance(view, BoardView):
        png, height = painter.draw_png(view, theme, language, chosen, choices, kings)
        return Picture(png, describe(view, language, chosen, choices), EDGE, height)
    if isinstance(view, ProgramView):
        image = display.paint(view, theme, language, chosen, choices, low=low)
        alt = describe(view, language, chosen, choices)
        return Picture(encode(image, THEMES[theme].program), alt, *image.size)
    raise TypeError(f"no painter for {type(view).__name__}")


@report_time("board")
def draw_bare(
    view: BoardView, alt: str, *, theme: str = DEFAULT, language: str = ENGLISH, chosen: Sequence[str] = ()
) -> Picture:
    """Return a board without players, with `alt` as its alt text.

    The parts that show the standing of a match are left out.
    """
    theme = known_theme(theme)
    png, height = painter.draw_bare(view, theme, language, chosen)
    return Picture(png, alt, EDGE, height)


@report_time("end")
def draw_end(
    view: View,
    course: Course,
    *,
    why: Words | None = None,
    theme: str = DEFAULT,
    language: str = ENGLISH,
    caption: Caption | None = None,
) -> Picture:
    """Return the picture of a match's end.

    It shows the last position, who won and why, the score, and the curve of the lead. `why` is the reason
    of a match that ended without an outcome. A `caption` adds the game above the position and gives the
    players' names.
    """
    theme = known_theme(theme)
    say = speaker(language)
    alt = describe_end(view, course, why, language, caption)
    if isinstance(view, BoardView):
        above, below = panel(view, course, theme, say, why, EDGE, caption)
        png, height = painter.draw_end(view, theme, language, above, below)
        return Picture(png, alt, EDGE, height)
    if isinstance(view, ProgramView):
        above, below = panel(view, course, theme, say, why, display.EDGE, caption)
        image = display.paint(view, theme, language, above=above, below=below, caption=caption)
        return Picture(encode(image, THEMES[theme].program), alt, *image.size)
    raise TypeError(f"no painter for {type(view).__name__}")


@report_time("change")
def draw_change(before: View, after: View, *, theme: str = DEFAULT, language: str = ENGLISH) -> Picture:
    """Return only the cells that the last move of the view `after` changed.

    Each is shown as in `before` and as in `after`, side by side.
    """
    theme = known_theme(theme)
    if not (isinstance(before, ProgramView) and isinstance(after, ProgramView)):
        raise TypeError(f"no painter for a change of {type(after).__name__}")
    image = paint_change(before, after, theme)
    alt = describe_change(before, after, speaker(language))
    return Picture(encode(image, THEMES[theme].program), alt, *image.size)


@report_time("hand")
def draw_hand(
    view: ProgramView, *, theme: str = DEFAULT, language: str = ENGLISH, raised: Sequence[str] | None = None
) -> Picture:
    """Return the viewer's own hand.

    `raised` are the names of cards that are being chosen, which are drawn higher than the others; `None`
    if nothing is chosen from this hand. Raise `ValueError` for a view that shows no hand.
    """
    theme = known_theme(theme)
    cards = hand_in_words(view, language)
    assert view.viewer is not None  # else it has no words
    held, digit = view.hands[view.viewer] or (), view.digits[view.viewer]
    image = paint_hand(held, digit, theme, language, raised)
    alt = tell("alt.own_hand", {"cards": cards}, language)
    if raised:
        chosen = commas(raised, language)
        alt = tell("alt.own_hand.chosen", {"cards": cards, "item": chosen}, language)
    return Picture(encode(image, THEMES[theme].program), alt, *image.size)
