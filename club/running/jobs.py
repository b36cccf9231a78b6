"""Jobs that wait in the store.

They are claimed under a lease, carried out concurrently, and given back if they fail.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, Generic, Protocol, TypeVar

from club.running.alarm import Alarm
from data.database.errors import StoreError
from data.database.store import Store
from data.database.transaction import Transaction
from data.outbox import leases
from data.outbox.leases import LeaseRow

log = logging.getLogger(__name__)


class LeasedJob(Protocol):
    """A row of a table of `data.outbox.leases`."""

    @property
    def key(self) -> int:
        """What the job is known by: most are about a match, with one of a kind for each."""
        ...


Row = TypeVar("Row", bound=LeasedJob)

DONE: Final = None
"""What an attempt returns that settled its job."""


async def claim_one(
    tx: Transaction, table: str, now: float, *, owner: str, lease: float
) -> tuple[list[LeaseRow], float | None]:
    """Claim the job that waits longest, for tables that do one job at a time.

    Return it, else when the next one is due. That time is looked for only if there was no job: it needs
    all waiting jobs to be read, and after a new version these can be every match there is.
    """
    taken = await leases.claim(tx, table, now, owner=owner, lease=lease)
    return taken, None if taken else await leases.next_due(tx, table)


class Jobs(Generic[Row]):
    """Carries out the jobs of one table, `most` at a time.

    The table is one of `data.outbox.leases`, and the jobs are claimed under the name `owner`. `claim`
    takes at most so many jobs that are due within a transaction, and says when the next one is.
    `attempt` carries one out: it returns `DONE`, or after how many seconds the job is to be tried
    again. An attempt that raises is logged and tried again after `after_fault` seconds. Code that adds
    a job rings `alarm`, which also gives the time.
    """

    def __init__(
        self,
        table: str,
        store: Store,
        alarm: Alarm,
        *,
        owner: str,
        most: int = 1,
        claim: Callable[[Transaction, int], Awaitable[tuple[Sequence[Row], float | None]]],
        attempt: Callable[[Row], Awaitable[float | None]],
        after_fault: float,
    ) -> None:
        self._table = table
        self._store = store
        self._alarm = alarm
        self._owner = owner
        self._most = most
        self._claim = claim
        self._attempt = attempt
        self._after_fault = after_fault
        self._flying: dict[int, asyncio.Task[None]] = {}

    @property
    def busy(self) -> bool:
        """Return whether a job is being carried out."""
        return bool(self._flying)

    async def open(self) -> None:
        """Begin with all that waits, also with what processes that are gone had in hand."""
        await self._store.write(lambda tx: leases.mend_times(tx, self._table, self._alarm.now()))
        self._alarm.start(self._work)

    async def stop(self) -> None:
        """Carry out no more, and give back what is under way."""
        await self._alarm.stop()
        for task in self._flying.values():
            task.cancel()
        if self._flying:
            await asyncio.wait(self._flying.values())
        with suppress(StoreError):  # their leases run out
            await self._store.write(lambda tx: leases.give_back(tx, self._table, self._owner))

    def ring(self, by: float | None = None) -> None:
        """Look whether there is something to do, now or `by` a time."""
        self._alarm.ring(by)

    async def _work(self) -> float | None:
        """Claim as many due jobs as there is room for.

        Return when there is next something to claim.
        """
        room = self._most - len(self._flying)
        if room <= 0 or not await self._store.read(lambda tx: leases.has_jobs(tx, self._table)):
            return None  # what ends rings the alarm, and so does what adds a job
        taken, due = await self._store.write(lambda tx: self._claim(tx, room))
        for row in taken:
            if row.key not in self._flying:
                task = asyncio.create_task(self._carry_out(row), name=self._table)
                self._flying[row.key] = task
                task.add_done_callback(partial(self._finish, row.key))
        return None if len(self._flying) >= self._most else due

    def _finish(self, key: int, task: asyncio.Task[None]) -> None:
        """Forget a job that has ended, and look for the next unless it was cancelled."""
        self._flying.pop(key, None)
        if not task.cancelled():
            self._alarm.ring()

    async def _carry_out(self, row: Row) -> None:
        try:
            delay = await self._attempt(row)
        except Exception as fault:
            facts = {"work": self._table, "job": row.key, "fault": type(fault).__name__}
            log.exception("job failed", extra=facts)
            delay = self._after_fault
        if delay is DONE:
            return
        at = self._alarm.now() + delay
        try:
            await self._store.write(lambda tx: leases.retry(tx, self._table, row.key, self._owner, at))
        except StoreError as fault:  # its lease runs out
            facts = {"work": self._table, "job": row.key, "code": fault.code}
            log.warning("job not given back", extra=facts)
