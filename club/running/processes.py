"""This process among the others that share its database.

It reports that it is alive, and learns which others are.
"""

import logging
import math
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from club.running.alarm import Alarm
from data import processes
from data.database.errors import StoreError
from data.database.schema import all_migrations
from data.database.store import Store
from data.database.transaction import Signal, Transaction
from data.outbox import row_claims
from data.processes import ProcessRow

log = logging.getLogger(__name__)

NAMES: Final = 1 << 64
"""A name is drawn below this number, so that no two processes have the same."""
NEWEST: Final = all_migrations()[-1].number
"""The last migration that this process knows."""
BEAT: Final = 4.0
"""Seconds between two times that this process says that it is there."""
START: Final = 0.1
"""Seconds for which what is due is left to the process that has signalled it."""

assert processes.LEASE > 3 * BEAT, "two beats may fail before a process is gone"


async def _compare_nothing() -> None:
    pass


def _keep_nothing(interaction_id: int) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class ProcessHost:
    """What a process tells the others, what it does at each beat, and its tokens.

    A beat is a process's regular sign of life. `describe_shards` returns its shards in the notation of the
    settings. At each beat, `compare_clock` compares this machine's clock with the database's, and then
    `on_beat` is called with the processes that are alive, including this one. `keep_token` returns whether
    this process has the token of an interaction, and keeps it for the posts that follow.
    """

    version: str = "-"
    describe_shards: Callable[[], str] = lambda: ""
    on_beat: Callable[[Sequence[ProcessRow]], None] = lambda living: None
    compare_clock: Callable[[], Awaitable[None]] = _compare_nothing
    keep_token: Callable[[int], bool] = _keep_nothing


ALONE: Final = ProcessHost()
"""The host of a process that no one asks about."""


class ProcessRegistry:
    """The registry of the processes that share a database; this one has a `name`.

    `check_work` is called if another process may have left work to do, or has signalled it: with the time
    in epoch seconds by which to look, or `None` for at once.
    """

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], float],
        name: str,
        host: ProcessHost,
        check_work: Callable[[float | None], None],
    ) -> None:
        self.name = name
        self.host = host
        self.living: Sequence[ProcessRow] = ()
        """Those that were there at the last beat."""
        self.look = check_work
        self._store = store
        self._now = now
        self.started = now()
        """When it said hello, by the database's clock where that is compared."""
        self._leaving = False
        self._longest_wait = math.inf
        self._there_since = self._there_until = -math.inf
        self._alarm = Alarm("processes", now)

    async def open(self, longest_wait: float) -> None:
        """Register this process, and take over work left by processes that are gone.

        The work of living processes is not touched. No outbox row ever waits longer than `longest_wait`
        seconds, and at first no longer than its kind does.
        """

        async def job(tx: Transaction) -> float:
            now = self._now()
            await processes.register(tx, self._row(now))
            await processes.remove_gone(tx, now, only_process=self.name if self._store.is_exclusive else None)
            self.living = await processes.list_running(tx, now)
            tx.signal(Signal.PROCESSES)
            if len(self.living) == 1:
                await self._mend_times(tx, now)
            return now

        self._longest_wait = longest_wait
        await self.host.compare_clock()
        self.started = self._now()
        self._note_seen(await self._store.write(job))
        self._store.listen(self._follow_signal)
        self.host.on_beat(self.living)

    async def mend_times(self) -> None:
        """Correct outbox rows whose due time was stored by a wrong clock.

        This process must be the only one.
        """
        await self._store.write(lambda tx: self._mend_times(tx, self._now()))

    async def _mend_times(self, tx: Transaction, now: float) -> None:
        await row_claims.repair_due_times(tx, now, self._longest_wait)

    def start(self) -> None:
        """Report regularly that this process is alive."""
        self._alarm.start(self.beat)

    async def load_living(self) -> Sequence[ProcessRow]:
        """Load the processes that are alive, including this one as it is now."""
        return await self._store.read(lambda tx: processes.list_running(tx, self._now()))

    @property
    def is_first(self) -> bool:
        """Whether this process does the work that only one process may do.

        For a moment two processes may answer yes.
        """
        return not self.living or self.living[0].name == self.name

    async def beat(self) -> float:
        """Report that this process is alive, and take over from those that are not.

        Return when to do so again.
        """

        async def job(tx: Transaction) -> tuple[float, int, Sequence[ProcessRow]]:
            now = self._now()
            await processes.register(tx, self._row(now))
            gone = 0 if self._store.is_exclusive else await processes.remove_gone(tx, now)
            return now, gone, await processes.list_running(tx, now)

        await self.host.compare_clock()
        seen, gone, self.living = await self._store.write(job)
        self._note_seen(seen)
        if gone:
            log.warning("processes gone", extra={"processes": gone})
        self.host.on_beat(self.living)
        if gone or len(self.living) > 1:
            self.look(None)
        return self._now() + BEAT

    def has_kept_claims(self, since: float) -> bool:
        """Whether no other process has taken over rows that this one held at a time.

        That is certain if the others saw this process alive ever since.
        """
        return self._store.is_exclusive or (self._there_since <= since and self._now() <= self._there_until)

    def _note_seen(self, at: float) -> None:
        """Record that the others saw this process at a time.

        If it was not seen for long before that, it counts as having been away.
        """
        if at > self._there_until:
            self._there_since = at
        self._there_until = at + processes.LEASE

    def announce_shards(self) -> None:
        """Report soon that the shards of this process have changed."""
        self._alarm.ring()

    def announce_leaving(self) -> None:
        """Report that this process is stopping and finishes its current work."""
        self._leaving = True
        self._alarm.ring()

    async def stop(self) -> None:
        """Unregister this process, so that others may take over its remaining work."""
        await self._alarm.stop()
        with suppress(StoreError):  # then it is not seen any more
            await self._store.write(lambda tx: processes.unregister(tx, self.name))

    def _follow_signal(self, signal: Signal) -> None:
        """React to a signal of another process, after a moment's head start.

        That process gets a moment to do the work itself.
        """
        if signal is Signal.PROCESSES:
            self._alarm.ring()
        else:
            self.look(self._now() + START)

    def _row(self, now: float) -> ProcessRow:
        return ProcessRow(
            self.name,
            self.host.describe_shards(),
            self.host.version,
            self.started,
            now,
            self._leaving,
            NEWEST,
        )
