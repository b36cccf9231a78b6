"""Jobs that wait in the store.

They are claimed under a lease, carried out concurrently, and tried again if they fail.
"""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final

from club.running.alarm import Alarm
from club.running.effort import Broken, Late
from data.database.errors import StoreError
from data.database.store import Store
from data.database.transaction import Transaction
from data.outbox import leases
from data.outbox.leases import LeaseRow

log = logging.getLogger(__name__)

LEASE: Final = 900.0
"""Seconds in which no other process tries a job in hand: longer than it may take."""
AGAIN_AFTER: Final = 600.0
"""Seconds until a job is tried again that came to nothing."""
TRIES: Final = 2
"""Claims of a job; on what failed so often nothing more is spent."""

Settlement = Callable[[Transaction], Awaitable[None]]
"""Stores what a job came to, in the transaction that deletes it."""
Claimed = tuple[list[LeaseRow], float | None]
"""The jobs claimed, and when the next one is due, if there was room for more."""
ENDED: Final = None
"""What an attempt returns whose own transaction has ended its job."""


class Again(Exception):  # noqa: N818 - what happened, not what is wrong
    """An attempt came to nothing: the job is tried again after so many seconds.

    The attempt counts as one of its tries unless it was not this process's to make.
    """

    def __init__(self, after: float, *, counted: bool = True) -> None:
        super().__init__(after)
        self.after = after
        self.counted = counted


async def settle_nothing(tx: Transaction) -> None:
    """Store nothing: the job is over."""


async def give_up(job: LeaseRow) -> Settlement:
    """Leave a job that failed too often, of which nothing is to be stored."""
    return settle_nothing


class Jobs:
    """Carries out the jobs of one table, `most` at a time, with a `pause` after each.

    The table is one of `data.outbox.leases`, and the jobs are claimed under the name `owner` for `lease`
    seconds. `attempt` carries one out: it returns what is to be stored of it, which happens only if the job
    is still this owner's, or `ENDED`. An attempt that raises is made again after `again_after` seconds,
    or when its `Again` says. After `tries` attempts the job is given up instead. `claim` claims at most so
    many due jobs, where that is not simply those that wait longest. Code that adds a job rings `alarm`,
    which also gives the time.
    """

    def __init__(
        self,
        table: str,
        store: Store,
        alarm: Alarm,
        *,
        owner: str,
        attempt: Callable[[LeaseRow], Awaitable[Settlement | None]],
        give_up: Callable[[LeaseRow], Awaitable[Settlement]] = give_up,
        claim: Callable[[Transaction, int], Awaitable[Claimed]] | None = None,
        most: int = 1,
        pause: float = 0.0,
        lease: float = LEASE,
        tries: float = TRIES,
        again_after: float = AGAIN_AFTER,
    ) -> None:
        self._table = table
        self._store = store
        self._alarm = alarm
        self._owner = owner
        self._attempt = attempt
        self._give_up = give_up
        self._claim = claim or self._claim_due
        self._most = most
        self._pause = pause
        self._lease = lease
        self._tries = tries
        self._again_after = again_after
        self._not_before = -math.inf
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
        now = self._alarm.now()
        if now < self._not_before <= now + self._pause:  # a clock that was set back keeps nothing waiting
            return self._not_before
        taken, due = await self._store.write(lambda tx: self._claim(tx, room))
        for row in taken:
            if row.key not in self._flying:
                task = asyncio.create_task(self._carry_out(row), name=self._table)
                self._flying[row.key] = task
                task.add_done_callback(partial(self._finish, row.key))
        return None if len(self._flying) >= self._most else due

    async def _claim_due(self, tx: Transaction, room: int) -> Claimed:
        """Claim the jobs that wait longest.

        When the next one is due is looked for only if there was room for it: that needs all waiting jobs
        to be read, and after a new version these can be every match there is.
        """
        taken = await leases.claim(
            tx, self._table, self._alarm.now(), room, owner=self._owner, lease=self._lease
        )
        return taken, None if len(taken) == room else await leases.next_due(tx, self._table)

    def _finish(self, key: int, task: asyncio.Task[None]) -> None:
        """Forget a job that has ended, and look for the next unless it was cancelled."""
        self._flying.pop(key, None)
        if not task.cancelled():
            self._alarm.ring()

    async def _carry_out(self, job: LeaseRow) -> None:
        """Carry out a job; whatever goes wrong, it is tried again, and then given up."""
        facts = {"work": self._table, "job": job.key}
        again = Again(self._again_after)
        try:
            settle = await (self._attempt(job) if job.attempts <= self._tries else self._give_up(job))
            if settle is not ENDED:
                await self._store.write(lambda tx: self._settle(tx, job, settle))
            self._not_before = self._alarm.now() + self._pause
        except Again as told:
            again = told
        except (Late, Broken) as fault:
            log.warning("job late or broken", extra=facts | {"fault": type(fault).__name__})
        except Exception as fault:
            log.exception("job failed", extra=facts | {"fault": type(fault).__name__})
        else:
            return
        at, counted = self._alarm.now() + again.after, again.counted
        try:
            await self._store.write(
                lambda tx: leases.retry(tx, self._table, job.key, self._owner, at, counted=counted)
            )
        except StoreError as fault:  # its lease runs out
            log.warning("job not given back", extra=facts | {"code": fault.code})

    async def _settle(self, tx: Transaction, job: LeaseRow, settle: Settlement) -> None:
        """Delete a job and store what it came to, unless it is another process's by now."""
        if await leases.delete_done(tx, self._table, job.key, self._owner):
            await settle(tx)
