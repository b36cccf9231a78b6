"""Which of several captures must be chosen.

Also the cost of choosing none, if that is allowed.
"""

import pytest

from rules.checkers.moves import BLACK, WHITE, generator
from rules.checkers.rulesets import ruleset
from tests.rules.checkers.diagram import legal, place

ONE = "g1xe3 takes f2"
TWO = "a3xe7 takes b4 d6"


CHOICES = {
    "free: a route may be shorter": (
        ("american", "c1", "d2 d4 f4 h6"),
        {"c1xc5 takes d2 d4", "c1xg5 takes d2 f4"},
    ),
    "most: one piece takes its longer route": (
        ("brazilian", "c1", "d2 d4 f4 f6"),
        {"c1xe7 takes d2 f4 f6"},
    ),
    "most: a king counts as one": (("brazilian", "a3 g1", "b4 d6 Kf2"), {TWO}),
    "Spanish: most pieces outrank most kings": (("spanish", "b3 h1", "c4 e6 Kg2"), {"b3xf7 takes c4 e6"}),
    "Spanish: among equal numbers most kings": (("spanish", "b3 h3", "c4 Kg4"), {"h3xf5 takes g4"}),
    "Spanish: men take kings": (("spanish", "b3", "Kc4"), {"b3xd5 takes c4"}),
    "Italian: most pieces come first": (("italian", "b3 Kh1", "c4 e6 Kg2"), {"b3xf7 takes c4 e6"}),
    "Italian: among equal numbers a king captures": (("italian", "b3 Kh3", "c4 g4"), {"h3xf5 takes g4"}),
    "Italian: among kings most kings are taken": (("italian", "Kb3 Kh3", "c4 Kg4"), {"h3xf5 takes g4"}),
    "Italian: among equal kings the earliest": (("italian", "Kb3", "c4 Ke6 Kc2 e2"), {"b3xf3 takes c2 e2"}),
    "Italian: only the first king counts for earliest": (
        ("italian", "Kb1", "Kc2 e4 Kg6 Kc4 c6"),
        {"b1xh7 takes c2 e4 g6", "b1xd7 takes c2 c4 c6"},
    ),
    "Czech: a king before a man that takes more": (("czech", "a3 Kh2", "b4 d6 g3 e5"), {"h2xf4 takes g3"}),
    "Malaysian: a capture may be declined, and the moved piece pays if it could have captured": (
        ("malaysian", "c3 k3", "d4"),
        {"c3xe5 takes d4", "c3-b4 loses b4", "k3-j4 loses c3", "k3-l4 loses c3"},
    ),
    "Malaysian: without a capture nothing is lost": (("malaysian", "c3", "d6"), {"c3-b4", "c3-d4"}),
}
"""Rules of choice, each with a position and what may be played there."""


@pytest.mark.parametrize(("board", "moves"), CHOICES.values(), ids=CHOICES)
def test_the_choice_is_the_rule_s(board: tuple[str, str, str], moves: set[str]) -> None:
    assert legal(*board) == moves


@pytest.mark.parametrize("key", ["american", "german", "pool", "russian", "czech", "gothic"])
def test_where_the_choice_is_free_one_piece_may_be_taken_instead_of_two(key: str) -> None:
    assert legal(key, "a3 g1", "b4 d6 f2") == {ONE, TWO}


@pytest.mark.parametrize("key", ["international", "brazilian", "canadian", "frisian"])
def test_where_most_must_be_taken_two_pieces_outrank_one(key: str) -> None:
    assert legal(key, "a3 g1", "b4 d6 f2") == {TWO}


def test_czech_a_king_may_choose_among_its_routes() -> None:
    moves = legal("czech", "Ke1", "d2 f2 a5 h8")
    assert "e1xg3 takes f2" in moves
    assert "e1xc3 takes d2" in moves


def test_frisian_rulebook_a_king_is_worth_one_man_and_a_half() -> None:
    assert legal("frisian", "a3 i3", "b4 Kh4") == {"i3xg5 takes h4"}
    assert legal("frisian", "a3 i3", "b4 d6 Kh4") == {"a3xe7 takes b4 d6"}


def test_frisian_rulebook_two_kings_and_three_men_are_equal() -> None:
    moves = legal("frisian", "Kf10", "e9 i9 a3 Kg9 Ki7")
    assert {move.split(" takes ")[1] for move in moves} == {"g9 i7", "a3 e9 i9"}


def test_frisian_federation_two_men_outrank_one_king() -> None:
    assert legal("frisian", "a3 i3", "b4 d6 Kh4", rules="federation") == {"a3xe7 takes b4 d6"}


def test_frisian_on_a_tie_a_king_must_capture_only_by_federation_rules() -> None:
    by_king = {f"i3x{end} takes h4" for end in ("g5", "f6", "e7", "d8")}
    assert legal("frisian", "a3 Ki3 c9", "b4 h4") == {"a3xc5 takes b4"} | by_king
    assert legal("frisian", "a3 Ki3 c9", "b4 h4", rules="federation") == by_king


@pytest.mark.parametrize("key", ["turkish", "armenian"])
def test_turkish_and_armenian_most_pieces(key: str) -> None:
    assert legal(key, "a3 g3", "a4 a6 g4") == {"a3xa7 takes a4 a6"}


def test_malaysian_the_piece_with_the_longest_capture_pays() -> None:
    moves = legal("malaysian", "a3 g1 k3", "b4 d6 f2")
    assert "k3-l4 loses a3" in moves
    assert "g1-h2 loses h2" in moves
    assert {ONE, TWO} <= moves


def test_malaysian_among_equal_captures_the_lowest_square_number_pays() -> None:
    assert "k3-l4 loses g5" in legal("malaysian", "a3 g5 k3", "b4 h6")
    assert "b10-a9 loses c7" in legal("malaysian", "b6 f4", "c7 g5 b10", BLACK)


def test_malaysian_one_piece_is_lost_however_many_could_capture() -> None:
    game = generator(ruleset("malaysian"))
    board = place(game, "a3 c3 e3 k3", "b4 d4 f4")
    for move in game.moves(board, WHITE):
        left = [
            piece for piece in game.pieces(game.play(board, move, WHITE)).values() if piece.colour == WHITE
        ]
        assert len(left) == (4 if move.captured else 3)


def test_malaysian_federation_most_pieces_must_be_taken_if_any() -> None:
    moves = legal("malaysian", "a3 g1", "b4 d6 f2", rules="federation")
    assert {move for move in moves if "x" in move} == {TWO}


def test_malaysian_federation_a_piece_that_might_not_have_been_chosen_pays_too() -> None:
    """A ruling: who could have captured is judged before the rule of most pieces."""
    moves = legal("malaysian", "a3 g1 k3", "b4 d6 f2", rules="federation")
    assert "g1-h2 loses h2" in moves
    assert "k3-l4 loses a3" in moves
