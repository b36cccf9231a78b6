"""The colours beside a position, as its palette names them, and the bot's mark."""

from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from rendering.sprites import Pen
from rendering.themes import THEMES, TONES, Palette
from rules.board import BoardView
from rules.game import View
from rules.one_zero_one.view import ProgramView


class PanelLook(NamedTuple):
    """A panel's colour names: ground, plates, inks, and a bright colour for each seat.

    `won` are the ground and the ink of the winner's plate, `halves` the tones of the bot's mark,
    `fields` those of both seats if a curve divides a field, `disc` the ground of a turning point's
    number, its ink and the line around it, `lines` a light one and a dark one for the middle.
    """

    plate: str
    ink: str
    quiet: str
    verdict: str
    areas: tuple[str, str]
    won: tuple[str, str] = ("accent", "accent_ink")
    halves: tuple[str, str] = ("white", "black")
    fields: tuple[str, str] = ("white", "black")
    disc: tuple[str, str, str] = ("accent", "accent_ink", "casing")
    lines: tuple[str, str] = ("glint", "edge")
    ground: str = "panel"


BOARDS: Final = PanelLook("plate", "panel_ink", "panel_quiet", "accent", ("accent", "accent"))
"""The colours beside boards."""


def palette_of(view: View, theme: str) -> Palette:
    """Return the palette of a view's picture."""
    return THEMES[theme].board if isinstance(view, BoardView) else THEMES[theme].program


def look_of(view: View) -> PanelLook:
    """Return the colours of a view's panel."""
    if isinstance(view, BoardView):
        return BOARDS._replace(fields=view.tones)
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
        fields=(TONES[view.digits[0]], TONES[view.digits[1]]),
        disc=("last", "panel", "panel"),
        lines=("line_ink", "lock_bed"),
    )


@lru_cache(maxsize=32)
def mark(palette: Palette, size: int, look: PanelLook) -> Image.Image:
    """Return the bot's mark: a disc of two halves."""
    colours, half = palette.names, size / 2
    pen = Pen(size)
    pen.disc((half, half), half, colours[look.quiet])
    pen.disc((half, half), half * 0.86, colours[look.halves[0]])
    right = Pen(size)
    right.disc((half, half), half * 0.86, colours[look.halves[1]])
    box = round(half), 0, size, size
    art = Image.new("RGBA", (size, size), (*colours[look.ground], 255))
    art.alpha_composite(pen.finish())
    art.alpha_composite(right.finish().crop(box), box[:2])
    return palette.fit(art.convert("RGB"))
