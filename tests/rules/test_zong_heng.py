"""Zong-Heng, promise by promise; the rulebook is `kato-collection.txt`."""

import pytest

from rules.catalogue import GAMES
from rules.game import BadOption, BadPosition, IllegalMove
from rules.match import Match
from rules.squares import FILES
from rules.zong_heng import ZongHeng
from tests.rules.english import english
from tests.rules.laid_out import cells_of, end_of, is_dark, lay_out, play_moves
from tests.rules.playouts import play_out
from tests.sets import leave_to_ci

GAME = ZongHeng()
WAYS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


def match_of(*moves: str, **given: int | str) -> Match:
    return play_moves(GAME, *moves, **given)


def set_up(black: str = "", white: str = "", turn: int = 0) -> Match:
    return lay_out(GAME, black, white, turn=turn)


def board(*ranks: str) -> Match:
    """A full board, its highest rank first, `b` and `w`."""
    match = match_of(size=len(ranks))
    cells = {
        f"{FILES[file]}{len(ranks) - row}": symbol
        for row, rank in enumerate(ranks)
        for file, symbol in enumerate(rank)
    }
    match.set_position({"cells": cells})
    return match


def slow_moves(size: int, cells: dict[str, str], symbol: str) -> set[str]:
    """The shifts by the rulebook's words: from each dark square outward, by names."""
    found = set()
    for name in cells:
        if not is_dark(name):
            continue
        for way, (df, dr) in WAYS.items():
            file, rank, run = FILES.index(name[0]), int(name[1:]), []
            while 0 <= file < size and 1 <= rank <= size and f"{FILES[file]}{rank}" in cells:
                run.append(cells[f"{FILES[file]}{rank}"])
                file, rank = file + df, rank + dr
            inside = 0 <= file < size and 1 <= rank <= size
            if inside and run.count(symbol) > len(run) - run.count(symbol):
                found.add(f"{name} {way}")
    return found


@pytest.mark.parametrize("layout", ["rows", "diagonals"])
@pytest.mark.parametrize("size", [6, 8, 10, 12])
def test_all_dark_squares_start_occupied_half_per_colour(size: int, layout: str) -> None:
    cells = cells_of(match_of(size=size, layout=layout))
    assert all(map(is_dark, cells))
    assert len(cells) == size**2 // 2
    assert list(cells.values()).count("b") == size**2 // 4


def test_rows_layout_has_black_on_odd_ranks() -> None:
    assert all((symbol == "b") == (int(name[1:]) % 2 == 1) for name, symbol in cells_of(match_of()).items())
    assert match_of().options["layout"] == "rows"


def test_rows_layout_is_the_same_pattern_by_columns() -> None:
    cells = cells_of(match_of(size=12))
    assert all((symbol == "b") == (FILES.index(name[0]) % 2 == 0) for name, symbol in cells.items())


def test_diagonals_layout_is_black_where_half_the_sum_of_file_and_rank_is_odd() -> None:
    for name, symbol in cells_of(match_of(layout="diagonals")).items():
        assert (symbol == "b") == ((FILES.index(name[0]) + 1 + int(name[1:])) // 2 % 2 == 1)


def test_black_moves_first() -> None:
    assert english(GAME.sides) == ("Black", "White")
    assert match_of().turn == 0


def test_other_values_are_refused() -> None:
    with pytest.raises(BadOption, match="layout"):
        match_of(layout="random")
    with pytest.raises(BadOption, match="size; it takes 6, 8, 10, 12"):
        match_of(size=9)


def test_a_piece_shifts_one_square_and_a_new_one_takes_its_place() -> None:
    """Figures 2 and 3."""
    match = match_of("c3 up")
    before = cells_of(match_of())
    assert cells_of(match) == {**before, "c4": "b", "c3": "b"}
    assert match.turn == 1


def test_a_run_shifts_with_more_of_your_pieces_than_of_the_opponents() -> None:
    """Figure 5."""
    match = set_up("a2", "a1 a3 h8", turn=1)
    match.play("a1 up")
    assert cells_of(match) == {"a1": "w", "a2": "w", "a3": "b", "a4": "w", "h8": "w"}


@pytest.mark.parametrize(
    ("black", "white", "why"),
    [
        ("d1 e1", "a1 b1 c1", "3 of these 5 pieces are White's: you need a majority"),
        ("a1 b1", "c1 d1", "2 of these 4 pieces are White's: you need a majority"),
    ],
    ids=["minority", "exactly half"],
)
def test_without_a_majority_the_run_is_refused_with_the_count(black: str, white: str, why: str) -> None:
    """Figure 4."""
    match = set_up(black, white)
    with pytest.raises(IllegalMove, match=why):
        match.play("a1 right")
    assert "a1 right" not in match.moves()


@pytest.mark.parametrize("text", ["a1 right", "a1 down", "a1 left"])
def test_a_run_needs_an_empty_square_behind_it(text: str) -> None:
    match = set_up("a1 b1 c1 d1 e1 f1 g1 h1")
    with pytest.raises(IllegalMove, match="reach the edge"):
        match.play(text)
    assert "a1 up" in match.moves()


def test_a_run_ends_at_the_first_gap() -> None:
    match = set_up("a1", "c1 d1 e1")
    match.play("a1 right")
    assert cells_of(match) == {"a1": "b", "b1": "b", "c1": "w", "d1": "w", "e1": "w"}


def test_the_new_piece_goes_on_a_dark_square() -> None:
    match = set_up("a1 b1")
    with pytest.raises(IllegalMove, match="b1 is a light square"):
        match.play("b1 up")


def test_passing_is_not_allowed() -> None:
    with pytest.raises(IllegalMove):
        match_of().play("pass")


def test_a_player_with_nothing_to_shift_is_skipped_and_it_is_told() -> None:
    match = set_up("a1", "b2")  # White's b2 can shift
    match.play("a1 right")
    assert match.turn == 1
    assert GAME.seen_by(match.position, None).note is None
    match = set_up("a1")
    match.play("a1 right")
    assert match.turn == 0
    assert (
        str(GAME.seen_by(match.position, 1).note)
        == "White had nothing to shift and was skipped: Black moves again."
    )


def test_a_skip_takes_place_when_a_position_is_set() -> None:
    assert set_up("a1", turn=1).turn == 0


def test_the_game_ends_when_the_board_is_full() -> None:
    for seed in range(5):
        *_, (position, move) = play_out(GAMES["zong-heng"], {}, seed)
        assert move is None
        assert len(GAME.seen_by(position, None).cells) == 64
        assert GAME.outcome(position)


def test_the_largest_group_wins() -> None:
    """The sizes of figure 6."""
    match = board("bbbbbb", "bbbbbb", "bbwwww", "wwwwww", "wwwwww", "bbbbbb")
    assert end_of(match) == (1, (14, 16), "the largest group has 16 pieces against 14")
    assert [(g.seat, g.size) for g in GAME.seen_by(match.position, None).groups] == [(0, 14), (1, 16)]


def test_diagonal_neighbours_are_no_group() -> None:
    assert end_of(board(*["bwbwbw", "wbwbwb"] * 3))[:2] == (None, (1, 1))


def test_the_second_group_decides_after_equal_first_ones() -> None:
    match = board("bbbbww", "bbbbww", "bbbbww", "wwwwbb", "wwwwbb", "wwwwbw")
    text = "the largest groups are equal, and so on down to number 2, which has 6 pieces against 5"
    assert end_of(match) == (1, (12, 12), text)
    groups = GAME.seen_by(match.position, None).groups
    assert [(g.seat, g.size) for g in groups] == [(0, 12), (1, 12), (0, 5), (1, 6)]


def test_a_group_that_the_other_side_lacks_decides_too() -> None:
    match = board("bbbbbb", "bbbbbb", "bbbbbw", "wwwwww", "wwwwww", "wwwwbb")
    winner, score, text = end_of(match)
    assert (winner, score) == (0, (17, 17))
    assert text.endswith("number 2, which has 2 pieces against 0")


def test_equal_to_the_end_is_a_draw() -> None:
    assert end_of(board(*["bbbwww"] * 6))[:2] == (None, (18, 18))


def test_the_view_shows_the_run_that_moved_and_the_new_piece() -> None:
    match = set_up("a2 a4", "a1 a3 a5 h8", turn=1)
    match.play("a1 up")
    trace = GAME.seen_by(match.position, None).trace
    assert trace
    assert trace.placed == ("a1",)
    assert trace.shifted == ("a2", "a3", "a4", "a5", "a6")


def test_the_trace_stops_where_the_shifted_run_met_other_pieces() -> None:
    match = set_up("a1 c1 d1", "h8")
    match.play("a1-b1")
    trace = GAME.seen_by(match.position, None).trace
    assert trace
    assert (trace.placed, trace.shifted) == (("a1",), ("b1",))


@pytest.mark.parametrize(
    "text", ["c3 up", "c3-c4", "C3 UP", "c3up", "c3 ↑", "c3^", "c3 u", " c3  up ", "c3 c4", "c3: up", "c3>c4"]
)
def test_every_form_of_a_move_is_read(text: str) -> None:
    assert match_of().play(text).text == "c3 up"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("c3", "Say which way the pieces from c3 shift"),
        ("c3-c5", "c5 is not next to c3"),
        ("c3-d4", "d4 is not next to c3"),
        ("c3 north", "write it like d4 up"),
        ("c3 c4 c5", "write it like d4 up"),
        ("z9 up", "run from a1 to h8"),
        ("a1 left", "reach the edge"),
        ("d3 up", "d3 is a light square"),
        ("d4 up", "The piece on d4 is White's: a piece shifted alone must be your own"),
    ],
)
def test_refusals_name_the_rule(text: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        match_of().play(text)


def test_an_empty_dark_square_shifts_nothing() -> None:
    with pytest.raises(IllegalMove, match="no piece on c3"):
        set_up("a1").play("c3 up")


def test_steps_are_the_square_and_the_direction() -> None:
    match = match_of()
    square, way = GAME.steps(match.position, GAME.read(match.position, "c3 up"))
    assert (square.value, str(square.group), square.square) == ("c3", "rank 3", "c3")
    assert (way.value, str(way.label), way.square) == ("up", "↑ up", "c4")


def test_an_empty_board_cannot_be_set() -> None:
    with pytest.raises(BadPosition, match="Both sides are empty"):
        set_up()


@pytest.mark.ci
@pytest.mark.parametrize(
    "given",
    leave_to_ci([{}, {"size": 6, "layout": "diagonals"}, {"size": 12}, {"layout": "diagonals"}], after=1),
    ids=str,
)
def test_moves_agree_with_a_slow_generator_and_dark_squares_stay_full(given: dict[str, int | str]) -> None:
    """Every turn adds one piece of the mover's colour.

    While a square is empty, at least one player can move.
    """
    for seed in range(4 if given.get("size") == 12 else 12):
        before: dict[str, str] | None = None
        mover = None
        for position, _ in play_out(GAMES["zong-heng"], given, seed):
            size, cells = position.size, dict(GAME.seen_by(position, None).cells)
            moves = [GAME.write(position, move) for move in GAME.moves(position)]
            expected = {seat: slow_moves(size, cells, "bw"[seat]) for seat in (0, 1)}
            if position.turn is None:
                assert len(cells) == size**2
            else:
                assert set(moves) == expected[position.turn] != set()
            assert sum(map(is_dark, cells)) == size**2 // 2
            if before is not None and mover is not None:
                assert len(cells) == len(before) + 1
                assert list(cells.values()).count("bw"[mover]) == list(before.values()).count("bw"[mover]) + 1
                skipped = position.turn == mover
                assert skipped == bool(position.turn is not None and not expected[1 - mover])
            before, mover = cells, position.turn


def test_a_move_is_shown_by_an_arrow_that_can_be_typed() -> None:
    match = match_of("a1 up", "b4 <", "a5→")
    shown = [ply.said for ply in match.plies]
    assert shown == ["a1↑", "b4←", "a5→"]
    assert [ply.text for ply in match.plies] == ["a1 up", "b4 left", "a5 right"]
    assert GAME.seen_by(match.position, None).last_move == "a5→"
    assert [ply.text for ply in match_of(*map(str, shown)).plies] == [ply.text for ply in match.plies]
