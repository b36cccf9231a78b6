"""The painter of every board.

A picture begins as a frame. All squares, which are cached, are pasted on it, each with its part of
the last move's trail. A rank that was drawn before is not painted again, because its part of the file
is cached.
"""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from threading import Lock

from PIL import Image

from rendering.board.layout import EDGE, LINE, SIDE, Layout, corners
from rendering.board.scene import EmptyBoard, Scene, plain, scene_of
from rendering.board.squares import SquareCell, sprite
from rendering.board.strips import draw_strip, draw_sums
from rendering.board.trail import sprite_with_trail
from rendering.png import Band, deflate, splice
from rendering.sprites import lay, lettering, plate
from rendering.themes import THEMES, Palette
from rules.board import BoardView
from rules.squares import FILES
from words import ENGLISH

BANDS = 1024
"""How many parts of files are kept, about 4 KB each."""
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


def draw_png(
    view: BoardView,
    theme: str,
    language: str,
    chosen: Sequence[str],
    choices: Sequence[str],
    kings: Sequence[str] = (),
) -> tuple[bytes, int]:
    """Return the board of a view as a PNG file, and its height in pixels.

    The theme's board palette is used.
    """
    scene = scene_of(view, theme, language, chosen, choices, kings)
    height = scene.board.layout.height
    return splice((EDGE, height), THEMES[theme].board, _draw_bands(scene, _keys(scene))), height


def draw_bare(view: BoardView, theme: str, language: str, chosen: Sequence[str]) -> tuple[bytes, int]:
    """Return a board without players as a PNG file, and its height in pixels.

    It has no strip, because a strip would have nothing to say.
    """
    margin = THEMES[theme].board.blank((EDGE, SIDE), "panel")
    return draw_end(view, theme, language, None, margin, chosen)


def draw_end(
    view: BoardView,
    theme: str,
    language: str,
    above: Image.Image | None,
    below: Image.Image,
    chosen: Sequence[str] = (),
) -> tuple[bytes, int]:
    """Return the board of a view between two other pictures.

    The lower one replaces the strip. The result is a PNG file and its height in pixels.
    """
    scene = scene_of(view, theme, language, chosen, ())
    layout, palette = scene.board.layout, THEMES[theme].board
    bands = [deflate(above)] if above else []
    bands += _draw_bands(scene, _keys(scene)[:-1])
    rest = layout.strip - layout.foot
    low = palette.blank((EDGE, rest + below.height), "panel")
    lay(low, paint_scene(scene, layout.foot, layout.strip), (0, 0))
    lay(low, below, (0, rest))
    bands.append(deflate(low))
    height = (above.height if above else 0) + layout.strip + below.height
    return splice((EDGE, height), palette, bands), height


def paint(
    view: BoardView,
    theme: str,
    language: str = ENGLISH,
    chosen: Sequence[str] = (),
    choices: Sequence[str] = (),
    *,
    is_film: bool = False,
) -> Image.Image:
    """Return the board as an image in the palette's numbers, without cached ranks."""
    return paint_scene(scene_of(view, theme, language, chosen, choices, is_film=is_film))


_bands: dict[Hashable, Band] = {}
_changing = Lock()
"""Lock to keep or forget a band; several threads may look for the oldest one."""


def picture_key(scene: Scene) -> Hashable:
    """Return everything that the pixels of the picture depend on."""
    return tuple(_keys(scene))


def _keys(scene: Scene) -> list[Hashable]:
    """Return everything that each part of the picture depends on.

    The parts are the ranks from the top, and the foot.
    """
    ranks = range(scene.view.ranks) if scene.board.layout.turned else reversed(range(scene.view.ranks))
    return [*(_rank_key(scene, rank) for rank in ranks), _foot_key(scene)]


def _draw_bands(scene: Scene, keys: Sequence[Hashable]) -> list[Band]:
    """Return the parts of the picture with these keys, the uppermost first.

    Parts that are not cached are drawn.
    """
    layout = scene.board.layout
    bands = [_bands.get(key) for key in keys]
    found: list[Band] = []
    picture, top = None, 0
    for i, band in enumerate(bands):
        if band is None:
            high, low = _lines(layout, i)
            if picture is None:
                # All that is missing without a gap is drawn at once, for the sake of trails and long calls.
                last = next((j for j in range(i, len(bands)) if bands[j]), len(bands)) - 1
                picture, top = paint_scene(scene, high, _lines(layout, last)[1]), high
            band = _keep(keys[i], deflate(picture, high - top, low - top))
        else:
            picture = None
        found.append(band)
    return found


def _keep(key: Hashable, band: Band) -> Band:
    """Cache a band and return it; drop the oldest band if there are too many."""
    with _changing:
        if len(_bands) >= BANDS:
            del _bands[next(iter(_bands))]
        _bands[key] = band
    return band


def _rank_key(scene: Scene, rank: int) -> Hashable:
    """Return everything that the pixels of a rank depend on."""
    view, board = scene.view, scene.board
    files = view.files
    row = tuple(map(scene.cells.get, range(rank * files, (rank + 1) * files)))
    if view.sums:
        return board, rank, row, scene.sums.ranks.get(rank), rank in scene.sums.lit_ranks
    return board, rank, row


def _foot_key(scene: Scene) -> Hashable:
    """Return everything that the pixels below the board depend on."""
    view, sums = scene.view, (tuple(scene.sums.files.items()), tuple(scene.sums.lit_files))
    return scene.board, scene.stands, *sums, view.tones, view.pieces, view.scores_on


def _lines(layout: Layout, i: int) -> tuple[int, int]:
    """Return the first line of the `i`-th part and the line after its last.

    Parts count from the top; the last part is the foot.
    """
    top = layout.top + i * layout.cell if i else 0
    return top, layout.height if i == layout.ranks else layout.top + (i + 1) * layout.cell


def paint_scene(scene: Scene, top: int = 0, low: int | None = None) -> Image.Image:
    """Return the lines of a picture from `top` to just above `low` (default: its end)."""
    view, board = scene.view, scene.board
    low = board.layout.height if low is None else low
    layout, theme, cell, at = board.layout, board.theme, board.layout.cell, corners(board.layout)
    picture = _frame(board, top, low)
    for square, empty in enumerate(plain(board)):
        left, high = at[square]
        if top - cell < high < low:
            lay(picture, square_of(theme, cell, scene.cells.get(square, empty)), (left, high - top))
    if low > layout.strip:
        draw_strip(picture, theme, view, scene.stands, layout.height - top)
    if view.sums:
        draw_sums(picture, theme, replace(layout, top=layout.top - top) if top else layout, scene.sums)
    return picture


def square_of(theme: str, size: int, cell: SquareCell) -> Image.Image:
    """Return a square with everything that is on it."""
    return sprite_with_trail(theme, size, cell) if cell.way else sprite(theme, size, cell)


def _frame(board: EmptyBoard, top: int, low: int) -> Image.Image:
    """Return the frame around a board, with its coordinates.

    Only the lines from `top` to just above `low` are returned.
    """
    layout, palette = board.layout, THEMES[board.theme].board
    picture = palette.blank((EDGE, low - top), "panel")
    around = plate(palette, (EDGE - 2 * SIDE, layout.strip - SIDE), 14, "frame", "panel")
    lay(picture, around, (SIDE, SIDE - top))
    edge = (layout.left - LINE, layout.top - LINE - top, layout.right + LINE, layout.foot + LINE - top)
    picture.im.paste(palette.index("edge"), edge)
    if not board.labels:
        _write_coordinates(picture, palette, board, top, low)
    return picture


def _write_coordinates(picture: Image.Image, palette: Palette, board: EmptyBoard, top: int, low: int) -> None:
    """Write ranks beside and files below the board, within the frame.

    The sum of a full file covers its letter.
    """
    layout = board.layout
    line, at, half = layout.left - LINE, corners(layout), layout.cell // 2
    for i in range(layout.ranks):
        y = at[i * layout.files][1] + half
        if top < y < low:
            rank = lettering(palette, str(i + 1), LETTERS, "on_frame", "frame", room=NARROW, digits=True)
            x = max((SIDE + line) // 2, line - BESIDE)
            lay(picture, rank, (x - rank.width // 2, y - rank.height // 2 - top))
    for i in range(layout.files if low > layout.foot else 0):
        file = lettering(palette, FILES[i], LETTERS, "on_frame", "frame", digits=True)
        x, high = at[i][0] + half, layout.foot + LINE + 1
        file = file.crop((0, AIR, file.width, min(file.height, AIR + layout.strip - high)))
        lay(picture, file, (x - file.width // 2, high - top))
