"""Lines and buttons of a puzzle: its origin, its end, the help left."""

import pytest

from bot.cards.play.hint import ShownHint
from bot.cards.puzzles.puzzle import PuzzleState, help_buttons, origin_line, puzzle_options_line, solved_line
from club.play.course.hints import Hint
from club.puzzles.solving import PuzzleView
from engines.puzzles.puzzle import load_shipped_puzzles
from tests.bot.cards.whole_card import SAY

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
