"""A view as a picture with its alt text."""

from collections.abc import Sequence
from dataclasses import dataclass

from rendering.board import painter
from rendering.board.layout import PICTURE_WIDTH
from rendering.caption import Caption
from rendering.describe import describe, describe_end, hand_in_words
from rendering.end import draw_panels
from rendering.one_zero_one import display
from rendering.one_zero_one.change import describe_change, paint_change
from rendering.one_zero_one.hand import paint_hand
from rendering.png import encode_png
from rendering.themes import DEFAULT_THEME, THEMES, valid_theme
from rendering.timing import report_time
from rendering.wide_end import paint_wide_end
from rules.board import BoardView
from rules.course import Course
from rules.game import View
from rules.one_zero_one.view import ProgramView
from words import ENGLISH, Words, join_with_commas, localizer_for, render_message


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
    theme: str = DEFAULT_THEME,
    language: str = ENGLISH,
    chosen: Sequence[str] = (),
    choices: Sequence[str] = (),
    king_choices: Sequence[str] = (),
    is_compact: bool = False,
) -> Picture:
    """Return the picture of a view, with its alt text in a language.

    `chosen` are squares that are already chosen, and `choices` those on offer, as values of `Step.square`.
    Empty squares on offer that are among `king_choices` have a circle, the others a dot. For One Zero One,
    every cell that the viewer may play to has a letter unless there are `choices`; with `is_compact`, a
    display of many rows leaves room on a phone for the choices below it. An unknown theme (an old setting)
    is drawn as the default one.

    >>> from rules.catalogue import GAMES
    >>> from rules.match import Match
    >>> match = Match(GAMES["yin-yang"], {}, bytes(32))
    >>> picture = draw(match.view(None), theme="blue", choices=["c4"])
    >>> picture.width, picture.height
    (720, 780)
    >>> picture.alt[:14]
    'First to move.'
    """
    theme = valid_theme(theme)
    if isinstance(view, BoardView):
        png, height = painter.draw_board_png(view, theme, language, chosen, choices, king_choices)
        return Picture(png, describe(view, language, chosen, choices), PICTURE_WIDTH, height)
    if isinstance(view, ProgramView):
        png, size = display.draw_display_png(view, theme, language, chosen, choices, is_compact=is_compact)
        return Picture(png, describe(view, language, chosen, choices), *size)
    raise TypeError(f"no painter for {type(view).__name__}")


@report_time("board")
def draw_bare_board(
    view: BoardView,
    alt: str,
    *,
    theme: str = DEFAULT_THEME,
    language: str = ENGLISH,
    chosen: Sequence[str] = (),
) -> Picture:
    """Return a board without players, with `alt` as its alt text.

    The parts that show the standing of a match are left out.
    """
    theme = valid_theme(theme)
    png, height = painter.draw_bare_board(view, theme, language, chosen)
    return Picture(png, alt, PICTURE_WIDTH, height)


@report_time("end")
def draw_end(
    view: View,
    course: Course,
    caption: Caption | None = None,
    *,
    end_reason: Words | None = None,
    theme: str = DEFAULT_THEME,
    language: str = ENGLISH,
) -> Picture:
    """Return the picture of a match's end.

    It shows the last position, who won and why, the score, and the curve of the lead. `end_reason` is the
    reason of a match that ended without an outcome. A `caption` adds the game above the position and gives
    the players' names.
    """
    theme = valid_theme(theme)
    say = localizer_for(language)
    alt = describe_end(view, course, end_reason, language, caption)
    if isinstance(view, BoardView):
        above, below = draw_panels(view, course, theme, say, end_reason, PICTURE_WIDTH, caption)
        png, height = painter.draw_with_panels(view, theme, language, above, below)
        return Picture(png, alt, PICTURE_WIDTH, height)
    if isinstance(view, ProgramView):
        above, below = draw_panels(view, course, theme, say, end_reason, display.DISPLAY_WIDTH, caption)
        image = display.paint_display(view, theme, language, header=above, footer=below, caption=caption)
        return Picture(encode_png(image, THEMES[theme].program, is_dense=True), alt, *image.size)
    raise TypeError(f"no painter for {type(view).__name__}")


@report_time("end")
def draw_wide_end(
    view: View,
    course: Course,
    caption: Caption | None = None,
    *,
    end_reason: Words | None = None,
    theme: str = DEFAULT_THEME,
    language: str = ENGLISH,
) -> Picture:
    """Return the picture of a match's end that people share, in landscape.

    The display of One Zero One is drawn as by `draw_end`, because beside anything else it would be too
    small to be read.
    """
    if not isinstance(view, BoardView):
        return draw_end(view, course, end_reason=end_reason, theme=theme, language=language, caption=caption)
    theme = valid_theme(theme)
    image = paint_wide_end(view, course, theme, localizer_for(language), end_reason, caption)
    alt = describe_end(view, course, end_reason, language, caption)
    return Picture(encode_png(image, THEMES[theme].board, is_dense=True), alt, *image.size)


@report_time("change")
def draw_change(before: View, after: View, *, theme: str = DEFAULT_THEME, language: str = ENGLISH) -> Picture:
    """Return only the cells that the last move of the view `after` changed.

    Each is shown as in `before` and as in `after`, side by side.
    """
    theme = valid_theme(theme)
    if not (isinstance(before, ProgramView) and isinstance(after, ProgramView)):
        raise TypeError(f"no painter for a change of {type(after).__name__}")
    image = paint_change(before, after, theme)
    alt = describe_change(before, after, localizer_for(language))
    return Picture(encode_png(image, THEMES[theme].program), alt, *image.size)


@report_time("hand")
def draw_hand(
    view: ProgramView,
    *,
    theme: str = DEFAULT_THEME,
    language: str = ENGLISH,
    raised_cards: Sequence[str] | None = None,
) -> Picture:
    """Return the viewer's own hand.

    `raised_cards` are the names of cards that are being chosen, which are drawn higher than the others;
    `None` if nothing is chosen from this hand. Raise `ValueError` for a view that shows no hand.
    """
    theme = valid_theme(theme)
    cards = hand_in_words(view, language)
    assert view.viewer is not None  # else it has no words
    held, digit = view.hands[view.viewer] or (), view.digits[view.viewer]
    image = paint_hand(held, digit, theme, language, raised_cards)
    alt = render_message("alt.own_hand", {"cards": cards}, language)
    if raised_cards:
        chosen = join_with_commas(raised_cards, language)
        alt = render_message("alt.own_hand.chosen", {"cards": cards, "item": chosen}, language)
    return Picture(encode_png(image, THEMES[theme].program), alt, *image.size)
