"""The display move by move on one canvas.

Below it are both hands, if everyone may see them.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from rendering.gif import APART, Box, FramePlace, merge_boxes
from rendering.one_zero_one import display
from rendering.one_zero_one.cell_faces import Face
from rendering.one_zero_one.header import MARGIN
from rendering.one_zero_one.keys import USUAL, WIDE, card
from rendering.one_zero_one.stacks import ways
from rendering.sprites import lay
from rendering.themes import THEMES
from rules.one_zero_one.view import ProgramView

STRETCH: Final = 16
"""Rows of a display to compare at once.

Stretches that are alike are not looked at more closely.
"""
HANDS: Final = 142
"""Pixels of the height of the hands."""


def size_of(views: Sequence[ProgramView]) -> tuple[int, int]:
    """Return the width and height of a canvas large enough for every display.

    The hands are below if they are shown.
    """
    sizes = [display.size_of(view) for view in views]
    width, height = max(width for width, _ in sizes), max(height for _, height in sizes)
    return width, height + HANDS * _open(views)


def paint_each(
    canvas: Image.Image, views: Sequence[ProgramView], theme: str, language: str, apart: int = APART
) -> Iterator[list[FramePlace]]:
    """Paint the displays in turn on a canvas; yield the places that may change.

    Each display is at the top of the canvas, and has at most `apart` places. Neither the display nor the
    hands move while the display grows.
    """
    palette = THEMES[theme].program
    width, height = size_of(views)
    shows_hands = _open(views)
    room = (0, 0, width, height)
    for view in views:
        before = canvas.crop(room)
        canvas.paste(palette.index("panel"), room)
        lay(canvas, display.paint(view, theme, language, (), ()), (0, 0))
        if shows_hands:
            for digit in (0, 1):
                _draw_hand(canvas, view, digit, theme, height - HANDS)
        yield [FramePlace(box) for box in _differences(before, canvas.crop(room), apart)]


def _open(views: Iterable[ProgramView]) -> bool:
    """Whether every view shows both hands."""
    return all(hand is not None for view in views for hand in view.hands)


def _draw_hand(canvas: Image.Image, view: ProgramView, digit: int, theme: str, top: int) -> None:
    """Draw the keys that a digit holds in a frame.

    0's are at the left and 1's at the right, as in the header.
    """
    palette, held = THEMES[theme].program, view.hands[view.digits.index(digit)] or ()
    half = canvas.width // 2
    left, right = (MARGIN, half - 5) if digit == 0 else (half + 5, canvas.width - MARGIN)
    box = (left, top + 6, right - 1, top + HANDS - 7)
    ImageDraw.Draw(canvas).rounded_rectangle(box, 12, outline=palette.index("shut"), width=2)
    at = left + 8 if digit == 0 else right - 8 - WIDE * len(held)
    for i, each in enumerate(held):
        key = card(theme, Face(digit, each.command, ways(each)), USUAL)
        lay(canvas, key, (at + i * WIDE, top + 8))


def _differences(one: Image.Image, other: Image.Image, apart: int) -> list[Box]:
    """Return a few boxes that hold all differences of two pictures."""
    found = []
    width, some = one.width, STRETCH * one.width
    before, after = one.tobytes(), other.tobytes()
    for at in range(0, len(after), some):
        if before[at : at + some] != after[at : at + some]:
            top = at // width
            rows = (0, top, width, min(top + STRETCH, one.height))
            left, high, right, low = ImageChops.difference(one.crop(rows), other.crop(rows)).getbbox() or rows
            found.append((left, top + high, right, top + low))
    return merge_boxes(found, apart)
