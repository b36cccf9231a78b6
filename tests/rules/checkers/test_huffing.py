"""Malaysian checkers: a capture may be declined.

It costs exactly one piece, removed after the move.
"""

import pytest

from rules.catalogue import load_match
from rules.match import Match
from tests.rules.checkers.matches import at, new, view
from tests.rules.laid_out import end_of


def cells(match: Match) -> dict[str, str]:
    return dict(view(match).cells)


def test_captures_and_quiet_moves_are_both_legal() -> None:
    match = at("malaysian", "c3 g3", "d4 j8", first="white")
    assert match.moves() == ["56-49", "56x45", "58-51", "58-52"]


def test_a_capture_costs_nothing() -> None:
    match = at("malaysian", "c3 g3", "d4 j8", first="white")
    match.play("c3xe5")
    assert cells(match) == {"e5": "w", "g3": "w", "j8": "b"}
    assert view(match).note is None


def test_the_moved_piece_is_lost_if_it_could_have_captured() -> None:
    match = at("malaysian", "c3 g3", "d4 j8", first="white")
    assert match.play("c3-b4").text == "56-49"
    assert cells(match) == {"g3": "w", "d4": "b", "j8": "b"}
    assert str(view(match).note) == (
        "White declined a capture: the piece on 49 is forfeited and removed (Malaysian checkers: captures are "
        "optional, but declining one costs a piece)."
    )
    trace = view(match).trace
    assert trace
    assert trace.path == ("c3", "b4")
    assert trace.removed == (("b4", "w"),)


def test_else_the_piece_with_the_longest_capture_is_lost() -> None:
    match = at("malaysian", "c3 g3 k1", "d4 h4 h6 b10", first="white")
    match.play("k1-l2")
    assert cells(match) == {"c3": "w", "l2": "w", "d4": "b", "h4": "b", "h6": "b", "b10": "b"}
    assert view(match).trace is not None
    assert view(match).note


def test_a_tie_costs_the_piece_on_the_lowest_square_number() -> None:
    match = at("malaysian", "c3 i5 k1", "d4 j6 b10", first="white")
    match.play("k1-l2")
    assert "i5" not in cells(match)
    assert "c3" in cells(match)


def test_nothing_is_lost_where_nothing_could_be_captured() -> None:
    match = new("malaysian")
    match.play(match.moves()[0])
    assert len(cells(match)) == 60
    assert view(match).note is None


def test_a_king_can_be_the_piece_that_is_lost() -> None:
    match = at("malaysian", "Kc11 a1", "d10 k3", first="white")
    match.play("c11-b12")
    assert cells(match) == {"a1": "w", "d10": "b", "k3": "b"}


def test_the_last_piece_may_be_the_one_forfeited() -> None:
    match = at("malaysian", "c3", "d4 j8", first="white")
    match.play("c3-b4")
    assert end_of(match) == (1, None, "White has no piece left")


def test_a_king_s_quiet_move_with_a_forfeit_cannot_be_repeated() -> None:
    match = at("malaysian", "Ka1 c3", "d4 Kj12", counters={"quiet": 4, "repeated": 2}, first="white")
    match.play("a1-b2")
    assert "c3" not in cells(match)
    assert view(match).counters == {"quiet": 5, "repeated": 1}


@pytest.mark.parametrize("rules", ["rulebook", "federation"])
def test_federation_judges_who_could_have_captured_before_the_rule_of_the_most_pieces(rules: str) -> None:
    match = at("malaysian", "c3 g3", "d4 h4 h6 b10", first="white", rules=rules)
    assert ("56x45" in match.moves()) == (rules == "rulebook")
    match.play("c3-b4")
    assert "b4" not in cells(match)
    assert "g3" in cells(match)


def test_forfeits_are_replayed_from_a_record() -> None:
    match = at("malaysian", "c3 g3", "d4 j8", first="white")
    match.play("g3-h4")
    assert load_match(match.record()).position == match.position
