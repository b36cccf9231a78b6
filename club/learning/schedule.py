"""Spaced repetition: the days on which an exercise comes back.

Days are counted in the time zone of the user who solves it.
"""

from dataclasses import dataclass
from typing import Final

STEPS: Final = (1, 3, 7, 21)
"""Days after which it comes back: each time that it was solved the next of them."""

DATE_LINE: Final = 2
"""Days by which the date can go back for a user who changes their time zone."""


@dataclass(frozen=True, slots=True)
class ExercisePlan:
    """When an exercise comes back.

    It is due from `due_day` on, or never again if that is `None` because it has been learned. `step` is
    the index of the next interval in `STEPS`.
    """

    step: int
    due_day: int | None


def is_due(due_day: int | None, today: int) -> bool:
    """Whether an exercise is due.

    One planned too far ahead is due as well, because the plan comes from a wrong clock.

    >>> [is_due(day, today=100) for day in (99, 100, 101, 121, 123, 124, None)]
    [True, True, False, False, False, True, False]
    """
    return due_day is not None and not today < due_day <= last_plannable_day(today)


def last_plannable_day(today: int) -> int:
    """Return the last day for which an exercise can be planned."""
    return today + STEPS[-1] + DATE_LINE


def plan_after_answer(step: int, today: int, *, solved: bool) -> ExercisePlan:
    """Return the plan for an exercise after an answer.

    If it was not `solved`, it starts again tomorrow.

    >>> [plan_after_answer(step, 100, solved=True).due_day for step in (0, 3, 4)]
    [101, 121, None]
    >>> plan_after_answer(3, 100, solved=False)
    ExercisePlan(step=1, due_day=101)
    """
    if not solved:
        step = 0
    return ExercisePlan(step + 1, today + STEPS[step] if step < len(STEPS) else None)
