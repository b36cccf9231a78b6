"""The clock of a process: it never jumps, and corrects the machine's time.

It starts with the machine's time of day and runs evenly from there. It is compared with the times that
Discord gives (when an interaction was created, when a response was sent), or with the database's clock if
several processes share a database.
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
LEAST_AGREEING: Final = 2
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


def seconds_since_boot() -> float:
    """Return the seconds since the machine was started.

    They are not affected by changes to the time of day.
    """
    return time.monotonic() if WHILE_ASLEEP is None else time.clock_gettime(WHILE_ASLEEP)


def boot_id() -> str:
    """Return an id of the machine's current boot, or "" if the system has none."""
    try:
        return RUN.read_text(encoding="ascii").strip()
    except OSError:
        return ""


class Bounds(NamedTuple):
    """Bounds of a clock's offset from another, derived from one message.

    They are the least and the greatest number of seconds by which it is behind.
    """

    least: float
    most: float


def agreed_offset(bounds: Sequence[Bounds]) -> float | None:
    """Return the middle of the range in which most of these bounds overlap.

    Return `None` if no more than half of them overlap, or only one. This is Marzullo's algorithm, which NTP
    uses to ignore clocks that disagree with the others.

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
    return middle if most >= LEAST_AGREEING and 2 * most > len(bounds) else None


class CorrectedClock:
    """The machine's clock, corrected by Discord's or the database's clock.

    `now` runs evenly; `wall_clock` is the machine's time of day, which the host may change at any time.
    """

    def __init__(self, now: Callable[[], float], wall_clock: Callable[[], float] = time.time) -> None:
        self._now = now
        self._day = wall_clock
        self.off = 0.0
        """Seconds that are added to this machine's time."""
        self._answers = deque[Bounds](maxlen=KEPT)
        self._presses = deque[Bounds](maxlen=KEPT)

    def __call__(self) -> float:
        """Return the time in seconds since the epoch."""
        return self._now() + self.off

    @property
    def machine_lag(self) -> float:
        """Seconds by which the machine's time of day is behind the corrected time."""
        return self() - self._day()

    def with_offset(self, offset: float) -> Callable[[], float]:
        """Return a clock that adds this many seconds to the machine's time."""
        return lambda: self._now() + offset

    async def compare(self, read_reference: Callable[[], Awaitable[float | None]]) -> None:
        """Read the database's clock, and follow it if it differs by over a second.

        Processes on several machines share that clock: a lease held by one of them must not look expired to
        another.
        """
        before = self._now()
        time = await read_reference()
        after = self._now()
        if time is None or after - before > APART:
            return  # it is unknown when within that it was
        off = time - (before + after) / 2
        if abs(off - self.off) > APART:
            self.apply_offset(off if abs(off) > APART else 0.0)

    def apply_offset(self, offset: float) -> None:
        """Add this many seconds to the machine's time from now on, and log it."""
        self.off = offset
        log.warning("clock differs", extra={"seconds": round(offset)})

    def listen_to(self, trace: aiohttp.TraceConfig, on_difference: Callable[[], None]) -> None:
        """Compare the time of each response in an aiohttp session with this clock.

        `on_difference` is called if they differ too much.
        """

        async def note_sent(_: object, request: SimpleNamespace, __: object) -> None:
            request.sent_at = self._now()

        async def note_answer(
            _: object, request: SimpleNamespace, params: aiohttp.TraceRequestEndParams
        ) -> None:
            at = read_date(params.response.headers.get("Date", ""))
            if at is not None and self.add_answer_time(at, request.sent_at):
                on_difference()

        trace.on_request_start.append(note_sent)
        trace.on_request_headers_sent.append(note_sent)
        trace.on_request_end.append(note_answer)

    def add_answer_time(self, at: float, sent_at: float) -> bool:
        """Record the time of a response; return whether our time may be wrong.

        The response has just been received, and Discord dated it `at`. `sent_at` is when the request was
        sent, by this machine's even clock.
        """
        return self._add_bounds(self._answers, Bounds(at - self._now(), at + DATED_TO - sent_at))

    def add_press_time(self, made_at: float) -> bool:
        """Record an interaction's time; return whether our time may be wrong.

        The interaction has just been received, and Discord created it at `made_at`.
        """
        behind = made_at - self._now()
        return self._add_bounds(self._presses, Bounds(behind, behind + DELIVERED_WITHIN))

    def _add_bounds(self, kept: deque[Bounds], said: Bounds) -> bool:
        kept.append(said)
        near = self.off - CLOCKS_APART <= said.least and said.most <= self.off + CLOCKS_APART
        return not near and self.better_offset() is not None

    def better_offset(self) -> float | None:
        """Return a better offset in seconds by Discord's clock, or `None`.

        `None` means that the present offset is right, or that too few times agree.
        """
        off = agreed_offset([*self._answers, *self._presses])
        return off if off is not None and abs(off - self.off) > CLOCKS_APART else None


def read_date(header: str) -> float | None:
    """Parse a `Date` header into epoch seconds; return `None` if invalid.

    >>> read_date("Thu, 01 Jan 1970 02:00:00 GMT"), read_date("today")
    (7200.0, None)
    """
    try:
        parts = parsedate_tz(header)
        return None if parts is None else float(mktime_tz(parts))
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def steady_clock(
    wall_clock: Callable[[], float] = time.time, boot_clock: Callable[[], float] = seconds_since_boot
) -> Callable[[], float]:
    """Return a clock in seconds since the epoch that never jumps in this process.

    It reads `wall_clock` once, because the time of day may be changed at any moment, and then follows
    `boot_clock`, which runs evenly.
    """
    offset = wall_clock() - boot_clock()
    return lambda: offset + boot_clock()
