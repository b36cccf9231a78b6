"""First steps: small tasks for a newcomer to a game."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.cards.kit.card_lines import options_line
from bot.cards.kit.choices import choice_rows, visible_choices
from bot.cards.kit.kit import (
    OFFERED,
    OVER,
    PRIMARY,
    SUCCESS,
    ActionButton,
    Card,
    framed_view,
    row,
    small_print,
    text,
)
from bot.cards.kit.pictures import board_picture
from bot.cards.kit.ways import private_id
from bot.cards.play.picker import choices_picture, raised_hand, steps_line
from bot.cards.puzzles.puzzle import PuzzleIds, PuzzleState
from bot.custom_ids import CustomId
from engines.choose import level_count
from rendering.describe import open_hands_text
from rules.board import BoardView
from rules.choosing import ChoiceNode
from rules.first_steps.tasks import Task, tasks_of
from rules.game import AnyGame, View
from rules.match import Match
from words import Localizer

SOLVED, OPEN = "🟩", "⬜"
"""A task that is solved, and one that is not."""


def first_steps_id(game: AnyGame, after_task: int | None = None) -> CustomId:
    """Return the custom_id that shows the next task for newcomers to a game.

    With `after_task` (the number of a task), the next one after that is shown, and the new card
    replaces the old one.
    """
    return CustomId("steps", 0, rest=game.key if after_task is None else f"{game.key},{after_task}")


def first_step_card(
    task: Task,
    match: Match,
    state: PuzzleState,
    node: ChoiceNode,
    solved: Collection[int],
    say: Localizer,
    *,
    theme: str,
    note: str | None,
) -> Card:
    """Return a task for newcomers, with the choices that continue from `node`.

    `note` says why the last move was not right.
    """
    view = _solver_view(task, match)
    choices = visible_choices(node, view, state.part)
    side = match.sides[task.solver]
    words = say("card.steps.task", side=side, text=say.text(task.prompt))
    if steps := steps_line(node, say):
        words = f"{words}\n{say('card.puzzle.next', steps=steps, side=side)}"
    further = [
        ActionButton.create(first_steps_id(task.rules, task.number), say("button.steps.skip")),
        ActionButton.create(CustomId("howto", 0, rest=task.game), say("button.howto")),
    ]
    return Card(
        framed_view(
            OFFERED,
            text(
                *_head(task, match, solved, say),
                note,
                words,
                say.text(node.duty) if node.duty else None,
                small_print(open_hands_text(view, say.language)),
            ),
            choices_picture(view, node, choices, say, theme=theme),
            raised_hand(view, node, say, theme),
            *choice_rows(node, choices, view, PuzzleIds(task.key, 0, "", "step"), say, extra_buttons=further),
        )
    )


def first_step_solved_card(
    task: Task, match: Match, solved: Collection[int], say: Localizer, *, theme: str, computer: bool
) -> Card:
    """Return a task that was just solved: the final board, and what comes next."""
    whole = len(solved) >= len(tasks_of(task.game))
    following = ActionButton.create(
        first_steps_id(task.rules, task.number), say("button.steps.next"), PRIMARY
    )
    meet = ActionButton.create(private_id(task.rules), say("button.home.twotone"), SUCCESS)
    view = _solver_view(task, match)
    return Card(
        framed_view(
            OVER,
            text(
                *_head(task, match, solved, say),
                say("card.steps.right", move=match.plies[-1].said),
                say.text(task.prompt),
                say("card.steps.whole") if whole else None,
                small_print(open_hands_text(view, say.language)),
            ),
            board_picture(view, say, theme),
            row(
                *([] if whole else [following]),
                *([meet] if whole and computer and level_count(task.rules) else []),
                ActionButton.create(CustomId("howto", 0, rest=task.game), say("button.howto")),
            ),
        )
    )


def _head(task: Task, match: Match, solved: Collection[int], say: Localizer) -> Sequence[str | None]:
    """Return the title of a task, the tasks solved so far, and unusual options."""
    signs = "".join(SOLVED if each.number in solved else OPEN for each in tasks_of(task.game))
    agreed = options_line(task.rules, match.options, say) if task.options else None
    count = len(tasks_of(task.game))
    return (
        say("card.steps", title=task.rules.title),
        small_print(say("card.steps.number", number=task.number, count=count, text=signs)),
        agreed,
    )


def _solver_view(task: Task, match: Match) -> View:
    """Return the position from the side of the person who solves the task."""
    view = match.view(task.solver)
    return replace(view, viewer=task.solver) if isinstance(view, BoardView) else view
