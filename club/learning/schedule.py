"""When an exercise comes back: pure arithmetic of days.

Days are counted in the time zone of the person who solves it.
"""

from dataclasses import dataclass
from typing import Final

STEPS: Final = (1, 3, 7, 21)
"""Days after which it comes back: each time that it was solved the next of them."""


@dataclass(frozen=True, slots=True)
class ExercisePlan:
    """The plan for an exercise.

    It is due from `due_day` on (`None`: it is known), and `step` comes next.
    """

    step: int
    due_day: int | None


def is_due(due_day: int | None, today: int) -> bool:
    """Whether an exercise is due.

    One planned too far ahead was planned by a clock that was wrong.

    >>> [is_due(day, today=100) for day in (99, 100, 101, 121, 122, None)]
    [True, True, False, False, True, False]
    """
    return due_day is not None and not today < due_day <= farthest(today)


def farthest(today: int) -> int:
    """Return the last day that an exercise can be planned for."""
    return today + STEPS[-1]


def after(step: int, today: int, *, solved: bool) -> ExercisePlan:
    """Return what is planned after an answer: who missed it begins anew, tomorrow.

    >>> after(0, 100, solved=True), after(3, 100, solved=True), after(4, 100, solved=True)
    (ExercisePlan(step=1, due_day=101), ExercisePlan(step=4, due_day=121), ExercisePlan(step=5, due_day=None))
    >>> after(3, 100, solved=False)
    ExercisePlan(step=1, due_day=101)
    """
    if not solved:
        step = 0
    return ExercisePlan(step + 1, today + STEPS[step] if step < len(STEPS) else None)
