"""Marks on squares keep clear of each other: numbers can be read wherever a move went, and groups meet cleanly."""

from dataclasses import replace

import pytest
from PIL import Image

from rendering.board.layout import lay_out
from rendering.board.squares import Cell, sprite
from rendering.picture import draw
from rendering.themes import THEMES
from rules.board import Group, Trace, numbers
from tests.rendering.pixels import part
from tests.rendering.samples import numbered_start, seen

BOARDS = {8: "pool", 10: "international", 12: "canadian"}
CELLS = [53, 63, 77]
"""The squares of these boards in pixels, the largest last."""


def pixels_of(picture: Image.Image, *names: str) -> set[int]:
    """Return where colours of wood are in a picture, counted line by line."""
    colours, pixels = [bytes(THEMES["wood"].board_colours[name]) for name in names], picture.tobytes()
    return {at // 3 for at in range(0, len(pixels), 3) if pixels[at : at + 3] in colours}


@pytest.mark.parametrize("size", BOARDS)
@pytest.mark.parametrize("way", [("b2", "c3", "d4"), ("d4", "c3", "b2"), ("b4", "c3", "d2")])
def test_a_number_is_read_whole_where_a_move_began_where_a_piece_was_captured_and_where_one_may_go(
    size: int, way: tuple[str, str, str]
) -> None:
    start, victim, end = way
    still = replace(
        numbered_start(BOARDS[size], size, 1), cells={}, labels=dict.fromkeys(numbers(size), "23")
    )
    moved = replace(still, cells={end: "w"}, trace=Trace(path=(start, end), removed=((victim, "b"),)))
    before, after = draw(still), draw(moved)
    for square in (start, victim):
        written = pixels_of(part(before, still, square), "on_dark", "on_light")
        assert len(written) > 30
        assert written <= pixels_of(part(after, moved, square), "on_dark", "on_light"), square
        cell = lay_out(moved).cell
        crossed = [at // cell for at in pixels_of(part(after, moved, square), "cross")]
        assert (square == victim) == bool(crossed)
        if crossed:
            assert min(crossed) > max(at // cell for at in written), "the cross is below the number"
            alone = sprite("wood", cell, Cell(dark=True, ghost="b", kind="ranked")).convert("RGB")
            rows = [at // cell for at in pixels_of(alone, "cross")]
            assert max(crossed) - min(crossed) >= max(rows) - min(rows) - 1, "all of it"
        offered = part(draw(still, choices=[square]), still, square)
        assert pixels_of(offered, "accent")
        assert written <= pixels_of(offered, "on_dark", "on_light"), "the dot is below the number"


@pytest.mark.parametrize("size", CELLS)
@pytest.mark.parametrize("symbol", "WB")
def test_the_crown_of_a_king_stands_over_its_number(size: int, symbol: str) -> None:
    side = {"W": "white", "B": "black"}[symbol]
    art = sprite("wood", size, Cell(dark=True, figure=symbol, kind="ranked", number="72")).convert("RGB")
    crown, figures = ([at // size for at in pixels_of(art, f"{side}_{name}")] for name in ("crown", "ink"))
    assert len(crown) > 20 and len(figures) > 40
    assert max(crown) < min(figures)


def test_groups_beside_each_other_leave_nothing_of_the_board_between_them() -> None:
    cells = {"c4": "w", "c5": "w", "d4": "b", "d5": "b"}
    groups = (Group(0, ("d4", "d5")), Group(1, ("c4", "c5")))
    view = seen("zong-heng", size=8, cells=cells, groups=groups, turn=None, trace=None)
    picture, cell = draw(view), lay_out(view).cell
    left, right = part(picture, view, "c5"), part(picture, view, "d5")
    between = Image.new("RGB", (cell, cell // 2))
    between.paste(left.crop((cell // 2, cell // 2, cell, cell)))
    between.paste(right.crop((0, cell // 2, cell // 2, cell)), (cell // 2, 0))
    assert not pixels_of(between, "dark", "light")
