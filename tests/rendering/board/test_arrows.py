"""Arrows of the last move.

They lie between pieces that a new one pushed on, and between two neighbours.
"""

from dataclasses import replace

import pytest

from rendering.board.layout import lay_out
from rendering.board.measures import ARROW, has_arrows, last_move_path
from rendering.board.scene import make_scene
from rendering.picture import draw
from rendering.themes import THEMES
from rules.board import Trace
from rules.squares import square_numbers
from tests.rendering.every_theme import EVERY_THEME
from tests.rendering.pixels import rgb
from tests.rendering.samples import YIN_YANG, ZONG_HENG


def test_a_new_piece_that_pushed_others_is_lit_and_arrows_show_where_to() -> None:
    accent = THEMES["wood"].board_colours["accent"]
    cells = make_scene(ZONG_HENG, "wood", "en", (), ()).cells
    assert [cells[square_numbers(8)[name]].last for name in ("d3", "d4", "d5")] == ["to", "moved", "moved"]
    picture, layout = rgb(draw(ZONG_HENG)), lay_out(ZONG_HENG)
    tall = round(layout.square_size * ARROW[0])
    for below in ("d3", "d4"):
        x, y = layout.centre(square_numbers(8)[below])
        y -= layout.square_size // 2
        widths = [
            sum(picture.getpixel((x + dx, y + dy)) == accent for dx in range(-24, 25))
            for dy in (-tall // 4, 0, tall // 4)
        ]
        assert 0 < widths[0] < widths[1] < widths[2], "it points up"
    assert picture.getpixel(layout.centre(square_numbers(8)["d5"])) != accent


@pytest.mark.parametrize("theme", EVERY_THEME)
@pytest.mark.parametrize(("start", "end"), [("c3", "c4"), ("c4", "c3"), ("c3", "d3"), ("d4", "c3")])
def test_a_step_from_a_new_stone_s_square_has_an_arrow_for_between_two_stones_no_line_is_seen(
    start: str, end: str, theme: str
) -> None:
    stepped = replace(
        YIN_YANG, cells={start: "w", end: "b"}, numbers={}, trace=Trace(path=(start, end), placed=(start,))
    )
    layout, accent = lay_out(stepped), THEMES[theme].board_colours["accent"]
    picture = rgb(draw(stepped, theme=theme))
    (x, y), (x2, y2) = (layout.centre(square_numbers(stepped.size)[name]) for name in (start, end))
    right, down = ((a > b) - (a < b) for a, b in ((x2, x), (y2, y)))
    widths = []
    for far in (-2, 2):  # pixels before the middle of the way, and after it
        at = (x + x2) / 2 + far * right, (y + y2) / 2 + far * down
        across = [(at[0] - aside * down, at[1] + aside * right) for aside in range(-16, 17)]
        widths.append(sum(picture.getpixel((round(a), round(b))) == accent for a, b in across))
    assert widths[0] > widths[1] > 0, "it points to where the stone went"
    slid = replace(
        YIN_YANG, cells={"a1": "w", "a4": "b"}, numbers={}, trace=Trace(path=("a1", "a4"), placed=("a1",))
    )
    assert not has_arrows(slid, last_move_path(slid)), "a longer way has its line"
