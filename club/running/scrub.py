"""A daily integrity check of the whole database, in small steps."""

import logging
import threading
from collections.abc import Callable
from typing import Final

from club.running.alarm import Alarm
from data.database import scrub
from data.database.errors import StoreError
from data.database.store import Store
from words import Phrase

log = logging.getLogger(__name__)

EVERY: Final = 24 * 3600.0
"""Seconds between the end of one round and the next."""
ANOTHER: Final = 60.0
"""Seconds until a process that is not the first looks whether it has become that."""
PAUSE: Final = 0.25
"""Seconds between two looks, in which everything else has the machine."""


class Scrub:
    """Checks all tables of the database, then all matches.

    Damage is logged, and kept for `twotone healthcheck`. Only the process for which `is_first` is true does
    the check.
    """

    def __init__(
        self, store: Store, now: Callable[[], float], is_first: Callable[[], bool] = lambda: True
    ) -> None:
        self._store = store
        self._now = now
        self._first = is_first
        self.alarm = Alarm("rounds", now)
        self._stopping = threading.Event()
        self._tables: list[str] | None = None
        self._after = 0
        self._places = 0

    def start(self) -> None:
        """Begin a check as soon as the last one is a day old."""
        self.alarm.start(self.work)

    async def stop(self) -> None:
        """Interrupt the current step, and take no other."""
        self._stopping.set()
        await self.alarm.stop()

    async def work(self) -> float:
        """Take one step of the check; return when the next is due."""
        now = self._now()
        if self._tables is None:
            if not self._first():
                return now + ANOTHER
            last = await self._store.read(scrub.last_round_at)
            if last <= now < last + EVERY:  # a time to come was stored by a clock that was wrong
                return last + EVERY
            self._tables, self._after, self._places = await self._store.table_names(), 0, 0
        try:
            more = await self._look(self._tables)
        except StoreError as error:
            self._log_damage(error.sentence)
            more = False
        if more:
            return self._now() + PAUSE
        self._tables = None
        places, ended = self._places, self._now()
        await self._store.write(lambda tx: scrub.record_round(tx, places, ended))
        return ended + EVERY

    async def _look(self, tables: list[str]) -> bool:
        """Check one more table, or some matches; return whether anything is left."""
        if tables:
            name = tables.pop()
            if wrong := await self._store.find_table_fault(name, self._stopping):
                self._log_damage(Phrase("rounds.table", name=name, fault=wrong))
            return True
        found = await self._store.check_matches_after(self._after)
        for fault in found.broken:
            self._log_damage(fault)
        if found.last is None:
            return False
        self._after = found.last
        return True

    def _log_damage(self, fault: Phrase) -> None:
        self._places += 1
        log.error("damage found", extra={"sentence": str(fault)})
