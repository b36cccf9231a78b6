"""Sums beside a board of digits, and what the picture of an end lights."""

from dataclasses import replace

import pytest

from rendering.board.layout import GUTTER, PICTURE_WIDTH, SUM, lay_out
from rendering.board.scene import make_scene
from rendering.board.stands import LineSum, shown_sums
from rendering.picture import draw
from rendering.themes import THEMES
from rules.board import BoardView
from rules.game import Outcome
from rules.squares import square_names
from tests.rendering.pixels import colours_of, part, rgb
from tests.rendering.samples import BINAR, BINAR_END, INCORRECT_END, YIN_YANG, start_view


@pytest.mark.ci
def test_lines_of_digits_show_their_sums_so_far_beside_the_board() -> None:
    def beside(view: BoardView, rank: int) -> list[tuple[int, int, int]]:
        """Return the colours right of a rank."""
        layout = lay_out(view)
        y = layout.centre(rank * layout.files)[1]
        return [rgb(draw(view)).getpixel((x, y)) for x in range(layout.right + 3, PICTURE_WIDTH)]  # pyrefly: ignore[bad-return]  # RGB has three

    row = {f"{file}2": "1" for file in "abcde"}
    short = {name: digit for name, digit in row.items() if name != "c2"}
    views = [replace(BINAR, cells=cells) for cells in ({}, short, {**short, "c2": "0"}, row)]
    assert shown_sums(views[0]).ranks[1] == LineSum(None, is_full=False)
    assert [shown_sums(view).ranks[1] for view in views[1:]] == [
        LineSum(4, is_full=False),
        LineSum(4, is_full=True),
        LineSum(5, is_full=True),
    ]
    assert len({tuple(beside(view, 1)) for view in views}) == 4
    assert len({tuple(beside(view, 0)) for view in views}) == 1
    assert shown_sums(views[1]).files == tuple(
        LineSum(1 if file in "abde" else None, is_full=False) for file in "abcde"
    )


def test_a_board_with_sums_is_in_the_middle() -> None:
    for size in range(3, 10):
        layout = lay_out(start_view("binar", size=size))
        assert abs(layout.left - (PICTURE_WIDTH - layout.right)) <= 1
        assert layout.bottom + GUTTER + SUM < layout.strip_top - 2


def lit_ranks_and_files(view: BoardView) -> tuple[list[int], list[int]]:
    """The ranks and the files that decided the end, from 0."""
    ranks, files = ([i for i, line in enumerate(lines) if line.is_lit] for lines in shown_sums(view))
    return ranks, files


def test_the_lines_that_decided_are_lit_and_the_rest_is_dimmed() -> None:
    assert lit_ranks_and_files(BINAR_END) == ([2], [2])
    assert lit_ranks_and_files(replace(BINAR_END, turn=0, outcome=None)) == ([], [])
    assert lit_ranks_and_files(replace(BINAR_END, outcome=Outcome(None, "binar.full"))) == ([], [])
    one_line = {name: digit for name, digit in BINAR_END.cells.items() if name[0] != "c"} | {"c3": "1"}
    assert lit_ranks_and_files(replace(BINAR_END, cells=one_line)) == ([2], [])
    # With single lines the mover can complete two lines, of which only one is the winner's.
    unequal = {**BINAR_END.cells, "c2": "0"}
    for winner, decided in ((1, ([2], [])), (0, ([], [2]))):
        outcome = Outcome(winner, "binar.opponent.row_odd_column_even")
        assert lit_ranks_and_files(replace(BINAR_END, cells=unequal, outcome=outcome)) == decided
    ended, going = draw(BINAR_END), draw(replace(BINAR_END, turn=0, trace=None, outcome=None))
    accent = THEMES["wood"].board_colours["accent"]
    for name in BINAR_END.cells:
        lit = accent in colours_of(ended, BINAR_END, name)
        assert lit == (name[0] == "c" or name[1] == "3")
        assert part(ended, BINAR_END, name) != part(going, BINAR_END, name)


def dim_squares(view: BoardView) -> set[str]:
    """Return the squares whose pieces are drawn dimmed."""
    cells = make_scene(view, "wood", "en", (), ()).cells
    return {square_names(view.size)[square] for square, cell in cells.items() if cell.dim}


@pytest.mark.parametrize("view", [BINAR_END, YIN_YANG, INCORRECT_END], ids=lambda view: view.game)
@pytest.mark.parametrize(
    "outcome",
    [
        *(Outcome(seat, reason) for seat in (0, 1) for reason in ("resignation", "forfeit", "time")),
        Outcome(None, "agreement"),
        None,
    ],
)
def test_what_did_not_decide_the_end_is_not_lit(view: BoardView, outcome: Outcome | None) -> None:
    ended = replace(view, turn=None, outcome=outcome)
    assert lit_ranks_and_files(ended) == ([], []) and dim_squares(ended) == set()


def test_pieces_that_are_all_home_are_lit_and_the_others_dimmed() -> None:
    white = {name for name, symbol in INCORRECT_END.cells.items() if symbol == "w"}
    assert dim_squares(INCORRECT_END) == white
    # A player who is still on the way has nothing at home to show.
    assert dim_squares(replace(INCORRECT_END, score=(11, 10))) == set()
