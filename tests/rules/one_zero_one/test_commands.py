"""Each command and each ruling about it, as a drawn table.

Each test shows the table before, the move and the table after. Rulebook: `one-zero-one.txt`.
"""

import pytest

from rules.one_zero_one.commands import COMMAND_BY_CARD
from rules.one_zero_one.playing_cards import COMMANDS
from tests.rules.one_zero_one.diagram import cards, play_drawing, table, table_after


def test_plain_does_nothing() -> None:
    assert table_after("10 0 1\n20 1", "PLAIN 20") == table("10 0 1\n20 1 0")


def test_every_command_is_a_function() -> None:
    assert set(COMMAND_BY_CARD) == set(COMMANDS)


class TestDelete:
    def test_target_leaves_the_game_and_the_gap_stays(self) -> None:
        after, position = play_drawing("10 0 1 1\n20 1", "DELETE-v^ 20")
        assert after == table("10 0 . 1\n20 1 0DELETE^")
        assert position.cut == ()

    def test_last_card_of_a_line_leaves_no_gap(self) -> None:
        assert table_after("10 0 1\n20 1", "DELETE-v^ 20") == table("10 0\n20 1 0DELETE^")

    def test_own_card_can_be_the_target(self) -> None:
        assert table_after("10 0 0\n20 1", "DELETE-h< 10") == table("10 0 . 0DELETE<\n20 1")

    @pytest.mark.parametrize(
        ("move", "after"),
        [
            ("DELETE-h> 10", "10 0 1 1 0DELETE>\n20 1"),
            ("DELETE-vv 20", "10 0 1 1\n20 1 0DELETEv"),
            ("DELETE-v^ 10", "10 0 1 1 0DELETE^\n20 1"),
        ],
    )
    def test_empty_target_or_one_off_the_display_has_no_effect(self, move: str, after: str) -> None:
        assert table_after("10 0 1 1\n20 1", move) == table(after)

    def test_left_of_column_1_is_the_line_card(self) -> None:
        assert table_after("10 0 1\n20", "DELETE-h< 20") == table("10 0 1\n20 0DELETE<")

    def test_run_card_is_no_target(self) -> None:
        four = "10 0 1 0\n20 1 0 1\n30 1 1 1\n40 0 0 0 1\n50 1"
        assert table_after(four, "DELETE-vv 40") == table(
            "10 0 1 0\n20 1 0 1\n30 1 1 1\n40 0 0 0 1 0DELETEv\n50 1"
        )

    def test_saved_target_stays(self) -> None:
        assert table_after("10 0 1! 1\n20 1", "DELETE-v^ 20") == table("10 0 1! 1\n20 1 0DELETE^")


class TestEnter:
    def test_target_goes_to_the_leftmost_empty_cell_of_the_next_line(self) -> None:
        assert table_after("10 0 1\n20 1 . 1", "ENTER-h< 10") == table("10 0 . 0ENTER<\n20 1 1 1")

    def test_three_card_rule_is_ignored(self) -> None:
        assert table_after("10 0\n20 1 0", "ENTER-h< 20") == table("10 0\n20 1 . 0ENTER<\n30 0")

    def test_from_50_to_10(self) -> None:
        before = "10 0 1 0\n20 1 0 1\n30 1 1 1\n40 0 0 0\n50 1"
        assert table_after(before, "ENTER-h< 50") == table(
            "10 0 1 0 1\n20 1 0 1\n30 1 1 1\n40 0 0 0\n50 . 0ENTER<"
        )

    def test_its_own_command_does_not_run_and_it_keeps_digit_and_direction(self) -> None:
        assert table_after("10 0 1DELETEv\n20 1 0", "ENTER-h< 10") == table("10 0 . 0ENTER<\n20 1 0 1DELETEv")

    def test_saved_target_stays(self) -> None:
        assert table_after("10 0 1!\n20 1", "ENTER-h< 10") == table("10 0 1! 0ENTER<\n20 1")

    def test_third_card_of_line_50_by_enter_ends_the_game(self) -> None:
        before = "10 0 1 0\n20 1 0 1\n30 1 1 1\n40 1 1 1\n50 1 0"
        after, position = play_drawing(before, "ENTER-h< 40")
        assert after == table("10 0 1 0\n20 1 0 1\n30 1 1 1\n40 1 1 . 0ENTER<\n50 1 0 1")
        assert position.ended == "run"


class TestIfThen:
    def test_target_shows_the_players_digit(self) -> None:
        assert table_after("10 0 1\n20 1", "IF-h< 10") == table("10 0 0 0IF<\n20 1")
        assert table_after("10 1 0\n20 1", "IF-h< 10", digit=1) == table("10 1 1 1IF<\n20 1")

    def test_target_that_shows_it_already_stays(self) -> None:
        after, position = play_drawing("10 0 0\n20 1", "IF-h< 10")
        assert after == table("10 0 0 0IF<\n20 1")
        assert position.last is not None
        assert position.last.effects == ()

    def test_saved_target_stays(self) -> None:
        assert table_after("10 0 1!\n20 1", "IF-h< 10") == table("10 0 1! 0IF<\n20 1")

    def test_flipping_runs_nothing(self) -> None:
        assert table_after("10 0 1DELETE<\n20 1", "IF-h< 10") == table("10 0 0DELETE< 0IF<\n20 1")


class TestPrint:
    def test_end_of_a_line_is_filled_from_the_hand(self) -> None:
        after, position = play_drawing("10 0\n20 1", "PRINT-h> 10 : PLAIN")
        assert after == table("10 0 0PRINT> 0\n20 1")
        assert len(position.hands[0]) == 3
        assert len(position.decks[0]) == 4

    def test_gap_in_the_middle_is_filled(self) -> None:
        assert table_after("10 . . 1\n20 1", "PRINT-h> 10 : PLAIN") == table("10 0PRINT> 0 1\n20 1")

    def test_closed_line_is_reached_and_the_card_hangs_beyond_gaps(self) -> None:
        assert table_after("10 0\n20 1 1", "PRINT-vv 20 : PLAIN") == table("10 0\n20 1 1 0PRINTv\n30 . . 0")

    def test_line_above_is_reached(self) -> None:
        assert table_after("10 0\n20 1 1", "PRINT-v^ 20 : PLAIN") == table("10 0 . 0\n20 1 1 0PRINT^")

    def test_printed_command_runs(self) -> None:
        assert table_after("10 0 1\n20 1", "PRINT-h> 20 : DELETE-v^", "PRINT-h DELETE-v PLAIN") == table(
            "10 0 1\n20 1 0PRINT> 0DELETE^"
        )
        assert table_after("10 0 1 1\n20 1", "PRINT-h> 20 : DELETE-v^", "PRINT-h DELETE-v PLAIN") == table(
            "10 0 1\n20 1 0PRINT> 0DELETE^"
        )

    def test_print_prints_print(self) -> None:
        after, position = play_drawing(
            "10 0\n20 1", "PRINT-h> 10 : PRINT-vv : DELETE-h<", "PRINT-h PRINT-v DELETE-h"
        )
        assert after == table("10 0 0PRINT> 0PRINTv\n20 1 . 0DELETE<")
        assert len(position.decks[0]) == 3

    def test_without_a_card_left_nothing_is_printed(self) -> None:
        after = table_after("10 0\n20 1", "PRINT-h> 10", "PRINT-h")
        assert after == table("10 0 0PRINT>\n20 1")

    @pytest.mark.parametrize("move", ["PRINT-h< 10", "PRINT-v^ 10"])
    def test_target_with_a_card_or_off_the_display_does_nothing(self, move: str) -> None:
        after = table_after("10 0\n20 1", move)
        assert after == table(f"10 0 0PRINT{move[7]}\n20 1")

    def test_run_card_is_no_empty_space(self) -> None:
        before = "10 0 1 0\n20 1 0 1\n30 1 1 1\n40 0 0 0\n50"
        assert table_after(before, "PRINT-vv 40") == table(
            "10 0 1 0\n20 1 0 1\n30 1 1 1\n40 0 0 0 0PRINTv\n50"
        )

    def test_below_line_50_is_off_the_display(self) -> None:
        before = "10 0 1 0\n20 1 0 1\n30 1 1 1\n40 0 0 0\n50"
        assert table_after(before, "PRINT-vv 50")[-1:] == ["50 0PRINTv"]

    def test_printing_the_third_card_of_line_50_ends_the_game_before_its_command(self) -> None:
        before = "10 0 1 0\n20 1 0 1\n30 1 1 1\n40 0 0\n50 1 1"
        after, position = play_drawing(before, "PRINT-vv 40 : DELETE-h<", "PRINT-v DELETE-h PLAIN")
        assert after[-2:] == ["40 0 0 0PRINTv", "50 1 1 0DELETE<"]
        assert position.ended == "run"
        assert position.hands[0] == cards("PLAIN")


class TestSave:
    def test_target_and_save_are_protected(self) -> None:
        assert table_after("10 0 1\n20 1", "SAVE-h< 10") == table("10 0 1! 0SAVE<!\n20 1")

    def test_saved_target_means_no_effect_at_all(self) -> None:
        assert table_after("10 0 1!\n20 1", "SAVE-h< 10") == table("10 0 1! 0SAVE<\n20 1")

    def test_empty_target_is_waited_for(self) -> None:
        assert table_after("10 0 1\n20 1", "SAVE-h> 10") == table("10 0 1 0SAVE>?\n20 1")

    @pytest.mark.parametrize("move", ["SAVE-v^ 10", "SAVE-h< 20"])
    def test_nothing_is_waited_for_off_the_display(self, move: str) -> None:
        assert not any("?" in row for row in table_after("10 0 1\n20", move))

    def test_next_card_played_there_saves_both(self) -> None:
        assert table_after("10 0 1SAVE>?\n20 1", "PLAIN 10") == table("10 0 1SAVE>! 0!\n20 1")

    def test_both_are_saved_before_the_arrivals_own_command_runs(self) -> None:
        assert table_after("10 0 1SAVE>?\n20 1", "DELETE-h< 10") == table("10 0 1SAVE>! 0DELETE<!\n20 1")

    def test_a_card_that_arrives_by_enter_is_saved(self) -> None:
        assert table_after("10 0 1\n20 1SAVE>?", "ENTER-h< 10") == table("10 0 . 0ENTER<\n20 1SAVE>! 1!")

    def test_a_card_that_arrives_by_goto_is_saved(self) -> None:
        assert table_after("10 1SAVE>?\n20 1 1", "GOTO10-h< 20") == table("10 1SAVE>! 1!\n20 1 . 0GOTO10<")

    def test_a_printed_card_is_saved(self) -> None:
        assert table_after("10 0SAVEv?\n20", "PRINT-h< 20 ", "PRINT-h PLAIN PLAIN") == table(
            "10 0SAVEv!\n20 0PRINT<!"
        )
        assert table_after("10 0 1SAVEv?\n20", "PRINT-h> 20 : PLAIN") == table("10 0 1SAVEv!\n20 0PRINT> 0!")

    def test_a_pasted_card_is_saved(self) -> None:
        assert table_after("10 0 1SAVEv?\n20", "PASTE-h> 20 : IF-h<", cut="IF-h") == table(
            "10 0 1SAVEv!\n20 0PASTE> 0IF<!"
        )

    def test_ruling_until_then_the_save_card_is_not_protected(self) -> None:
        assert table_after("10 0 1SAVE>?\n20 0", "DELETE-v^ 20") == table("10 0\n20 0 0DELETE^")

    def test_ruling_a_pending_save_lapses_when_its_card_leaves_its_cell(self) -> None:
        assert table_after("10 0 1SAVE>?\n20 0", "ENTER-vv 10", "ENTER-v PLAIN PLAIN") == table(
            "10 0 1SAVE>! 0ENTERv!\n20 0"
        )
        assert table_after("10 1 1SAVEv?\n20\n30", "ENTER-h< 10") == table("10 1 . 0ENTER<\n20 1SAVEv")
        assert table_after("10 1\n20 1SAVE>?\n", "GOTO10-h< 20", "GOTO10-h PLAIN PLAIN") == table(
            "10 1\n20 1SAVE>! 0GOTO10<!"
        )
        assert table_after("10 1\n20 1SAVEv?\n", "GOTO10-h< 20") == table("10 1 1SAVEv\n20 . 0GOTO10<")

    def test_ruling_a_flipped_save_goes_on_waiting(self) -> None:
        assert table_after("10 0 1SAVEv?\n20 0", "IF-h< 10") == table("10 0 0SAVEv? 0IF<\n20 0")
        assert table_after("10 0 0SAVEv?\n20 0", "PLAIN 20") == table("10 0 0SAVEv!\n20 0 0!")

    def test_ruling_several_saves_pending_on_one_cell_are_fulfilled_together(self) -> None:
        assert table_after("10 0 1SAVEv?\n20 0SAVE>?", "PLAIN 20") == table("10 0 1SAVEv!\n20 0SAVE>! 0!")

    def test_ruling_a_pending_save_that_another_saves_goes_on_waiting(self) -> None:
        assert table_after("10 0 1SAVEv?\n20 0", "SAVE-h< 10") == table("10 0 1SAVEv!? 0SAVE<!\n20 0")
        assert table_after("10 0 1SAVEv!? 0SAVE<!\n20 0", "PLAIN 20") == table(
            "10 0 1SAVEv! 0SAVE<!\n20 0 0!"
        )

    def test_a_save_that_arrives_saved_still_saves_its_target(self) -> None:
        assert table_after("10 0 1SAVEv?\n20 1", "SAVE-h< 20") == table("10 0 1SAVEv!\n20 1! 0SAVE<!")

    def test_a_save_answering_the_one_that_waits_finds_it_saved(self) -> None:
        assert table_after("10 0 1SAVE>?\n20 1", "SAVE-h< 10") == table("10 0 1SAVE>! 0SAVE<!\n20 1")

    def test_a_waiting_save_does_not_wait_for_other_cells(self) -> None:
        assert table_after("10 0 1SAVEv?\n20", "PLAIN 20") == table("10 0 1SAVEv?\n20 0")

    def test_a_pending_save_on_the_last_cell_is_fulfilled_before_the_game_ends(self) -> None:
        before = "10 0 1 0\n20 1 0 1\n30 1 1 1\n40 0 0 0SAVEv?\n50 1 1"
        after, position = play_drawing(before, "PLAIN 50")
        assert after[-2:] == ["40 0 0 0SAVEv!", "50 1 1 0!"]
        assert position.ended == "run"


class TestSyntaxError:
    def test_flips_its_column_upwards_across_gaps_and_itself(self) -> None:
        assert table_after("10 0 1 1\n20 1 0 0\n30 0\n", "SYNTAX-v^ 30") == table(
            "10 0 0 1\n20 1 1 0\n30 0 1SYNTAX^"
        )
        assert table_after(
            "10 0 1 1\n20 1 . 0\n30\n", "PRINT-vv 20 : SYNTAX-v^", "PRINT-v SYNTAX-v"
        ) == table("10 0 0 1\n20 1 1PRINTv 0\n30 . 1SYNTAX^")

    def test_gap_between_does_not_stop_it(self) -> None:
        assert table_after("10 1\n20\n30 0", "SYNTAX-vv 10", "SYNTAX-v PLAIN PLAIN") == table(
            "10 1 1SYNTAXv\n20\n30 0"
        )
        assert table_after("10\n20\n30 0\n40 1", "SYNTAX-vv 10") == table("10 1SYNTAXv\n20\n30 1\n40 0")

    def test_only_in_its_direction(self) -> None:
        assert table_after("10 0\n20\n30 1", "SYNTAX-v^ 20") == table("10 1\n20 1SYNTAX^\n30 1")

    def test_ruling_flips_itself_even_when_there_is_nothing_else(self) -> None:
        assert table_after("10\n20 1", "SYNTAX-v^ 10") == table("10 1SYNTAX^\n20 1")

    def test_saved_cards_stay_and_so_does_itself_if_saved_on_arrival(self) -> None:
        assert table_after("10 0!\n20\n30 1", "SYNTAX-v^ 20") == table("10 0!\n20 1SYNTAX^\n30 1")
        assert table_after("10 0 0\n20 1SAVE>?", "SYNTAX-v^ 20") == table("10 0 1\n20 1SAVE>! 0SYNTAX^!")


class TestRem:
    def test_changes_nothing_on_the_table(self) -> None:
        assert table_after("10 0 1\n20 1", "REM-h< 10") == table("10 0 1 0REM<\n20 1")

    def test_laid_as_the_last_card_it_never_ran(self) -> None:
        before = "10 0 1 0\n20 1 0 1\n30 1 1 1\n40 0 0 0\n50 1 1"
        assert table_after(before, "REM-h< 50")[-1] == "50 1 1 0REM<~"


class TestGoto10:
    def test_target_goes_to_the_leftmost_empty_cell_of_line_10(self) -> None:
        assert table_after("10 0 . 1\n20 1", "GOTO10-h< 20") == table("10 0 1 1\n20 . 0GOTO10<")

    def test_cell_is_found_before_lifting(self) -> None:
        assert table_after("10 0 1\n20", "GOTO10-h< 10") == table("10 0 . 0GOTO10< 1\n20")
        assert table_after("10 0 1\n20 0", "GOTO10-v^ 20") == table("10 0 . 1\n20 0 0GOTO10^")

    def test_its_command_does_not_run(self) -> None:
        assert table_after("10 0\n20 1DELETE<", "GOTO10-h< 20") == table("10 0 1DELETE<\n20 . 0GOTO10<")

    def test_saved_target_stays(self) -> None:
        assert table_after("10 0\n20 1!", "GOTO10-h< 20") == table("10 0\n20 1! 0GOTO10<")


class TestIfThenElse:
    def test_neighbours_are_judged_before_acting(self) -> None:
        """Those that show its digit are deleted, the others flip to it and stay."""
        assert table_after("10 0 0 0\n20 1 . 1\n30 1 1 1", "ELSE 20") == table(
            "10 0 . 0\n20 0 0ELSE 0\n30 1 0 1"
        )

    def test_saved_neighbours_and_diagonals_stay(self) -> None:
        assert table_after("10 0 0! 0\n20 1! . 1\n30 0 1 1", "ELSE 20") == table(
            "10 0 0! 0\n20 1! 0ELSE 0\n30 0 0 1"
        )

    def test_one_has_no_direction(self) -> None:
        assert table_after("10 0\n20 1", "ELSE 10", digit=1) == table("10 1 1ELSE\n20 1")


class TestCutAndPaste:
    def test_cut_takes_the_target_to_the_pile(self) -> None:
        after, position = play_drawing("10 0 1IF< 1\n20 1", "CUT-v^ 20")
        assert after == table("10 0 . 1\n20 1 0CUT^")
        assert position.cut == cards("IF-h")

    def test_deleted_cards_never_reach_the_pile(self) -> None:
        _, position = play_drawing("10 0 1IF< 1\n20 1", "DELETE-v^ 20")
        assert position.cut == ()

    def test_cut_leaves_saved_cards(self) -> None:
        assert table_after("10 0 1!\n20 1", "CUT-h< 10") == table("10 0 1! 0CUT<\n20 1")

    def test_paste_fills_an_empty_cell_from_the_pile_with_the_players_digit(self) -> None:
        after, position = play_drawing("10 0\n20 1", "PASTE-h> 10 : PLAIN", cut="PLAIN IF-v")
        assert after == table("10 0 0PASTE> 0\n20 1")
        assert position.cut == cards("IF-v")
        assert len(position.decks[0]) == 5

    def test_pasted_command_runs(self) -> None:
        assert table_after("10 0 1\n20 1", "PASTE-vv 10 : IF-h<", cut="IF-h") == table(
            "10 0 1 0PASTEv\n20 1 . 0IF<"
        )
        assert table_after("10 0\n20 1", "PASTE-vv 10 : IF-h<", cut="IF-h") == table(
            "10 0 0PASTEv\n20 0 0IF<"
        )

    def test_pasted_cut_cuts_again(self) -> None:
        after, position = play_drawing("10 0\n20 1SAVE>", "PASTE-vv 10 : CUT-h<", cut="CUT-h")
        assert after == table("10 0 0PASTEv\n20 . 0CUT<")
        assert position.cut == cards("SAVE-h")

    def test_pasted_print_prints_from_the_hand_and_printed_paste_pastes(self) -> None:
        after, position = play_drawing(
            "10 0\n20 1",
            "PRINT-h> 10 : PASTE-h> : PRINT-h> : DELETE-v^",
            "PRINT-h PASTE-h DELETE-v",
            cut="PRINT-h IF-h",
        )
        assert after == table("10 0 0PRINT> 0PASTE> 0PRINT> 0DELETE^\n20 1")
        assert position.cut == cards("IF-h")

    def test_empty_pile_has_no_effect(self) -> None:
        assert table_after("10 0\n20 1", "PASTE-h> 10") == table("10 0 0PASTE>\n20 1")

    def test_paste_at_a_card_has_no_effect(self) -> None:
        assert table_after("10 0\n20 1", "PASTE-h< 10", cut="IF-h") == table("10 0 0PASTE<\n20 1")

    def test_pile_is_shared(self) -> None:
        """The pasted card could have been cut by either player: the pile has no owner."""
        assert table_after("10 0\n20 1", "PASTE-h> 10 : IF-h<", cut="IF-h", digit=1) == table(
            "10 0 1PASTE> 1IF<\n20 1"
        )
