"""The one clock of a process: it never jumps, and corrects the machine's clock.

It shows the time of day at the start and runs evenly from there. It is compared with the times that
Discord gives (when it made an interaction, when it sent an answer), or with the database's clock if
several processes share one.
"""

import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from email.utils import mktime_tz, parsedate_tz
from pathlib import Path
from types import SimpleNamespace
from typing import Final, NamedTuple

import aiohttp

log = logging.getLogger(__name__)

WHILE_ASLEEP: Final[int | None] = getattr(time, "CLOCK_BOOTTIME", None)
"""The system clock that keeps running while the machine sleeps; only Linux has it."""

APART: Final = 1.0
"""Seconds by which the clocks of a process and its database may differ.

Beyond that the process goes by the database's clock.
"""
CLOCKS_APART: Final = 10.0
"""Seconds by which this machine's clock may be off.

Beyond that the host is told, and the bot goes by Discord's clock.
"""
KEPT: Final = 8
"""Newest interactions, and newest answers, whose times are remembered."""
SAYING_SO: Final = 2
"""Least number of times that must agree, besides more than half of all.

A single one may be odd, or late.
"""
DATED_TO: Final = 1.0
"""Precision of an answer's `Date` header, in seconds: the fraction is cut off."""
DELIVERED_WITHIN: Final = 3.0
"""Seconds within which an interaction arrives after Discord made it.

A later one could not be answered.
"""
RUN: Final = Path("/proc/sys/kernel/random/boot_id")
"""Where Linux has a name of its own for the time since the machine's start."""


def even() -> float:
    """Return seconds since the machine's start.

    They do not depend on changes to the time of day.
    """
    return time.monotonic() if WHILE_ASLEEP is None else time.clock_gettime(WHILE_ASLEEP)


def this_run() -> str:
    """Return an id of this run of the machine, or "" if the system has none."""
    try:
        return RUN.read_text(encoding="ascii").strip()
    except OSError:
        return ""


class Bounds(NamedTuple):
    """Least and greatest seconds that a clock is behind another, by one message."""

    least: float
    most: float


def agreed_offset(bounds: Sequence[Bounds]) -> float | None:
    """Return the middle of where most of these bounds overlap.

    Return `None` if those are no more than half of them, or only one. This is Marzullo's algorithm, by
    which NTP leaves out clocks that disagree with the others.

    >>> agreed_offset([Bounds(7200.0, 7201.2), Bounds(7199.9, 7202.9), Bounds(-40.0, -37.0)])
    7200.6
    >>> agreed_offset([Bounds(7200.0, 7201.2), Bounds(-40.0, -37.0)])
    """
    edges = sorted([(least, 0) for least, _ in bounds] + [(most, 1) for _, most in bounds])
    most = count = 0
    middle = 0.0
    for (edge, ends), following in zip(edges, edges[1:] + edges[-1:], strict=True):
        count += -1 if ends else 1
        if count > most:
            most, middle = count, (edge + following[0]) / 2
    return middle if most >= SAYING_SO and 2 * most > len(bounds) else None


class CorrectedClock:
    """This machine's clock, corrected by Discord's or the database's if they differ.

    `now` runs evenly; `day` is the machine's time of day, which the host may set right meanwhile.
    """

    def __init__(self, now: Callable[[], float], day: Callable[[], float] = time.time) -> None:
        self._now = now
        self._day = day
        self.off = 0.0
        """Seconds that are added to this machine's time."""
        self._answers = deque[Bounds](maxlen=KEPT)
        self._presses = deque[Bounds](maxlen=KEPT)

    def __call__(self) -> float:
        """Return the time in seconds since the epoch."""
        return self._now() + self.off

    @property
    def behind(self) -> float:
        """Seconds by which the machine's time of day is behind the time in use."""
        return self() - self._day()

    def reading(self, off: float) -> Callable[[], float]:
        """Return the clock as it is with so many seconds added to this machine's time."""
        return lambda: self._now() + off

    async def compare(self, other: Callable[[], Awaitable[float | None]]) -> None:
        """Ask the database's clock, and go by it if the two differ by more than a moment.

        Processes on several machines share it: a lease taken by one of them must not look expired to
        another.
        """
        before = self._now()
        time = await other()
        after = self._now()
        if time is None or after - before > APART:
            return  # it is unknown when within that it was
        off = time - (before + after) / 2
        if abs(off - self.off) > APART:
            self.go_by(off if abs(off) > APART else 0.0)

    def go_by(self, off: float) -> None:
        """Add so many seconds to this machine's time from now on, and have the log say so."""
        self.off = off
        log.warning("clock differs", extra={"seconds": round(off)})

    def follow(self, trace: aiohttp.TraceConfig, differs: Callable[[], None]) -> None:
        """Listen for the time of each answer in a session.

        `differs` is called if it is not the time here.
        """

        async def note_sent(_: object, request: SimpleNamespace, __: object) -> None:
            request.sent_at = self._now()

        async def note_answer(
            _: object, request: SimpleNamespace, params: aiohttp.TraceRequestEndParams
        ) -> None:
            at = read_date(params.response.headers.get("Date", ""))
            if at is not None and self.hear_answer(at, request.sent_at):
                differs()

        trace.on_request_start.append(note_sent)
        trace.on_request_headers_sent.append(note_sent)
        trace.on_request_end.append(note_answer)

    def hear_answer(self, at: float, sent_at: float) -> bool:
        """Note an answer that Discord dated `at`; return whether our time may be wrong.

        The answer came now. `sent_at` is when it was asked, by this machine's even clock.
        """
        return self._hear(self._answers, Bounds(at - self._now(), at + DATED_TO - sent_at))

    def hear_press(self, made_at: float) -> bool:
        """Note when Discord made an interaction that came now.

        Return whether the time here may be wrong.
        """
        behind = made_at - self._now()
        return self._hear(self._presses, Bounds(behind, behind + DELIVERED_WITHIN))

    def _hear(self, kept: deque[Bounds], said: Bounds) -> bool:
        kept.append(said)
        near = self.off - CLOCKS_APART <= said.least and said.most <= self.off + CLOCKS_APART
        return not near and self.better() is not None

    def better(self) -> float | None:
        """Return the seconds to add from now on, by Discord's clock.

        Return `None` if the time is right.
        """
        off = agreed_offset([*self._answers, *self._presses])
        return off if off is not None and abs(off - self.off) > CLOCKS_APART else None


def read_date(header: str) -> float | None:
    """Parse a `Date` header into seconds since the epoch, or return `None`.

    >>> read_date("Thu, 01 Jan 1970 02:00:00 GMT"), read_date("today")
    (7200.0, None)
    """
    try:
        parts = parsedate_tz(header)
        return None if parts is None else float(mktime_tz(parts))
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def steady(
    day: Callable[[], float] = time.time, since_start: Callable[[], float] = even
) -> Callable[[], float]:
    """Return a `now` in seconds since the epoch that never jumps within this process.

    `day` gives the time of the day, which may be set back or forward at any moment; `since_start` goes on evenly.
    """
    offset = day() - since_start()
    return lambda: offset + since_start()
