"""The keys beside line 50: RUN, the cut pile and the two decks."""

from functools import lru_cache

from PIL import Image

from rendering.one_zero_one.icons import draw_scissors
from rendering.one_zero_one.keys import (
    KEY_LABELS,
    KEY_WIDTH,
    PLATE,
    SIDE,
    THICK,
    TYPE,
    USUAL,
    KeyFormat,
    compose_panel,
    draw_key,
    draw_pointer,
)
from rendering.sprite_cache import check_drawing_allowed
from rendering.themes import THEMES, TONES
from rules.one_zero_one.playing_cards import PlayingCard

COUNT = 34
"""Size of the number of cards."""


def pointer_directions(card: PlayingCard) -> str:
    """Return the sides to which a card can point, before it is played."""
    return "".join(way for way in card.directions if way) or ("<>^v" if card.command == "ELSE" else "")


@lru_cache(maxsize=32)
def draw_run_key(theme: str, key_format: KeyFormat) -> Image.Image:
    """Return the RUN key."""
    check_drawing_allowed()
    colours = THEMES[theme].program.names
    pen = key_format.make_pen()
    draw_key(pen, theme, "run", key_format.box)
    x, y, share = (
        KEY_WIDTH / 2,
        (SIDE[1] + key_format.face_bottom) / 2,
        (key_format.face_bottom - SIDE[1]) / (USUAL.face_bottom - SIDE[1]),
    )
    pen.text((x, y - 23 * share), "RUN", 42 * share, colours["run_ink"])
    arrow = [(-17, 2), (-17, 42), (21, 22)]
    pen.shape([(x + right * share, y + down * share) for right, down in arrow], colours["run_ink"])
    return compose_panel(theme, key_format.size_px, [(pen.finish(), (0, 0))])


@lru_cache(maxsize=64)
def draw_deck(
    theme: str, digit: int, top: PlayingCard | None, count: int, key_format: KeyFormat
) -> Image.Image:
    """Return a deck: its top card, the edges of the cards below, and their number."""
    check_drawing_allowed()
    colours, tone = THEMES[theme].program.names, TONES[digit]
    pen = key_format.make_pen()
    left, upper, right, low = key_format.box
    shelf = key_format.word_top - 4 * min(2, count - 1)
    y, size = key_format.digit_placement
    if top is None or top.command == "PLAIN":
        y = (upper + key_format.face_bottom) / 2
    elif key_format.is_compact:
        y = (upper + shelf) / 2 + 1
    ink = colours[f"{tone}_rim"]
    if top:
        for below in range(min(2, count - 1), 0, -1):
            draw_key(pen, theme, tone, (left, low - 30, right, low - 4 + 4 * below - 4), thickness=4)
        draw_key(pen, theme, tone, (left, upper, right, low - 4 * min(2, count - 1)))
        ink = colours[f"{tone}_ink"]
    else:
        pen.dashed_box((left + 1, upper + 1, right - 1, low - 1), 3, ink)
    # A count of two digits needs more of the width, and pointers to the sides, which reach into the key, leave less.
    edge, figure = (12, 50) if count < 10 else (10, 38)
    if top and "<" in pointer_directions(top):
        edge += 3
    pen.text((left + edge, y), str(digit), min(size, figure), ink, "l")
    pen.text((right - edge, y), f"×{count}", COUNT, ink, "r")
    if top:
        if top.command != "PLAIN":
            pen.tile((left + 6, shelf, right - 6, shelf + PLATE), 7, colours[f"{tone}_plate"])
            word = KEY_LABELS.get(top.command, top.command)
            pen.squeezed_text((KEY_WIDTH / 2, shelf + PLATE / 2), word, TYPE, ink, right - left - 19)
        for way in pointer_directions(top):
            draw_pointer(pen, theme, tone, way, key_format, 10)
    return compose_panel(theme, key_format.size_px, [(pen.finish(), (0, 0))])


@lru_cache(maxsize=64)
def draw_cut_pile(theme: str, count: int, label: str, key_format: KeyFormat) -> Image.Image:
    """Return the cut pile as a hollow key: scissors, the number of cards, its name."""
    check_drawing_allowed()
    colours = THEMES[theme].program.names
    pen = key_format.make_pen()
    left, upper, right, low = key_format.box
    pen.tile((left, upper, right, low), 12, colours["line"], rim=colours["shut_ink"], width=2)
    y = key_format.digit_placement[0]
    draw_scissors(pen, (left + 22, y), 30, colours["line_ink"])
    pen.text((right - 8, y), f"×{count}", COUNT, colours["line_ink"], "r")
    middle = (KEY_WIDTH / 2, low - THICK / 2 - 5 - PLATE / 2)
    pen.squeezed_text(middle, label, COUNT, colours["line_ink"], right - left - 19)
    return compose_panel(theme, key_format.size_px, [(pen.finish(), (0, 0))])
