"""Looking into pictures."""

from io import BytesIO

from PIL import Image

from rendering.board.layout import lay_out
from rendering.picture import Picture
from rules.board import BoardView
from rules.squares import square_numbers


def open_picture(picture: Picture) -> Image.Image:
    """Return a picture as a Pillow image."""
    return Image.open(BytesIO(picture.png))


def rgb(picture: Picture) -> Image.Image:
    return open_picture(picture).convert("RGB")


def part(picture: Picture, view: BoardView, square: str) -> Image.Image:
    """The pixels of one square."""
    layout = lay_out(view)
    x, y = layout.corner(square_numbers(view.size)[square])
    return rgb(picture).crop((x, y, x + layout.square_size, y + layout.square_size))


def colours_of(picture: Picture, view: BoardView, square: str) -> set[object]:
    return {colour for _, colour in part(picture, view, square).getcolors(20_000) or ()}
