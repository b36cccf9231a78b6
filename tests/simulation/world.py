"""The world around the bot: its time, its past and its coming events.

It also has the error for things that must never happen.
"""

import random
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from typing import Final

from tests.simulation.scenario import Options

BEGIN: Final = 1_700_000_000.0
"""The time of the day at the start, in seconds since the epoch."""


class Violation(AssertionError):  # noqa: N818 - what a test finds
    """A promise was broken; `rule` names which one."""

    def __init__(self, rule: str, what: str) -> None:
        super().__init__(f"{rule}: {what}")
        self.rule = rule


class World:
    """A world whose time goes on only when something happens.

    Each part of the world has a random generator of its own.
    """

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
        """Return the random generator of a part of the world.

        Draws of other parts do not change it.
        """
        return random.Random(f"{part} {self.options.seed}")

    def time_of_day(self) -> float:
        """Return seconds since the epoch by the machine's clock, which anyone may set."""
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
