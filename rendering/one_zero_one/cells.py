"""The contents of the display's cells: keys, and the marks of empty cells."""

from collections.abc import Mapping
from functools import lru_cache

from PIL import Image

from rendering.one_zero_one.cell_faces import EmptySlot
from rendering.one_zero_one.icons import draw_arrow, draw_hourglass
from rendering.one_zero_one.keys import KEY_WIDTH, USUAL, KeyFormat, compose_panel
from rendering.sprite_cache import check_drawing_allowed
from rendering.sprites import Pen, Point
from rendering.themes import THEMES, TONES, Colour


@lru_cache(maxsize=512)
def draw_empty_slot(theme: str, empty: EmptySlot, key_format: KeyFormat = USUAL) -> Image.Image:
    """Return the drawing of an empty cell."""
    check_drawing_allowed()
    colours = THEMES[theme].program.names
    pen = key_format.make_pen()
    left, top, right, low = key_format.box
    box = (left + 2, top + 2, right - 2, low - 2)
    x, y = KEY_WIDTH / 2, key_format.height / 2
    if empty.chosen:
        pen.tile(box, 10, colours["legal"])
    elif empty.ghost:
        pen.tile(box, 10, colours["bar"])
    ghost_low = key_format.height * 0.27
    if empty.ghost:
        at, size = ((x, low - ghost_low - 2), 40) if empty.letter else ((x, y), 66)
        _draw_ghost(pen, at, min(size, key_format.height * 0.5), empty, colours)
    if not empty.chosen:
        line = "legal" if empty.letter else "lock" if empty.awaits_save else "shut"
        pen.dashed_box(box, 4 if empty.letter else 3 if empty.awaits_save else 2, colours[line])
    if empty.letter:
        ink = colours["legal_ink" if empty.chosen else "legal"]
        pen.text((x, top + key_format.height * 0.25 if empty.ghost else y), empty.letter, 52, ink)
    if empty.awaits_save and (empty.letter or empty.ghost):
        draw_hourglass(pen, (right - 20, top + 22), 28, colours["lock"])
    elif empty.awaits_save:
        draw_hourglass(pen, (x, y), 52, colours["lock"])
    return compose_panel(theme, key_format.size_px, [(pen.finish(), (0, 0))])


def _draw_ghost(pen: Pen, at: Point, size: float, empty: EmptySlot, colours: Mapping[str, Colour]) -> None:
    """Draw the card that was here.

    Its digit is struck out, or beside an arrow in the direction it moved.
    """
    arm = size * 0.46
    x, y = at
    ink = colours[TONES[empty.digit] + "_rim"]
    if empty.ghost == "moved":
        pen.text((x - arm * 0.6, y), str(empty.digit), size, ink)
        draw_arrow(pen, (x + arm * 0.9, y), arm * 1.1, empty.direction, colours["last"])
        return
    pen.text(at, str(empty.digit), size, ink)
    # One stroke: a cross would hide a 1.
    for width, name in ((0.24, "bar"), (0.11, "last")):
        pen.line([(x - arm, y + arm * 0.9), (x + arm, y - arm * 0.9)], size * width, colours[name])
