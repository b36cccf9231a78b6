"""The strips beside a board: its standings below, and the sums of full lines.

Only boards of digits have sums.
"""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from rendering.board.layout import EDGE, SIDE, STRIP, SUMS, Layout
from rendering.board.pieces import piece
from rendering.board.stands import SeatStanding, Sums
from rendering.sprite_cache import new_part
from rendering.sprites import Pen, lay, lettering, plate
from rendering.themes import THEMES, contrast
from rules.board import BoardView, Tone
from rules.game import Seat

PARITY_TONES: tuple[Tone, Tone] = ("white", "black")
"""The tones of even and of odd sums: those of the keys of 0 and of 1."""
TYPE = 25
"""Pixels of the words in the strip."""
FIGURES = 34
"""Pixels of the numbers in the strip."""
ICON = 40
PLATE = STRIP - 12
"""Pixels of the height of a plate in the strip."""
UNLIT = "plate", "panel_ink", "panel_quiet"
"""A plate's ground when not in the accent, and the inks of its number and words."""
SEEN = 3.0
"""Least contrast of a piece to the ground of its icon; with less, it gets a rim."""
RIM = 0.465
"""Radius of that rim over the edge of an icon.

Its middle is lower, since a piece has a side.
"""
UNIT = 104
"""Greatest width in pixels of the numbers' unit, written between the plates."""
PLATES = 128
"""How many plates are kept, 14 KB each."""


class Plate(NamedTuple):
    """A plate of the strip: its place, and all that its pixels depend on."""

    box: tuple[int, int, int, int]
    theme: str
    seat: Seat
    stand: SeatStanding
    tone: Tone
    kind: str
    square: str | None

    def draw(self) -> Image.Image:
        """Return the plate as a cached image."""
        return _plate(self.theme, self.box[2] - self.box[0], *self[2:])


def plates_of(
    theme: str, view: BoardView, stands: tuple[SeatStanding, SeatStanding], low: int
) -> tuple[Plate, Plate]:
    """Return the plates of both seats above the line `low`, where the picture ends.

    Seat 0 is at the left. Between them is room for the unit of their numbers.
    """
    top, between = low - STRIP + 6, 4
    if unit := stands[0].unit:
        between = _unit(theme, unit).width // 2 + 9
    left, right = (
        (SIDE, top, EDGE // 2 - between, top + PLATE),
        (EDGE // 2 + between, top, EDGE - SIDE, top + PLATE),
    )
    first, second = (
        Plate(box, theme, seat, stands[seat], view.tones[seat], view.pieces, _square_of(view, seat))
        for seat, box in ((0, left), (1, right))
    )
    return first, second


def draw_strip(
    picture: Image.Image, theme: str, view: BoardView, stands: tuple[SeatStanding, SeatStanding], low: int
) -> None:
    """Draw the standing of the match above the line `low`.

    The side to move, or the winner, is on a plate in the accent.
    """
    for each in plates_of(theme, view, stands, low):
        lay(picture, each.draw(), each.box[:2])
    if unit := stands[0].unit:
        art = _unit(theme, unit)
        lay(picture, art, ((EDGE - art.width) // 2, low - STRIP + 6 + (PLATE - art.height) // 2))


def _unit(theme: str, unit: str) -> Image.Image:
    return lettering(THEMES[theme].board, unit, TYPE, "panel_quiet", "panel", room=UNIT)


@lru_cache(maxsize=PLATES)
def _plate(
    theme: str, width: int, seat: Seat, stand: SeatStanding, tone: Tone, kind: str, square: str | None
) -> Image.Image:
    """Draw how one seat stands.

    Its icon is at the outer end, its number at the inner end, and its label between them.
    """
    palette = THEMES[theme].board
    ground, ink, quiet = ("accent", "accent_ink", "accent_ink") if stand.is_lit else UNLIT
    picture = plate(palette, (width, PLATE), 10, ground, "panel").copy()
    parts = [(_icon(theme, ground, tone, kind, square, ICON), 6)]
    room = width - ICON - 24
    if stand.number is not None:
        figures = lettering(palette, str(stand.number), FIGURES, ink, ground, digits=True)
        parts.append((figures, width - 12 - figures.width))
        room -= figures.width + 8
    parts.append((lettering(palette, stand.said, TYPE, quiet, ground, room=room), ICON + 12))
    for art, left in parts:
        lay(picture, art, (width - left - art.width if seat else left, (PLATE - art.height) // 2))
    return picture


def icon(theme: str, ground: str, view: BoardView, seat: Seat, size: int = ICON) -> Image.Image:
    """Return a seat's piece on a plain ground.

    If seats score by squares, the icon is a stone that scores for this seat.
    """
    return _icon(theme, ground, view.tones[seat], view.pieces, _square_of(view, seat), size)


def _square_of(view: BoardView, seat: Seat) -> str | None:
    """Return the colour of the icon's square, if a seat scores by squares.

    This is a black piece's own colour, or the other.
    """
    return view.scores_on and ("dark" if view.scores_on[seat] == "own" else "light")


@lru_cache(maxsize=64)
def _icon(theme: str, ground: str, tone: Tone, kind: str, square: str | None, size: int) -> Image.Image:
    """Draw a piece, on a dark or light `square` if one is given."""
    new_part()
    palette = THEMES[theme].board
    colours = palette.names
    picture = Image.new("RGBA", (size, size), (*colours[ground], 255))
    if square:
        pen = Pen(size)
        pen.tile((1, 1, size - 1, size - 1), 6, colours[square], rim=colours["edge"], width=2)
        picture.alpha_composite(pen.finish())
    symbol = ("0" if tone == "white" else "1") if kind == "digits" else tone[0]
    picture.alpha_composite(piece(theme, size, symbol, kind))
    if kind != "digits" and not square and contrast(colours[tone], colours[ground]) < SEEN:
        pen = Pen(size)
        rim = colours["accent_ink" if ground == "accent" else "panel_quiet"]
        pen.ring((size / 2, size * 0.52), size * RIM, size * 0.055, rim)
        picture.alpha_composite(pen.finish())
    return palette.fit(picture.convert("RGB"))


def draw_sums(picture: Image.Image, theme: str, layout: Layout, sums: Sums) -> None:
    """Draw the sum of each full line beside it, on a plate.

    The plate has the tone of the sum's parity, which is that of the side it counts for.
    """
    half = (SUMS - 6) // 2
    for rank, total in sums.ranks.items():
        y = layout.centre(rank * layout.files)[1]
        lay(picture, _sum(theme, total, rank in sums.lit_ranks), (layout.right + 5, y - half))
    for file, total in sums.files.items():
        x = layout.centre(file)[0]
        lay(picture, _sum(theme, total, file in sums.lit_files), (x - half, layout.foot + 4))


@lru_cache(maxsize=128)
def _sum(theme: str, total: int, lit: bool) -> Image.Image:
    new_part()
    palette = THEMES[theme].board
    colours, side, edge = palette.names, PARITY_TONES[total % 2], SUMS - 6
    picture = Image.new("RGBA", (edge, edge), (*colours["frame"], 255))
    pen, gap = Pen(edge), 5 * lit
    if lit:
        pen.tile((0, 0, edge, edge), 12, colours["accent"])
    pen.tile((gap, gap, edge - gap, edge - gap), 9, colours[side], rim=colours[side + "_edge"], width=1.5)
    pen.text((edge / 2, edge / 2), str(total), 32, colours[side + "_ink"])
    picture.alpha_composite(pen.finish())
    return palette.fit(picture.convert("RGB"))
