"""Exercises for one person: solve a position of their own match again.

They also say what was wrong there. As with puzzles, the progress is in the custom_ids.
"""

from typing import Final

import discord

from bot.cards.kit.card_lines import in_turn
from bot.cards.kit.choices import choice_rows, in_sight
from bot.cards.kit.forms import choice, form
from bot.cards.kit.kit import OFFERED, OVER, PRIMARY, Card, Press, framed_view, row, small, text
from bot.cards.kit.names import plain
from bot.cards.kit.pictures import board_picture
from bot.cards.members.rest import HOURS
from bot.cards.members.settings import AUTOMATIC
from bot.cards.play.hint import ShownHint, hint_line, hinted_board
from bot.cards.play.picker import choosing, steps_line
from bot.cards.puzzles.puzzle import (
    PuzzleIds,
    PuzzleState,
    helps,
    puzzle_options_line,
    solved_line,
    solver_view,
)
from bot.custom_ids import CustomId
from club.clocks.zones import time_there, zone_named
from club.learning.exercises import Desk, KeptExercise
from club.learning.reminders import ReminderHour
from rules.choosing import ChoiceNode
from rules.match import Match
from words import Speaker

WORD: Final = CustomId("learn-open", 0, rest="word")
"""The button of a word by direct message, by which it is known."""


def exercise_card(
    kept: KeptExercise,
    match: Match,
    state: PuzzleState,
    reached: ChoiceNode,
    say: Speaker,
    *,
    theme: str,
    due: int,
    note: str | None = None,
    look: ShownHint | None = None,
) -> Card:
    """Return an exercise with the choices of the level reached.

    `due` is how many are due; `note` says how the last move was, `look` gives a hint.
    """
    puzzle = kept.exercise.puzzle
    view = solver_view(puzzle, match)
    choices = in_sight(reached, view, state.part)
    side = match.sides[puzzle.solver]
    made = match.game.read(match.position, kept.exercise.played[0])
    words: str | None = say("card.learn.task", side=side, move=match.game.in_words(match.position, made))
    if steps := steps_line(reached, say):
        words = say("card.puzzle.next", steps=steps, side=side)
    elif look and look.whole:
        words = None
    board = (
        hinted_board(view, look, say, theme) if look else choosing(view, reached, choices, say, theme=theme)
    )
    ids = PuzzleIds(state.key, state.plies, state.tries, "learn")
    return Card(
        framed_view(
            OFFERED,
            text(
                say("card.learn", title=puzzle.rules.title),
                puzzle_options_line(puzzle, match, say),
                _origin_line(kept, say, say("card.learn.due", count=due) if due else None),
                hint_line(look, say, "card.learn.better") if look else None,
                small(note) if look and note else note,
                words,
                say.text(reached.duty) if reached.duty else None,
            ),
            board,
            *choice_rows(reached, choices, view, ids, say, further=helps("learn", state, say, look)),
        )
    )


def answered_card(kept: KeptExercise, say: Speaker, *, theme: str, tries: str | None, due: int) -> Card:
    """Return the mistake and the better move of an exercise.

    It was solved by `tries`, or is shown on request (`None`). `due` is the number of exercises due
    after it.
    """
    exercise, puzzle = kept.exercise, kept.exercise.puzzle
    match = puzzle.after(0)
    before = solver_view(puzzle, match)
    for move in exercise.better:
        match.play(move)
    best = match.plies[0]
    # Unseen cards are dealt anew, so the cards drawn after the move were never in that match.
    view = before if puzzle.rules.hidden else solver_view(puzzle, match)
    return Card(
        framed_view(
            OVER,
            text(
                say("card.learn", title=puzzle.rules.title),
                puzzle_options_line(puzzle, match, say),
                _origin_line(kept, say),
                say("card.learn.shown", move=best.said) if tries is None else solved_line(tries, say),
                say.text(exercise.lesson),
                say("card.learn.played", steps=in_turn(exercise.lines[0].moves)),
                say("card.learn.line", steps=in_turn(exercise.lines[1].moves)),
                small(_back(kept, say)),
            ),
            board_picture(view, say, theme),
            row(
                *([Press.of(CustomId("learn-next", 0), say("button.learn.next"), PRIMARY)] if due else []),
                *_of_match(kept, say),
                Press.of(CustomId("howto", 0, rest=puzzle.game), say("button.howto")),
                _daily_press(say),
            ),
        )
    )


def nothing_due_card(desk: Desk, say: Speaker) -> Card:
    """Return the card shown when no exercise can be solved now.

    It says how many wait for a match to end, and when the next one comes.
    """
    words = "card.learn.done" if desk.days is not None else None
    if desk.due:
        words = None
    elif words is None and not desk.looking:
        words = "card.learn.empty"
    return Card(
        framed_view(
            OVER,
            text(
                say("card.learn.none"),
                say("card.learn.looking", count=desk.looking) if desk.looking else None,
                say("card.learn.held", count=desk.due) if desk.due else None,
                say(words) if words else None,
                say("card.learn.next", count=desk.days) if desk.days is not None else None,
                say("card.learn.about"),
            ),
            row(
                *(
                    [Press.of(CustomId("learn-next", 0), say("button.learn.again"), PRIMARY)]
                    if desk.looking
                    else []
                ),
                Press.of(CustomId("today", 0), say("button.home.puzzle")),
                _daily_press(say),
            ),
        )
    )


def due_card(count: int, say: Speaker) -> Card:
    """Return the message that `count` exercises are due, with a button for the first."""
    return Card(
        framed_view(
            OFFERED,
            text(say("card.learn.none"), say("card.learn.due", count=count), say("card.learn.why")),
            row(Press.of(WORD, say("button.learn.begin"), PRIMARY), _daily_press(say)),
        )
    )


def daily_form(chosen: ReminderHour, now: float, say: Speaker) -> discord.ui.Modal:
    """Return the form to choose at which hour to hear of exercises that are due."""
    hours = [(str(hour), f"{hour:02}:00") for hour in range(HOURS)]
    zone = say("form.learn.zone", zone=zone_named(chosen.zone), hour=time_there(chosen.zone, now))
    held = AUTOMATIC if chosen.hour is None else str(chosen.hour)
    values = [(AUTOMATIC, say("settings.learn.never")), *hours]
    return form(
        say("form.learn"),
        CustomId("learn-hour", 0),
        choice("hour", say("form.learn.hour"), values, held, about=zone, required=True),
    )


def _daily_press(say: Speaker) -> Press:
    return Press.of(CustomId("learn-daily", 0), say("button.learn.daily"))


def due_press(count: int, say: Speaker) -> Press:
    """Return the button that shows how many exercises are due, and the first of them."""
    return Press.of(CustomId("learn-open", 0), say("button.learn.due", count=count), PRIMARY)


def _origin_line(kept: KeptExercise, say: Speaker, more: str | None = None) -> str | None:
    """Return the line about an exercise's match, as far as it still exists.

    `more` is one more sentence.
    """
    origin = None
    if kept.match is not None:
        name = plain(kept.match.names[1 - kept.exercise.seat])
        origin = say("card.learn.from", name=name, number=kept.exercise.number)
    return small(" ".join(filter(None, (origin, more))) or None)


def _back(kept: KeptExercise, say: Speaker) -> str:
    if kept.days is None:
        return say("card.learn.known")
    return say("card.learn.back", count=kept.days)


def _of_match(kept: KeptExercise, say: Speaker) -> list[Press]:
    if kept.match is None:
        return []
    return [Press.of(CustomId("analyse", kept.match.id, kept.match.version), say("button.learn.match"))]
