"""A picture's squares as a grid that a screen reader reads and a finger taps.

Each cell says its square, what stands there, and whether it can be chosen. Those on offer have the class
`tap`, and those with something to drag the attribute `data-piece`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from rendering.board.layout import Layout
from rendering.one_zero_one.in_words import card_in_words
from rendering.svg.markup import element
from rules.board import BoardView
from rules.one_zero_one.playing_cards import Cell
from rules.one_zero_one.view import ProgramView
from rules.squares import square_numbers
from words import Localizer

SIDES = {"w": "white", "b": "black"}


class GridCell(NamedTuple):
    """A cell: its square, its words without its state, its box, and its state."""

    square: str
    words: str
    box: tuple[float, float, float, float]
    is_offered: bool = False
    is_chosen: bool = False
    has_piece: bool = False


def board_rows(
    view: BoardView, layout: Layout, chosen: Sequence[str], choices: Sequence[str], say: Localizer
) -> Iterator[list[GridCell]]:
    """Yield the rows of a board from above, as the viewer sees it."""
    known, edge = square_numbers(view.size), layout.square_size
    words = {symbol: _piece_in_words(symbol, view, say) for symbol in {"", *view.cells.values()}}
    for row in view.reading:
        yield [
            GridCell(
                name,
                say("alt.square", square=view.labels.get(name, name), item=words[view.cells.get(name, "")]),
                (*layout.corner(known[name]), edge, edge),
                name in choices,
                name in chosen,
                name in view.cells,
            )
            for name in row
        ]


def _piece_in_words(symbol: str, view: BoardView, say: Localizer) -> str:
    if not symbol:
        return say("alt.square.empty")
    if symbol in "01":
        return symbol
    rank = {True: ".king", False: ".man"}[symbol.isupper()] if view.pieces == "ranked" else ""
    return say(f"alt.square.{SIDES[symbol.lower()]}{rank}")


def program_rows(
    view: ProgramView,
    boxes: Iterable[tuple[Cell, tuple[float, float, float, float]]],
    letters: Mapping[Cell, str],
    chosen: Sequence[str],
    choices: Sequence[str],
    say: Localizer,
) -> Iterator[list[GridCell]]:
    """Yield the lines of a display that have cells, some with `letters`."""
    rows: dict[int, list[GridCell]] = {}
    for cell, box in sorted(boxes):
        if letter := letters.get(cell, ""):
            said = say("alt.cell", letter=letter, line=cell.line, column=cell.column)
        else:
            card = card_in_words(view.card_at(cell), cell in view.discounted, say.language)
            said = say("alt.square.card", line=cell.line, column=cell.column, card=card)
        found = GridCell(letter, said, box, letter in choices, letter in chosen)
        rows.setdefault(cell.line, []).append(found)
    yield from rows.values()


def draw_grid(rows: Iterable[Sequence[GridCell]], label: str, say: Localizer) -> str:
    """Return the grid as an element."""
    drawn = "".join(f'<g role="row">{"".join(_draw(cell, say) for cell in row)}</g>' for row in rows)
    return f'<g role="grid" aria-label={quoteattr(label)}>{drawn}</g>'


def _draw(cell: GridCell, say: Localizer) -> str:
    said = cell.words
    if cell.is_chosen or cell.is_offered:
        said = say("alt.square.chosen" if cell.is_chosen else "alt.square.choice", item=said)
    left, top, width, height = cell.box
    return element(
        "rect",
        class_="tap" if cell.is_offered else "cell",
        role="gridcell",
        tabindex=-1,
        aria_label=said,
        aria_selected="true" if cell.is_chosen else None,
        data_square=cell.square or None,
        data_piece="" if cell.has_piece else None,
        x=left,
        y=top,
        width=width,
        height=height,
        fill_opacity=0,
    )
