"""The cards on which spectators guess a move, and their table of the month."""

from typing import Any

from bot.cards.kit.choices import visible_choices
from bot.cards.learning.guesses import guess_card, guess_table_card, guessed_card
from club.learning.guesses import GuessMonth, GuessPosition
from data.learning.guesses import GuessMonthRow, GuessRow
from rules.choosing import reach_match_choice
from tests.bot.cards.made_tables import match_of, table_with
from tests.bot.cards.whole_card import SAY, told_by

TABLE = table_with(match_of("russian", "c3-b4"))


def score(number: int, made: int, found: int) -> GuessMonthRow:
    return GuessMonthRow(10, 0, 100 + number, made, found, 0.0)


BEST = GuessMonth([score(1, 9, 4), score(2, 5, 1)], score(3, 2, 0))


def lines(previous: GuessRow | None = None, note: str | None = None) -> list[str]:
    made = GuessPosition(TABLE, 1, 3, previous_guess=previous)
    node = reach_match_choice(TABLE.match, ())
    assert node is not None
    choices = visible_choices(node, TABLE.view(None), None)
    card = guess_card(made, node, choices, SAY, theme="paper", note=note)
    return told_by(card)


def test_a_guess_is_chosen_as_a_move_is() -> None:
    assert lines() == [
        "running",
        "### Guess the move",
        "-# Russian checkers: Ann – Ben",
        "Ann moved from c3 to b4.",
        "**What will Ben play?** · Black",
        "(picture)",
        "7:guess-pick:3:b6 primary, 7:guess-pick:3:d6 primary, 7:guess-pick:3:f6 primary,",
        "7:guess-pick:3:h6,g5 primary, 0:guess-month:0",
    ]


def test_the_last_guess_is_told_once_its_move_was_played() -> None:
    def told(*row: Any) -> list[str]:
        return lines(GuessRow(7, 1, 2, *row))[2:-4]

    assert (
        told("c3-d4") == told("c3-d4", None) == ["-# Russian checkers: Ann – Ben", "Ann moved from c3 to b4."]
    )
    assert told("c3-d4", "c3-b4") == [
        "-# Russian checkers: Ann – Ben",
        "Your last guess here was `c3-d4`; `c3-b4` was played.",
        "Ann moved from c3 to b4.",
    ]
    assert told("c3-b4", "c3-b4") == [
        "-# Russian checkers: Ann – Ben",
        "**Right:** `c3-b4` was your last guess here.",
        "Ann moved from c3 to b4.",
    ]


def test_a_guess_stands_with_the_best_of_the_month() -> None:
    card = guessed_card(GuessPosition(TABLE, 1, 3, "b6-a5"), BEST, SAY, theme="paper")
    assert told_by(card) == [
        "running",
        "### Guess the move",
        "-# Russian checkers: Ann – Ben",
        "Your guess: `b6-a5`. You can change it until Ben has moved.",
        "-# Nobody but you sees it. It counts once the move is on the board.",
        "(picture)",
        "**Most moves guessed this month on this server**",
        "1. <@101> · 4 right of 9",
        "2. <@102> · 1 right of 5",
        "-# You: 0 right of 2",
        "7:guess-pick:3 primary",
    ]


def test_one_s_own_score_is_told_once() -> None:
    def told(*month: Any) -> list[str]:
        card = guess_table_card(GuessMonth(*month), SAY)
        return told_by(card)

    assert told([score(1, 9, 4)], score(1, 9, 4)) == [
        "offered",
        "### Guess the move",
        "**Most moves guessed this month on this server**",
        "1. <@101> · 4 right of 9",
        "-# Watch a match that goes on, press More under its board, then Guess the move.",
    ]
    assert told([], None) == [
        "offered",
        "### Guess the move",
        "Nobody has guessed a move right on this server this month.",
        "-# Watch a match that goes on, press More under its board, then Guess the move.",
    ]
    assert told([score(1, 9, 4)], score(2, 1, 1)) == [
        "offered",
        "### Guess the move",
        "**Most moves guessed this month on this server**",
        "1. <@101> · 4 right of 9",
        "-# You: 1 right of 1",
        "-# Watch a match that goes on, press More under its board, then Guess the move.",
    ]
