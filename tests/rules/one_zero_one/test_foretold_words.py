"""What the picker says before a choice, word by word, on tables drawn for it."""

import re
from dataclasses import replace

import pytest

from tests.rules.one_zero_one.diagram import GAME, position
from words import Words, insert_player_names


def text_with_names(words: Words | None) -> str:
    """Return the text, with the names of both players."""
    assert words is not None
    return str(insert_player_names(words, ["Ada", "Ben"]))


def test_every_card_of_a_hand_is_explained_wherever_it_could_go() -> None:
    before = position("10 0\n20 1", "IF-h SAVE-v PLAIN")
    explained = {str(GAME.foretell(before, move, 1)) for move in GAME.moves(before)}
    assert explained == {
        "turns the card it points at to your digit",
        "protects the card it points at and itself for good; it waits for one where none lies, even in a closed line",
        "has no command, but counts like any card",
    }


@pytest.mark.parametrize(
    ("table", "move", "taken", "words"),
    [
        ("10 0 0\n20 1 1ENTER> 0", "IF-h< 20", 2, "nothing, either way, but the card counts (you 0, Ben 0)"),
        ("10 0 0\n20 1 1ENTER>", "IF-h< 20", 2,
            "← turns Ben's ENTER to 0 (you 20, Ben 0) · → nothing, but the card counts (you 0, Ben 20)"),
        ("10 0 0\n20 1 1ENTER>", "IF-h< 20", 3, "turns Ben's ENTER to 0; line 20 becomes yours (you 20, Ben 0)"),
        ("10 0 0\n20 1 1ENTER>", "IF-h> 20", 3, "nothing: no card lies there; line 20 becomes Ben's (you 0, Ben 20)"),
        ("10 0 0\n20 1", "IF-v^ 10", 3, "nothing: it points off the display; line 10 becomes yours (you 10, Ben 0)"),
        ("10 0\n20 1", "IF-v^ 20", 3, "nothing: no card lies there"),
        ("10 0 1!\n20 1", "IF-v^ 20", 3, "nothing: the card there is saved"),
        ("10 0 0\n20 1", "IF-v^ 20", 3, "nothing: the card there shows your digit already"),
        ("10 0 1\n20 1", "DELETE-v^ 20", 3, "removes Ben's plain 1"),
        ("10 0 0\n20 1", "DELETE-v^ 20", 3, "removes your plain 0"),
        ("10 0 1\n20 1", "ENTER-v^ 20", 3, "moves Ben's plain 1 to line 20; line 20 becomes Ben's (you 0, Ben 20)"),
        ("10 0 1\n20 1", "SAVE-v^ 20", 3, "saves Ben's plain 1 and itself for good"),
        ("10 0\n20 1", "SAVE-v^ 20", 3, "waits for the next card there, on line 10, then saves both"),
        ("10 0\n20 1", "PRINT-h> 20 : PLAIN", 3, "you lay another card there, on line 20"),
        ("10 0 0\n20 1", "PRINT-v^ 20", 3, "nothing: a card lies there"),
        ("10 0\n20 1", "SYNTAX-v^ 20", 3, "turns itself to 1"),
        ("10 1 0\n20 1", "ELSE 20", 2, "turns Ben's plain 1 to 0, removes your plain 0"),
        ("10 0 1\n20 1", "REM-h< 10", 3, "2 cards of line 10 stop counting, and so will those laid on that side later"),
        ("10 0 1 0\n20 1 0 1\n30 1 1 1\n40 0 0 0\n50 1 0", "IF-h< 50", 2, "the match ends at once: you win 100–50"),
    ],
)  # fmt: skip
def test_it_is_said_in_few_words(table: str, move: str, taken: int, words: str) -> None:
    card = re.match(r"\w+(-[hv])?", move)
    assert card
    before = position(table, f"{card[0]} PLAIN PLAIN")
    foretold = GAME.foretell(before, GAME.read(before, move), taken)
    assert text_with_names(foretold) == words


def test_of_a_card_that_brings_another_it_says_the_points_before_that_one() -> None:
    before = position("10 0 0\n20 1 1", "PRINT-v PLAIN PLAIN")
    words = GAME.foretell(before, GAME.read(before, "PRINT-v^ 20 : PLAIN"), 3)
    assert text_with_names(words) == (
        "you lay another card there, on line 10; line 20 becomes Ben's (so far you 0, Ben 20)"
    )


@pytest.mark.parametrize(
    ("line", "move", "words"),
    [
        ("0SAVE>?", "IF-vv 10", "{saved} with your SAVE, then nothing: no card lies there"),
        ("0SAVE>? . 1", "IF-h> 10", "{saved} with your SAVE, then turns Ben's plain 1 to 0{wins}"),
        ("0SAVE>?", "PLAIN 10", "{saved} with your SAVE"),
        ("0SAVE>!?", "PLAIN 10", "{saved}"),
        ("0SAVE>? . 1SAVE<?", "PLAIN 10", "{saved} with your SAVE, Ben's SAVE{wins}"),
        ("0SAVE>?", "PRINT-vv 10 : PLAIN", "{saved} with your SAVE, then you lay another card there, on line 20"),
    ],
)  # fmt: skip
def test_a_card_for_which_a_save_waits_is_saved_and_its_command_works_then(
    line: str, move: str, words: str
) -> None:
    before = position(f"10 {line}\n20 1", "IF-v IF-h PRINT-v PLAIN")
    whole = GAME.read(before, move)
    foretold = GAME.foretell(before, whole, min(3, len(GAME.steps(before, whole))))
    assert text_with_names(foretold) == words.format(
        saved="is saved for good", wins="; line 10 becomes yours (you 10, Ben 0)"
    )


def test_a_saved_card_whose_command_does_nothing_counts_too() -> None:
    before = position("10 0SAVE>? . 0\n20 1", "IF-h PLAIN PLAIN")
    assert text_with_names(GAME.foretell(before, GAME.read(before, "IF-h> 10"), 2)) == (
        "is saved for good with your SAVE, then nothing, either way, but the card counts (you 10, Ben 0)"
    )


def test_the_card_that_ends_the_match_is_saved_first_and_its_command_does_not_work() -> None:
    table = "10 0 1 0\n20 1 0 1\n30 1 1 1\n40 0 0 0\n50 1 0SAVE>?"
    before = position(table, "IF-h PLAIN PLAIN")
    assert str(GAME.foretell(before, GAME.read(before, "IF-h< 50"), 2)) == (
        "is saved for good with your SAVE, either way; the match ends at once: you win 100–50"
    )


def test_the_deck_that_runs_out_is_foretold_with_who_wins() -> None:
    before = replace(position("10 0 0\n20 1", "PLAIN PLAIN PLAIN"), decks=((), ()))
    assert str(GAME.foretell(before, GAME.read(before, "PLAIN 10"), 2)) == (
        "line 10 becomes yours; your deck runs out, you win 10–0"
    )


def test_of_a_line_where_the_deck_runs_out_it_says_shortly_how_the_match_ends() -> None:
    for table, words in (
        ("10 0 0\n20 1", "nothing, either way (you win 10–0)"),
        ("10 1 1 1 0 0\n20 1", "nothing, either way (a draw)"),
        ("10 1 1 1 1 0\n20 1", "nothing, either way (you lose 0–10)"),
    ):
        before = replace(position(table, "IF-h PLAIN PLAIN"), decks=((), ()))
        assert str(GAME.foretell(before, GAME.read(before, "IF-h> 10"), 2)) == words


@pytest.mark.parametrize(
    ("table", "move", "where"),
    [
        ("10 0\n20 1", "SAVE-v^ 20", "on line 10"),
        ("10 0 1\n20 1", "SAVE-h> 10", "on line 10"),
        ("10 0 0\n20 1", "SAVE-vv 10", "on line 20, past its first free place"),
        ("10 0 0 0\n20 1 1", "SAVE-vv 20", "on line 30, past its first free place"),
        ("10 0 0\n20 1 1", "SAVE-vv 20", "on line 30 though it is closed"),
    ],
)
def test_a_place_to_which_no_card_is_played_from_the_hand_is_said_to_be_such(
    table: str, move: str, where: str
) -> None:
    before = position(table, f"{move[:6]} PLAIN PLAIN")
    words = str(GAME.foretell(before, GAME.read(before, move), 3))
    assert f"there, {where}, then" in words
