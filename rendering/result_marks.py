"""Results as marks: a disc, a bar, or a ring."""

from functools import lru_cache
from typing import Final, Literal

from PIL import Image

from rendering.sprites import Pen, flatten_onto
from rendering.themes import Palette

ResultMark = Literal["won", "drawn", "lost"]
RESULTS: Final[tuple[ResultMark, ...]] = ("won", "drawn", "lost")
INKS: Final = ("accent", "panel_quiet")
"""The names of the colours of what was won, and of all else."""


@lru_cache(maxsize=64)
def draw_result_mark(
    palette: Palette, result: ResultMark, size: int, ground: str, inks: tuple[str, str] = INKS
) -> Image.Image:
    """Return a result's mark: a disc for a win, a bar for a draw, a ring for a loss."""
    pen, middle, (won, other) = Pen(size), size / 2, (palette.names[ink] for ink in inks)
    if result == "won":
        pen.disc((middle, middle), middle - 1, won)
    elif result == "drawn":
        pen.tile((1, middle - 3, size - 1, middle + 3), 3, other)
    else:
        pen.ring((middle, middle), middle - 2, 3, other)
    return flatten_onto(pen.finish(), palette, ground)
