"""Keeps finished matches for ever, or for as many days as the host has set.

Moderators' actions are kept for a year.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from club.running.alarm import Alarm
from data.database.store import Store
from data.database.transaction import Transaction
from data.privacy import retention
from data.puzzles.mining import MinedRow

log = logging.getLogger(__name__)

DAY: Final = 24 * 3600.0
LOGGED: Final = 365 * DAY
"""Seconds for which `/admin log` tells what was changed on a server."""
EVERY: Final = 3600.0
"""Seconds between two looks for what has become too old."""
PAUSE: Final = 0.25
"""Seconds between two steps, in which everybody else writes."""
AT_ONCE: Final = 20
"""Matches, and rows of each other kind, that are removed in one step."""


class Retention:
    """Removes old data, a little at a time.

    Of several processes only the `first` does. `withdraw` stores the consequences of removing puzzles
    from matches.
    """

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        withdraw: Callable[[Transaction, Sequence[MinedRow]], Awaitable[None]],
        first: Callable[[], bool] = lambda: True,
    ) -> None:
        self._store = store
        self._now = now
        self._withdraw = withdraw
        self._first = first
        self._alarm = Alarm("retention", now)
        self._kept: float | None = None
        self._removed = 0

    def start(self, days: int | None) -> None:
        """Begin to remove what is too old: matches after so many days, with `None` none."""
        self._kept = None if days is None else days * DAY
        self._alarm.start(self.work)

    async def stop(self) -> None:
        """Remove nothing more."""
        await self._alarm.stop()

    async def work(self) -> float:
        """Take one step; return when the next is due."""
        if not self._first():
            return self._now() + EVERY
        now, kept = self._now(), self._kept

        async def job(tx: Transaction) -> tuple[int, int]:
            matches, others = 0, await retention.remove_logged(tx, now - LOGGED, limit=AT_ONCE)
            if kept is not None:
                matches, puzzles = await retention.remove_matches(tx, now - kept, limit=AT_ONCE)
                await self._withdraw(tx, puzzles)
                others += await retention.remove_challenges(tx, now - kept, limit=AT_ONCE)
            return matches, others

        matches, others = await self._store.write(job)
        self._removed += matches
        if matches or others:
            return self._now() + PAUSE
        if self._removed:
            log.info("old matches removed", extra={"matches": self._removed})
            self._removed = 0
        return self._now() + EVERY
