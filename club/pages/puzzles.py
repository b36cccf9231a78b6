"""Puzzles on pages: those that come with the program.

The solution of today's is not shown before its day is over.
"""

from dataclasses import dataclass
from typing import Final

from club.puzzles.daily import day_of, number_of
from club.puzzles.solving import Puzzles, shipped_puzzles
from engines.puzzles.puzzle import Puzzle

ZONES: Final = (-12 * 3600.0, 0.0, 14 * 3600.0)
"""Seconds by which the clocks of the world differ from UTC.

The last zone, the middle one and the first.
"""


@dataclass(frozen=True, slots=True)
class PuzzlePage:
    """A puzzle as a page shows it.

    `number` is set if it is a puzzle of the day somewhere now: then its solution is not shown.
    """

    puzzle: Puzzle
    number: int | None

    @property
    def may_show_solution(self) -> bool:
        """Whether the solution is shown."""
        return self.number is None


def puzzle_at(puzzles: Puzzles, key: str, now: float) -> PuzzlePage | None:
    """Return the puzzle of a key; `None` if none that comes with the program has it.

    A day is over once it is over everywhere.
    """
    puzzle = shipped_puzzles().get(key)
    if puzzle is None:
        return None
    days = {day_of(now + apart, None) for apart in ZONES}
    todays = (number_of(day) for day in sorted(days) if puzzles.of_day(day).key == key)
    return PuzzlePage(puzzle, next(todays, None))
