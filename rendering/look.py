"""The colours of the parts beside a position, and the bot's logo."""

from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from rendering.sprites import Pen
from rendering.themes import THEMES, TONES, Palette
from rules.board import BoardView
from rules.game import View
from rules.one_zero_one.view import ProgramView


class PanelLook(NamedTuple):
    """The names of a panel's colours: ground, plates, inks, and those of each seat.

    `lead_colours` are for the leads of each seat. `winner_plate` has the ground and the ink of the winner's
    plate, `mark_tones` the tones of the bot's logo. `field_tones` are those of both seats if a curve divides
    a field. `disc` has the ground of a turning point's number, its ink and the line around it. `lines` are a
    light colour and a dark one for the middle line.
    """

    plate: str
    ink: str
    quiet: str
    verdict: str
    lead_colours: tuple[str, str]
    winner_plate: tuple[str, str] = ("accent", "accent_ink")
    mark_tones: tuple[str, str] = ("white", "black")
    field_tones: tuple[str, str] = ("white", "black")
    disc: tuple[str, str, str] = ("accent", "accent_ink", "casing")
    lines: tuple[str, str] = ("glint", "edge")
    ground: str = "panel"


BOARDS: Final = PanelLook("plate", "panel_ink", "panel_quiet", "accent", ("accent", "accent"))
"""The colours beside boards."""


def palette_of(view: View, theme: str) -> Palette:
    """Return the palette of a view's picture."""
    return THEMES[theme].board if isinstance(view, BoardView) else THEMES[theme].program


def panel_look(view: View) -> PanelLook:
    """Return the colours of a view's panel."""
    if isinstance(view, BoardView):
        return BOARDS._replace(field_tones=view.tones)
    assert isinstance(view, ProgramView)
    first, second = (f"{TONES[digit]}_rim" for digit in view.digits)
    winner = view.outcome.winner if view.outcome else None
    tone = TONES[view.digits[winner or 0]]
    return PanelLook(
        "bar",
        "line_ink",
        "quiet",
        second if winner else first,
        (first, second),
        (tone, f"{tone}_ink"),
        TONES,
        field_tones=(TONES[view.digits[0]], TONES[view.digits[1]]),
        disc=("last", "panel", "panel"),
        lines=("line_ink", "lock_bed"),
    )


@lru_cache(maxsize=32)
def draw_bot_mark(palette: Palette, size: int, look: PanelLook) -> Image.Image:
    """Return the bot's logo: a disc of two halves."""
    colours, half = palette.names, size / 2
    pen = Pen(size)
    pen.disc((half, half), half, colours[look.quiet])
    pen.disc((half, half), half * 0.86, colours[look.mark_tones[0]])
    right = Pen(size)
    right.disc((half, half), half * 0.86, colours[look.mark_tones[1]])
    box = round(half), 0, size, size
    art = Image.new("RGBA", (size, size), (*colours[look.ground], 255))
    art.alpha_composite(pen.finish())
    art.alpha_composite(right.finish().crop(box), box[:2])
    return palette.quantise(art.convert("RGB"))
