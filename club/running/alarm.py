"""Background work that runs when rung, and again when it is next due.

No task runs in between.
"""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable

log = logging.getLogger(__name__)

AFTER_FAULT = 30.0
"""Seconds until work that failed is tried again."""


class Alarm:
    """Runs one piece of background work, never twice at the same time.

    The work returns when it is next due, in seconds since the epoch, or `None`.
    """

    def __init__(self, name: str, now: Callable[[], float], *, after_fault: float = AFTER_FAULT) -> None:
        self.name = name
        self.now = now
        self.after_fault = after_fault
        self.work: Callable[[], Awaitable[float | None]] | None = None
        self.is_rung = False
        self.task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self.rings_at = math.inf

    def start(self, work: Callable[[], Awaitable[float | None]]) -> None:
        """Run this work now, and again whenever the alarm rings."""
        self.work = work
        self.ring()

    def ring(self, due: float | None = None) -> None:
        """Run the work now, or at the time `due` in seconds since the epoch."""
        if due is not None and self.task is None and self.work is not None:
            if due < self.rings_at:
                self._wait_until(due)
            return
        self.is_rung = True
        if self.work is not None and self.task is None:
            self.task = asyncio.create_task(self._run(self.work), name=self.name)

    async def stop(self) -> None:
        """Run no more work, and wait until the current run has ended."""
        self.work = None
        self._forget_timer()
        if self.task:
            await asyncio.wait({self.task})

    async def _run(self, work: Callable[[], Awaitable[float | None]]) -> None:
        due: float | None = None
        try:
            while self.is_rung and self.work is not None:
                self.is_rung = False
                due = await work()
        except Exception:
            log.exception("work failed, tried again later", extra={"work": self.name})
            due = self.now() + self.after_fault
        finally:
            self.task = None
        self._forget_timer()
        if due is not None and self.work is not None:
            self._wait_until(due)

    def _wait_until(self, due: float) -> None:
        self._forget_timer()
        delay = max(due - self.now(), 0.01)
        self._timer, self.rings_at = asyncio.get_running_loop().call_later(delay, self.ring), due

    def _forget_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer, self.rings_at = None, math.inf
