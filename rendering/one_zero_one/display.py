"""The program display of One Zero One: five lines of keys, folded if long."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from PIL import Image

from rendering.caption import Caption
from rendering.one_zero_one import line_tiles
from rendering.one_zero_one.cell_faces import faces, slots
from rendering.one_zero_one.cells import slot
from rendering.one_zero_one.header import HIGH as HEADER
from rendering.one_zero_one.header import draw_header
from rendering.one_zero_one.keys import HIGH, LOWEST, WIDE, Format, card
from rendering.one_zero_one.line_tiles import further_tile, tile
from rendering.one_zero_one.stacks import cut_pile, deck, run
from rendering.sprites import lay
from rendering.themes import THEMES
from rules.one_zero_one.playing_cards import LINES, Cell
from rules.one_zero_one.view import ProgramView
from words import speaker

COLUMNS = 7
"""Keys in a row: with more, words would be too small on a phone."""
EDGE = line_tiles.WIDE + COLUMNS * WIDE + 8
"""Width of the picture: 1,000 pixels."""
FOOT = 8
APART = 10
"""Pixels between the rows of all lines and those in which they go on."""
TALLEST = 1400
"""Height of the picture in pixels.

With very many rows, keys become lower, down to `LOWEST`.
"""
LOW = 880
"""Height of the picture in pixels if a picker is below it.

From six rows on keys are lower, so that a phone shows all of it.
"""
RUN, CUT_PILE, DECKS = 4, 5, (6, 7)
"""The columns of the keys beside line 50, which has three cards."""


class KeyRow(NamedTuple):
    """A row of keys: the number of its line, and its number within it, from 0."""

    line: int
    band: int


class FoldedLines(NamedTuple):
    """The layout of the lines: the rows from above, and the format of the keys.

    If a line is longer than a row, all lines continue below the last one, so that every key meets the
    keys above and below it as in an unfolded display.
    """

    rows: tuple[KeyRow, ...]
    form: Format

    def top(self, at: int) -> int:
        """Return the upper edge of a row by its number.

        Every band of rows is set off from the one above it.
        """
        return HEADER + at * self.form.high + self.rows[at].band * APART

    def corner(self, cell: Cell) -> tuple[int, int]:
        """Return the upper left pixel of a cell."""
        band, across = divmod(cell.column - 1, COLUMNS)
        return line_tiles.WIDE + across * WIDE, self.top(
            self.rows.index(KeyRow(LINES.index(cell.line), band))
        )

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture in pixels."""
        return EDGE, self.top(len(self.rows) - 1) + self.form.high + FOOT


def fold(longest: Sequence[int], tallest: int = TALLEST) -> FoldedLines:
    """Return the folded layout of lines, given the last column of each.

    A line ends at its last column that shows something.
    """
    rows = [KeyRow(line, 0) for line in range(len(longest))]
    band = 1
    while long := [line for line, columns in enumerate(longest) if columns > band * COLUMNS]:
        # A shorter line between two of them keeps its row: a key does not meet the one beyond it.
        rows += [KeyRow(line, band) for line in range(long[0], long[-1] + 1)]
        band += 1
    room = tallest - HEADER - FOOT - (band - 1) * APART
    return FoldedLines(tuple(rows), Format(max(LOWEST, min(HIGH, room // len(rows)))))


def size_of(view: ProgramView) -> tuple[int, int]:
    """Return width and height of a view's picture when nothing is chosen."""
    return _fold_cells({*faces(view), *slots(view, (), ())}).size


def _fold_cells(cells: Iterable[Cell], tallest: int = TALLEST) -> FoldedLines:
    """Return the folded layout of the lines whose cells show something."""
    ends = dict.fromkeys(LINES, 0)
    for cell in cells:
        ends[cell.line] = max(ends[cell.line], cell.column)
    return fold([ends[line] for line in LINES], tallest)


def paint(
    view: ProgramView,
    theme: str,
    language: str,
    chosen: Sequence[str] = (),
    choices: Sequence[str] = (),
    *,
    above: Image.Image | None = None,
    below: Image.Image | None = None,
    low: bool = False,
    caption: Caption | None = None,
) -> Image.Image:
    """Return the display in the numbers of the theme's program palette.

    The picture is 1,000 pixels wide, and 706 high or more. The pictures `above` and `below` are pasted
    into room left for them; a `low` display leaves room on a phone for choices. The winner is named as
    in the `caption`.
    """
    palette, say = THEMES[theme].program, speaker(language)
    shown, empty = faces(view), slots(view, chosen, choices)
    cells = sorted({*shown, *empty})
    over, under = (part.height if part else 0 for part in (above, below))
    folded = _fold_cells(cells, (LOW if low else TALLEST) - over - under)
    form = folded.form
    picture = palette.blank(folded.size, "panel")
    draw_header(picture, theme, view, say, caption)
    for at, (i, band) in enumerate(folded.rows):
        if band:
            art = further_tile(theme, LINES[i], band * COLUMNS + 1, form.high)
        else:
            art = tile(theme, LINES[i], view.control[i], view.open_lines[i], form.high)
        lay(picture, art, (0, folded.top(at)))
    for cell in cells:
        art = card(theme, shown[cell], form) if cell in shown else slot(theme, empty[cell], form)
        lay(picture, art, folded.corner(cell))
    lay(picture, run(theme, form), folded.corner(Cell(50, RUN)))
    for digit, column in enumerate(DECKS):
        stack = view.decks[view.digits.index(digit)]
        lay(picture, deck(theme, digit, stack.top, stack.count, form), folded.corner(Cell(50, column)))
    if view.cut:
        art = cut_pile(theme, len(view.cut), say("picture.cut_pile"), form)
        lay(picture, art, folded.corner(Cell(50, CUT_PILE)))
    if not (above or below):
        return picture
    whole = palette.blank((EDGE, over + picture.height + under), "panel")
    for part, top in ((above, 0), (picture, over), (below, over + picture.height)):
        if part:
            lay(whole, part, (0, top))
    return whole
