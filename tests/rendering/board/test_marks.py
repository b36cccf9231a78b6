"""Marks on squares keep clear of each other.

Numbers can be read beside the trail of any move, and groups meet cleanly.
"""

from collections import Counter
from dataclasses import replace

import pytest
from PIL import Image

from rendering.board.layout import lay_out
from rendering.board.marks import draw_numeral
from rendering.board.pieces import draw_piece
from rendering.board.regions import Region, draw_region_tile
from rendering.board.scene import make_scene
from rendering.board.squares import SquareCell, square_sprite
from rendering.picture import draw
from rendering.themes import THEMES
from rules.board import BoardView, Group, Trace
from rules.game import Outcome
from rules.squares import square_names, square_numbers
from tests.rendering.contrasts import luminance
from tests.rendering.every_theme import EVERY_THEME
from tests.rendering.pixels import part
from tests.rendering.samples import numbered_start, start_view

BOARDS = {8: "pool", 10: "international", 12: "canadian"}
CELLS = [58, 70, 87]
"""The squares of these boards in pixels, the largest last."""


def pixels_of(picture: Image.Image, *names: str) -> set[int]:
    """Return where colours of wood are in a picture, counted line by line."""
    colours, pixels = [bytes(THEMES["wood"].board_colours[name]) for name in names], picture.tobytes()
    return {at // 3 for at in range(0, len(pixels), 3) if pixels[at : at + 3] in colours}


@pytest.mark.ci
@pytest.mark.parametrize("size", BOARDS)
@pytest.mark.parametrize("way", [("b2", "c3", "d4"), ("d4", "c3", "b2"), ("b4", "c3", "d2")])
def test_a_number_is_read_whole_where_a_move_began_where_a_piece_was_captured_and_where_one_may_go(
    size: int, way: tuple[str, str, str]
) -> None:
    start, victim, end = way
    still = replace(
        numbered_start(BOARDS[size], size, 1), cells={}, labels=dict.fromkeys(square_numbers(size), "23")
    )
    moved = replace(still, cells={end: "w"}, trace=Trace(path=(start, end), removed=((victim, "b"),)))
    before, after = draw(still), draw(moved)
    for square in (start, victim):
        written = pixels_of(part(before, still, square), "on_dark", "on_light")
        assert len(written) > 30
        # On the squares of the last move numbers are in the ink that is read best there.
        inks = ("on_dark", "on_light") if square == victim else ("casing",)
        assert written <= pixels_of(part(after, moved, square), *inks), square
        cell = lay_out(moved).square_size
        crossed = [at // cell for at in pixels_of(part(after, moved, square), "cross")]
        assert (square == victim) == bool(crossed)
        if crossed:
            assert min(crossed) > max(at // cell for at in written), "the cross is below the number"
            alone = square_sprite("wood", cell, SquareCell(dark=True, ghost="b", kind="ranked")).convert(
                "RGB"
            )
            rows = [at // cell for at in pixels_of(alone, "cross")]
            assert max(crossed) - min(crossed) >= max(rows) - min(rows) - 1, "all of it"
        offered = part(draw(still, choices=[square]), still, square)
        assert pixels_of(offered, "accent")
        assert written <= pixels_of(offered, "on_dark", "on_light"), "the dot is below the number"


@pytest.mark.parametrize("size", CELLS)
@pytest.mark.parametrize("symbol", "WB")
def test_the_crown_of_a_king_is_seen_on_a_phone_and_stands_clear_of_its_number(
    size: int, symbol: str
) -> None:
    side = {"W": "white", "B": "black"}[symbol]
    art = square_sprite(
        "wood", size, SquareCell(dark=True, figure=symbol, kind="ranked", number="72")
    ).convert("RGB")
    gold, figures = (
        {(at % size, at // size) for at in pixels_of(art, f"{side}_{name}")} for name in ("crown", "ink")
    )
    # The ring is gold too: the crown is what stands in the middle.
    crown = [y for x, y in gold if abs(x - size / 2) < size * 0.18 and y < size * 0.45]
    written = [y for _, y in figures]
    assert len(figures) > 40 and max(crown) + 1 < min(written)
    assert (max(crown) - min(crown) + 1) * 290 / 720 >= 6
    ring = [y for x, y in gold if abs(x - size / 2) > size * 0.25]
    assert min(ring) < min(written) < max(ring), "the ring goes around the number"


@pytest.mark.ci
@pytest.mark.parametrize("number", ["", "50"])
@pytest.mark.parametrize("size", [*CELLS, 114])
@pytest.mark.parametrize("theme", EVERY_THEME)
def test_kings_of_both_sides_differ_by_the_light_of_their_area(theme: str, size: int, number: str) -> None:
    white, black = (
        _mean_luminance(
            draw_piece(theme, size, symbol, "ranked", numbered=bool(number)), theme, symbol, number
        )
        for symbol in "WB"
    )
    assert white / black >= 1.6


def _mean_luminance(piece: Image.Image, theme: str, symbol: str, number: str) -> float:
    """Return the mean luminance of a piece with its number, without its shadow."""
    mask, art = piece.getchannel("A"), piece.copy()
    if number:
        art.alpha_composite(draw_numeral(piece.width, THEMES[theme].board_colours, symbol, number))
    pixels = art.tobytes()
    colours = Counter(
        (pixels[4 * i], pixels[4 * i + 1], pixels[4 * i + 2])
        for i, alpha in enumerate(mask.tobytes())
        if alpha > 250
    )
    return sum(luminance(colour) * count for colour, count in colours.items()) / colours.total()


@pytest.mark.parametrize("symbol", "WB")
def test_a_king_has_a_ring_of_gold_and_a_man_none(symbol: str) -> None:
    side = {"W": "white", "B": "black"}[symbol]
    for kind, least in ((symbol, 200), (symbol.lower(), 0)):
        art = square_sprite("wood", 85, SquareCell(dark=True, figure=kind, kind="ranked")).convert("RGB")
        gold = pixels_of(art, f"{side}_crown")
        assert len(gold) >= least and (least > 0 or not gold)


def of_group(*squares: str, winner: int = 1, are: str = "groups") -> BoardView:
    """A board on which these squares are a group of White's."""
    return start_view(
        "zong-heng",
        size=8,
        cells=dict.fromkeys(squares, "w") | {"a1": "b", "h1": "b"},
        groups=(Group(1, squares), Group(0, ("a1",))),
        groups_are=are,
        turn=None,
        trace=None,
        outcome=Outcome(winner, "agreement"),
    )


def test_stones_of_a_group_are_linked_side_by_side_and_not_across_a_corner() -> None:
    colours = THEMES["wood"].board_colours

    def edge_coverage(joined: int) -> list[bool]:
        """Return which of four points of a square the link covers.

        They are right, below, the corner between these, and left.
        """
        art = draw_region_tile(80, colours, Region("white", "links", joined))
        return [art.getpixel(at)[3] > 200 for at in ((79, 40), (40, 79), (79, 79), (0, 40))]  # pyrefly: ignore[bad-index, unsupported-operation]  # RGBA

    right, below, corner = 0b10, 0b100, 0b100000
    assert edge_coverage(0) == [False] * 4
    assert edge_coverage(right) == [True, False, False, False]
    assert edge_coverage(right | below) == [True, True, False, False]
    assert edge_coverage(corner) == [False] * 4
    assert edge_coverage(right | below | corner) == [True, True, True, False], "four in a square have no hole"


def test_nothing_covers_the_stones_of_a_group_but_the_number_on_one_of_them() -> None:
    squares = ("c4", "c5", "d5", "d4")
    view = of_group(*squares)
    alone = {
        name: square_sprite("wood", lay_out(view).square_size, SquareCell(True, figure="w"))
        for name in squares
    }
    numbered = []
    for name in squares:
        cell = lay_out(view).square_size
        box = (cell // 4, cell // 4, cell * 3 // 4, cell * 3 // 4)
        if part(draw(view), view, name).crop(box) != alone[name].convert("RGB").crop(box):
            numbered.append(name)
    assert len(numbered) == 1
    ink = pixels_of(part(draw(view), view, numbered[0]), "white_ink")
    assert len(ink) > 30


def test_the_size_of_a_territory_stands_on_an_empty_square_and_says_what_counts_twice() -> None:
    view = replace(of_group("c4", "c5", "c6", "b5", "d5", are="territories"), cells={"c5": "w", "a1": "b"})
    view = replace(view, groups=(Group(1, ("c4", "c5", "c6", "b5", "d5"), 2), Group(0, ("a1",), 2)))
    cells = make_scene(view, "wood", "en", (), ()).cells
    counts = {square_names(8)[square]: cell.region_size for square, cell in cells.items() if cell.region_size}
    assert counts == {"c4": "5×2", "a1": "1×2"}, "in the middle of the free squares, else on the stone"


def test_the_winner_s_regions_have_a_rim_in_the_accent_and_the_other_s_none() -> None:
    for winner in (0, 1):
        view = of_group("c4", "c5", winner=winner)
        for name, seat in (("c4", 1), ("a1", 0)):
            assert bool(pixels_of(part(draw(view), view, name), "accent")) == (seat == winner)
