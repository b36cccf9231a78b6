"""The keys beside line 50: RUN, the cut pile and the two decks."""

from functools import lru_cache

from PIL import Image

from rendering.one_zero_one.icons import scissors
from rendering.one_zero_one.keys import (
    NAMES,
    PLATE,
    SIDE,
    THICK,
    TYPE,
    USUAL,
    WIDE,
    Format,
    draw_key,
    draw_pointer,
    on_panel,
)
from rendering.sprite_cache import new_part
from rendering.themes import THEMES, TONES
from rules.one_zero_one.playing_cards import PlayingCard

COUNT = 34
"""Size of the number of cards."""


def ways(held: PlayingCard) -> str:
    """Return the sides to which a card that is not played yet can point."""
    return "".join(way for way in held.directions if way) or ("<>^v" if held.command == "ELSE" else "")


@lru_cache(maxsize=32)
def run(theme: str, form: Format) -> Image.Image:
    """Return the RUN key."""
    new_part()
    colours = THEMES[theme].program.names
    pen = form.pen()
    draw_key(pen, theme, "run", form.box)
    x, y, share = WIDE / 2, (SIDE[1] + form.foot) / 2, (form.foot - SIDE[1]) / (USUAL.foot - SIDE[1])
    pen.text((x, y - 23 * share), "RUN", 42 * share, colours["run_ink"])
    arrow = [(-17, 2), (-17, 42), (21, 22)]
    pen.shape([(x + right * share, y + down * share) for right, down in arrow], colours["run_ink"])
    return on_panel(theme, form.place, [(pen.finish(), (0, 0))])


@lru_cache(maxsize=64)
def deck(theme: str, digit: int, top: PlayingCard | None, count: int, form: Format) -> Image.Image:
    """Return a deck: its top card, the edges of the cards below, and their number."""
    new_part()
    colours, tone = THEMES[theme].program.names, TONES[digit]
    pen = form.pen()
    left, upper, right, low = form.box
    shelf = form.shelf - 4 * min(2, count - 1)
    y, size = form.figure
    if top is None or top.command == "PLAIN":
        y = (upper + form.foot) / 2
    elif form.is_low:
        y = (upper + shelf) / 2 + 1
    ink = colours[f"{tone}_rim"]
    if top:
        for below in range(min(2, count - 1), 0, -1):
            draw_key(pen, theme, tone, (left, low - 30, right, low - 4 + 4 * below - 4), thick=4)
        draw_key(pen, theme, tone, (left, upper, right, low - 4 * min(2, count - 1)))
        ink = colours[f"{tone}_ink"]
    else:
        pen.dashed_box((left + 1, upper + 1, right - 1, low - 1), 3, ink)
    # A count of two digits needs more of the width, and pointers to the sides, which reach into the key, leave less.
    edge, figure = (12, 50) if count < 10 else (10, 38)
    if top and "<" in ways(top):
        edge += 3
    pen.text((left + edge, y), str(digit), min(size, figure), ink, "l")
    pen.text((right - edge, y), f"×{count}", COUNT, ink, "r")
    if top:
        if top.command != "PLAIN":
            pen.tile((left + 6, shelf, right - 6, shelf + PLATE), 7, colours[f"{tone}_plate"])
            word = NAMES.get(top.command, top.command)
            pen.squeezed_text((WIDE / 2, shelf + PLATE / 2), word, TYPE, ink, right - left - 19)
        for way in ways(top):
            draw_pointer(pen, theme, tone, way, form, 10)
    return on_panel(theme, form.place, [(pen.finish(), (0, 0))])


@lru_cache(maxsize=64)
def cut_pile(theme: str, count: int, said: str, form: Format) -> Image.Image:
    """Return the cut pile as a hollow key: scissors, the number of cards, its name."""
    new_part()
    colours = THEMES[theme].program.names
    pen = form.pen()
    left, upper, right, low = form.box
    pen.tile((left, upper, right, low), 12, colours["line"], rim=colours["shut_ink"], width=2)
    y = form.figure[0]
    scissors(pen, (left + 22, y), 30, colours["line_ink"])
    pen.text((right - 8, y), f"×{count}", COUNT, colours["line_ink"], "r")
    middle = (WIDE / 2, low - THICK / 2 - 5 - PLATE / 2)
    pen.squeezed_text(middle, said, COUNT, colours["line_ink"], right - left - 19)
    return on_panel(theme, form.place, [(pen.finish(), (0, 0))])
