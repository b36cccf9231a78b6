"""A clock that no wait is upset by: it shows the time of the day at the start, and goes on evenly from there."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

WHILE_ASLEEP: Final[int | None] = getattr(time, "CLOCK_BOOTTIME", None)
"""The system's clock that also goes on while the machine sleeps; only Linux has it."""

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


def steady(
    day: Callable[[], float] = time.time, since_start: Callable[[], float] = even
) -> Callable[[], float]:
    """Return a `now` in seconds since the epoch that never jumps within this process.

    `day` gives the time of the day, which may be set back or forward at any moment; `since_start` goes on evenly.
    """
    offset = day() - since_start()
    return lambda: offset + since_start()
