"""The cards of exercises: the position, its answer, and when none is due."""

from dataclasses import replace
from typing import Any

from bot.cards.learning.learn import (
    exercise_answer_card,
    exercise_card,
    exercises_due_card,
    nothing_due_card,
    reminder_form,
)
from bot.cards.play.hint import ShownHint
from bot.cards.puzzles.puzzle import PuzzleState
from club.learning.exercises import ExerciseOverview, KeptExercise
from club.learning.reminders import ReminderHour
from club.play.course.hints import Hint
from engines.exercises import Exercise
from engines.puzzles.puzzle import Puzzle
from rules.catalogue import GAMES
from rules.choosing import reach_match_choice
from rules.match import Match
from tests.bot.cards.competitions.made_sheets import listed
from tests.bot.cards.whole_card import SAY, frame_of, lines_of, told_by
from tests.club.learner import exercise

KEPT = KeptExercise("0123456789", exercise(), listed(7, game="binar"), 4)


def asked(kept: KeptExercise = KEPT, **given: Any) -> list[str]:
    """The lines of an exercise, without the cells that one can press."""
    match = kept.exercise.puzzle.match_after(0)
    node = reach_match_choice(match, ())
    assert node is not None
    usual: dict[str, Any] = {"theme": "paper", "due_count": 3}
    card = exercise_card(kept, match, PuzzleState(kept.key, 0, ""), node, SAY, **usual | given)
    return [line for line in (frame_of(card), *lines_of(card)) if " 0:learn:0:" not in line]


def test_an_exercise_says_what_was_played_and_asks_for_better() -> None:
    assert asked() == [
        "offered",
        "### Learn: Binar",
        "-# From your match with Ann, move 9. 3 exercises are due.",
        "You are **Odd** and played `d3` here. One move is clearly better: find it.",
        "(picture)",
        "[Hint] 0:learn-hint:0:0123456789/0/",
        "[Solution] 0:learn-show:0:0123456789",
    ]
    assert asked(replace(KEPT, match=None), due_count=0, note="No.")[1:5] == [
        "### Learn: Binar",
        "No.",
        "You are **Odd** and played `d3` here. One move is clearly better: find it.",
        "(picture)",
    ]


def test_a_hint_takes_the_note_s_place_and_a_shown_move_the_task_s() -> None:
    found = Hint("a cell", "c3", ())
    assert asked(note="No.", hint=ShownHint(found, (), (), shows_move=False)) == [
        "offered",
        "### Learn: Binar",
        "-# From your match with Ann, move 9. 3 exercises are due.",
        "Look here: **a cell**.",
        "-# No.",
        "You are **Odd** and played `d3` here. One move is clearly better: find it.",
        "(picture)",
        "[Show the move] 0:learn-move:0:0123456789/0/",
        "[Solution] 0:learn-show:0:0123456789",
    ]
    assert asked(note="No.", hint=ShownHint(found, (), (), shows_move=True)) == [
        "offered",
        "### Learn: Binar",
        "-# From your match with Ann, move 9. 3 exercises are due.",
        "The better move is `c3`.",
        "-# No.",
        "(picture)",
        "[Solution] 0:learn-show:0:0123456789",
    ]


def answer(kept: KeptExercise = KEPT, tries: str | None = "xo", has_next: bool = True) -> list[str]:
    return told_by(exercise_answer_card(kept, SAY, theme="paper", tries=tries, has_next=has_next))


def test_an_answer_shows_both_lines_and_when_it_comes_back() -> None:
    assert answer() == [
        "over",
        "### Learn: Binar",
        "-# From your match with Ann, move 9.",
        "**Solved** in 2 tries.",
        "After `d3` the game is lost; `e4` was the way to hold on.",
        "You played: `d3` `d4`",
        "Better, as on the board: `e4` `e1`",
        "-# It comes back in 4 days.",
        "(picture)",
        "0:learn-next:0 primary, 7:analyse:1, 0:howto:0:binar, 0:learn-daily:0",
    ]
    assert answer(replace(KEPT, match=None, due_in_days=None), None, False) == [
        "over",
        "### Learn: Binar",
        "**The better move: `e4`**",
        "After `d3` the game is lost; `e4` was the way to hold on.",
        "You played: `d3` `d4`",
        "Better, as on the board: `e4` `e1`",
        "-# You know this one now: it does not come back.",
        "(picture)",
        "0:howto:0:binar, 0:learn-daily:0",
    ]


def test_where_none_is_due_it_is_said_why() -> None:
    def told(*desk: Any) -> list[str]:
        return told_by(nothing_due_card(ExerciseOverview(*desk), SAY))

    assert told(0, None, 0, None) == [
        "over",
        "### Learn from your matches",
        "There is nothing to solve yet. When you finish a match and a move of yours cost you much, i…",
        "-# An exercise comes back after 1, 3, 7 and 21 days, and from the beginning after a miss or…",
        "0:today:0, 0:learn-daily:0",
    ]
    assert told(0, None, 2, None) == [
        "over",
        "### Learn from your matches",
        "I am looking through 2 finished matches of yours for moves that cost you much. That takes a…",
        "-# An exercise comes back after 1, 3, 7 and 21 days, and from the beginning after a miss or…",
        "0:learn-next:0 primary, 0:today:0, 0:learn-daily:0",
    ]
    assert told(0, None, 0, 5) == [
        "over",
        "### Learn from your matches",
        "Nothing is due now. You have solved all there is for today.",
        "The next exercise comes in 5 days.",
        "-# An exercise comes back after 1, 3, 7 and 21 days, and from the beginning after a miss or…",
        "0:today:0, 0:learn-daily:0",
    ]
    assert told(3, None, 0, 5)[1:4] == [
        "### Learn from your matches",
        "3 exercises are due, but wait: their positions stand, or stood, in matches that you are pla…",
        "The next exercise comes in 5 days.",
    ]
    assert told(0, None, 2, 5)[1:5] == [
        "### Learn from your matches",
        "I am looking through 2 finished matches of yours for moves that cost you much. That takes a…",
        "Nothing is due now. You have solved all there is for today.",
        "The next exercise comes in 5 days.",
    ]


def test_a_reminder_leads_to_the_first_exercise() -> None:
    assert told_by(exercises_due_card(2, SAY)) == [
        "offered",
        "### Learn from your matches",
        "2 exercises are due.",
        "-# You wanted to hear of that once a day; **Daily message** changes it.",
        "0:learn-open:0:word primary, 0:learn-daily:0",
    ]


def test_the_hour_of_the_reminder_is_the_chosen_one() -> None:
    def chosen(hour: int | None) -> list[str]:
        form: Any = reminder_form(ReminderHour(hour, None), 3600.0 * 5, SAY)
        return [each.value for each in form.children[0].component.options if each.default]

    assert [chosen(hour) for hour in (None, 0, 17)] == [["auto"], ["0"], ["17"]]


def test_an_exercise_of_cards_shows_the_hand_and_tells_of_hands_that_were_open() -> None:
    def told(hands: str) -> list[str]:
        match = Match(GAMES["one-zero-one"], {"hands": hands}, bytes(32))
        assert match.turn is not None
        best, other, *_ = match.moves()
        at = match.game.show(match.view(match.turn))
        puzzle = Puzzle(match.game.key, match.options, at, (best,), 0, 1, 1)
        made = Exercise(puzzle, match.turn, 1, (other,), (best,), better_wins=False, played_loses=False)
        lines = asked(replace(KEPT, exercise=made))
        return [line for line in lines if line == "(picture)" or line.startswith("-# Hands")]

    assert told("hidden") == ["(picture)", "(picture)"], "the display, and below it one's own hand"
    assert told("open")[0].startswith("-# Hands: 0 (")
    assert told("open")[1:] == ["(picture)", "(picture)"]
