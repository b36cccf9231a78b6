"""A clock that no wait is upset by: it shows the time of the day at the start, and goes on evenly from there."""

import logging
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

log = logging.getLogger(__name__)

WHILE_ASLEEP: Final[int | None] = getattr(time, "CLOCK_BOOTTIME", None)
"""The system's clock that also goes on while the machine sleeps; only Linux has it."""

APART: Final = 1.0
"""Seconds by which two clocks may differ before one goes by the other."""
RUN: Final = Path("/proc/sys/kernel/random/boot_id")
"""Where Linux has a name of its own for the time since the machine's start."""


def even() -> float:
    """Return seconds since the machine's start, whatever anybody does to the time of the day."""
    return time.monotonic() if WHILE_ASLEEP is None else time.clock_gettime(WHILE_ASLEEP)


def this_run() -> str:
    """Return what tells this run of the machine from those before; nothing where the system has no such name."""
    try:
        return RUN.read_text(encoding="ascii").strip()
    except OSError:
        return ""


class Corrected:
    """A clock of this machine that goes by another one, the database's, where both are apart.

    Processes on several machines share a database: what one of them leases for a while, another must not find over.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.off = 0.0
        """Seconds that are added to this machine's time."""

    def __call__(self) -> float:
        """Return the time in seconds since the epoch."""
        return self._now() + self.off

    async def compare(self, other: Callable[[], Awaitable[float | None]]) -> None:
        """Ask the other clock, and go by it where the two are apart by more than a moment."""
        before = self._now()
        time = await other()
        after = self._now()
        if time is None or after - before > APART:
            return  # nobody knows when within that it was
        off = time - (before + after) / 2
        if abs(off - self.off) > APART:
            self.off = off if abs(off) > APART else 0.0
            log.warning("clock differs", extra={"seconds": round(off)})


def steady(
    day: Callable[[], float] = time.time, since_start: Callable[[], float] = even
) -> Callable[[], float]:
    """Return a `now` in seconds since the epoch that never jumps within this process.

    `day` gives the time of the day, which may be set back or forward at any moment; `since_start` goes on evenly.
    """
    offset = day() - since_start()
    return lambda: offset + since_start()
