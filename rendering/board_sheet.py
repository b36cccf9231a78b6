"""A sheet of small boards to choose from, side by side, with names below them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from PIL import Image

from rendering.board import painter
from rendering.board.layout import LINE, PICTURE_WIDTH, lay_out
from rendering.one_zero_one import display
from rendering.picture import Picture
from rendering.png import encode_png
from rendering.sprites import render_text
from rendering.themes import DEFAULT_THEME, MAX_COLOURS, THEMES, Palette, valid_theme
from rendering.timing import report_time
from rules.board import BoardView
from rules.game import View
from rules.one_zero_one.view import ProgramView
from words import ENGLISH, Words, join_with_commas, localizer_for

GAP: Final = 12
"""Pixels around each board."""
NAME: Final = 46
"""Height of a name."""
DETAIL: Final = 34
"""Height of the line below it."""
TYPE: Final = {2: 32, 3: 27}
"""Type size of a name, by boards in a row.

Its capitals are at least 7 pixels high where the picture is 290 wide.
"""
PAIRS: Final = (1, 2, 4)
"""How many boards are in rows of two; all others are in rows of three."""


@dataclass(frozen=True, slots=True)
class LabelledBoard:
    """A position on a sheet, and the texts below it."""

    view: View
    name: Words
    detail: str = ""
    """A second line: what tells games of one family apart."""


@report_time("sheet")
def draw_board_sheet(
    boards: Sequence[LabelledBoard], *, theme: str = DEFAULT_THEME, language: str = ENGLISH
) -> Picture:
    """Return small boards with their names, in rows of two or three.

    This takes about a tenth of a second. An unknown theme (an old setting) is drawn as the default one.
    """
    theme = valid_theme(theme)
    inks, say = THEMES[theme].board, localizer_for(language)
    across = 2 if len(boards) in PAIRS else 3
    edge = (PICTURE_WIDTH - GAP) // across - GAP
    detailed = any(board.detail for board in boards)
    pitch, rows = GAP + edge + NAME + (DETAIL if detailed else 0), -(-len(boards) // across)
    picture = Image.new("RGB", (PICTURE_WIDTH, rows * pitch), inks.names["panel"])
    for number, board in enumerate(boards):
        row, column = divmod(number, across)
        left, top = GAP + column * (edge + GAP), GAP + row * pitch
        small = draw_small_board(board.view, theme, language, edge)
        picture.paste(small, (left + (edge - small.width) // 2, top + (edge - small.height) // 2))
        if board.detail:
            art = render_text(inks, board.detail, TYPE[across], "panel_quiet", "panel", max_width=edge)
            low = top + edge + NAME + DETAIL // 2 - 6
            picture.paste(art.convert("RGB"), (left + (edge - art.width) // 2, low - art.height // 2))
        # After the detail, whose ground reaches up to the tails of a name's letters.
        words = say.text(board.name)
        name = render_text(inks, words, TYPE[across], "panel_ink", "panel", max_width=edge).convert("RGB")
        middle = top + edge + NAME // 2
        picture.paste(name, (left + (edge - name.width) // 2, middle - name.height // 2))
    titles = join_with_commas([say.text(board.name) for board in boards], language)
    palette = _palette_of(picture)
    return Picture(
        encode_png(palette.quantise(picture), palette), say("alt.sheet", titles=titles), *picture.size
    )


def _palette_of(picture: Image.Image) -> Palette:
    """Return the colours that a picture needs most.

    A sheet may have boards and a program, of two palettes.
    """
    parts = iter(picture.quantize(MAX_COLOURS, Image.Quantize.FASTOCTREE).getpalette() or ())
    return Palette({str(colour): colour for colour in zip(parts, parts, parts, strict=True)}, ())


def draw_small_board(view: View, theme: str, language: str, edge: int) -> Image.Image:
    """Return a position in colour, no wider and no higher than `edge` pixels."""
    if isinstance(view, BoardView):
        # Its squares alone: numbers, coordinates and the strip below it are too small to be read.
        view = replace(view, labels={})
        layout = lay_out(view)
        whole = painter.paint_board(view, theme, language)
        whole = whole.crop((layout.left - LINE, layout.top - LINE, layout.right + LINE, layout.bottom + LINE))
    elif isinstance(view, ProgramView):
        whole = display.paint_display(view, theme, language)
    else:
        raise TypeError(f"no painter for {type(view).__name__}")
    scale = edge / max(whole.size)
    size = round(whole.width * scale), round(whole.height * scale)
    return whole.convert("RGB").resize(size, Image.Resampling.LANCZOS)
