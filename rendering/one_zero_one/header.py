"""The display's header: a plate for each digit with turn or result, hand, points."""

from functools import lru_cache

from PIL import Image

from rendering.caption import Caption
from rendering.one_zero_one.keys import compose_panel, draw_key
from rendering.sprite_cache import check_drawing_allowed
from rendering.sprites import Pen, Point, fit_name, paste_art, render_text
from rendering.standing import is_highlighted
from rendering.themes import THEMES, TONES, Colour
from rules.game import Seat
from rules.one_zero_one.view import ProgramView
from words import Localizer

HIGH = 68
"""Pixels above the first line."""
TYPE = 34
"""Size of words and numbers: 7 pixels high where the picture is 290 wide."""
MARGIN = 10
WORDS, HAND, POINTS = 66, 278, 166
"""Where words begin and the hand stands on a plate, and the room for points.

The first two count from the plate's outer edge; the points are at its other end.
"""


ROOM = HAND - WORDS - 26
"""For words."""


def draw_header(
    picture: Image.Image, theme: str, view: ProgramView, say: Localizer, caption: Caption | None = None
) -> None:
    """Draw the plates of both sides, 0's at the left.

    The side to move, or the winner, has a plate in its own colour. The `caption` may give the winner's
    name.
    """
    half = picture.width // 2
    for digit in (0, 1):
        seat = view.digits.index(digit)
        left = 0 if digit == 0 else half
        is_lit = is_highlighted(view, seat)
        paste_art(picture, _plate(theme, digit, half, view.hand_sizes[seat], is_lit), (left, 0))
        _write(
            picture,
            theme,
            (left, half),
            digit,
            is_lit,
            seat_label(view, seat, say, caption),
            view.score[seat],
            say,
        )


def seat_label(view: ProgramView, seat: Seat, say: Localizer, caption: Caption | None = None) -> str:
    """Return the header's words about a seat besides its hand and points.

    A seat that has lost has none.
    """
    you = ".you" if view.viewer == seat else ""
    if view.outcome:
        if view.outcome.winner is None:
            return say("picture.program.draw")
        if view.outcome.winner != seat:
            return ""
        name = caption.player_name(seat) if caption and not you else None
        if name is None:
            return say(f"picture.program.wins{you}")
        return fit_name(lambda called: say("picture.wins", side=called), name, TYPE, ROOM, TYPE)[1]
    if view.over or view.lot:
        return ""
    if view.preview and view.last and view.last.seat == seat:
        return say("picture.preview")
    return say(f"picture.{'to_play' if view.turn == seat else 'waits'}{you}")


def _write(
    picture: Image.Image,
    theme: str,
    plate: tuple[int, int],
    digit: int,
    is_lit: bool,
    said: str,
    score: int,
    say: Localizer,
) -> None:
    """Write words and points on a plate, from its outer to its inner side.

    The digit is at the outer side. `plate` is (left edge, width).
    """
    palette, tone = THEMES[theme].program, TONES[digit]
    ground, ink = (tone, f"{tone}_ink") if is_lit else ("bar", f"{tone}_rim")
    left, width = plate
    counted = say("picture.program.points", count=score)
    points = render_text(palette, counted, TYPE, ink, ground, max_width=POINTS)
    words = render_text(palette, said, TYPE, ink, ground, max_width=ROOM)
    middle = HIGH // 2 - 2
    for art, x in ((words, WORDS), (points, width - 20 - points.width)):
        at = left + (x if digit == 0 else width - x - art.width)
        paste_art(picture, art, (at, middle - art.height // 2))


@lru_cache(maxsize=96)
def _plate(theme: str, digit: int, width: int, hand: int, is_lit: bool) -> Image.Image:
    """Return a plate with its digit, and the hand's size on a card beside the words."""
    check_drawing_allowed()
    colours, tone = THEMES[theme].program.names, TONES[digit]
    pen = Pen(width, HIGH)
    outer, inner = (MARGIN, width - 5) if digit == 0 else (5, width - MARGIN)
    if is_lit:
        draw_key(pen, theme, tone, (outer, 6, inner, HIGH - 4), thickness=6, is_flat=True)
    else:
        pen.tile((outer, 6, inner, HIGH - 4), 12, colours["bar"])
    ink, ground = colours[f"{tone}_ink" if is_lit else f"{tone}_rim"], colours[tone if is_lit else "bar"]
    middle = HIGH / 2 - 2
    at = 38 if digit == 0 else width - 38
    pen.text((at, middle), str(digit), 46, ink)
    _draw_hand(pen, (HAND if digit == 0 else width - HAND, middle), hand, ink, ground)
    return compose_panel(theme, (width, HIGH), [(pen.finish(), (0, 0))])


def _draw_hand(pen: Pen, at: Point, count: int, ink: Colour, ground: Colour) -> None:
    """Draw two overlapping cards, with the number of cards on the front one."""
    x, y = at
    for shift in (7, 0):
        box = (x - 17 + shift, y - 20 - shift / 2, x + 15 + shift, y + 22 - shift / 2)
        pen.tile(box, 6, ground, rim=ink, width=2.5)
    pen.text((x - 1, y + 1), str(count), TYPE, ink)
