"""A view as a picture with its alt text."""

from collections.abc import Sequence
from dataclasses import dataclass

from rendering import boards
from rendering.png import encode
from rendering.themes import DEFAULT, THEMES
from rendering.words import describe
from rules.board import BoardView
from rules.game import View


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

    A theme that is not known (an old setting) is drawn as the default one.
    """
    theme = theme if theme in THEMES else DEFAULT
    if not isinstance(view, BoardView):
        raise TypeError(f"no painter for {type(view).__name__}")
    image = boards.paint(view, theme, chosen, choices)
    return Picture(encode(image, THEMES[theme].board), describe(view), *image.size)
