"""The display after each move, painted on one canvas.

Both hands are below it if everyone may see them.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from rendering.gif import MAX_AREAS, Box, FrameArea, merge_boxes
from rendering.one_zero_one import display
from rendering.one_zero_one.cell_faces import CardFace
from rendering.one_zero_one.header import MARGIN
from rendering.one_zero_one.keys import KEY_WIDTH, USUAL, draw_card
from rendering.one_zero_one.stacks import pointer_directions
from rendering.sprites import paste_art
from rendering.themes import THEMES
from rules.one_zero_one.view import ProgramView

STRETCH: Final = 16
"""Rows of a display to compare at once.

Stretches that are alike are not looked at more closely.
"""
HANDS: Final = 142
"""Pixels of the height of the hands."""


def canvas_size(views: Sequence[ProgramView]) -> tuple[int, int]:
    """Return the width and height of a canvas large enough for every display.

    The hands are below if they are shown.
    """
    sizes = [display.display_size(view) for view in views]
    width, height = max(width for width, _ in sizes), max(height for _, height in sizes)
    return width, height + HANDS * _open(views)


def paint_views(
    canvas: Image.Image, views: Sequence[ProgramView], theme: str, language: str, max_areas: int = MAX_AREAS
) -> Iterator[list[FrameArea]]:
    """Paint the displays in turn on a canvas; yield the areas that may change.

    Each display is at the top of the canvas, and changes in at most `max_areas` areas. The canvas has the
    size of the largest display, so the hands stay in the same place.
    """
    palette = THEMES[theme].program
    width, height = canvas_size(views)
    shows_hands = _open(views)
    room = (0, 0, width, height)
    for view in views:
        before = canvas.crop(room)
        canvas.paste(palette.index("panel"), room)
        paste_art(canvas, display.paint_display(view, theme, language, (), ()), (0, 0))
        if shows_hands:
            for digit in (0, 1):
                _draw_hand(canvas, view, digit, theme, height - HANDS)
        yield [FrameArea(box) for box in _differences(before, canvas.crop(room), max_areas)]


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
    at = left + 8 if digit == 0 else right - 8 - KEY_WIDTH * len(held)
    for i, each in enumerate(held):
        key = draw_card(theme, CardFace(digit, each.command, pointer_directions(each)), USUAL)
        paste_art(canvas, key, (at + i * KEY_WIDTH, top + 8))


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
