"""Quiet moves of men and kings, and crowning by them, variant by variant."""

from typing import Any

import pytest

from rules.checkers.moves import BLACK
from rules.checkers.rulesets import RULESETS
from tests.rules.checkers.diagram import legal

DIAGONAL = [
    "american",
    "international",
    "german",
    "pool",
    "russian",
    "brazilian",
    "czech",
    "malaysian",
    "frisian",
]
FLYING = ["international", "german", "pool", "russian", "brazilian", "czech", "canadian", "frisian"]

ROW_AND_COLUMN = ("d1", "d2", "d3", "d5", "d6", "d7", "d8", "a4", "b4", "c4", "e4", "f4", "g4", "h4")
BOTH_DIAGONALS = ("a1", "b2", "c3", "e5", "f6", "g7", "h8", "a7", "b6", "c5", "e3", "f2", "g1")
CROSS = {f"d4-{square}" for square in ROW_AND_COLUMN}
SALTIRE = {f"d4-{square}" for square in BOTH_DIAGONALS}


MOVES = {
    "a Turkish man: forward and sideways": (("turkish", "d4", ""), "d4-c4 d4-e4 d4-d5"),
    "a Turkish man of Black": (("turkish", "", "d4", BLACK), "d4-c4 d4-e4 d4-d3"),
    "an Armenian man: diagonally forward as well": (("armenian", "d4", ""), "d4-c4 d4-e4 d4-d5 d4-c5 d4-e5"),
    "an Armenian man of Black": (("armenian", "", "d4", BLACK), "d4-c4 d4-e4 d4-d3 d4-c3 d4-e3"),
    "the edge stops a Turkish man": (("turkish", "a3", ""), "a3-b3 a3-a4"),
    "the edge stops an Armenian man": (("armenian", "h3", ""), "h3-g3 h3-h4 h3-g4"),
    "to empty squares only": (("american", "a1 b2 c3", "d8"), "b2-a3 c3-b4 c3-d4"),
    "none where no square is empty": (("american", "c3", "b4 d4 a5 e5"), ""),
    "a king is not crowned again": (("american", "Ka7", ""), "a7-b8 a7-b6"),
    "an Italian king: one square": (("italian", "Kd3", ""), "d3-c2 d3-e2 d3-c4 d3-e4"),
    "a Spanish king: over light squares": (
        ("spanish", "Ka2", ""),
        "a2-b1 a2-b3 a2-c4 a2-d5 a2-e6 a2-f7 a2-g8",
    ),
    "a flying king: not over pieces": (("russian", "Ka1 c3", "d8 e7"), "a1-b2 c3-b4 c3-d4"),
    "a Turkish king: along rows and columns": (("turkish", "Kd4", ""), " ".join(CROSS)),
    "an Armenian king: in eight directions": (("armenian", "Kd4", ""), " ".join(CROSS | SALTIRE)),
    "a gothic king: one square in eight directions": (
        ("gothic", "Kd4", ""),
        "d4-c3 d4-d3 d4-e3 d4-c4 d4-e4 d4-c5 d4-d5 d4-e5",
    ),
}


@pytest.mark.parametrize(("board", "moves"), MOVES.values(), ids=MOVES)
def test_a_piece_moves_as_its_variant_says(board: tuple[Any, ...], moves: str) -> None:
    assert legal(*board) == set(moves.split())


@pytest.mark.parametrize("key", [*DIAGONAL, "canadian", "gothic"])
def test_a_man_moves_one_square_diagonally_forward(key: str) -> None:
    assert legal(key, "d4", "") == {"d4-c5", "d4-e5"}
    assert legal(key, "", "d4", BLACK) == {"d4-c3", "d4-e3"}


@pytest.mark.parametrize("key", ["spanish", "italian"])
def test_where_a1_is_not_played_on_men_move_diagonally_too(key: str) -> None:
    assert legal(key, "d3", "") == {"d3-c4", "d3-e4"}
    assert legal(key, "", "d3", BLACK) == {"d3-c2", "d3-e2"}


@pytest.mark.parametrize("key", [*DIAGONAL, "canadian", "gothic"])
def test_the_edge_of_the_board_stops_a_man(key: str) -> None:
    far_file = "abcdefghijkl"[RULESETS[key].size - 1]
    before = "abcdefghijkl"[RULESETS[key].size - 2]
    assert legal(key, "a3", "") == {"a3-b4"}
    assert legal(key, f"{far_file}2", "") == {f"{far_file}2-{before}3"}


@pytest.mark.parametrize("key", [*DIAGONAL, "canadian", "gothic"])
def test_a_man_that_reaches_the_far_rank_is_crowned(key: str) -> None:
    last = RULESETS[key].size
    ahead = {f"c{last - 1}-b{last}=K", f"c{last - 1}-d{last}=K"}
    assert legal(key, f"c{last - 1}", "") == ahead
    assert legal(key, "", "b2", BLACK) == {"b2-a1=K", "b2-c1=K"}


def test_turkish_and_armenian_men_are_crowned_straight_ahead() -> None:
    assert "d7-d8=K" in legal("turkish", "d7", "")
    assert {"d7-d8=K", "d7-c8=K", "d7-e8=K"} <= legal("armenian", "d7", "")


@pytest.mark.parametrize("key", ["american", "malaysian"])
def test_a_short_king_moves_one_square_diagonally_both_ways(key: str) -> None:
    assert legal(key, "Kd4", "") == {"d4-c3", "d4-e3", "d4-c5", "d4-e5"}


@pytest.mark.parametrize("key", [key for key in FLYING if RULESETS[key].size == 8])
def test_a_flying_king_moves_any_distance_diagonally(key: str) -> None:
    assert legal(key, "Kd4", "") == SALTIRE


@pytest.mark.parametrize("key", ["international", "frisian"])
def test_a_flying_king_crosses_the_large_board(key: str) -> None:
    assert legal(key, "Kd4", "") == SALTIRE | {"d4-i9", "d4-j10"}


def test_a_flying_king_crosses_the_largest_board() -> None:
    longest = SALTIRE | {"d4-i9", "d4-j10", "d4-k11", "d4-l12"}
    assert legal("canadian", "Kd4", "") == longest
    assert legal("malaysian", "Kd4", "", rules="federation") == longest


def test_a_gothic_king_flies_if_so_agreed() -> None:
    assert legal("gothic", "Kd4", "", kings="flying") == CROSS | SALTIRE


def test_a_frisian_king_moves_diagonally_only() -> None:
    assert not any(move in legal("frisian", "Kd4", "") for move in ("d4-d6", "d4-f4", "d4-b4", "d4-d2"))
