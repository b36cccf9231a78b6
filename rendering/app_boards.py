"""The pictures of the application itself: its icon and its cover.

They show boards as matches do, in the colours of a theme.
"""

from collections.abc import Sequence
from io import BytesIO
from typing import Final

from PIL import Image, ImageChops

from rendering.picture import draw_bare_board
from rules.board import BoardView

ICON_SIZE: Final = 512
"""Pixels of a side of the icon."""
COVER_SIZE: Final = 1920, 1080
"""Pixels of the cover."""
MARGIN: Final = 0.06
"""The share of a side that is left free around a board."""


def draw_icon(view: BoardView, theme: str) -> bytes:
    """Return the icon as PNG: one board on its ground."""
    return _encode(_place([view], theme, (ICON_SIZE, ICON_SIZE)))


def draw_cover(views: Sequence[BoardView], theme: str) -> bytes:
    """Return the cover as PNG: boards side by side on their ground."""
    return _encode(_place(views, theme, COVER_SIZE))


def _place(views: Sequence[BoardView], theme: str, size: tuple[int, int]) -> Image.Image:
    """Return boards in columns of equal width, each as large as it fits."""
    boards = [_paint(view, theme) for view in views]
    picture = Image.new("RGB", size, boards[0].getpixel((0, 0)))
    width, height = size[0] / len(boards), size[1]
    free = MARGIN * min(width, height)
    for column, board in enumerate(boards):
        scale = min((width - 2 * free) / board.width, (height - 2 * free) / board.height)
        shown = board.resize(
            (round(board.width * scale), round(board.height * scale)), Image.Resampling.LANCZOS
        )
        left = round(column * width + (width - shown.width) / 2)
        picture.paste(shown, (left, round((height - shown.height) / 2)))
    return picture


def _paint(view: BoardView, theme: str) -> Image.Image:
    """Return a board without its surroundings that are all ground."""
    painted = Image.open(BytesIO(draw_bare_board(view, "", theme=theme).png)).convert("RGB")
    ground = Image.new("RGB", painted.size, painted.getpixel((0, 0)))
    return painted.crop(ImageChops.difference(painted, ground).getbbox())


def _encode(picture: Image.Image) -> bytes:
    written = BytesIO()
    picture.quantize(128).save(written, "PNG", optimize=True)
    return written.getvalue()
