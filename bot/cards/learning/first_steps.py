"""First steps: a small task of a game for one person alone, and what comes of it."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.cards.kit.card_lines import options_line
from bot.cards.kit.choices import choice_rows, in_sight
from bot.cards.kit.kit import (
    OFFERED,
    OVER,
    PRIMARY,
    SUCCESS,
    Card,
    Press,
    framed_view,
    row,
    small,
    text,
)
from bot.cards.kit.pictures import board_picture
from bot.cards.kit.ways import private_id
from bot.cards.play.picker import choosing, raised_hand, steps_line
from bot.cards.puzzles.puzzle import PuzzleIds, PuzzleState
from bot.custom_ids import CustomId
from engines.choose import levels
from rendering.describe import open_hands
from rules.board import BoardView
from rules.choosing import ChoiceNode
from rules.first_steps.tasks import Task, tasks_of
from rules.game import AnyGame, View
from rules.match import Match
from words import Speaker

SOLVED, OPEN = "🟩", "⬜"
"""A task that is solved, and one that is not."""


def steps_id(game: AnyGame, after: int | None = None) -> CustomId:
    """Return the custom_id that shows the next task of a game.

    With the number of a task `after` which to go on, the new card replaces the old one.
    """
    return CustomId("steps", 0, rest=game.key if after is None else f"{game.key},{after}")


def step_card(
    task: Task,
    match: Match,
    state: PuzzleState,
    reached: ChoiceNode,
    solved: Collection[int],
    say: Speaker,
    *,
    theme: str,
    note: str | None,
) -> Card:
    """Return a task with the choices of the level reached.

    `note` says why the last move was not right.
    """
    view = _solver_view(task, match)
    choices = in_sight(reached, view, state.part)
    side = match.sides[task.solver]
    words = say("card.steps.task", side=side, text=say.text(task.prompt))
    if steps := steps_line(reached, say):
        words = f"{words}\n{say('card.puzzle.next', steps=steps, side=side)}"
    further = [
        Press.of(steps_id(task.rules, task.number), say("button.steps.skip")),
        Press.of(CustomId("howto", 0, rest=task.game), say("button.howto")),
    ]
    return Card(
        framed_view(
            OFFERED,
            text(
                *_head(task, match, solved, say),
                note,
                words,
                say.text(reached.duty) if reached.duty else None,
                small(open_hands(view, say.language)),
            ),
            choosing(view, reached, choices, say, theme=theme),
            raised_hand(view, reached, say, theme),
            *choice_rows(reached, choices, view, PuzzleIds(task.key, 0, "", "step"), say, further=further),
        )
    )


def step_solved_card(
    task: Task, match: Match, solved: Collection[int], say: Speaker, *, theme: str, computer: bool
) -> Card:
    """Return a task that was just solved: the board after the move, and the way on."""
    whole = len(solved) >= len(tasks_of(task.game))
    following = Press.of(steps_id(task.rules, task.number), say("button.steps.next"), PRIMARY)
    meet = Press.of(private_id(task.rules), say("button.home.twotone"), SUCCESS)
    view = _solver_view(task, match)
    return Card(
        framed_view(
            OVER,
            text(
                *_head(task, match, solved, say),
                say("card.steps.right", move=match.plies[-1].said),
                say.text(task.prompt),
                say("card.steps.whole") if whole else None,
                small(open_hands(view, say.language)),
            ),
            board_picture(view, say, theme),
            row(
                *([] if whole else [following]),
                *([meet] if whole and computer and levels(task.rules) else []),
                Press.of(CustomId("howto", 0, rest=task.game), say("button.howto")),
            ),
        )
    )


def _head(task: Task, match: Match, solved: Collection[int], say: Speaker) -> Sequence[str | None]:
    """Return the task's title, the number solved, and any unusual options."""
    signs = "".join(SOLVED if each.number in solved else OPEN for each in tasks_of(task.game))
    agreed = options_line(task.rules, match.options, say) if task.options else None
    count = len(tasks_of(task.game))
    return (
        say("card.steps", title=task.rules.title),
        small(say("card.steps.number", number=task.number, count=count, text=signs)),
        agreed,
    )


def _solver_view(task: Task, match: Match) -> View:
    """Return the position as its solver sees it."""
    view = match.view(task.solver)
    return replace(view, viewer=task.solver) if isinstance(view, BoardView) else view
