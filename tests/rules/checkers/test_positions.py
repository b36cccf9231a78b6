"""Small positions that separate one rule choice from another.

Each is named after its rule.
"""

import pytest

from tests.rules.checkers.diagram import legal

POSITIONS = {
    "American crowning stops": (("american", "b6", "Kc7 e7"), {"b6xd8=K takes c7"}),
    "Russian king at once": (("russian", "h6", "g7 Kb4"), {"h6xa3=K takes b4 g7"}),
    "pool goes on as man and is crowned where it stops": (("pool", "h6", "g7 Kb4"), {"h6xf8=K takes g7"}),
    "Brazilian goes on as man and is crowned where it stops": (
        ("brazilian", "h6", "g7 Kb4"),
        {"h6xf8=K takes g7"},
    ),
    "German king lands directly behind": (("german", "Kc5", "d6"), {"c5xe7 takes d6"}),
    "Spanish most kings": (("spanish", "Kd3", "e2 Kc4"), {"d3xb5 takes c4", "d3xa6 takes c4"}),
    "Italian man never takes a king": (("italian", "c6", "Kb7"), {"c6-d7"}),
    "Turkish goes on as man": (("turkish", "a6", "a7 Ke8"), {"a6xa8=K takes a7"}),
    "Turkish rulebook men capture back": (("turkish", "f5", "Kf4"), {"f5xf3 takes f4"}),
}


@pytest.mark.parametrize(("board", "moves"), POSITIONS.values(), ids=POSITIONS)
def test_one_rule_decides(board: tuple[str, str, str], moves: set[str]) -> None:
    assert legal(*board) == moves


def test_czech_king_captures_before_a_man() -> None:
    moves = legal("czech", "Kb6 b4", "c5")
    assert moves
    assert all(move.startswith("b6x") for move in moves)


def test_turkish_no_reversal() -> None:
    moves = legal("turkish", "Kc1", "Kb1 Kd1")
    assert {move.split(" takes ")[1] for move in moves} == {"b1", "d1"}


@pytest.mark.parametrize("key", ["turkish", "armenian"])
def test_federation_men_do_not_capture_back(key: str) -> None:
    assert not any("x" in move for move in legal(key, "f5", "Kf4", rules="federation"))


def test_frisian_federation_two_kings_before_three_men() -> None:
    moves = legal("frisian", "Kf10", "e9 i9 a3 Kg9 Ki7", rules="federation")
    assert moves
    assert all(move.endswith("takes g9 i7") for move in moves)
