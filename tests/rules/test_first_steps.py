"""First steps: six tasks per game.

Each is a position of that game with a goal that some moves reach and others do not.
"""

from collections import Counter

import pytest

from rules.catalogue import GAMES
from rules.first_steps.goals import GOALS, explain_miss
from rules.first_steps.tasks import COUNT, Task, tasks_by_key, tasks_of
from rules.match import Match
from words import ENGLISH, render_message
from words.english import MESSAGES

WITH = [game for game in GAMES if tasks_of(game)]
"""The games that have some; a game may have none."""
TASKS = [task for game in WITH for task in tasks_of(game)]
ANSWERS = 40
"""Number of moves tried for each task.

If there are more, the search for a winning one goes on to the end.
"""


def misses(task: Task) -> Counter[bool]:
    """How many moves miss a goal, and how many reach it."""
    match = task.match
    return Counter(
        task.explain_miss(match.position, move) is not None for move in match.game.moves(match.position)
    )


def test_each_game_that_has_any_has_six_and_no_two_are_the_same() -> None:
    assert {game: len(tasks_of(game)) for game in WITH} == dict.fromkeys(WITH, COUNT)
    assert len(WITH) >= 21
    assert len(tasks_by_key()) == len(TASKS) == len({(task.game, str(task.at), task.goal) for task in TASKS})
    assert [task.number for task in tasks_of("binar")] == list(range(1, COUNT + 1))


@pytest.mark.ci
def test_each_goal_is_reached_by_a_move_and_missed_by_another() -> None:
    found = {f"{task.game} {task.number}": misses(task) for task in TASKS}
    assert {name for name, counted in found.items() if not counted[True] or not counted[False]} == set()


def test_each_kind_of_goal_is_asked_for_and_said() -> None:
    assert {task.goal for task in TASKS} == set(GOALS)
    for task in TASKS:
        assert task.prompt.code in MESSAGES
        assert "{" not in render_message(task.prompt.code, task.prompt.facts, ENGLISH)


@pytest.mark.ci
def test_what_is_missed_is_said_in_one_sentence_that_names_the_move() -> None:
    for task in TASKS:
        match = task.match
        for move in match.game.moves(match.position)[:ANSWERS]:
            why = task.explain_miss(match.position, move)
            assert why is None or str(match.game.in_words(match.position, move)) in str(why)


def test_a_game_has_more_than_one_kind_of_task() -> None:
    for game in WITH:
        assert len({(task.goal, task.count) for task in tasks_of(game)}) >= 3


def of_checkers(cells: dict[str, str], turn: int, goal: str, move: str, count: int = 0) -> str | None:
    """What is said of a move in a position of American checkers."""
    match = Match(GAMES["american"], {}, bytes(32))
    match.set_position({"cells": cells, "turn": turn})
    made = match.game.read(match.position, move)
    found = explain_miss(goal, count, match.game, match.position, made)
    return None if found is None else str(found)


@pytest.mark.parametrize(
    ("cells", "goal", "move", "count", "told"),
    [
        ({"c3": "w", "d4": "b", "f6": "b"}, "take", "c3xg7", 2, None),
        ({"c3": "w", "d4": "b", "f6": "b"}, "take", "c3xg7", 3, "captures 2 pieces"),
        ({"c7": "w", "a1": "w", "h2": "b"}, "crown", "c7-d8", 0, None),
        ({"c7": "w", "a1": "w", "h2": "b"}, "crown", "a1-b2", 0, "makes no man a king"),
        ({"c3": "w", "e5": "b", "f6": "b"}, "safe", "c3-b4", 0, None),
        ({"c3": "w", "e5": "b", "f6": "b"}, "safe", "c3-d4", 0, "they can capture by"),
        ({"c3": "w", "h4": "b"}, "win", "c3-d4", 0, "the game goes on"),
        ({"c3": "w", "h4": "b"}, "shot", "c3-d4", 2, "they need not capture"),
        ({"c3": "w", "d4": "b"}, "shot", "c3xe5", 2, "nothing is left to capture"),
    ],
)
def test_goals_of_checkers(cells: dict[str, str], goal: str, move: str, count: int, told: str | None) -> None:
    found = of_checkers(cells, 1, goal, move, count)
    assert found == told if told is None or found is None else told in found


def of_binar(cells: dict[str, str], goal: str, move: str, **options: object) -> str | None:
    """What is said of a move of Even in a position of Binar on three squares."""
    match = Match(GAMES["binar"], {"size": 3, **options}, bytes(32))
    match.set_position({"cells": cells, "turn": 0})
    found = explain_miss(goal, 0, match.game, match.position, match.game.read(match.position, move))
    return None if found is None else str(found)


def test_goals_about_winning() -> None:
    open_row = {"a1": "0", "b1": "0"}
    assert of_binar(open_row, "win", "c1", lines="single") is None
    assert "the game goes on" in str(of_binar(open_row, "win", "c2", lines="single"))
    lost = {"a1": "0", "b1": "1"}
    assert "wins the game for your opponent" in str(of_binar(lost, "win", "c1", lines="single"))
    assert "wins the game for your opponent" in str(of_binar(lost, "hold", "c1", lines="single"))
    threat = {"a1": "1", "b1": "1"}
    assert "they win by `c1`" in str(of_binar(threat, "hold", "a3", lines="single"))
    assert of_binar({"a1": "1"}, "hold", "c3", lines="single") is None
    assert "none of your moves wins then" in str(of_binar({"a1": "1"}, "fork", "c3", lines="single"))
