"""The tile at the left of each line.

It shows the line's number, who controls it and by how much, and whether it is closed.
"""

from functools import lru_cache

from PIL import Image

from rendering.one_zero_one.icons import draw_elbow, draw_no_entry
from rendering.one_zero_one.keys import compose_panel, draw_key
from rendering.sprite_cache import check_drawing_allowed
from rendering.sprites import CAPITAL_HEIGHT, Pen
from rendering.themes import THEMES, TONES
from rules.one_zero_one.view import LineControl

TILE_WIDTH = 138
"""Pixels from the left edge of the picture to the first column."""
FIGURES = 34
"""Size of small numbers: 7 pixels high where the picture is 290 wide."""


@lru_cache(maxsize=128)
def draw_line_tile(theme: str, line: int, control: LineControl, is_open: bool, height: int) -> Image.Image:
    """Return the tile of a line whose row is `height` pixels high.

    The tile is hollow while no card may be played there.
    """
    check_drawing_allowed()
    colours = THEMES[theme].program.names
    size = (TILE_WIDTH, height)
    pen = Pen(*size)
    box = (10, 6, TILE_WIDTH - 8, size[1] - 6)
    if is_open:
        pen.tile(box, 12, colours["line"])
    else:
        pen.tile(box, 12, None, rim=colours["shut"], width=2)
    ink = colours["line_ink" if is_open else "shut_ink"]
    upper = 6 + (height - 12) * 0.27
    pen.text((18, upper), str(line), 42, ink, "l")
    # In the lowest rows all three keep clear of each other: the key, the count, and its segments.
    half, figures = min(23, (height - 12) * 0.215), FIGURES * CAPITAL_HEIGHT / 2
    _draw_holder(pen, theme, control, is_open, (upper, half))
    count = f"{control.zeros}:{control.ones}"
    middle = max(6 + (height - 12) * 0.61, upper + half + figures + 3)
    if control.zeros + control.ones:
        pen.text((20, middle), count, FIGURES, ink, "l")
        if not is_open and control.digit is not None:
            draw_no_entry(pen, (TILE_WIDTH - 30, middle), 26, colours["shut_ink"])
    top = max(height - 29, middle + figures + 2)
    _draw_tug(pen, theme, control, is_open, (20, top, TILE_WIDTH - 18, max(height - 14, top + 12)))
    return compose_panel(theme, size, [(pen.finish(), (0, 0))])


@lru_cache(maxsize=64)
def draw_continuation_tile(theme: str, line: int, column: int, height: int) -> Image.Image:
    """Return the tile of a row that continues a line, with the row's first column."""
    check_drawing_allowed()
    ink = THEMES[theme].program.names["quiet"]
    pen = Pen(TILE_WIDTH, height)
    upper, lower = 6 + (height - 12) * 0.27, 6 + (height - 12) * 0.7
    pen.text((18, upper), str(line), 42, ink, "l")
    draw_elbow(pen, (40, lower), 30, ink)
    pen.text((66, lower), str(column), FIGURES, ink, "l")
    return compose_panel(theme, (TILE_WIDTH, height), [(pen.finish(), (0, 0))])


def _draw_holder(pen: Pen, theme: str, held: LineControl, is_open: bool, at: tuple[float, float]) -> None:
    """Draw the digit that controls the line as a small key.

    If no side controls it, draw an empty place, or a "no entry" sign for a closed line. `at` is the height
    of the key's middle, and half of its own height.
    """
    colours = THEMES[theme].program.names
    (y, half), left, right = at, TILE_WIDTH - 58, TILE_WIDTH - 16
    if held.digit is not None:
        tone = TONES[held.digit]
        draw_key(pen, theme, tone, (left, y - half, right, y + half), thickness=6, corner=9)
        pen.text(((left + right) / 2, y - 2), str(held.digit), 36, colours[f"{tone}_ink"])
    elif not is_open:
        draw_no_entry(pen, ((left + right) / 2, y), 32, colours["shut_ink"])
    else:
        pen.tile((left, y - half, right, y + half), 9, None, rim=colours["shut_ink"], width=2)


def _draw_tug(
    pen: Pen, theme: str, held: LineControl, is_open: bool, box: tuple[float, float, float, float]
) -> None:
    """Draw a segment for each card that counts.

    The segments of the zeros are at the left, those of the ones at the right.
    """
    colours = THEMES[theme].program.names
    left, top, right, low = box
    count = held.zeros + held.ones
    if not count:
        pen.tile(box, 4, None, rim=colours["quiet" if is_open else "shut"], width=2)
        return
    gap = 3 if count <= 9 else 1.5
    width = (right - left - (count - 1) * gap) / count
    for i in range(count):
        x = left + i * (width + gap)
        tone = TONES[i >= held.zeros]
        pen.tile((x, top, x + width, low), min(4, width / 3), colours[f"{tone}_edge"])
        rim = min(1.5, width / 5)
        pen.tile((x + rim, top + rim, x + width - rim, low - rim), min(3, width / 4), colours[tone])
