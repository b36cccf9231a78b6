"""The program display of One Zero One: five lines of keys, folded if long."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from PIL import Image

from rendering.band_cache import cache_band, cached_band, deflate_part
from rendering.caption import Caption
from rendering.one_zero_one import line_tiles
from rendering.one_zero_one.cell_faces import CardFace, EmptySlot, card_faces, empty_slots
from rendering.one_zero_one.cells import draw_empty_slot
from rendering.one_zero_one.header import HIGH as HEADER
from rendering.one_zero_one.header import draw_header
from rendering.one_zero_one.keys import KEY_HEIGHT, KEY_WIDTH, MIN_KEY_HEIGHT, KeyFormat, draw_card
from rendering.one_zero_one.line_tiles import draw_continuation_tile, draw_line_tile
from rendering.one_zero_one.stacks import draw_cut_pile, draw_deck, draw_run_key
from rendering.png import deflate_lines, join_bands
from rendering.sprites import paste_art
from rendering.themes import THEMES
from rules.one_zero_one.playing_cards import LINES, Cell
from rules.one_zero_one.view import DeckView, LineControl, ProgramView
from words import Localizer, localizer_for

COLUMNS = 7
"""Keys in a row: with more, words would be too small on a phone."""
DISPLAY_WIDTH = line_tiles.TILE_WIDTH + COLUMNS * KEY_WIDTH + 8
"""Width of the picture: 1,000 pixels."""
FOOT = 8
BAND_GAP = 10
"""Pixels between the rows of all lines and those in which they go on."""
MAX_HEIGHT = 1400
"""Height of the picture in pixels.

With very many rows, keys become lower, down to `LOWEST`.
"""
COMPACT_HEIGHT = 880
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

    If a line is longer than a row, all lines continue in further rows below the last line. So every key has
    the same neighbours above and below as in an unfolded display.
    """

    rows: tuple[KeyRow, ...]
    key_format: KeyFormat

    def row_top(self, row: int) -> int:
        """Return the upper edge of a row in pixels, given its number.

        There is a gap between the first rows of all lines and the rows in which they continue.
        """
        return HEADER + row * self.key_format.height + self.rows[row].band * BAND_GAP

    def corner(self, cell: Cell) -> tuple[int, int]:
        """Return the upper left pixel of a cell."""
        band, across = divmod(cell.column - 1, COLUMNS)
        return line_tiles.TILE_WIDTH + across * KEY_WIDTH, self.row_top(
            self.rows.index(KeyRow(LINES.index(cell.line), band))
        )

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture in pixels."""
        return DISPLAY_WIDTH, self.row_top(len(self.rows) - 1) + self.key_format.height + FOOT


def fold_lines(last_columns: Sequence[int], max_height: int = MAX_HEIGHT) -> FoldedLines:
    """Return the layout of the lines, given the last column in use of each.

    The keys are as high as `max_height`, the greatest height of the picture, allows.
    """
    rows = [KeyRow(line, 0) for line in range(len(last_columns))]
    band = 1
    while long := [line for line, columns in enumerate(last_columns) if columns > band * COLUMNS]:
        # A shorter line between two of them keeps its row: a key does not meet the one beyond it.
        rows += [KeyRow(line, band) for line in range(long[0], long[-1] + 1)]
        band += 1
    room = max_height - HEADER - FOOT - (band - 1) * BAND_GAP
    return FoldedLines(tuple(rows), KeyFormat(max(MIN_KEY_HEIGHT, min(KEY_HEIGHT, room // len(rows)))))


def display_size(view: ProgramView) -> tuple[int, int]:
    """Return the width and height of a view's picture when nothing is chosen."""
    return _fold_cells({*card_faces(view), *empty_slots(view, (), ())}).size


def _fold_cells(cells: Iterable[Cell], tallest: int = MAX_HEIGHT) -> FoldedLines:
    """Return the folded layout of the lines whose cells show something."""
    ends = dict.fromkeys(LINES, 0)
    for cell in cells:
        ends[cell.line] = max(ends[cell.line], cell.column)
    return fold_lines([ends[line] for line in LINES], tallest)


class DisplayRow(NamedTuple):
    """A row of keys with everything that is drawn in it.

    It is also the key of its cached part of a file. `height` includes the gap below the row. `keys` are by
    column of the row, from 1. The rest is for line 50 alone: the decks by digit, and the number of cards in
    the cut pile with its name.
    """

    theme: str
    key_format: KeyFormat
    row: KeyRow
    height: int
    control: LineControl
    is_open: bool
    keys: tuple[tuple[int, CardFace | EmptySlot], ...]
    decks: tuple[DeckView, ...] = ()
    cut: tuple[int, str] = (0, "")


def draw_display_png(
    view: ProgramView,
    theme: str,
    language: str,
    chosen: Sequence[str],
    choices: Sequence[str],
    *,
    is_compact: bool = False,
) -> tuple[bytes, tuple[int, int]]:
    """Return the display as a PNG file, and its width and height in pixels.

    Rows that have been drawn before are not painted again.
    """
    say, palette = localizer_for(language), THEMES[theme].program
    folded, rows = _lay_out_rows(
        view, theme, say, chosen, choices, COMPACT_HEIGHT if is_compact else MAX_HEIGHT
    )
    head = palette.blank((DISPLAY_WIDTH, HEADER), "panel")
    draw_header(head, theme, view, say)
    bands = [deflate_lines(head)]
    for row in rows:
        band = cached_band(row)
        if band is None:
            picture = palette.blank((DISPLAY_WIDTH, row.height), "panel")
            _paint_row(picture, row, 0)
            band = cache_band(row, deflate_part(picture, 0, row.height, len(rows)))
        bands.append(band)
    return join_bands(folded.size, palette, bands), folded.size


def paint_display(
    view: ProgramView,
    theme: str,
    language: str,
    chosen: Sequence[str] = (),
    choices: Sequence[str] = (),
    *,
    header: Image.Image | None = None,
    footer: Image.Image | None = None,
    caption: Caption | None = None,
) -> Image.Image:
    """Return the display in the numbers of the theme's program palette.

    The picture is 1,000 pixels wide, and 706 high or more. The pictures `header` and `footer` are pasted
    above and below the display. The winner is named as in the `caption`.
    """
    palette, say = THEMES[theme].program, localizer_for(language)
    over, under = (part.height if part else 0 for part in (header, footer))
    folded, rows = _lay_out_rows(view, theme, say, chosen, choices, MAX_HEIGHT - over - under)
    picture = palette.blank(folded.size, "panel")
    draw_header(picture, theme, view, say, caption)
    for i, row in enumerate(rows):
        _paint_row(picture, row, folded.row_top(i))
    if not (header or footer):
        return picture
    whole = palette.blank((DISPLAY_WIDTH, over + picture.height + under), "panel")
    for part, top in ((header, 0), (picture, over), (footer, over + picture.height)):
        if part:
            paste_art(whole, part, (0, top))
    return whole


def _lay_out_rows(
    view: ProgramView,
    theme: str,
    say: Localizer,
    chosen: Sequence[str],
    choices: Sequence[str],
    max_height: int,
) -> tuple[FoldedLines, list[DisplayRow]]:
    """Return the layout of the lines, and their rows from the top."""
    cells: dict[Cell, CardFace | EmptySlot] = {**empty_slots(view, chosen, choices), **card_faces(view)}
    folded = _fold_cells(cells, max_height)
    keys: dict[KeyRow, list[tuple[int, CardFace | EmptySlot]]] = {row: [] for row in folded.rows}
    for cell in sorted(cells):
        band, across = divmod(cell.column - 1, COLUMNS)
        keys[KeyRow(LINES.index(cell.line), band)].append((across + 1, cells[cell]))
    ends = [*map(folded.row_top, range(1, len(folded.rows))), folded.size[1]]
    rows = [
        DisplayRow(
            theme,
            folded.key_format,
            row,
            ends[i] - folded.row_top(i),
            view.control[row.line],
            view.open_lines[row.line],
            tuple(keys[row]),
        )
        for i, row in enumerate(folded.rows)
    ]
    last = len(LINES) - 1  # the first row of line 50
    decks = tuple(view.decks[view.digits.index(digit)] for digit in range(len(DECKS)))
    cut = (len(view.cut), say("picture.cut_pile")) if view.cut else (0, "")
    rows[last] = rows[last]._replace(decks=decks, cut=cut)
    return folded, rows


def _paint_row(picture: Image.Image, drawn: DisplayRow, top: int) -> None:
    """Paint a row with its upper edge at a height of the picture."""
    theme, form, (line, band) = drawn.theme, drawn.key_format, drawn.row

    def place(art: Image.Image, column: int) -> None:
        paste_art(picture, art, (line_tiles.TILE_WIDTH + (column - 1) * KEY_WIDTH, top))

    if band:
        tile = draw_continuation_tile(theme, LINES[line], band * COLUMNS + 1, form.height)
    else:
        tile = draw_line_tile(theme, LINES[line], drawn.control, drawn.is_open, form.height)
    paste_art(picture, tile, (0, top))
    for column, key in drawn.keys:
        art = draw_card(theme, key, form) if isinstance(key, CardFace) else draw_empty_slot(theme, key, form)
        place(art, column)
    if not drawn.decks:
        return
    place(draw_run_key(theme, form), RUN)
    for digit, column in enumerate(DECKS):
        place(draw_deck(theme, digit, drawn.decks[digit].top, drawn.decks[digit].count, form), column)
    if drawn.cut[0]:
        place(draw_cut_pile(theme, *drawn.cut, form), CUT_PILE)
