"""The cards of coordinates training: before a round, in it, and after it."""

from typing import Any

from bot.cards.kit.kit import Card
from bot.cards.learning.coordinates import CoordinatesRound, end_card, intro_card, question_card
from club.learning.coordinates import RoundResult, SquareQuestion, opening_board
from rules.catalogue import GAMES
from tests.bot.cards.whole_card import SAY, drawn, told_by

GAME = GAMES["russian"]
BOARD = opening_board(GAME)
assert BOARD is not None


def intro(best: float | None) -> Card:
    assert BOARD is not None
    return intro_card(GAME, BOARD, best, SAY, theme="paper")


def test_a_round_is_explained_before_its_clock_runs() -> None:
    assert told_by(intro(41.26)) == [
        "offered",
        "### Coordinates: Russian checkers",
        "I mark 30 squares one after the other, and you say what each is called. The clock runs from…",
        "-# Your best time: 41.3 seconds",
        "(picture)",
        "0:coord-go:0:russian primary, 0:howto:0:russian",
    ]
    assert told_by(intro(None))[3:4] == ["(picture)"]


def test_the_square_in_question_is_named_nowhere(undrawn: None) -> None:
    assert BOARD is not None
    state, names = CoordinatesRound(GAME, 4, 1, 77, 1234), ("a1", "b2", "c3", "d4")

    def card(missed: str | None) -> Card:
        question = SquareQuestion("c3", names, 2)
        return question_card(state, BOARD, question, SAY, theme="paper", missed_name=missed)

    assert told_by(card(None)) == [
        "offered",
        "**5/30** · Which square is marked?",
        "(picture)",
        "0:coord:0:russian/4/1/77/1234/0 primary, 0:coord:0:russian/4/1/77/1234/1 primary,",
        "0:coord:0:russian/4/1/77/1234/2 primary, 0:coord:0:russian/4/1/77/1234/3 primary",
    ]
    assert told_by(card("d4"))[1:3] == [
        "**5/30** · Which square is marked?",
        "It is not **d4**: 5 seconds more. Look again.",
    ]
    assert drawn(card(None)) == [
        ("board.png", "An empty board without letters and numbers; one square is marked.")
    ]
    assert drawn(intro(None)) == [("board.png", "Russian checkers")]


def test_a_record_is_a_better_time_than_before() -> None:
    def told(before: float | None) -> list[str]:
        return told_by(end_card(GAME, RoundResult(40.0, 2, before), SAY))

    assert told(40.1) == [
        "over",
        "### Coordinates: Russian checkers",
        "**40.0 seconds**, with 2 wrong names counted in.",
        "That is faster than ever before!",
        "-# Your best time: 40.0 seconds",
        "0:coord-go:0:russian primary, 0:howto:0:russian",
    ]
    assert told(39.9)[3:-1] == ["-# Your best time: 39.9 seconds"]
    assert told(40.0)[3:-1] == told(None)[3:-1] == ["-# Your best time: 40.0 seconds"]


def test_a_round_reads_back_while_squares_are_left() -> None:
    def read(**given: Any) -> CoordinatesRound | None:
        parts = {"game": "russian", "number": 29, "misses": 3, "seed": 12, "began": 99, "chosen": 2} | given
        return CoordinatesRound.parse("/".join(map(str, parts.values())))

    made = CoordinatesRound(GAME, 29, 3, 12, 99, 2)
    assert read() == made and made.choice_id(2).rest == "russian/29/3/12/99/2"
    assert [read(number=30), read(game="nothing"), read(chosen=10)] == [None, None, None]
