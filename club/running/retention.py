"""Deletion of old data, such as matches finished long ago.

Finished matches are deleted after a number of days set by the host, or kept for ever if none is set.
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
    """Deletes old data, a little at a time.

    Only the process for which `is_first` is true does so. `withdraw` stores the consequences of deleting
    puzzles from matches.
    """

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        withdraw: Callable[[Transaction, Sequence[MinedRow]], Awaitable[None]],
        is_first: Callable[[], bool] = lambda: True,
    ) -> None:
        self._store = store
        self._now = now
        self._withdraw = withdraw
        self._first = is_first
        self.alarm = Alarm("retention", now)
        self.kept: float | None = None
        self._removed = 0

    def start(self, days: int | None) -> None:
        """Begin to delete old data, with matches kept for `days`; `None` keeps them."""
        self.kept = None if days is None else days * DAY
        self.alarm.start(self.work)

    async def stop(self) -> None:
        """Delete nothing more."""
        await self.alarm.stop()

    async def work(self) -> float:
        """Delete one batch; return when the next is due."""
        if not self._first():
            return self._now() + EVERY
        now, kept = self._now(), self.kept

        async def job(tx: Transaction) -> tuple[int, int]:
            matches, others = 0, await retention.delete_old_logs(tx, now - LOGGED, limit=AT_ONCE)
            others += await retention.delete_ended_bars(tx, now, limit=AT_ONCE)
            if kept is not None:
                matches, puzzles = await retention.delete_old_matches(tx, now - kept, limit=AT_ONCE)
                await self._withdraw(tx, puzzles)
                others += await retention.delete_old_challenges(tx, now - kept, limit=AT_ONCE)
            return matches, others

        matches, others = await self._store.write(job)
        self._removed += matches
        if matches or others:
            return self._now() + PAUSE
        if self._removed:
            log.info("old matches removed", extra={"matches": self._removed})
            self._removed = 0
        return self._now() + EVERY
