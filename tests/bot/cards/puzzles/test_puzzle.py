"""Lines and buttons of a puzzle: its origin, its end, the help left."""

from typing import Any

import pytest

from bot.cards.play.hint import ShownHint
from bot.cards.puzzles.puzzle import (
    PuzzleState,
    help_buttons,
    origin_line,
    puzzle_card,
    puzzle_options_line,
    puzzle_solution_card,
    solved_line,
)
from club.play.course.hints import Hint
from club.puzzles.puzzle_rating import SHOWN_FROM, TryRatingChange
from club.puzzles.solving import PuzzleTally, PuzzleView
from club.standing.rating_arithmetic import KNOWN
from data.puzzles.puzzle_rating import SolverRow
from engines.puzzles.puzzle import load_shipped_puzzles
from rules.choosing import reach_match_choice
from tests.bot.cards.whole_card import SAY, told_by

ONE = load_shipped_puzzles("russian")[0]


def test_how_a_puzzle_was_solved() -> None:
    assert [solved_line(tries, SAY) for tries in ("", "o", "xo", "xxo", "ho", "mo", "hxo")] == [
        "**Solved at the first try!**",
        "**Solved at the first try!**",
        "**Solved** in 2 tries.",
        "**Solved** in 3 tries.",
        "**Solved**, with a hint.",
        "**Solved**, with a hint.",
        "**Solved** in 2 tries, with a hint.",
    ]


def test_where_a_puzzle_is_from() -> None:
    assert origin_line(PuzzleView(ONE, player_names=("Ann", "Ben")), SAY) is None
    assert [
        origin_line(PuzzleView(ONE, is_from_server=True, player_names=names), SAY)
        for names in ((), ("Ann", "Ben"))
    ] == ["-# From a match on this server.", "-# From a match of Ann and Ben on this server."]


def test_usual_options_are_not_said() -> None:
    assert puzzle_options_line(ONE, ONE.match_after(0), SAY) is None


def test_a_state_reads_back() -> None:
    state = PuzzleState("key", 2, "xho")
    assert state.extended_tries("x") == "xhox"
    assert state.id_prefix == "key/2xho/"


def test_a_hint_after_many_wrong_moves_is_kept() -> None:
    state = PuzzleState("key", tries="o" + "x" * 15)
    for letter in "xhmo":
        state = PuzzleState("key", tries=state.extended_tries(letter))
    assert state.tries == "x" * 13 + "hmo"
    assert solved_line(state.tries, SAY) == "**Solved** in 14 tries, with a hint."


def test_after_many_wrong_moves_a_right_one_takes_none_of_them_back() -> None:
    tries = PuzzleState("key", tries="x" * 16).extended_tries("o")
    assert solved_line(tries, SAY) == "**Solved** in 17 tries."


@pytest.mark.parametrize(
    ("tries", "letter"), [("", ""), ("h", "h"), ("hm", "m"), ("ho", ""), ("moh", "h"), ("x", "")]
)
def test_the_last_help_is_that_for_the_next_move(tries: str, letter: str) -> None:
    assert PuzzleState("key", 0, tries).last_help == letter


def test_tries_are_kept_up_to_sixteen() -> None:
    assert PuzzleState("key", 0, "x" * 16).extended_tries("o") == "x" * 16
    assert PuzzleState("key", 0, "x" * 15).extended_tries("o") == "x" * 15 + "o"


def test_the_next_hint_is_offered_until_the_move_is_shown() -> None:
    found = Hint("a man", "c3-b4", ())
    hints = (None, *(ShownHint(found, (), (), shows_move=shown) for shown in (False, True)))
    state = PuzzleState("0123456789", 1, "x")
    assert [
        [(each.label, each.custom_id) for each in help_buttons("puzzle", state, SAY, given)]
        for given in hints
    ] == [
        [("Hint", "v1:0:puzzle-hint:0:0123456789/1x/"), ("Solution", "v1:0:puzzle-show:0:0123456789")],
        [
            ("Show the move", "v1:0:puzzle-move:0:0123456789/1x/"),
            ("Solution", "v1:0:puzzle-show:0:0123456789"),
        ],
        [("Solution", "v1:0:puzzle-show:0:0123456789")],
    ]


def asked(
    plies: int = 0, *, of: dict[str, Any] | None = None, path: tuple[str, ...] = (), **given: Any
) -> list[str]:
    match = ONE.match_after(plies)
    node = reach_match_choice(match, path)
    assert node is not None
    usual: dict[str, Any] = {"theme": "paper", "note": None}
    state = PuzzleState(ONE.key, plies, path=path)
    return told_by(puzzle_card(PuzzleView(ONE, **of or {}), match, state, node, SAY, **usual | given))


def test_a_puzzle_asks_for_the_best_move() -> None:
    assert asked() == [
        "offered",
        "### Puzzle: Russian checkers ★☆☆",
        "**White** to move. Only one move comes out ahead: find it.",
        "(picture)",
        "0:puzzle:0:e9af4140e5/0/a3,b4 primary, 0:puzzle:0:e9af4140e5/0/e3 primary,",
        "0:puzzle:0:e9af4140e5/0/g3 primary, 0:puzzle:0:e9af4140e5/0/d2,c3 primary,",
        "0:puzzle:0:e9af4140e5/0/a1,b2 primary, 0:puzzle:0:e9af4140e5/0/c1,b2 primary,",
        "0:puzzle-hint:0:e9af4140e5/0/, 0:puzzle-show:0:e9af4140e5, 0:puzzle-next:0:e9af4140e5,",
        "0:howto:0:russian",
    ]
    assert asked(of={"number": 7, "is_first": True})[1:4] == [
        "### Puzzle of the day no. 7 (2026-01-07): Russian checkers ★☆☆",
        "-# An easy one to begin with, not rated. Today's puzzle is a press away at its end.",
        "**White** to move. Only one move comes out ahead: find it.",
    ]


def test_a_note_or_a_hint_takes_the_task_s_place() -> None:
    looked, shown = (ShownHint(Hint("a man", "c3-b4", ()), (), (), shows_move=seen) for seen in (False, True))
    assert asked(note="No.")[2:4] == ["No.", "(picture)"]
    assert asked(hint=looked)[2:5] == [
        "Look here: **a man**.",
        "**White** to move. Only one move comes out ahead: find it.",
        "(picture)",
    ]
    assert asked(hint=shown, note="No.")[2:5] == ["The move is `c3-b4`.", "-# No.", "(picture)"]
    assert asked(2)[2:4] == [
        "**White** to move. Only one move comes out ahead: find it.",
        "You must capture (Russian checkers: captures are mandatory).",
    ]
    assert asked(2, note="Well.")[2:4] == [
        "Well.",
        "You must capture (Russian checkers: captures are mandatory).",
    ]
    assert asked(2, hint=looked)[2:4] == [
        "Look here: **a man**.",
        "You must capture (Russian checkers: captures are mandatory).",
    ]


def solution(
    tally: PuzzleTally, tries: str | None = "xo", of: dict[str, Any] | None = None, **given: Any
) -> list[str]:
    return told_by(
        puzzle_solution_card(PuzzleView(ONE, **of or {}), tally, SAY, theme="paper", tries=tries, **given)
    )


def test_a_solution_comes_with_what_it_counts_for() -> None:
    assert solution(PuzzleTally(3, 2)) == [
        "over",
        "### Puzzle: Russian checkers ★☆☆",
        "**Solved** in 2 tries.",
        "```",
        "Twotone puzzle · Russian checkers 🟥🟩",
        "```",
        "```",
        "1. e3-d4 c5:e3",
        "2. d2:b8",
        "```",
        "White gives up 1 piece, takes 3 and comes out ahead.",
        "**Theme:** shot · three or more at one stroke · breakthrough",
        "-# Puzzles solved so far: 3 · 2 days in a row. One a day keeps your streak.",
        "(picture)",
        "0:share-puzzle:0:e9af4140e5/0xo/, 0:today:0, 0:puzzle-next:0:e9af4140e5, 0:howto:0:russian,",
        "0:puzzle-mine:0",
    ]
    assert solution(PuzzleTally(0, 0), None, {"number": 7}, is_invited=True) == [
        "over",
        "### Puzzle of the day no. 7 (2026-01-07): Russian checkers ★☆☆",
        "**The solution:**",
        "```",
        "1. e3-d4 c5:e3",
        "2. d2:b8",
        "```",
        "White gives up 1 piece, takes 3 and comes out ahead.",
        "**Theme:** shot · three or more at one stroke · breakthrough",
        "-# Your finished matches can become puzzles here too: say so in </settings me:0000000000000…",
        "(picture)",
        "0:puzzle-next:0:e9af4140e5, 0:howto:0:russian, 0:puzzle-mine:0",
    ]
    assert solution(PuzzleTally(1, 0), "o")[7:13] == [
        "1. e3-d4 c5:e3",
        "2. d2:b8",
        "```",
        "White gives up 1 piece, takes 3 and comes out ahead.",
        "**Theme:** shot · three or more at one stroke · breakthrough",
        "-# 1 puzzle solved so far",
    ]


def test_a_rating_is_told_once_it_says_something() -> None:
    def told(tries: int, deviation: float) -> str:
        solver = SolverRow(1, "russian", 1500.0, deviation, 0.0, tries)
        change = TryRatingChange(1512.4, 12.4, 1490.0, -7.6)
        told = solution(PuzzleTally(1, 0, change, solver), "o")
        return told[told.index("-# 1 puzzle solved so far") - 1]

    assert [told(SHOWN_FROM - 1, 0), told(SHOWN_FROM, KNOWN - 1), told(SHOWN_FROM, KNOWN)] == [
        "-# First try 9 of 10: then you have a puzzle rating.",
        "-# First try: you 1512 (+12) · this puzzle 1490 (−8).",
        "-# First try: you 1512 (+12), provisional · this puzzle 1490 (−8).",
    ]
