"""The tasks of each game.

`tasks/<game>.jsonl` has a line of JSON for each task, in the order in which they are shown.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final

from rules.catalogue import GAMES
from rules.first_steps.goals import explain_miss, score_kind
from rules.game import AnyGame, Seat
from rules.match import Match
from words import Phrase

SECRET: Final = bytes(32)
"""Decides all chance, though a position that is set has none left."""
COUNT: Final = 6
"""Tasks of a game."""


@dataclass(frozen=True)
class Task:
    """Task `number` of a game, from 1: reach a goal with one move.

    `count` is how much of it is needed. `options` are those that differ from the defaults, `at` is
    the position as `Game.place` reads it.
    """

    game: str
    number: int
    options: Mapping[str, Any]
    at: Any
    goal: str
    count: int = 0

    @property
    def key(self) -> str:
        """The key that names the task in a custom_id."""
        return sha256(f"{self.game}/{self.number}".encode()).hexdigest()[:10]

    @property
    def rules(self) -> AnyGame:
        """The rules of the task's game."""
        return GAMES[self.game]

    @property
    def match(self) -> Match:
        """A match that has reached the task's position."""
        match = Match(self.rules, self.options, SECRET)
        match.set_position(self.at)
        return match

    @property
    def solver(self) -> Seat:
        """The seat that has to reach the goal."""
        seat = self.match.turn
        assert seat is not None  # a task is not over
        return seat

    @property
    def prompt(self) -> Phrase:
        """The goal, in a sentence to the player."""
        kind = self.goal
        if kind in ("score", "spoil"):
            kind += f".{score_kind(self.rules, self.match.position)}"
        return Phrase(f"steps.goal.{kind}", count=self.count)

    def explain_miss(self, position: Any, move: Any) -> Phrase | None:
        """Return why a move misses the goal, `None` if it reaches it."""
        return explain_miss(self.goal, self.count, self.rules, position, move)


@cache
def tasks_of(game: str) -> tuple[Task, ...]:
    """Return the tasks of a game; none if the game has no tasks."""
    path = files("rules") / "first_steps" / "tasks" / f"{game}.jsonl"
    lines = path.read_text("utf-8").splitlines() if path.is_file() else []
    return tuple(Task(game, number, **json.loads(line)) for number, line in enumerate(lines, 1))


@cache
def tasks_by_key() -> Mapping[str, Task]:
    """Return all tasks by their keys."""
    return {task.key: task for game in GAMES for task in tasks_of(game)}
