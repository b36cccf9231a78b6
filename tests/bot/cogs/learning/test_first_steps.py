"""First steps: a game's tasks, reached from its rules and solved by buttons.

They are kind to a wrong move, and seen by one person alone.
"""

from typing import Any

import pytest

from bot.cards.puzzles.puzzle import PuzzleIds, PuzzleState
from bot.cogs.learning.first_steps import resolve_state
from bot.custom_ids import LIMIT
from club.refusals import Refusal
from rules.first_steps.tasks import Task, tasks_of
from tests.bot.server import Server, buttons, texts


def paths(task: Task, *, right: bool) -> list[tuple[str, ...]]:
    """The choices that lead to moves which reach the goal, or to those that miss it."""
    match = task.match
    return [
        tuple(step.value for step in match.game.steps(match.position, move))
        for move in match.game.moves(match.position)
        if (task.explain_miss(match.position, move) is None) is right
    ]


def test_every_task_is_walked_by_its_buttons(key: str) -> None:
    for task in tasks_of(key):
        [path, *_] = paths(task, right=True)
        assert len(str(PuzzleIds(task.key, 0, "", "step").play_id(path))) <= LIMIT
        assert resolve_state(task, PuzzleState(task.key, path=path, plays_now=True)).node is None
        [wrong, *_] = paths(task, right=False)
        stood = resolve_state(task, PuzzleState(task.key, path=wrong, plays_now=True))
        assert stood.message is not None and stood.node is not None
        assert (stood.node.path, stood.match.plies) == (
            resolve_state(task, PuzzleState(task.key)).node.path,  # pyrefly: ignore[missing-attribute]  # it has just begun
            [],
        )


async def press_path(room: Server, member: Any, shown: Any, path: tuple[str, ...]) -> Any:
    """Make the move of these choices by the buttons that are offered."""
    for _ in range(9):
        found = {}
        for custom_id in buttons(shown.response).values():
            state = PuzzleState.parse(custom_id.split(":", 4)[4]) if ":step:" in custom_id else None
            if state and state.path == path[: len(state.path)]:
                found[len(state.path) + state.plays_now] = custom_id
        shown = await member.click(shown.response, custom_id=found[max(found)])
        if any(words in texts(shown.response) for words in ("Try again", "That is it")):
            return shown
    raise AssertionError(f"no way to {path}")


async def open_steps(room: Server, member: Any, game: str = "binar") -> Any:
    """Open the first steps from the rules of a game."""
    rules = await member.slash(room.channel, "rules", game=game)
    return await member.click(rules.response, label="First steps")


@pytest.mark.ci
async def test_from_the_rules_through_all_six_to_a_match(room: Server) -> None:
    shown = await open_steps(room, room.ann)
    assert shown.ephemeral
    for task in tasks_of("binar"):
        told = texts(shown.response)
        assert f"Task {task.number} of 6 · " + "🟩" * (task.number - 1) + "⬜" in told
        assert str(task.prompt) in told
        solved = await press_path(room, room.ann, shown, paths(task, right=True)[0])
        assert "**That is it:**" in texts(solved.response) and "🟩" * task.number in texts(solved.response)
        if task.number < 6:
            shown = await room.ann.click(solved.response, label="Next task")
    assert "You have solved all tasks of this game." in texts(solved.response)
    assert "Next task" not in buttons(solved.response)
    begun = await room.ann.click(solved.response, label="Play Twotone")
    assert begun.acknowledged
    again = await open_steps(room, room.ann)
    assert "Task 1 of 6 · " + "🟩" * 6 in texts(again.response)


async def test_a_wrong_move_says_why_and_another_one_can_be_tried(room: Server) -> None:
    shown = await open_steps(room, room.ann, "american")
    [task, *_] = tasks_of("american")
    missed = await press_path(room, room.ann, shown, paths(task, right=False)[0])
    assert "they can capture by" in texts(missed.response) and "🟩" not in texts(missed.response)
    solved = await press_path(room, room.ann, missed, paths(task, right=True)[0])
    assert "🟩⬜⬜⬜⬜⬜" in texts(solved.response)


async def test_one_can_leave_a_task_for_later_and_it_comes_back(room: Server) -> None:
    shown = await open_steps(room, room.ann)
    for number in (2, 3, 4, 5, 6, 1):
        shown = await room.ann.click(shown.response, label="Another task")
        assert f"Task {number} of 6" in texts(shown.response)
    second = await room.ann.click(shown.response, label="Another task")
    await press_path(room, room.ann, second, paths(tasks_of("binar")[1], right=True)[0])
    again = await open_steps(room, room.ann)
    assert "Task 1 of 6 · ⬜🟩" in texts(again.response)
    skipped = await room.ann.click(again.response, label="Another task")
    assert "Task 3 of 6" in texts(skipped.response)


def test_a_path_that_leads_nowhere_is_refused() -> None:
    task = tasks_of("binar")[0]
    for state in (PuzzleState(task.key, path=("z9",)), PuzzleState(task.key, plays_now=True)):
        with pytest.raises(Refusal):
            resolve_state(task, state)
