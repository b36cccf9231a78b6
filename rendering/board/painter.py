"""The painter of every square board.

A picture begins as an empty board, which is kept. The squares that differ, kept too, are pasted on it, and over them
what crosses squares: arrows, frames and territories. A rank that was drawn before is not painted again: its part of
the file is kept.
"""

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from PIL import Image

from rendering.board.layout import EDGE, Layout, has_strip, lay_out
from rendering.board.overlays import draw_frame, draw_outline, draw_path
from rendering.board.squares import BADGE, Cell, sprite
from rendering.board.strips import deciding, draw_parities, draw_strip, line_sums
from rendering.png import Band, deflate, splice
from rendering.sprites import lettering
from rendering.themes import THEMES, Palette
from rules.board import FILES, BoardView, names, numbers
from words import ENGLISH, speaker

BANDS = 1024
"""How many parts of files are kept, about 4 KB each."""


def draw_png(
    view: BoardView, theme: str, language: str, chosen: Sequence[str], choices: Sequence[str]
) -> bytes:
    """Return the board of a view as a PNG file of 720×720 pixels in the theme's board palette."""
    board = _board(view, theme)
    cells = _cells(view, board, chosen, choices)
    ranks = list(range(view.size) if board.layout.turned else reversed(range(view.size)))
    keys = [_band_key(view, board, cells, rank, language) for rank in ranks]
    bands = [_bands.get(key) for key in keys]
    missing = {rank for rank, band in zip(ranks, bands, strict=True) if band is None}
    if missing:
        changed = {at: cell for at, cell in cells.items() if at // view.size in missing}
        picture = _paint(view, board, changed, language)
        for i, (key, band) in enumerate(zip(keys, bands, strict=True)):
            if band is None:
                bands[i] = _keep(key, deflate(picture.crop(_band_box(board.layout, i))))
    return splice((EDGE, EDGE), THEMES[theme].board, [band for band in bands if band])


def paint(
    view: BoardView,
    theme: str,
    language: str = ENGLISH,
    chosen: Sequence[str] = (),
    choices: Sequence[str] = (),
) -> Image.Image:
    """Return the same as an image in the numbers of the palette, without the ranks that are kept."""
    board = _board(view, theme)
    return _paint(view, board, _cells(view, board, chosen, choices), language)


class _Board(NamedTuple):
    """Everything that the picture of an empty board depends on."""

    theme: str
    layout: Layout
    a1_dark: bool
    labels: tuple[str, ...]


_bands: dict[Hashable, Band] = {}


def _board(view: BoardView, theme: str) -> _Board:
    labels = tuple(view.labels.get(name, "") for name in names(view.size)) if view.labels else ()
    return _Board(theme, lay_out(view), view.a1_dark, labels)


def _keep(key: Hashable, band: Band) -> Band:
    """Keep a band and return it; where there are too many, the oldest is forgotten."""
    if len(_bands) >= BANDS:
        _bands.pop(next(iter(_bands)), None)
    _bands[key] = band
    return band


def _band_key(
    view: BoardView, board: _Board, cells: Mapping[int, Cell], rank: int, language: str
) -> Hashable:
    """Return everything that the pixels of a rank depend on; for the lowest rank also what the strips show."""
    size, trace = view.size, view.trace
    row = tuple(cells.get(square) for square in range(rank * size, (rank + 1) * size))
    crossing: tuple[object, ...] = (view.groups, view.tones, view.frame, tuple(deciding(view)))
    if trace:
        ranks = [numbers(size)[name] // size for name in (*trace.path, *trace.placed, *trace.shifted)]
        # An arrow goes from middle to middle of squares, so it crosses only the ranks between its ends.
        if ranks and min(ranks) <= rank <= max(ranks):
            crossing += (trace.path, trace.placed, trace.shifted, trace.path and trace.path[0] in view.cells)
    if view.sums:
        crossing += (language,)
    if rank == (size - 1 if board.layout.turned else 0):
        if has_strip(view):
            crossing += (language, view.turn, view.hands, view.score, view.score_is, view.scores_on)
        if view.sums:
            crossing += tuple(line_sums(view)[1].items())
    return board, rank, row, crossing


def _band_box(layout: Layout, i: int) -> tuple[int, int, int, int]:
    """Return the box of the `i`-th row from above; the first and the last reach the edges of the picture."""
    top = layout.top + i * layout.cell if i else 0
    return 0, top, EDGE, EDGE if i == layout.size - 1 else layout.top + (i + 1) * layout.cell


def _paint(view: BoardView, board: _Board, cells: Mapping[int, Cell], language: str) -> Image.Image:
    layout, theme = board.layout, board.theme
    palette = THEMES[theme].board
    picture = _empty_board(board).copy()
    for square, cell in cells.items():
        picture.paste(sprite(theme, layout.cell, cell), layout.corner(square))
    draw_frame(picture, palette, layout, view)
    draw_path(picture, palette, layout, view)
    regions = [(group.squares, view.tones[group.seat]) for group in view.groups]
    for squares, side in (*regions, *deciding(view)):
        draw_outline(picture, palette, layout, [numbers(view.size)[name] for name in squares], side)
    if has_strip(view):
        draw_strip(picture, theme, view, speaker(language))
    if view.sums:
        draw_parities(picture, theme, layout, view, speaker(language))
    return picture


def _cells(view: BoardView, board: _Board, chosen: Sequence[str], choices: Sequence[str]) -> dict[int, Cell]:
    """Return the squares that differ from those of the empty board."""
    known, trace = numbers(view.size), view.trace
    marks: dict[str, dict[str, Any]] = {name: {"figure": symbol} for name, symbol in view.cells.items()}

    def mark(square: str, **fields: object) -> None:
        marks.setdefault(square, {}).update(fields)

    tinted: set[str] = set()
    if trace:
        ends = (*trace.path[:1], *trace.path[-1:], *trace.placed)
        tinted.update(ends, trace.shifted)
        for name in ends:
            mark(name, bracket=True)
        for name, symbol in trace.removed:
            if name not in view.cells:
                mark(name, ghost=symbol)
    for name, number in view.numbers.items():
        mark(name, number=str(number))
    for group in view.groups:
        mark(_middle(view, group.squares), number=f"{BADGE}{group.size}")
    for name in choices:
        mark(name, choice="ring" if name in view.cells else "dot")
    for name in chosen:
        mark(name, choice="chosen")
    return {
        known[name]: _plain(board, known[name], name in tinted)._replace(**fields)
        for name, fields in marks.items()
    }


def _plain(board: _Board, square: int, tinted: bool = False) -> Cell:
    """Return a square without anything on it."""
    layout = board.layout
    rank, file = divmod(square, layout.size)
    dark = ((rank + file) % 2 == 0) == board.a1_dark
    ground = ("last_" if tinted else "") + ("dark" if dark else "light")
    if board.labels or layout.outside:
        return Cell(ground, label=board.labels[square] if board.labels else "")
    first, last = (layout.size - 1, 0) if layout.turned else (0, layout.size - 1)
    return Cell(ground, FILES[file] if rank == first else "", str(rank + 1) if file == last else "")


def _middle(view: BoardView, squares: Sequence[str]) -> str:
    """Return the square on which a group's size is written: in its middle, an empty one if it is as near."""
    places = {name: divmod(numbers(view.size)[name], view.size) for name in squares}
    rank = sum(place[0] for place in places.values()) / len(places)
    file = sum(place[1] for place in places.values()) / len(places)
    return min(
        squares,
        key=lambda name: (places[name][0] - rank) ** 2 + (places[name][1] - file) ** 2 + (name in view.cells),
    )


@lru_cache(maxsize=16)
def _empty_board(board: _Board) -> Image.Image:
    layout, palette = board.layout, THEMES[board.theme].board
    picture = palette.blank((EDGE, EDGE), "panel")
    if layout.outside:
        _write_coordinates(picture, palette, layout)
    for square in range(layout.size**2):
        picture.paste(sprite(board.theme, layout.cell, _plain(board, square)), layout.corner(square))
    return picture


def _write_coordinates(board: Image.Image, palette: Palette, layout: Layout) -> None:
    """Write the ranks left of the board and the files below it."""
    height = 24 if layout.size < 10 else 19  # two digits have to fit beside the board
    for i in range(layout.size):
        rank = lettering(palette, str(i + 1), height, "panel_quiet", "panel")
        _, y = layout.centre(i * layout.size)
        board.paste(rank, (layout.left - 13 - rank.width // 2, y - rank.height // 2))
        file = lettering(palette, FILES[i], height, "panel_quiet", "panel")
        x, _ = layout.centre(i)
        foot = layout.top + layout.size * layout.cell
        board.paste(file, (x - file.width // 2, foot + 11 - file.height // 2))
