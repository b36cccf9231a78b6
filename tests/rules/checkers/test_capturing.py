"""Captures: how a jump goes, and how it goes on.

Also the fate of the captured pieces, and of a man on the far rank.
"""

import pytest

from rules.checkers.moves import BLACK
from rules.checkers.rulesets import RULESETS
from tests.rules.checkers.diagram import legal

BACKWARD = ["international", "pool", "russian", "brazilian", "canadian", "frisian"]
FORWARD_ONLY = ["american", "german", "czech", "malaysian"]
FLYING = ["international", "pool", "russian", "brazilian", "czech", "canadian", "frisian"]


ROUTES = {
    "a flying king that goes straight on has one move for all landings": (
        ("pool", "Ka1", "b2 f6"),
        {"a1xg7 takes b2 f6", "a1xh8 takes b2 f6"},
    ),
    "a German king approaches from afar": (("german", "Ka1", "c3 f6"), {"a1xg7 takes c3 f6"}),
    "a German king goes on from directly behind": (("german", "Ka1", "c3 d6"), {"a1xd4 takes c3"}),
    # Back on d2 the man could jump c3 or e3 again; both ways round are one move.
    "no piece is jumped twice": (("russian", "d2", "c3 c5 e5 e3"), {"d2xd2 takes c3 c5 e3 e5"}),
    # g3, which the king has already jumped, still stands behind f2: else e1 could capture f2.
    "a captured piece blocks until the capture is over": (
        ("russian", "Kh2", "d4 g3 d2 f2"),
        {"h2xe1 takes d2 d4 g3", "h2xc1 takes d2 g3"},
    ),
    # Over c6 the king lands on c7, where the first piece it took has stood.
    "Turkish pieces leave the board at once": (
        ("turkish", "Kb7", "c7 c6 h3 e2"),
        {"b7xc7 takes c6 c7 e2 h3", "b7xc8 takes c6 c7 e2 h3"},
    ),
    "a Turkish man may pass the far rank": (("turkish", "a6", "a7 b8 c7"), {"a6xc6 takes a7 b8 c7"}),
    "a gothic man goes on along the far rank as man": (("gothic", "c6", "c7 d8"), {"c6xe8=K takes c7 d8"}),
}


@pytest.mark.parametrize(("board", "moves"), ROUTES.values(), ids=ROUTES)
def test_a_capture_goes_on_as_the_rule_says(board: tuple[str, str, str], moves: set[str]) -> None:
    assert legal(*board) == moves


@pytest.mark.parametrize("key", [*BACKWARD, "american", "german", "czech", "gothic"])
def test_a_capture_is_mandatory(key: str) -> None:
    assert legal(key, "c3 g3", "d4") == {"c3xe5 takes d4"}
    assert legal(key, "d4", "e5 a7", BLACK) == {"e5xc3 takes d4"}


@pytest.mark.parametrize("key", [*BACKWARD, "american", "german", "czech"])
def test_the_square_behind_must_be_empty(key: str) -> None:
    assert legal(key, "c3", "d4 e5") == {"c3-b4"}
    assert legal(key, "c3 e5", "d4") == {"c3-b4", "e5-d6", "e5-f6"}


@pytest.mark.parametrize("key", [*BACKWARD, "american", "german", "czech"])
def test_a_piece_on_the_edge_is_safe(key: str) -> None:
    assert legal(key, "b4", "a5") == {"b4-c5"}


def test_nobody_jumps_over_a_friend() -> None:
    assert legal("american", "c3 d4", "b8") == {"c3-b4", "d4-c5", "d4-e5"}
    assert not any(move.startswith("a1x") for move in legal("russian", "Ka1 c3", "d4"))


@pytest.mark.parametrize("key", FORWARD_ONLY)
def test_men_do_not_capture_backward(key: str) -> None:
    assert legal(key, "c5", "d4") == {"c5-b6", "c5-d6"}
    assert legal(key, "d4", "c3", BLACK) == {"c3-b2", "c3-d2"}


@pytest.mark.parametrize("key", BACKWARD)
def test_men_capture_backward_as_well(key: str) -> None:
    assert legal(key, "c5", "d4") == {"c5xe3 takes d4"}
    assert legal(key, "d4", "c3", BLACK) == {"c3xe5 takes d4"}


@pytest.mark.parametrize("key", ["spanish", "italian"])
def test_spanish_and_italian_men_do_not_capture_backward(key: str) -> None:
    assert legal(key, "d5", "e4") == {"d5-c6", "d5-e6"}
    assert legal(key, "d3", "e4") == {"d3xf5 takes e4"}


@pytest.mark.parametrize("key", ["american", "german", "czech", "gothic", *BACKWARD])
def test_a_capture_goes_on_in_any_direction_until_it_can_no_more(key: str) -> None:
    assert legal(key, "c1", "d2 d4 d6") == {"c1xe7 takes d2 d4 d6"}


@pytest.mark.parametrize("key", ["american", "malaysian"])
def test_a_short_king_captures_what_stands_beside_it_both_ways(key: str) -> None:
    assert "d4xf2 takes e3" in legal(key, "Kd4", "e3")
    assert not any("x" in move for move in legal(key, "Kd4", "f2 g7"))


@pytest.mark.parametrize("key", FLYING)
def test_a_flying_king_captures_from_afar_and_lands_anywhere_behind(key: str) -> None:
    behind = ("e5", "f6", "g7", "h8", "i9", "j10", "k11", "l12")[: RULESETS[key].size - 4]
    assert legal(key, "Ka1", "d4") == {f"a1x{end} takes d4" for end in behind}


@pytest.mark.parametrize("key", [*FLYING, "german"])
def test_a_flying_king_never_jumps_two_pieces_at_once(key: str) -> None:
    assert legal(key, "Ka1", "c3 d4") == {"a1-b2"}


@pytest.mark.parametrize("key", ["pool", "russian", "czech"])
def test_a_flying_king_must_land_where_it_can_go_on(key: str) -> None:
    assert legal(key, "Ka1", "c3 d6") == {"a1xc7 takes c3 d6", "a1xb8 takes c3 d6"}


@pytest.mark.parametrize("key", ["american", "german", "pool", "russian", "brazilian", "czech"])
def test_the_own_start_square_counts_as_empty(key: str) -> None:
    assert "d2xd2 takes c3 c5 e3 e5" in legal(key, "Kd2", "c3 c5 e5 e3")


@pytest.mark.parametrize("key", ["american", "german", "czech", "malaysian"])
def test_crowning_ends_the_capture(key: str) -> None:
    size = 12 if key == "malaysian" else 8
    moves = legal(key, f"b{size - 2}", f"c{size - 1} e{size - 1}")
    assert f"b{size - 2}xd{size}=K takes c{size - 1}" in moves
    assert not any("takes c" in move and " e" in move for move in moves)


def test_spanish_and_italian_crowning_ends_the_capture() -> None:
    for key in ("spanish", "italian"):
        assert legal(key, "a6", "b7 d7") == {"a6xc8=K takes b7"}


@pytest.mark.parametrize("key", ["pool", "brazilian"])
def test_a_man_that_only_passes_the_far_rank_is_not_crowned(key: str) -> None:
    assert legal(key, "b6", "c7 e7") == {"b6xf6 takes c7 e7"}


@pytest.mark.parametrize(("key", "far"), [("international", 10), ("frisian", 10), ("canadian", 12)])
def test_a_man_that_only_passes_the_far_rank_of_a_large_board_is_not_crowned(key: str, far: int) -> None:
    assert legal(key, f"b{far - 2}", f"c{far - 1} e{far - 1}") == {
        f"b{far - 2}xf{far - 2} takes c{far - 1} e{far - 1}"
    }


def test_a_russian_man_is_crowned_even_where_it_does_not_stop() -> None:
    assert legal("russian", "b6", "c7 e7") == {f"b6x{end}=K takes c7 e7" for end in ("f6", "g5", "h4")}


@pytest.mark.parametrize("key", ["turkish", "armenian"])
def test_men_capture_forward_sideways_and_back(key: str) -> None:
    for victim, end in (("d5", "d6"), ("c4", "b4"), ("e4", "f4"), ("d3", "d2")):
        assert legal(key, "d4", victim) == {f"d4x{end} takes {victim}"}
    for victim in ("c5", "e5", "c3", "e3"):
        assert not any("x" in move for move in legal(key, "d4", victim))


@pytest.mark.parametrize("key", ["turkish", "armenian"])
def test_federation_men_capture_forward_and_sideways(key: str) -> None:
    for victim, end in (("d5", "d6"), ("c4", "b4"), ("e4", "f4")):
        assert legal(key, "d4", victim, rules="federation") == {f"d4x{end} takes {victim}"}
    assert legal(key, "d4 a1", "d5", BLACK, rules="federation") == {"d5xd3 takes d4"}


@pytest.mark.parametrize("key", ["turkish", "armenian"])
def test_kings_capture_along_rows_and_columns_only(key: str) -> None:
    assert legal(key, "Kd4", "d6") == {"d4xd7 takes d6", "d4xd8 takes d6"}
    assert not any("x" in move for move in legal(key, "Kd4", "f6"))


@pytest.mark.parametrize("rules", ["rulebook", "federation"])
def test_an_armenian_man_goes_on_as_king_but_not_straight_back(rules: str) -> None:
    assert legal("armenian", "d6", "d7 b8", rules=rules) == {"d6xa8=K takes b8 d7"}
    assert legal("armenian", "d6", "d7 d3", rules=rules) == {"d6xd8=K takes d7"}


def test_gothic_men_capture_in_five_directions() -> None:
    for victim, end in (("d5", "d6"), ("c4", "b4"), ("e4", "f4"), ("c5", "b6"), ("e5", "f6")):
        assert legal("gothic", "d4", victim) == {f"d4x{end} takes {victim}"}
    for victim in ("c3", "d3", "e3"):
        assert not any("x" in move for move in legal("gothic", "d4", victim))


def test_gothic_kings_capture_in_eight_directions() -> None:
    for victim, end in (("d5", "d6"), ("c4", "b4"), ("c3", "b2"), ("d3", "d2"), ("e3", "f2")):
        assert legal("gothic", "Kd4", victim) == {f"d4x{end} takes {victim}"}
    assert not any("x" in move for move in legal("gothic", "Kd4", "d6"))
    assert legal("gothic", "Kd4", "d6 a1", kings="flying") >= {"d4xd7 takes d6", "d4xd8 takes d6"}


def test_frisian_pieces_capture_along_rows_and_columns_too() -> None:
    for victim, end in (("e7", "e9"), ("e3", "e1"), ("c5", "a5"), ("g5", "i5"), ("d6", "c7"), ("f4", "g3")):
        assert legal("frisian", "e5", victim) == {f"e5x{end} takes {victim}"}
    assert legal("frisian", "Ke1", "e5") == {"e1xe7 takes e5", "e1xe9 takes e5"}
    assert legal("frisian", "Ka5", "e5") == {"a5xg5 takes e5", "a5xi5 takes e5"}
