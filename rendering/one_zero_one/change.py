"""A move's effect on the display: the cells before, an arrow, the cells after.

Cells that hold no card before or after the move are not shown.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from PIL import Image

from rendering.one_zero_one.cell_faces import CardFace, EmptySlot, card_faces, empty_slots
from rendering.one_zero_one.cells import draw_empty_slot
from rendering.one_zero_one.icons import draw_arrow
from rendering.one_zero_one.in_words import cards_in_words
from rendering.one_zero_one.keys import KEY_HEIGHT, KEY_WIDTH, USUAL, compose_panel, draw_card
from rendering.sprite_cache import check_drawing_allowed
from rendering.sprites import Pen, paste_art
from rendering.themes import THEMES
from rules.one_zero_one.playing_cards import Cell
from rules.one_zero_one.view import ProgramView
from words import Localizer

EDGE: Final = 1000
"""Width of the picture, which is that of a display: keys are as large in both."""
MARGIN: Final = 10
BETWEEN: Final = 150
"""Pixels between both, where the arrow is."""


def paint_change(before: ProgramView, after: ProgramView, theme: str) -> Image.Image:
    """Return the cells in use before or after the last move, side by side."""
    cells = _cells(before, after)
    lines, columns = sorted({cell.line for cell in cells}), max(cell.column for cell in cells)
    palette = THEMES[theme].program
    picture = palette.blank((EDGE, 2 * MARGIN + len(lines) * KEY_HEIGHT), "panel")
    left = (EDGE - 2 * columns * KEY_WIDTH - BETWEEN) // 2
    right = left + columns * KEY_WIDTH + BETWEEN
    blank = {cell: EmptySlot() for cell in cells}
    for view, start, empty in ((before, left, blank), (after, right, blank | empty_slots(after, (), ()))):
        _draw(picture, theme, card_faces(view), {cell: empty[cell] for cell in cells}, lines, start)
    sign = _arrow(theme)
    paste_art(picture, sign, (left + columns * KEY_WIDTH, (picture.height - sign.height) // 2))
    return picture


def describe_change(before: ProgramView, after: ProgramView, say: Localizer) -> str:
    """Return in words the cards there before and after the last move."""
    lines = sorted({cell.line for cell in _cells(before, after)})
    shown = [
        "; ".join(
            say(
                "alt.change.line", line=line, cards=cards_in_words(view, line, say) or say("alt.change.empty")
            )
            for line in lines
        )
        for view in (before, after)
    ]
    return say("alt.change", before=shown[0], item=shown[1])


def _cells(before: ProgramView, after: ProgramView) -> set[Cell]:
    """Return the cells that hold a card before or after the move."""
    return {*card_faces(before), *card_faces(after)}


def _draw(
    picture: Image.Image,
    theme: str,
    laid: Mapping[Cell, CardFace],
    empty: Mapping[Cell, EmptySlot],
    lines: list[int],
    left: int,
) -> None:
    """Draw the cells of some lines from a left edge on; empty cells are dashed."""
    for cell, place in empty.items():
        art = draw_card(theme, laid[cell], USUAL) if cell in laid else draw_empty_slot(theme, place, USUAL)
        paste_art(
            picture, art, (left + (cell.column - 1) * KEY_WIDTH, MARGIN + lines.index(cell.line) * KEY_HEIGHT)
        )


@lru_cache(maxsize=8)
def _arrow(theme: str) -> Image.Image:
    """Return the arrow between the cells before and after the move."""
    check_drawing_allowed()
    pen = Pen(BETWEEN, KEY_HEIGHT)
    draw_arrow(pen, (BETWEEN / 2, KEY_HEIGHT / 2), 34, ">", THEMES[theme].program.names["quiet"])
    return compose_panel(theme, (BETWEEN, KEY_HEIGHT), [(pen.finish(), (0, 0))])
