"""The world around the bot: its time, what will happen in it, what has happened, and what must never happen."""

import random
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from typing import Final

from tests.simulation.options import Options

BEGIN: Final = 1_700_000_000.0
"""The time of the day at the start, in seconds since the epoch."""


class Violation(AssertionError):  # noqa: N818 - what a test finds
    """A promise was broken; `rule` names which one."""

    def __init__(self, rule: str, what: str) -> None:
        super().__init__(f"{rule}: {what}")
        self.rule = rule


class World:
    """Time goes on only when something happens. Each part of the world has lots of its own."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.now = 0.0
        self.healed = False
        """From here on no fault happens any more."""
        self.trace: list[tuple[float, str]] = []
        self._day = BEGIN
        self._agenda: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = count()
        self.away = 0.0
        """For how many seconds there was no bot, all its absences together."""
        self.clock_jumped = False
        self.limited_until = 0.0
        """Until when Discord has told a sender to wait that gave its row back."""

    def lots(self, part: str) -> random.Random:
        """Return the lots of a part of the world: another part's draws change nothing of them."""
        return random.Random(f"{part} {self.options.seed}")

    def time_of_day(self) -> float:
        """Return seconds since the epoch, as the machine's clock shows them: anybody may set it."""
        return self._day + self.now

    def jump(self, seconds: float) -> None:
        """Set the machine's clock forward or back."""
        self._day += seconds
        self.clock_jumped = True

    def later(self, seconds: float, happen: Callable[[], None]) -> None:
        """Let something happen after so many seconds."""
        heappush(self._agenda, (self.now + seconds, next(self._numbers), happen))

    @property
    def due(self) -> float | None:
        """When something happens next."""
        return self._agenda[0][0] if self._agenda else None

    def happen(self) -> None:
        """Let the next thing happen."""
        self.now, _, happen = heappop(self._agenda)
        happen()

    def note(self, what: str) -> None:
        """Write down what happened."""
        self.trace.append((self.now, what))
