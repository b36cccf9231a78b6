"""A view as a picture with its alt text."""

from collections.abc import Sequence
from dataclasses import dataclass

from rendering.board import painter
from rendering.board.layout import EDGE
from rendering.describe import describe, hand_in_words
from rendering.one_zero_one import display
from rendering.png import encode
from rendering.themes import DEFAULT, THEMES
from rules.board import BoardView
from rules.game import View
from rules.one_zero_one.view import ProgramView


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG file and what it shows in words (at most 1,024 characters), its size in pixels."""

    png: bytes
    alt: str
    width: int
    height: int


def draw(
    view: View, *, theme: str = DEFAULT, chosen: Sequence[str] = (), choices: Sequence[str] = ()
) -> Picture:
    """What a view shows. `chosen` and `choices` are values of `Step.square`: taken already, and on offer.

    Without `choices` the display of One Zero One letters every cell that the viewer may play to. A theme
    that is not known (an old setting) is drawn as the default one.
    """
    theme = theme if theme in THEMES else DEFAULT
    if isinstance(view, BoardView):
        return Picture(painter.draw_png(view, theme, chosen, choices), describe(view), EDGE, EDGE)
    if isinstance(view, ProgramView):
        image = display.paint(view, theme, chosen, choices)
        return Picture(encode(image, THEMES[theme].program), describe(view), *image.size)
    raise TypeError(f"no painter for {type(view).__name__}")


def draw_hand(view: ProgramView, *, theme: str = DEFAULT) -> Picture:
    """The viewer's own hand; raises `ValueError` for a view that has none."""
    theme = theme if theme in THEMES else DEFAULT
    words = hand_in_words(view)
    assert view.viewer is not None  # else it has no words
    image = display.paint_hand(view.hands[view.viewer] or (), view.digits[view.viewer], theme)
    return Picture(encode(image, THEMES[theme].program), f"Your hand: {words}.", *image.size)
