"""The strips beside a board: its standings below, and the sums of lines.

Only boards of digits have sums.
"""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from rendering.board.layout import PICTURE_WIDTH, SIDE, STRIP, SUM, Layout
from rendering.board.pieces import draw_piece
from rendering.board.stands import PARITY_TONES, LineSum, LineSums, SeatStanding, sum_places
from rendering.sprite_cache import check_drawing_allowed
from rendering.sprites import Pen, draw_plate, paste_art, render_text
from rendering.themes import THEMES, blend, contrast
from rules.board import BoardView, Tone
from rules.game import Seat

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
CORNER = 8
"""Pixels of each side of the corners around the sum of a line with gaps."""
UNIT = 104
"""Greatest width in pixels of the numbers' unit, written between the plates."""
PLATES = 128
"""How many plates are kept, 14 KB each."""


class SeatPlate(NamedTuple):
    """A seat's plate on the strip: its box, and all that its pixels depend on."""

    box: tuple[int, int, int, int]
    theme: str
    seat: Seat
    standing: SeatStanding
    tone: Tone
    kind: str
    square: str | None

    def draw(self) -> Image.Image:
        """Return the plate as a cached image."""
        return _plate(self.theme, self.box[2] - self.box[0], *self[2:])


def seat_plates(
    theme: str, view: BoardView, standings: tuple[SeatStanding, SeatStanding], bottom: int
) -> tuple[SeatPlate, SeatPlate]:
    """Return the plates of both seats, above the line of pixels `bottom`.

    The picture ends at that line. Seat 0 is at the left. Between the plates is room for the unit of their
    numbers.
    """
    top, between = bottom - STRIP + 6, 4
    if unit := standings[0].unit:
        between = _unit(theme, unit).width // 2 + 9
    left, right = (
        (SIDE, top, PICTURE_WIDTH // 2 - between, top + PLATE),
        (PICTURE_WIDTH // 2 + between, top, PICTURE_WIDTH - SIDE, top + PLATE),
    )
    first, second = (
        SeatPlate(box, theme, seat, standings[seat], view.tones[seat], view.pieces, _square_of(view, seat))
        for seat, box in ((0, left), (1, right))
    )
    return first, second


def draw_strip(
    picture: Image.Image,
    theme: str,
    view: BoardView,
    standings: tuple[SeatStanding, SeatStanding],
    bottom: int,
) -> None:
    """Draw the standing of the match above the line of pixels `bottom`.

    The side to move, or the winner, is on a plate in the accent.
    """
    for each in seat_plates(theme, view, standings, bottom):
        paste_art(picture, each.draw(), each.box[:2])
    if unit := standings[0].unit:
        art = _unit(theme, unit)
        paste_art(
            picture, art, ((PICTURE_WIDTH - art.width) // 2, bottom - STRIP + 6 + (PLATE - art.height) // 2)
        )


def _unit(theme: str, unit: str) -> Image.Image:
    return render_text(THEMES[theme].board, unit, TYPE, "panel_quiet", "panel", max_width=UNIT)


@lru_cache(maxsize=PLATES)
def _plate(
    theme: str, width: int, seat: Seat, stand: SeatStanding, tone: Tone, kind: str, square: str | None
) -> Image.Image:
    """Draw how one seat stands.

    Its icon is at the outer end, its number at the inner end, and its label between them.
    """
    palette = THEMES[theme].board
    ground, ink, quiet = ("accent", "accent_ink", "accent_ink") if stand.is_lit else UNLIT
    picture = draw_plate(palette, (width, PLATE), 10, ground, "panel").copy()
    parts = [(_icon(theme, ground, tone, kind, square, ICON), 6)]
    room = width - ICON - 24
    if stand.number is not None:
        figures = render_text(palette, str(stand.number), FIGURES, ink, ground, digits=True)
        parts.append((figures, width - 12 - figures.width))
        room -= figures.width + 8
    parts.append((render_text(palette, stand.label, TYPE, quiet, ground, max_width=room), ICON + 12))
    for art, left in parts:
        paste_art(picture, art, (width - left - art.width if seat else left, (PLATE - art.height) // 2))
    return picture


def seat_icon(theme: str, ground: str, view: BoardView, seat: Seat, size: int = ICON) -> Image.Image:
    """Return a seat's piece on a plain ground.

    If seats score by the colour of squares, the piece lies on a square that counts for this seat.
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
    check_drawing_allowed()
    palette = THEMES[theme].board
    colours = palette.names
    picture = Image.new("RGBA", (size, size), (*colours[ground], 255))
    if square:
        pen = Pen(size)
        pen.tile((1, 1, size - 1, size - 1), 6, colours[square], rim=colours["edge"], width=2)
        picture.alpha_composite(pen.finish())
    symbol = ("0" if tone == "white" else "1") if kind == "digits" else tone[0]
    picture.alpha_composite(draw_piece(theme, size, symbol, kind))
    if kind != "digits" and not square and contrast(colours[tone], colours[ground]) < SEEN:
        pen = Pen(size)
        rim = colours["accent_ink" if ground == "accent" else "panel_quiet"]
        pen.ring((size / 2, size * 0.52), size * RIM, size * 0.065, rim)
        picture.alpha_composite(pen.finish())
    return palette.quantise(picture.convert("RGB"))


def draw_sums(picture: Image.Image, theme: str, layout: Layout, sums: LineSums) -> None:
    """Draw the sum of each line beside it, that of a full one on a plate.

    The plate has the tone of the sum's parity, which is that of the side it counts for. A line with gaps has
    its sum so far between the corners of the plate to come.
    """
    for corner, line in sum_places(layout, sums):
        paste_art(picture, draw_sum(theme, line), corner)


@lru_cache(maxsize=128)
def draw_sum(theme: str, line: LineSum) -> Image.Image:
    """Return the sum of a line on the frame."""
    check_drawing_allowed()
    palette = THEMES[theme].board
    colours, edge = palette.names, SUM
    picture = Image.new("RGBA", (edge, edge), (*colours["frame"], 255))
    pen, gap = Pen(edge), 5 * line.is_lit
    if line.is_full and line.total is not None:
        side = PARITY_TONES[line.total % 2]
        if line.is_lit:
            pen.tile((0, 0, edge, edge), 12, colours["accent"])
        pen.tile((gap, gap, edge - gap, edge - gap), 9, colours[side], rim=colours[side + "_edge"], width=1.5)
        pen.text((edge / 2, edge / 2), str(line.total), 32, colours[side + "_ink"])
    else:
        quiet = blend(colours["frame"], colours["on_frame"], 0.5)
        for x, right in ((2, 1), (edge - 2, -1)):
            for y, down in ((2, 1), (edge - 2, -1)):
                pen.line([(x + right * CORNER, y), (x, y), (x, y + down * CORNER)], 2, quiet)
        if line.total is not None:
            pen.text((edge / 2, edge / 2), str(line.total), TYPE, colours["on_frame"])
    picture.alpha_composite(pen.finish())
    return palette.quantise(picture.convert("RGB"))
