"""Each command and each ruling about it, as a drawn table.

Each test shows the table before, the move and the table after. Rulebook: `one-zero-one.txt`.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from rules.one_zero_one.commands import COMMAND_BY_CARD
from rules.one_zero_one.playing_cards import COMMANDS
from tests.rules.one_zero_one.diagram import cards, play_drawing, table, table_after

TABLES = """
Delete:
    last card of a line leaves no gap | 10 0 1 / 20 1 | DELETE-v^ 20 | 10 0 / 20 1 0DELETE^
    own card can be the target | 10 0 0 / 20 1 | DELETE-h< 10 | 10 0 . 0DELETE< / 20 1
    left of column 1 is the line card | 10 0 1 / 20 | DELETE-h< 20 | 10 0 1 / 20 0DELETE<
    saved target stays | 10 0 1! 1 / 20 1 | DELETE-v^ 20 | 10 0 1! 1 / 20 1 0DELETE^
Enter:
    target goes to the leftmost empty cell of the next line
        10 0 1 / 20 1 . 1 | ENTER-h< 10 | 10 0 . 0ENTER< / 20 1 1 1
    three card rule is ignored | 10 0 / 20 1 0 | ENTER-h< 20 | 10 0 / 20 1 . 0ENTER< / 30 0
    its own command does not run and it keeps digit and direction
        10 0 1DELETEv / 20 1 0 | ENTER-h< 10 | 10 0 . 0ENTER< / 20 1 0 1DELETEv
    saved target stays | 10 0 1! / 20 1 | ENTER-h< 10 | 10 0 1! 0ENTER< / 20 1
IfThen:
    target shows the players digit
        10 0 1 / 20 1 | IF-h< 10 | 10 0 0 0IF< / 20 1
        10 1 0 / 20 1 | IF-h< 10 | 10 1 1 1IF< / 20 1 | digit 1
    saved target stays | 10 0 1! / 20 1 | IF-h< 10 | 10 0 1! 0IF< / 20 1
    flipping runs nothing | 10 0 1DELETE< / 20 1 | IF-h< 10 | 10 0 0DELETE< 0IF< / 20 1
Print:
    gap in the middle is filled | 10 . . 1 / 20 1 | PRINT-h> 10 : PLAIN | 10 0PRINT> 0 1 / 20 1
    closed line is reached and the card hangs beyond gaps
        10 0 / 20 1 1 | PRINT-vv 20 : PLAIN | 10 0 / 20 1 1 0PRINTv / 30 . . 0
    line above is reached | 10 0 / 20 1 1 | PRINT-v^ 20 : PLAIN | 10 0 . 0 / 20 1 1 0PRINT^
    printed command runs
        10 0 1 / 20 1 | PRINT-h> 20 : DELETE-v^ | 10 0 1 / 20 1 0PRINT> 0DELETE^ | hand PRINT-h DELETE-v PLAIN
        10 0 1 1 / 20 1 | PRINT-h> 20 : DELETE-v^ | 10 0 1 / 20 1 0PRINT> 0DELETE^ | hand PRINT-h DELETE-v PLAIN
Save:
    target and save are protected | 10 0 1 / 20 1 | SAVE-h< 10 | 10 0 1! 0SAVE<! / 20 1
    saved target means no effect at all | 10 0 1! / 20 1 | SAVE-h< 10 | 10 0 1! 0SAVE< / 20 1
    empty target is waited for | 10 0 1 / 20 1 | SAVE-h> 10 | 10 0 1 0SAVE>? / 20 1
    next card played there saves both | 10 0 1SAVE>? / 20 1 | PLAIN 10 | 10 0 1SAVE>! 0! / 20 1
    both are saved before the arrivals own command runs
        10 0 1SAVE>? / 20 1 | DELETE-h< 10 | 10 0 1SAVE>! 0DELETE<! / 20 1
    a card that arrives by enter is saved | 10 0 1 / 20 1SAVE>? | ENTER-h< 10 | 10 0 . 0ENTER< / 20 1SAVE>! 1!
    a card that arrives by goto is saved | 10 1SAVE>? / 20 1 1 | GOTO10-h< 20 | 10 1SAVE>! 1! / 20 1 . 0GOTO10<
    a printed card is saved
        10 0SAVEv? / 20 | PRINT-h< 20 | 10 0SAVEv! / 20 0PRINT<! | hand PRINT-h PLAIN PLAIN
        10 0 1SAVEv? / 20 | PRINT-h> 20 : PLAIN | 10 0 1SAVEv! / 20 0PRINT> 0!
    a pasted card is saved | 10 0 1SAVEv? / 20 | PASTE-h> 20 : IF-h< | 10 0 1SAVEv! / 20 0PASTE> 0IF<! | cut IF-h
    ruling until then the save card is not protected | 10 0 1SAVE>? / 20 0 | DELETE-v^ 20 | 10 0 / 20 0 0DELETE^
    ruling a pending save lapses when its card leaves its cell
        10 0 1SAVE>? / 20 0 | ENTER-vv 10 | 10 0 1SAVE>! 0ENTERv! / 20 0 | hand ENTER-v PLAIN PLAIN
        10 1 1SAVEv? / 20 / 30 | ENTER-h< 10 | 10 1 . 0ENTER< / 20 1SAVEv
        10 1 / 20 1SAVE>? | GOTO10-h< 20 | 10 1 / 20 1SAVE>! 0GOTO10<! | hand GOTO10-h PLAIN PLAIN
        10 1 / 20 1SAVEv? | GOTO10-h< 20 | 10 1 1SAVEv / 20 . 0GOTO10<
    ruling a flipped save goes on waiting
        10 0 1SAVEv? / 20 0 | IF-h< 10 | 10 0 0SAVEv? 0IF< / 20 0
        10 0 0SAVEv? / 20 0 | PLAIN 20 | 10 0 0SAVEv! / 20 0 0!
    ruling several saves pending on one cell are fulfilled together
        10 0 1SAVEv? / 20 0SAVE>? | PLAIN 20 | 10 0 1SAVEv! / 20 0SAVE>! 0!
    ruling a pending save that another saves goes on waiting
        10 0 1SAVEv? / 20 0 | SAVE-h< 10 | 10 0 1SAVEv!? 0SAVE<! / 20 0
        10 0 1SAVEv!? 0SAVE<! / 20 0 | PLAIN 20 | 10 0 1SAVEv! 0SAVE<! / 20 0 0!
    a save that arrives saved still saves its target | 10 0 1SAVEv? / 20 1 | SAVE-h< 20 | 10 0 1SAVEv! / 20 1! 0SAVE<!
    a save answering the one that waits finds it saved
        10 0 1SAVE>? / 20 1 | SAVE-h< 10 | 10 0 1SAVE>! 0SAVE<! / 20 1
    a waiting save does not wait for other cells | 10 0 1SAVEv? / 20 | PLAIN 20 | 10 0 1SAVEv? / 20 0
SyntaxError:
    gap between does not stop it
        10 1 / 20 / 30 0 | SYNTAX-vv 10 | 10 1 1SYNTAXv / 20 / 30 0 | hand SYNTAX-v PLAIN PLAIN
        10 / 20 / 30 0 / 40 1 | SYNTAX-vv 10 | 10 1SYNTAXv / 20 / 30 1 / 40 0
    only in its direction | 10 0 / 20 / 30 1 | SYNTAX-v^ 20 | 10 1 / 20 1SYNTAX^ / 30 1
    ruling flips itself even when there is nothing else | 10 / 20 1 | SYNTAX-v^ 10 | 10 1SYNTAX^ / 20 1
    saved cards stay and so does itself if saved on arrival
        10 0! / 20 / 30 1 | SYNTAX-v^ 20 | 10 0! / 20 1SYNTAX^ / 30 1
        10 0 0 / 20 1SAVE>? | SYNTAX-v^ 20 | 10 0 1 / 20 1SAVE>! 0SYNTAX^!
Rem:
    changes nothing on the table | 10 0 1 / 20 1 | REM-h< 10 | 10 0 1 0REM< / 20 1
Goto10:
    target goes to the leftmost empty cell of line 10 | 10 0 . 1 / 20 1 | GOTO10-h< 20 | 10 0 1 1 / 20 . 0GOTO10<
    cell is found before lifting
        10 0 1 / 20 | GOTO10-h< 10 | 10 0 . 0GOTO10< 1 / 20
        10 0 1 / 20 0 | GOTO10-v^ 20 | 10 0 . 1 / 20 0 0GOTO10^
    its command does not run | 10 0 / 20 1DELETE< | GOTO10-h< 20 | 10 0 1DELETE< / 20 . 0GOTO10<
    saved target stays | 10 0 / 20 1! | GOTO10-h< 20 | 10 0 / 20 1! 0GOTO10<
IfThenElse:
    neighbours are judged before acting (those that show its digit are deleted, the others flip to it and stay)
        10 0 0 0 / 20 1 . 1 / 30 1 1 1 | ELSE 20 | 10 0 . 0 / 20 0 0ELSE 0 / 30 1 0 1
    saved neighbours and diagonals stay
        10 0 0! 0 / 20 1! . 1 / 30 0 1 1 | ELSE 20 | 10 0 0! 0 / 20 1! 0ELSE 0 / 30 0 0 1
    one has no direction | 10 0 / 20 1 | ELSE 10 | 10 1 1ELSE / 20 1 | digit 1
CutAndPaste:
    cut leaves saved cards | 10 0 1! / 20 1 | CUT-h< 10 | 10 0 1! 0CUT< / 20 1
    pasted command runs
        10 0 1 / 20 1 | PASTE-vv 10 : IF-h< | 10 0 1 0PASTEv / 20 1 . 0IF< | cut IF-h
        10 0 / 20 1 | PASTE-vv 10 : IF-h< | 10 0 0PASTEv / 20 0 0IF< | cut IF-h
    empty pile has no effect | 10 0 / 20 1 | PASTE-h> 10 | 10 0 0PASTE> / 20 1
    paste at a card has no effect | 10 0 / 20 1 | PASTE-h< 10 | 10 0 0PASTE< / 20 1 | cut IF-h
    pile is shared (the pasted card could have been cut by either player: the pile has no owner)
        10 0 / 20 1 | PASTE-h> 10 : IF-h< | 10 0 1PASTE> 1IF< / 20 1 | cut IF-h | digit 1
"""
"""By command: what is shown, the table before, the move and the table after.

What else `table_after` is given comes last: the hand, the pile or the digit.
"""


def drawn_cases() -> Iterator[Any]:
    """Yield what is drawn above as parameters."""
    command = shown = ""
    for line in TABLES.strip().splitlines():
        cells = line.strip().split(" | ")
        if not line.startswith(" "):
            command = line
        elif line.startswith("        "):
            yield pytest.param(*cells[:3], cells[3:], id=f"{command} {shown}")
        elif len(cells) == 1:
            shown = line.strip()
        else:
            yield pytest.param(*cells[1:4], cells[4:], id=f"{command} {cells[0]}")


@pytest.mark.parametrize(("before", "move", "after", "more"), [*drawn_cases()])
def test_a_command_does_what_is_drawn(before: str, move: str, after: str, more: list[str]) -> None:
    given: dict[str, Any] = dict(each.split(" ", 1) for each in more)
    if "digit" in given:
        given["digit"] = int(given["digit"])
    drawn = table_after(before.replace(" / ", "\n"), move, **given)
    assert drawn == table(after.replace(" / ", "\n"))


def test_plain_does_nothing() -> None:
    assert table_after("10 0 1\n20 1", "PLAIN 20") == table("10 0 1\n20 1 0")


def test_every_command_is_a_function() -> None:
    assert set(COMMAND_BY_CARD) == set(COMMANDS)


class TestDelete:
    def test_target_leaves_the_game_and_the_gap_stays(self) -> None:
        after, position = play_drawing("10 0 1 1\n20 1", "DELETE-v^ 20")
        assert after == table("10 0 . 1\n20 1 0DELETE^")
        assert position.cut == ()

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

    def test_run_card_is_no_target(self) -> None:
        four = "10 0 1 0\n20 1 0 1\n30 1 1 1\n40 0 0 0 1\n50 1"
        assert table_after(four, "DELETE-vv 40") == table(
            "10 0 1 0\n20 1 0 1\n30 1 1 1\n40 0 0 0 1 0DELETEv\n50 1"
        )


class TestEnter:
    def test_from_50_to_10(self) -> None:
        before = "10 0 1 0\n20 1 0 1\n30 1 1 1\n40 0 0 0\n50 1"
        assert table_after(before, "ENTER-h< 50") == table(
            "10 0 1 0 1\n20 1 0 1\n30 1 1 1\n40 0 0 0\n50 . 0ENTER<"
        )

    def test_third_card_of_line_50_by_enter_ends_the_game(self) -> None:
        before = "10 0 1 0\n20 1 0 1\n30 1 1 1\n40 1 1 1\n50 1 0"
        after, position = play_drawing(before, "ENTER-h< 40")
        assert after == table("10 0 1 0\n20 1 0 1\n30 1 1 1\n40 1 1 . 0ENTER<\n50 1 0 1")
        assert position.ended == "run"


class TestIfThen:
    def test_target_that_shows_it_already_stays(self) -> None:
        after, position = play_drawing("10 0 0\n20 1", "IF-h< 10")
        assert after == table("10 0 0 0IF<\n20 1")
        assert position.last is not None
        assert position.last.effects == ()


class TestPrint:
    def test_end_of_a_line_is_filled_from_the_hand(self) -> None:
        after, position = play_drawing("10 0\n20 1", "PRINT-h> 10 : PLAIN")
        assert after == table("10 0 0PRINT> 0\n20 1")
        assert len(position.hands[0]) == 3
        assert len(position.decks[0]) == 4

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
    @pytest.mark.parametrize("move", ["SAVE-v^ 10", "SAVE-h< 20"])
    def test_nothing_is_waited_for_off_the_display(self, move: str) -> None:
        assert not any("?" in row for row in table_after("10 0 1\n20", move))

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


class TestRem:
    def test_laid_as_the_last_card_it_never_ran(self) -> None:
        before = "10 0 1 0\n20 1 0 1\n30 1 1 1\n40 0 0 0\n50 1 1"
        assert table_after(before, "REM-h< 50")[-1] == "50 1 1 0REM<~"


class TestCutAndPaste:
    def test_cut_takes_the_target_to_the_pile(self) -> None:
        after, position = play_drawing("10 0 1IF< 1\n20 1", "CUT-v^ 20")
        assert after == table("10 0 . 1\n20 1 0CUT^")
        assert position.cut == cards("IF-h")

    def test_deleted_cards_never_reach_the_pile(self) -> None:
        _, position = play_drawing("10 0 1IF< 1\n20 1", "DELETE-v^ 20")
        assert position.cut == ()

    def test_paste_fills_an_empty_cell_from_the_pile_with_the_players_digit(self) -> None:
        after, position = play_drawing("10 0\n20 1", "PASTE-h> 10 : PLAIN", cut="PLAIN IF-v")
        assert after == table("10 0 0PASTE> 0\n20 1")
        assert position.cut == cards("IF-v")
        assert len(position.decks[0]) == 5

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
