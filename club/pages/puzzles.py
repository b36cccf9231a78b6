"""Web pages of the puzzles that come with the program.

The solution of today's puzzle is not shown before the day is over.
"""

from dataclasses import dataclass
from typing import Final

from club.puzzles.daily import puzzle_number
from club.puzzles.solving import DAY, Puzzles, shipped_puzzles
from engines.puzzles.puzzle import Puzzle

ZONES: Final = (-12 * 3600.0, 0.0, 14 * 3600.0)
"""Seconds by which the clocks of the world differ from UTC.

The last zone, the middle one and the first.
"""


@dataclass(frozen=True, slots=True)
class PuzzlePage:
    """The contents of a puzzle's page.

    `number` is set if it is the daily puzzle somewhere in the world now; then its solution is not shown.
    """

    puzzle: Puzzle
    number: int | None

    @property
    def may_show_solution(self) -> bool:
        """Whether the solution may be shown."""
        return self.number is None


def find_puzzle_page(puzzles: Puzzles, key: str, now: float) -> PuzzlePage | None:
    """Return the page of the puzzle with this key, or `None` if there is none.

    Only puzzles that come with the program have pages. A day is over once it is over in every time zone.
    """
    puzzle = shipped_puzzles().get(key)
    if puzzle is None:
        return None
    days = {int(now + apart) // DAY for apart in ZONES}
    todays = (puzzle_number(day) for day in sorted(days) if puzzles.puzzle_of_day(day).key == key)
    return PuzzlePage(puzzle, next(todays, None))
