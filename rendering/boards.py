"""The painter of every square board.

A picture is a finished empty board (kept) on which the squares that differ are pasted (kept too), and
over them what crosses squares: arrows, frames and territories.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from PIL import Image

from rendering.layout import EDGE, Layout, has_parities, has_strip, lay_out, tone
from rendering.overlays import draw_frame, draw_outline, draw_path
from rendering.sprites import lettering
from rendering.squares import BADGE, Cell, sprite
from rendering.strips import PARITY_TONES, deciding_lines, draw_parities, draw_strip
from rendering.themes import THEMES, Palette
from rules.board import FILES, BoardView, names, numbers


def paint(view: BoardView, theme: str, chosen: Sequence[str], choices: Sequence[str]) -> Image.Image:
    """The board of a view, 720×720, in the numbers of the theme's board palette."""
    layout = lay_out(view)
    palette = THEMES[theme].board
    labels = tuple(view.labels.get(name, "") for name in names(view.size)) if view.labels else ()
    picture = _empty_board(theme, layout, view.a1_dark, labels).copy()
    cells = _cells(view, layout, labels, chosen, choices)
    for square, cell in cells.items():
        picture.paste(sprite(theme, layout.cell, cell), layout.corner(square))
    draw_frame(picture, palette, layout, view)
    draw_path(picture, palette, layout, view)
    for group in view.groups:
        squares = [numbers(view.size)[name] for name in group.squares]
        draw_outline(picture, palette, layout, squares, tone(view, group.seat))
    for lines, parity in deciding_lines(view):
        squares = [numbers(view.size)[name] for name in lines]
        draw_outline(picture, palette, layout, squares, PARITY_TONES[parity])
    if has_strip(view):
        draw_strip(picture, theme, layout, view)
    if has_parities(view):
        draw_parities(picture, theme, layout, view)
    return picture


def _cells(
    view: BoardView, layout: Layout, labels: tuple[str, ...], chosen: Sequence[str], choices: Sequence[str]
) -> dict[int, Cell]:
    """The squares that differ from the empty board's."""
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
        known[name]: _plain(layout, view.a1_dark, labels, known[name], name in tinted)._replace(**fields)
        for name, fields in marks.items()
    }


def _plain(layout: Layout, a1_dark: bool, labels: tuple[str, ...], square: int, tinted: bool = False) -> Cell:
    """A square without anything on it."""
    rank, file = divmod(square, layout.size)
    dark = ((rank + file) % 2 == 0) == a1_dark
    ground = ("last_" if tinted else "") + ("dark" if dark else "light")
    if labels or layout.outside:
        return Cell(ground, label=labels[square] if labels else "")
    first, last = (layout.size - 1, 0) if layout.turned else (0, layout.size - 1)
    return Cell(ground, FILES[file] if rank == first else "", str(rank + 1) if file == last else "")


def _middle(view: BoardView, squares: Sequence[str]) -> str:
    """Where a group's size is written: in its middle, on an empty square if one is as near."""
    places = {name: divmod(numbers(view.size)[name], view.size) for name in squares}
    rank = sum(place[0] for place in places.values()) / len(places)
    file = sum(place[1] for place in places.values()) / len(places)
    return min(
        squares,
        key=lambda name: (places[name][0] - rank) ** 2 + (places[name][1] - file) ** 2 + (name in view.cells),
    )


@lru_cache(maxsize=16)
def _empty_board(theme: str, layout: Layout, a1_dark: bool, labels: tuple[str, ...]) -> Image.Image:
    palette = THEMES[theme].board
    board = palette.blank((EDGE, EDGE), "panel")
    if layout.outside:
        _write_coordinates(board, palette, layout)
    for square in range(layout.size**2):
        board.paste(
            sprite(theme, layout.cell, _plain(layout, a1_dark, labels, square)), layout.corner(square)
        )
    return board


def _write_coordinates(board: Image.Image, palette: Palette, layout: Layout) -> None:
    """Ranks left of the board, files below it."""
    for i in range(layout.size):
        rank = lettering(palette, str(i + 1), 19, "panel_quiet", "panel")
        _, y = layout.centre(i * layout.size)
        board.paste(rank, (layout.left - 13 - rank.width // 2, y - rank.height // 2))
        file = lettering(palette, FILES[i], 19, "panel_quiet", "panel")
        x, _ = layout.centre(i)
        foot = layout.top + layout.size * layout.cell
        board.paste(file, (x - file.width // 2, foot + 11 - file.height // 2))
