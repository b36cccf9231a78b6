"""Finished matches are kept for ever, or for as many days as the host has set."""

import logging
from collections.abc import Callable
from typing import Final

from club.running.alarm import Alarm
from data import retention
from data.store import Store
from data.transaction import Transaction

log = logging.getLogger(__name__)

DAY: Final = 24 * 3600.0
EVERY: Final = 3600.0
"""Seconds between two looks for what has become too old."""
PAUSE: Final = 0.25
"""Seconds between two steps, in which everybody else writes."""
AT_ONCE: Final = 20
"""Matches, and challenges, that are removed in one step."""


class Retention:
    """Removes what has become too old, a little at a time; of several processes only the `first` does."""

    def __init__(
        self, store: Store, now: Callable[[], float], first: Callable[[], bool] = lambda: True
    ) -> None:
        self._store = store
        self._now = now
        self._first = first
        self._alarm = Alarm("retention", now)
        self._kept = 0.0
        self._removed = 0

    def start(self, days: int) -> None:
        """Begin to remove what is older than so many days."""
        self._kept = days * DAY
        self._alarm.start(self.work)

    async def stop(self) -> None:
        """Remove nothing more."""
        await self._alarm.stop()

    async def work(self) -> float:
        """Take one step; return when the next is due."""
        if not self._first():
            return self._now() + EVERY
        before = self._now() - self._kept

        async def job(tx: Transaction) -> tuple[int, int]:
            matches = await retention.remove_matches(tx, before, limit=AT_ONCE)
            return matches, await retention.remove_challenges(tx, before, limit=AT_ONCE)

        matches, challenges = await self._store.write(job)
        self._removed += matches
        if matches or challenges:
            return self._now() + PAUSE
        if self._removed:
            log.info("old matches removed", extra={"matches": self._removed})
            self._removed = 0
        return self._now() + EVERY
