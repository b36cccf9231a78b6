"""This process among those that share a database.

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


@dataclass(frozen=True, slots=True)
class Host:
    """What a process is to the host, and what the host does at each of its beats.

    `shards` says in the host's words which shards it has. `share` is called with the processes that live, first of all
    with this one among them; `compare` compares this machine's clock with the database's before that.
    """

    version: str = "-"
    shards: Callable[[], str] = lambda: ""
    share: Callable[[Sequence[ProcessRow]], None] = lambda living: None
    compare: Callable[[], Awaitable[None]] = _compare_nothing


class Processes:
    """The processes on one database, and this one under its `name`.

    `look` is called where another process may have left something to do, or has signalled it: by when, in seconds since
    the epoch, if that is not at once.
    """

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], float],
        name: str,
        host: Host,
        look: Callable[[float | None], None],
    ) -> None:
        self.name = name
        self.host = host
        self.living: Sequence[ProcessRow] = ()
        """Those that were there at the last beat."""
        self._look = look
        self._store = store
        self._now = now
        self.started = now()
        """When it said hello, by the database's clock where that is compared."""
        self._leaving = False
        self._longest_wait = math.inf
        self._there_since = self._there_until = -math.inf
        self._alarm = Alarm("processes", now)

    async def open(self, longest_wait: float) -> None:
        """Say hello, and take over work left by processes that are gone.

        Nothing of the living ones is touched. No row of the outbox ever waits longer than `longest_wait`
        seconds, nor at first longer than its kind does.
        """

        async def job(tx: Transaction) -> float:
            now = self._now()
            await processes.hello(tx, self._row(now))
            await processes.sweep(tx, now, alone=self.name if self._store.alone else None)
            self.living = await processes.living(tx, now)
            tx.signal(Signal.PROCESSES)
            if len(self.living) == 1:
                await self._mend_times(tx, now)
            return now

        self._longest_wait = longest_wait
        await self.host.compare()
        self.started = self._now()
        self._note_seen(await self._store.write(job))
        self._store.listen(self._follow_signal)
        self.host.share(self.living)

    async def mend_times(self) -> None:
        """Keep rows of the outbox from waiting because of a time that was wrong.

        This process must be the only one.
        """
        await self._store.write(lambda tx: self._mend_times(tx, self._now()))

    async def _mend_times(self, tx: Transaction, now: float) -> None:
        await row_claims.mend_times(tx, now, self._longest_wait)

    def start(self) -> None:
        """Go on saying that this process is there."""
        self._alarm.start(self.beat)

    async def all(self) -> Sequence[ProcessRow]:
        """Return those that live, this one among them as it is now."""
        return await self._store.read(lambda tx: processes.living(tx, self._now()))

    @property
    def first(self) -> bool:
        """Whether this process does the work that only one may do.

        For a moment there may be two such processes.
        """
        return not self.living or self.living[0].name == self.name

    async def beat(self) -> float:
        """Report that this process is alive, and take over from those that are not.

        Return when to do so again.
        """

        async def job(tx: Transaction) -> tuple[float, int, Sequence[ProcessRow]]:
            now = self._now()
            await processes.hello(tx, self._row(now))
            gone = 0 if self._store.alone else await processes.sweep(tx, now)
            return now, gone, await processes.living(tx, now)

        await self.host.compare()
        seen, gone, self.living = await self._store.write(job)
        self._note_seen(seen)
        if gone:
            log.warning("processes gone", extra={"processes": gone})
        self.host.share(self.living)
        if gone or len(self.living) > 1:
            self._look(None)
        return self._now() + BEAT

    def has_kept_claims(self, since: float) -> bool:
        """Whether no other process has taken over what this one had in hand at a time.

        It has not if this process was always seen since then.
        """
        return self._store.alone or (self._there_since <= since and self._now() <= self._there_until)

    def _note_seen(self, at: float) -> None:
        """Note that the others saw this process at a time.

        If it was not seen for long before, it was gone meanwhile.
        """
        if at > self._there_until:
            self._there_since = at
        self._there_until = at + processes.LEASE

    def announce_shards(self) -> None:
        """Announce soon that this process has other shards than before."""
        self._alarm.ring()

    def leave(self) -> None:
        """Say that this process was asked to end, and finishes what it has in hand."""
        self._leaving = True
        self._alarm.ring()

    async def stop(self) -> None:
        """Say farewell: any process may take over this one's remaining work at once."""
        await self._alarm.stop()
        with suppress(StoreError):  # then it is not seen any more
            await self._store.write(lambda tx: processes.farewell(tx, self.name))

    def _follow_signal(self, signal: Signal) -> None:
        """Follow a signal of another process; its sender gets a moment's start."""
        if signal is Signal.PROCESSES:
            self._alarm.ring()
        else:
            self._look(self._now() + START)

    def _row(self, now: float) -> ProcessRow:
        return ProcessRow(
            self.name, self.host.shards(), self.host.version, self.started, now, self._leaving, NEWEST
        )
