"""The tile at the left of each line.

Shows the line's number, who controls it and by how much, and whether it is closed.
"""

from functools import lru_cache

from PIL import Image

from rendering.one_zero_one.icons import elbow, no_entry
from rendering.one_zero_one.keys import draw_key, on_panel
from rendering.sprite_cache import new_part
from rendering.sprites import CAPITAL, Pen
from rendering.themes import THEMES, TONES
from rules.one_zero_one.view import LineControl

WIDE = 138
"""Pixels from the left edge of the picture to the first column."""
FIGURES = 34
"""Size of small numbers: 7 pixels high where the picture is 290 wide."""


@lru_cache(maxsize=128)
def tile(theme: str, line: int, held: LineControl, is_open: bool, high: int) -> Image.Image:
    """Return the tile of a line whose row is `high` pixels high.

    The tile is hollow while no card may be played there.
    """
    new_part()
    colours = THEMES[theme].program.names
    size = (WIDE, high)
    pen = Pen(*size)
    box = (10, 6, WIDE - 8, size[1] - 6)
    if is_open:
        pen.tile(box, 12, colours["line"])
    else:
        pen.tile(box, 12, None, rim=colours["shut"], width=2)
    ink = colours["line_ink" if is_open else "shut_ink"]
    upper = 6 + (high - 12) * 0.27
    pen.text((18, upper), str(line), 42, ink, "l")
    # In the lowest rows all three keep clear of each other: the key, the count, and its segments.
    half, figures = min(23, (high - 12) * 0.215), FIGURES * CAPITAL / 2
    _draw_holder(pen, theme, held, is_open, (upper, half))
    count = f"{held.zeros}:{held.ones}"
    middle = max(6 + (high - 12) * 0.61, upper + half + figures + 3)
    if held.zeros + held.ones:
        pen.text((20, middle), count, FIGURES, ink, "l")
        if not is_open and held.digit is not None:
            no_entry(pen, (WIDE - 30, middle), 26, colours["shut_ink"])
    top = max(high - 29, middle + figures + 2)
    _draw_tug(pen, theme, held, is_open, (20, top, WIDE - 18, max(high - 14, top + 12)))
    return on_panel(theme, size, [(pen.finish(), (0, 0))])


@lru_cache(maxsize=64)
def further_tile(theme: str, line: int, column: int, high: int) -> Image.Image:
    """Return a continuation row's tile, with the number of the row's first column."""
    new_part()
    ink = THEMES[theme].program.names["quiet"]
    pen = Pen(WIDE, high)
    upper, lower = 6 + (high - 12) * 0.27, 6 + (high - 12) * 0.7
    pen.text((18, upper), str(line), 42, ink, "l")
    elbow(pen, (40, lower), 30, ink)
    pen.text((66, lower), str(column), FIGURES, ink, "l")
    return on_panel(theme, (WIDE, high), [(pen.finish(), (0, 0))])


def _draw_holder(pen: Pen, theme: str, held: LineControl, is_open: bool, at: tuple[float, float]) -> None:
    """Draw the digit that controls the line as a small key.

    While no side does, draw an empty place, or no entry. `at` is the middle of its height, and half of
    it.
    """
    colours = THEMES[theme].program.names
    (y, half), left, right = at, WIDE - 58, WIDE - 16
    if held.digit is not None:
        tone = TONES[held.digit]
        draw_key(pen, theme, tone, (left, y - half, right, y + half), thick=6, corner=9)
        pen.text(((left + right) / 2, y - 2), str(held.digit), 36, colours[f"{tone}_ink"])
    elif not is_open:
        no_entry(pen, ((left + right) / 2, y), 32, colours["shut_ink"])
    else:
        pen.tile((left, y - half, right, y + half), 9, None, rim=colours["shut_ink"], width=2)


def _draw_tug(
    pen: Pen, theme: str, held: LineControl, is_open: bool, box: tuple[float, float, float, float]
) -> None:
    """Draw a segment for each card that counts.

    The zeros' are from the left, the ones' after them.
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
