"""Who controls a line, what REM discounts, the score, the tie-break."""

from dataclasses import replace

import pytest

from rules.game import Outcome
from rules.one_zero_one.playing_cards import Cell
from rules.one_zero_one.program import discounted_cells, line_controls
from tests.rules.one_zero_one.diagram import GAME, lines, play_drawing, position, table, table_after


def controller(drawing: str) -> int | None:
    return line_controls(lines(drawing))[0].digit


def outcome_after(drawing: str, move: str = "PLAIN 50") -> Outcome:
    """Return the outcome of a match that a move ends."""
    _, after = play_drawing(drawing, move)
    outcome = GAME.outcome(after)
    assert outcome is not None
    return outcome


@pytest.mark.parametrize(
    ("drawing", "digit"),
    [
        ("10 0 0", None),
        ("10 0 0 0", 0),
        ("10 0 1 0", 0),
        ("10 1 1 0", 1),
        ("10 0 1 0 1", None),
        ("10 0 . . 0 . 1", 0),
        ("10 1DELETE^ 0SAVEv! 1!", 1),
    ],
)
def test_control_needs_three_cards_and_a_strict_majority_gaps_or_not(drawing: str, digit: int | None) -> None:
    assert controller(drawing) == digit


class TestRem:
    @pytest.mark.parametrize(
        ("drawing", "digit", "why"),
        [
            ("10 1 1 1 0REM<", None, "only REM itself counts: one card"),
            ("10 1 1 0REM> 1 1", 1, "what lies on its other side counts"),
            ("10 0REM> 1 1 1 1", None, "all on its side are out"),
            ("10 1! 1 1! 0REM<", 1, "saved cards are never discounted"),
            ("10 0 0 0REM> 1 1 1", 0, "it counts itself"),
            ("10 1 0 1REM> . 0 0", 1, "across gaps"),
            ("10 0REM> 0 1REM< 1 1", None, "a discounted REM still discounts"),
            ("10 1 1 1 0REM<~", 1, "one that never ran discounts nothing"),
        ],
    )
    def test_discount(self, drawing: str, digit: int | None, why: str) -> None:
        assert controller(drawing) == digit, why

    def test_which_cards_are_out(self) -> None:
        assert discounted_cells(lines("10 0 . 1! 0REM< 1")) == {Cell(10, 1)}

    def test_only_its_own_line(self) -> None:
        assert discounted_cells(lines("10 0REM>\n20 1 1 1")) == frozenset()

    def test_cards_that_come_later_are_discounted_too(self) -> None:
        after, position = play_drawing("10 0 0 0REM>\n20 1", "PLAIN 10")
        assert after == table("10 0 0 0REM> 0\n20 1")
        assert discounted_cells(position.lines) == {Cell(10, 4)}

    def test_effect_travels_with_the_card(self) -> None:
        _, position = play_drawing("10 0 1REM<\n20 1 1", "ENTER-h< 10")
        assert discounted_cells(position.lines) == {Cell(20, 1), Cell(20, 2)}

    def test_effect_survives_flipping_and_ends_with_removal(self) -> None:
        _, position = play_drawing("10 0 1REM<\n20 1", "IF-h< 10")
        assert discounted_cells(position.lines) == {Cell(10, 1)}
        _, position = play_drawing("10 0 1REM<\n20 1", "DELETE-h< 10")
        assert discounted_cells(position.lines) == frozenset()

    def test_a_rem_carried_to_line_50_as_its_third_card_has_run_before(self) -> None:
        drawing = "10 0 1 0\n20 1 0 1\n30 1 1 1\n40 1 1 1REM<\n50 1 1"
        _, position = play_drawing(drawing, "ENTER-h< 40")
        assert discounted_cells(position.lines) == {Cell(50, 1), Cell(50, 2)}

    def test_one_laid_as_the_card_that_ends_the_game_discounts_nothing(self) -> None:
        drawing = "10 0 1 0\n20 1 0 1\n30 1 1 1\n40 0 0 0\n50 1 1"
        assert table_after(drawing, "REM-h< 50")[-1] == "50 1 1 0REM<~"
        assert outcome_after(drawing, "REM-h< 50").score == (10 + 40, 20 + 30 + 50)


class TestOutcome:
    def test_points_are_the_lines_controlled(self) -> None:
        """The rulebook's last example: level at 30 all, 1 fills line 50 and wins 80 to 30."""
        drawing = "10 0 0 0\n20 0 0 0\n30 1 1 1\n40 0 0 1 1\n50 1 0"
        _, after = play_drawing(drawing, "PLAIN 50", digit=1)
        outcome = GAME.outcome(after)
        assert outcome is not None
        assert outcome.score == (80, 30)
        assert outcome.winner == 0
        assert outcome.text == "line 50 is full and the program runs, 80 points to 30"

    def test_the_score_is_by_seat_whatever_the_digits(self) -> None:
        outcome = outcome_after("10 0 0 0\n20 1 0 1\n30 1 1 1\n40 0 0 1 1\n50 1 1")
        assert outcome.score == (10, 20 + 30 + 50)
        assert outcome.winner == 1

    def test_a_tie_is_decided_by_the_highest_line_that_anybody_controls(self) -> None:
        outcome = outcome_after("10 1 1 1\n20 1 0 1 0\n30 0 1 0 1\n40 1 1 1\n50 1 0")
        assert outcome.score == (50, 50)
        assert outcome.winner == 0
        assert outcome.text == "line 50 is full and the program runs; 50 points each, line 50 decides"

    def test_a_tie_below_line_50_when_a_deck_is_used_up(self) -> None:
        before = replace(position("10 1 1 1\n20 1 1 1\n30 0 0 0"), decks=((), ()))
        after = GAME.play(before, GAME.read(before, "PLAIN 40"))
        outcome = GAME.outcome(after)
        assert outcome is not None
        assert (outcome.winner, outcome.score) == (0, (30, 30))
        assert outcome.text == "0 cannot draw back to three cards; 30 points each, line 30 decides"

    def test_nobody_in_control_is_a_draw(self) -> None:
        before = replace(position("10 0 1\n20 1"), decks=((), ()))
        outcome = GAME.outcome(GAME.play(before, GAME.read(before, "PLAIN 20")))
        assert outcome is not None
        assert (outcome.winner, outcome.score) == (None, (0, 0))
        assert outcome.text == "0 cannot draw back to three cards; nobody controls a line"

    def test_line_50_full_with_nobody_in_control_of_anything_is_a_draw(self) -> None:
        drawing = "10 0 1 0 1\n20 1 0 1 0\n30 1 1 0 0\n40 0 0 1 1\n50 1REM> 0"
        outcome = outcome_after(drawing)
        assert outcome.winner is None
        assert outcome.text == "line 50 is full and the program runs; nobody controls a line"

    def test_no_outcome_while_the_game_goes_on(self) -> None:
        assert GAME.outcome(play_drawing("10 0\n20 1", "PLAIN 10")[1]) is None
