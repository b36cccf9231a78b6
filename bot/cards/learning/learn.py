"""Exercises: a person solves a position of their own match again.

An exercise is a position with one clearly better move than the one played; its answer also explains the
mistake. As with puzzles, the custom_ids hold the progress.
"""

from typing import Final

import discord

from bot.cards.kit.card_lines import quote_moves
from bot.cards.kit.choices import choice_rows, visible_choices
from bot.cards.kit.forms import choice_field, form
from bot.cards.kit.kit import OFFERED, OVER, PRIMARY, ActionButton, Card, framed_view, row, small_print, text
from bot.cards.kit.names import safe_name
from bot.cards.kit.pictures import board_picture
from bot.cards.members.rest import HOURS
from bot.cards.members.settings import AUTOMATIC
from bot.cards.play.hint import ShownHint, hint_line, hinted_board
from bot.cards.play.picker import alike_cards_line, choices_picture, raised_hand, steps_line
from bot.cards.puzzles.puzzle import (
    PuzzleIds,
    PuzzleState,
    help_buttons,
    puzzle_options_line,
    solved_line,
    solver_view,
)
from bot.custom_ids import CustomId
from club.clocks.zones import local_time_text, zone_label
from club.learning.exercises import ExerciseOverview, KeptExercise
from club.learning.reminders import ReminderHour
from rendering.describe import open_hands_text
from rules.choosing import ChoiceNode
from rules.match import Match
from words import Localizer

REMINDER_BUTTON_ID: Final = CustomId("learn-open", 0, rest="word")
"""The button of a word by direct message, by which it is known."""


def exercise_card(
    kept_exercise: KeptExercise,
    match: Match,
    state: PuzzleState,
    node: ChoiceNode,
    say: Localizer,
    *,
    theme: str,
    due_count: int,
    note: str | None = None,
    hint: ShownHint | None = None,
) -> Card:
    """Return an exercise, with the choices that continue from `node`.

    `due_count` is the number of exercises due; `note` comments on the last move, and `hint` is shown if
    there is one.
    """
    puzzle = kept_exercise.exercise.puzzle
    view = solver_view(puzzle, match)
    choices = visible_choices(node, view, state.part)
    side = match.sides[puzzle.solver]
    made = match.game.read(match.position, kept_exercise.exercise.played_line[0])
    words: str | None = say("card.learn.task", side=side, move=match.game.in_words(match.position, made))
    if steps := steps_line(node, say):
        words = say("card.puzzle.next", steps=steps, side=side)
    elif hint and hint.shows_move:
        words = None
    board = (
        hinted_board(view, hint, say, theme)
        if hint
        else choices_picture(view, node, choices, say, theme=theme)
    )
    ids = PuzzleIds(state.key, state.plies, state.tries, "learn")
    return Card(
        framed_view(
            OFFERED,
            text(
                say("card.learn", title=puzzle.rules.title),
                puzzle_options_line(puzzle, match, say),
                _origin_line(
                    kept_exercise, say, say("card.learn.due", count=due_count) if due_count else None
                ),
                hint_line(hint, say, "card.learn.better") if hint else None,
                small_print(note) if hint and note else note,
                words,
                alike_cards_line(node, say),
                say.text(node.duty) if node.duty else None,
                small_print(open_hands_text(view, say.language)),
            ),
            board,
            raised_hand(view, node, say, theme, hinted_cards=hint.cards if hint else ()),
            *choice_rows(
                node, choices, view, ids, say, extra_buttons=help_buttons("learn", state, say, hint)
            ),
        )
    )


def exercise_answer_card(
    kept_exercise: KeptExercise, say: Localizer, *, theme: str, tries: str | None, has_next: bool
) -> Card:
    """Return the answer to an exercise: the mistake and the better move.

    It was solved with `tries`, or the answer is shown on request (`None`). `has_next` says whether another
    exercise can be solved now.
    """
    exercise, puzzle = kept_exercise.exercise, kept_exercise.exercise.puzzle
    match = puzzle.match_after(0)
    before = solver_view(puzzle, match)
    for move in exercise.better_line:
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
                _origin_line(kept_exercise, say),
                say("card.learn.shown", move=best.said) if tries is None else solved_line(tries, say),
                say.text(exercise.lesson),
                say("card.learn.played", steps=quote_moves(exercise.lines[0].moves)),
                say("card.learn.line", steps=quote_moves(exercise.lines[1].moves)),
                small_print(_return_line(kept_exercise, say)),
            ),
            board_picture(view, say, theme),
            row(
                *(
                    [ActionButton.create(CustomId("learn-next", 0), say("button.learn.next"), PRIMARY)]
                    if has_next
                    else []
                ),
                *_match_buttons(kept_exercise, say),
                ActionButton.create(CustomId("howto", 0, rest=puzzle.game), say("button.howto")),
                _reminder_button(say),
            ),
        )
    )


def nothing_due_card(desk: ExerciseOverview, say: Localizer) -> Card:
    """Return the card shown when no exercise can be solved now.

    It says how many wait for a match to end, and when the next one is due.
    """
    words = "card.learn.done" if desk.next_due_in_days is not None else None
    if desk.due_count:
        words = None
    elif words is None and not desk.matches_in_work:
        words = "card.learn.empty"
    return Card(
        framed_view(
            OVER,
            text(
                say("card.learn.none"),
                say("card.learn.looking", count=desk.matches_in_work) if desk.matches_in_work else None,
                say("card.learn.held", count=desk.due_count) if desk.due_count else None,
                say(words) if words else None,
                say("card.learn.next", count=desk.next_due_in_days)
                if desk.next_due_in_days is not None
                else None,
                say("card.learn.about"),
            ),
            row(
                *(
                    [ActionButton.create(CustomId("learn-next", 0), say("button.learn.again"), PRIMARY)]
                    if desk.matches_in_work
                    else []
                ),
                ActionButton.create(CustomId("today", 0), say("button.home.puzzle")),
                _reminder_button(say),
            ),
        )
    )


def exercises_due_card(count: int, say: Localizer) -> Card:
    """Return the reminder that exercises are due, with a button for the first."""
    return Card(
        framed_view(
            OFFERED,
            text(say("card.learn.none"), say("card.learn.due", count=count), say("card.learn.why")),
            row(
                ActionButton.create(REMINDER_BUTTON_ID, say("button.learn.begin"), PRIMARY),
                _reminder_button(say),
            ),
        )
    )


def reminder_form(chosen: ReminderHour, now: float, say: Localizer) -> discord.ui.Modal:
    """Return the form to choose the hour of the daily reminder of exercises."""
    hours = [(str(hour), f"{hour:02}:00") for hour in range(HOURS)]
    zone = say("form.learn.zone", zone=zone_label(chosen.zone), hour=local_time_text(chosen.zone, now))
    held = AUTOMATIC if chosen.hour is None else str(chosen.hour)
    values = [(AUTOMATIC, say("settings.learn.never")), *hours]
    return form(
        say("form.learn"),
        CustomId("learn-hour", 0),
        choice_field("hour", say("form.learn.hour"), values, held, description=zone, required=True),
    )


def _reminder_button(say: Localizer) -> ActionButton:
    return ActionButton.create(CustomId("learn-daily", 0), say("button.learn.daily"))


def due_exercises_button(count: int, say: Localizer) -> ActionButton:
    """Return the button that opens the first exercise and says how many are due."""
    return ActionButton.create(CustomId("learn-open", 0), say("button.learn.due", count=count), PRIMARY)


def _origin_line(kept_exercise: KeptExercise, say: Localizer, more: str | None = None) -> str | None:
    """Return the line about an exercise's match, as far as it still exists.

    `more` is a sentence to add.
    """
    origin = None
    if kept_exercise.match is not None:
        name = safe_name(kept_exercise.match.names[1 - kept_exercise.exercise.seat])
        origin = say("card.learn.from", name=name, number=kept_exercise.exercise.move_number)
    return small_print(" ".join(filter(None, (origin, more))) or None)


def _return_line(kept_exercise: KeptExercise, say: Localizer) -> str:
    if kept_exercise.due_in_days is None:
        return say("card.learn.known")
    return say("card.learn.back", count=kept_exercise.due_in_days)


def _match_buttons(kept_exercise: KeptExercise, say: Localizer) -> list[ActionButton]:
    if kept_exercise.match is None:
        return []
    return [
        ActionButton.create(
            CustomId("analyse", kept_exercise.match.id, kept_exercise.match.version),
            say("button.learn.match"),
        )
    ]
