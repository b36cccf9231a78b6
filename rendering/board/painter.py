"""The painter of every board.

A picture begins as a frame. The squares, which are cached, are pasted onto it, each with its part of
the last move's trail. A rank that has been drawn before is not painted again, because its part of the
PNG file is cached.
"""

from collections.abc import Hashable, Sequence
from dataclasses import replace

from PIL import Image

from rendering.band_cache import cache_band, cached_band, deflate_part
from rendering.board.layout import LINE, PICTURE_WIDTH, SIDE, Layout, square_corners
from rendering.board.scene import EmptyBoard, Scene, empty_cells, make_scene
from rendering.board.squares import SquareCell, square_sprite
from rendering.board.strips import draw_strip, draw_sums
from rendering.board.trail import sprite_with_trail
from rendering.png import DENSE, Band, deflate_lines, join_bands
from rendering.sprites import draw_plate, paste_art, render_text
from rendering.themes import THEMES, Palette
from rules.board import BoardView
from rules.squares import FILES
from words import ENGLISH

NARROW = 24
"""Pixels that the number of a rank is wide at most."""
BESIDE = 20
"""Pixels from the board's line to the middle of that number at most."""
AIR = 2
"""Empty rows above the letter of a file, which would cover the board's line."""
LETTERS = 25
"""Type size of the coordinates in pixels.

Their capitals are 7 high where the picture is 290 wide.
"""


def draw_board_png(
    view: BoardView,
    theme: str,
    language: str,
    chosen: Sequence[str],
    choices: Sequence[str],
    king_choices: Sequence[str] = (),
) -> tuple[bytes, int]:
    """Return the board of a view as a PNG file, and its height in pixels.

    The theme's board palette is used.
    """
    scene = make_scene(view, theme, language, chosen, choices, king_choices)
    height = scene.board.layout.height
    return join_bands((PICTURE_WIDTH, height), THEMES[theme].board, _draw_bands(scene, _keys(scene))), height


def draw_bare_board(view: BoardView, theme: str, language: str, chosen: Sequence[str]) -> tuple[bytes, int]:
    """Return a board without players as a PNG file, and its height in pixels.

    The strip below the board, which would show the players, is left out.
    """
    scene = make_scene(view, theme, language, chosen, ())
    layout, palette = scene.board.layout, THEMES[theme].board
    height = layout.strip_top + SIDE
    low = palette.blank((PICTURE_WIDTH, height - layout.bottom), "panel")
    paste_art(low, paint_scene(scene, layout.bottom, layout.strip_top), (0, 0))
    bands = [*_draw_bands(scene, _keys(scene)[:-1]), deflate_lines(low)]
    return join_bands((PICTURE_WIDTH, height), palette, bands), height


def draw_with_panels(
    view: BoardView, theme: str, language: str, header: Image.Image | None, footer: Image.Image
) -> tuple[bytes, int]:
    """Return the board of a view between two other pictures, as a PNG file.

    The `header` is above the board; the `footer` replaces the strip below it. Also return the height of
    the whole picture in pixels.
    """
    scene = make_scene(view, theme, language, (), ())
    low, palette = scene.board.layout.strip_top, THEMES[theme].board
    parts = [*([header] if header else []), paint_scene(scene, 0, low), footer]
    # Ends are drawn once and looked at by many: time for fewer bytes.
    bands = [deflate_lines(part, level=DENSE) for part in parts]
    height = sum(part.height for part in parts)
    return join_bands((PICTURE_WIDTH, height), palette, bands), height


def paint_board(
    view: BoardView,
    theme: str,
    language: str = ENGLISH,
    chosen: Sequence[str] = (),
    choices: Sequence[str] = (),
    *,
    is_film: bool = False,
) -> Image.Image:
    """Return the board as an image in the palette's numbers, without cached ranks."""
    return paint_scene(make_scene(view, theme, language, chosen, choices, is_film=is_film))


def picture_key(scene: Scene) -> Hashable:
    """Return everything that the pixels of the picture depend on."""
    return tuple(_keys(scene))


def _keys(scene: Scene) -> list[Hashable]:
    """Return everything that each part of the picture depends on.

    The parts are the ranks from the top, and the foot.
    """
    ranks = range(scene.view.ranks) if scene.board.layout.is_turned else reversed(range(scene.view.ranks))
    return [*(_rank_key(scene, rank) for rank in ranks), _foot_key(scene)]


def _draw_bands(scene: Scene, keys: Sequence[Hashable]) -> list[Band]:
    """Return the parts of the picture with these keys, the uppermost first.

    Parts that are not cached are drawn.
    """
    layout = scene.board.layout
    bands = [cached_band(key) for key in keys]
    found: list[Band] = []
    picture, top = None, 0
    for i, band in enumerate(bands):
        if band is None:
            high, low = _lines(layout, i)
            if picture is None:
                # All that is missing without a gap is drawn at once, for the sake of trails and long calls.
                last = next((j for j in range(i, len(bands)) if bands[j]), len(bands)) - 1
                picture, top = paint_scene(scene, high, _lines(layout, last)[1]), high
            band = cache_band(keys[i], deflate_part(picture, high - top, low - top, layout.ranks))
        else:
            picture = None
        found.append(band)
    return found


def _rank_key(scene: Scene, rank: int) -> Hashable:
    """Return everything that the pixels of a rank depend on."""
    view, board = scene.view, scene.board
    files = view.files
    row = tuple(map(scene.cells.get, range(rank * files, (rank + 1) * files)))
    return (board, rank, row, scene.sums.ranks[rank]) if view.sums else (board, rank, row)


def _foot_key(scene: Scene) -> Hashable:
    """Return everything that the pixels below the board depend on."""
    view = scene.view
    return scene.board, scene.standings, scene.sums.files, view.tones, view.pieces, view.scores_on


def _lines(layout: Layout, i: int) -> tuple[int, int]:
    """Return the first line of the `i`-th part and the line after its last.

    Parts count from the top; the last part is the foot.
    """
    top = layout.top + i * layout.square_size if i else 0
    return top, layout.height if i == layout.ranks else layout.top + (i + 1) * layout.square_size


def paint_scene(scene: Scene, top: int = 0, bottom: int | None = None) -> Image.Image:
    """Return the lines of a picture from `top` to just above `bottom`.

    `bottom` is the end of the picture by default.
    """
    view, board = scene.view, scene.board
    bottom = board.layout.height if bottom is None else bottom
    layout, theme, cell, at = (
        board.layout,
        board.theme,
        board.layout.square_size,
        square_corners(board.layout),
    )
    picture = _frame(board, top, bottom)
    for square, empty in enumerate(empty_cells(board)):
        left, high = at[square]
        if top - cell < high < bottom:
            paste_art(picture, paint_square(theme, cell, scene.cells.get(square, empty)), (left, high - top))
    if bottom > layout.strip_top:
        draw_strip(picture, theme, view, scene.standings, layout.height - top)
    if view.sums:
        draw_sums(picture, theme, replace(layout, top=layout.top - top) if top else layout, scene.sums)
    return picture


def paint_square(theme: str, size: int, cell: SquareCell) -> Image.Image:
    """Return a square with everything that is on it."""
    return sprite_with_trail(theme, size, cell) if cell.trail else square_sprite(theme, size, cell)


def _frame(board: EmptyBoard, top: int, low: int) -> Image.Image:
    """Return the frame around a board, with its coordinates.

    Only the lines from `top` to just above `low` are returned.
    """
    layout, palette = board.layout, THEMES[board.theme].board
    picture = palette.blank((PICTURE_WIDTH, low - top), "panel")
    around = draw_plate(palette, (PICTURE_WIDTH - 2 * SIDE, layout.strip_top - SIDE), 14, "frame", "panel")
    paste_art(picture, around, (SIDE, SIDE - top))
    edge = (layout.left - LINE, layout.top - LINE - top, layout.right + LINE, layout.bottom + LINE - top)
    picture.im.paste(palette.index("edge"), edge)
    if not board.labels:
        _write_coordinates(picture, palette, board, top, low)
    return picture


def _write_coordinates(picture: Image.Image, palette: Palette, board: EmptyBoard, top: int, low: int) -> None:
    """Write ranks beside and files below the board, within the frame."""
    layout = board.layout
    line, at, half = layout.left - LINE, square_corners(layout), layout.square_size // 2
    for i in range(layout.ranks):
        y = at[i * layout.files][1] + half
        if top < y < low:
            rank = render_text(
                palette, str(i + 1), LETTERS, "on_frame", "frame", max_width=NARROW, digits=True
            )
            x = max((SIDE + line) // 2, line - BESIDE)
            paste_art(picture, rank, (x - rank.width // 2, y - rank.height // 2 - top))
    for i in range(layout.files if low > layout.bottom else 0):
        file = render_text(palette, FILES[i], LETTERS, "on_frame", "frame", digits=True)
        x, high = at[i][0] + half, layout.bottom + LINE + 1
        file = file.crop((0, AIR, file.width, min(file.height, AIR + layout.strip_top - high)))
        paste_art(picture, file, (x - file.width // 2, high - top))
