"""Work done when an alarm is rung, and again when it is next due.

Nothing runs in between.
"""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable

log = logging.getLogger(__name__)

AFTER_FAULT = 30.0
"""Seconds until work that failed is tried again."""


class Alarm:
    """Runs one piece of work, never twice at once.

    The work returns when it is next due, in seconds since the epoch.
    """

    def __init__(self, name: str, now: Callable[[], float], *, after_fault: float = AFTER_FAULT) -> None:
        self._name = name
        self.now = now
        self._after_fault = after_fault
        self._work: Callable[[], Awaitable[float | None]] | None = None
        self._rung = False
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._rings_at = math.inf

    def start(self, work: Callable[[], Awaitable[float | None]]) -> None:
        """Do this work now, and again whenever the alarm rings."""
        self._work = work
        self.ring()

    def ring(self, by: float | None = None) -> None:
        """Do the work, now or `by` a time in seconds since the epoch.

        There may be something to do.
        """
        if by is not None and self._task is None and self._work is not None:
            if by < self._rings_at:
                self._wait_until(by)
            return
        self._rung = True
        if self._work is not None and self._task is None:
            self._task = asyncio.create_task(self._run(self._work), name=self._name)

    async def stop(self) -> None:
        """Do no more work; wait until what is under way has ended."""
        self._work = None
        self._forget_timer()
        if self._task:
            await asyncio.wait({self._task})

    async def _run(self, work: Callable[[], Awaitable[float | None]]) -> None:
        due: float | None = None
        try:
            while self._rung and self._work is not None:
                self._rung = False
                due = await work()
        except Exception:
            log.exception("work failed, tried again later", extra={"work": self._name})
            due = self.now() + self._after_fault
        finally:
            self._task = None
        self._forget_timer()
        if due is not None and self._work is not None:
            self._wait_until(due)

    def _wait_until(self, due: float) -> None:
        self._forget_timer()
        delay = max(due - self.now(), 0.01)
        self._timer, self._rings_at = asyncio.get_running_loop().call_later(delay, self.ring), due

    def _forget_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer, self._rings_at = None, math.inf
