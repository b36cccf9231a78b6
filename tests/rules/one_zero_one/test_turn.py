"""INPUT and LOAD, which lines are open, and both ends of the game."""

from dataclasses import replace

import pytest

from rules.game import IllegalMove
from rules.one_zero_one.playing_cards import PLAIN
from tests.rules.one_zero_one.diagram import GAME, cards, play_drawing, position, table, table_after, texts


class TestInput:
    def test_a_card_is_played_with_the_players_digit_up(self) -> None:
        assert table_after("10 0\n20 1", "PLAIN 10", digit=1) == table("10 0 1\n20 1")

    def test_an_empty_line_begins_beside_its_line_card(self) -> None:
        assert table_after("10 0 1 0\n20 1 0 1", "PLAIN 30") == table("10 0 1 0\n20 1 0 1\n30 0")

    def test_the_leftmost_gap_is_filled_first(self) -> None:
        assert table_after("10 0 . 1 . 1\n20 1", "PLAIN 10") == table("10 0 0 1 . 1\n20 1")

    def test_lines_10_and_20_are_always_open(self) -> None:
        assert texts(position("10\n20")) == {"PLAIN 10", "PLAIN 20"}

    @pytest.mark.parametrize(
        ("drawing", "open_lines"),
        [
            ("10 0 1 0\n20 1 0", {"10", "20"}),
            ("10 0 1\n20 1 0 1", {"10", "20"}),
            ("10 0 1 0\n20 1 0 1", {"10", "20", "30"}),
            ("10 0 1 0\n20 1 0 1\n30 1 1 1", {"10", "20", "30", "40"}),
            ("10 0 1 0\n20 1 0 1\n30 1 1\n40 1 1 1", {"10", "20", "30"}),
            ("10 0 1 0\n20 1 0 1\n30 1 1 1\n40 1 . 1 . 1", {"10", "20", "30", "40", "50"}),
        ],
    )
    def test_a_lower_line_needs_three_cards_in_every_line_above(
        self, drawing: str, open_lines: set[str]
    ) -> None:
        assert {text.split()[1] for text in texts(position(drawing))} == open_lines

    def test_ruling_a_line_closes_again_when_a_line_above_loses_a_card(self) -> None:
        _, after = play_drawing("10 0 1 0\n20 1 0 1\n30 1", "DELETE-v^ 30")
        assert {text.split()[1] for text in texts(after)} == {"10", "20"}

    def test_discounted_cards_still_open_lines(self) -> None:
        assert "PLAIN 30" in texts(position("10 0 1 0REM<\n20 1 0 1"))

    def test_there_is_no_limit_to_a_line_but_line_50(self) -> None:
        assert table_after("10 0 1 0 1 0 1 0 1 0 1\n20 1", "PLAIN 10")[0] == "10 0 1 0 1 0 1 0 1 0 1 0"

    def test_the_direction_is_the_players_choice_along_the_cards_axis(self) -> None:
        assert texts(position("10 0\n20 1", "DELETE-h SYNTAX-v ELSE")) == {
            *("DELETE-h< 10", "DELETE-h> 10", "DELETE-h< 20", "DELETE-h> 20"),
            *("SYNTAX-v^ 10", "SYNTAX-vv 10", "SYNTAX-v^ 20", "SYNTAX-vv 20"),
            *("ELSE 10", "ELSE 20"),
        }

    def test_two_cards_of_one_kind_are_one_move(self) -> None:
        assert texts(position("10 0\n20 1", "PLAIN PLAIN PLAIN")) == {"PLAIN 10", "PLAIN 20"}

    def test_a_card_of_the_hand_is_used_up(self) -> None:
        _, after = play_drawing("10 0\n20 1", "IF-h< 10", "IF-h SAVE-v PRINT-h")
        assert after.hands[0] == cards("PLAIN PRINT-h SAVE-v")

    def test_print_cannot_be_left_unfulfilled(self) -> None:
        assert all(
            ":" in text for text in texts(position("10 0\n20 1", "PRINT-h PLAIN")) if "PRINT-h>" in text
        )


class TestLoad:
    def test_the_top_of_the_own_deck_is_drawn(self) -> None:
        before = replace(position("10 0\n20 1"), decks=(cards("SAVE-h"), cards("IF-h")))
        after = GAME.play(before, GAME.read(before, "PLAIN 10"))
        assert after.hands[0] == cards("PLAIN PLAIN SAVE-h")
        assert after.decks == ((), cards("IF-h"))
        assert after.turn == 1

    def test_an_empty_deck_does_not_end_the_game_while_the_hand_is_full(self) -> None:
        before = replace(position("10 0\n20 1"), decks=((PLAIN,), (PLAIN,)))
        assert GAME.outcome(GAME.play(before, GAME.read(before, "PLAIN 10"))) is None

    def test_who_cannot_draw_back_to_three_ends_the_game_with_what_is_left(self) -> None:
        before = replace(position("10 0\n20 1", "PRINT-h SAVE-h PLAIN"), decks=(cards("IF-h"), cards("IF-v")))
        after = GAME.play(before, GAME.read(before, "PRINT-h> 10 : PLAIN"))
        assert after.hands[0] == cards("IF-h SAVE-h")
        assert after.ended == "load"
        assert GAME.turn(after) is None
        assert GAME.moves(after) == ()
        outcome = GAME.outcome(after)
        assert outcome is not None
        assert outcome.text == "0 cannot draw back to three cards, 10 points to 0"

    def test_turns_alternate(self) -> None:
        assert play_drawing("10 0\n20 1", "PLAIN 10")[1].turn == 1


class TestRun:
    FULL = "10 0 1 0\n20 1 0 1\n30 1 1 1\n40 0 0 0\n50 1 0"

    def test_the_third_card_of_line_50_ends_the_game_at_once(self) -> None:
        after, end = play_drawing(self.FULL, "PLAIN 50")
        assert after[-1] == "50 1 0 0"
        assert GAME.turn(end) is None
        assert GAME.moves(end) == ()

    def test_nothing_is_drawn_any_more(self) -> None:
        _, end = play_drawing(self.FULL, "PLAIN 50")
        assert end.hands[0] == cards("PLAIN PLAIN")
        assert len(end.decks[0]) == 6

    def test_ruling_its_command_is_not_executed(self) -> None:
        assert table_after(self.FULL, "DELETE-h< 50")[-1] == "50 1 0 0DELETE<"
        assert table_after(self.FULL, "SYNTAX-v^ 50")[-1] == "50 1 0 0SYNTAX^"

    def test_ruling_a_direction_is_still_written_and_nothing_is_chained(self) -> None:
        drawing = "10 0 1 0\n20 1 0 1\n30 1 1 1\n40 0 0 0\n50 1 . 0"
        before = position(drawing, "PRINT-h PLAIN PLAIN")
        ending = {text for text in texts(before) if text.endswith("50")}
        assert ending == {"PRINT-h< 50", "PRINT-h> 50", "PLAIN 50"}
        with pytest.raises(IllegalMove, match="third card of line 50"):
            GAME.read(before, "PRINT-h> 50 : PLAIN")

    def test_the_card_that_ends_the_game_prints_nothing_though_its_target_is_empty(self) -> None:
        drawing = "10 0 1 0\n20 1 0 1\n30 1 1 1\n40 0 0 . 0\n50 1 0"
        before = position(drawing, "PRINT-v PASTE-v PLAIN")
        assert {text for text in texts(before) if text.endswith("50")} == {
            *("PRINT-v^ 50", "PRINT-vv 50", "PASTE-v^ 50", "PASTE-vv 50", "PLAIN 50")
        }
        assert table_after(drawing, "PRINT-v^ 50")[-2:] == ["40 0 0 . 0", "50 1 0 0PRINT^"]

    def test_two_cards_and_a_gap_do_not_run(self) -> None:
        _, after = play_drawing("10 0 1 0\n20 1 0 1\n30 1 1 1\n40 0 0 0\n50 . . 1", "PLAIN 50")
        assert after.ended is None

    def test_line_50_reopens_after_a_deletion(self) -> None:
        _, after = play_drawing(self.FULL, "DELETE-vv 40", "DELETE-v PLAIN PLAIN")
        assert after.ended is None
        before = "10 0 1 0\n20 1 0 1\n30 1 1 1\n40 0 0\n50 1 . 0"
        assert table_after(before, "DELETE-vv 40")[-1] == "50 1"

    def test_a_chain_that_fills_line_50_ends_there(self) -> None:
        drawing = "10 0 1 0\n20 1 0 1\n30 1 1 1\n40 0 0\n50 1 1"
        before = position(drawing, "PRINT-v PRINT-h PLAIN")
        chains = {text for text in texts(before) if text.startswith("PRINT-vv 40")}
        assert chains == {"PRINT-vv 40 : PRINT-h<", "PRINT-vv 40 : PRINT-h>", "PRINT-vv 40 : PLAIN"}
