"""Jobs stored in the database.

They are claimed under a lease, run concurrently, and retried if they fail.
"""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final

from club.running.alarm import Alarm
from club.running.effort import SearchFailure, SearchTimeout
from data.database.errors import StoreError
from data.database.store import Store
from data.database.transaction import Transaction
from data.outbox import leases
from data.outbox.leases import LeaseRow

log = logging.getLogger(__name__)

LEASE: Final = 900.0
"""Seconds in which no other process tries a job in hand: longer than it may take."""
RETRY_AFTER: Final = 600.0
"""Seconds until a job is tried again that came to nothing."""
MAX_ATTEMPTS: Final = 2
"""Claims of a job; on what failed so often nothing more is spent."""

Settlement = Callable[[Transaction], Awaitable[None]]
"""Stores what a job came to, in the transaction that deletes it."""
Claimed = tuple[list[LeaseRow], float | None]
"""The jobs claimed, and when the next one is due, if there was room for more."""
ALREADY_SETTLED: Final = None
"""What an attempt returns whose own transaction has ended its job."""


class RetryLater(Exception):  # noqa: N818 - what happened, not what is wrong
    """Raised by a job that could not be done, to retry it after `delay` seconds.

    The attempt counts towards the limit of attempts if `counted`; it should not if another process is
    responsible for the job.
    """

    def __init__(self, delay: float, *, counted: bool = True) -> None:
        super().__init__(delay)
        self.after = delay
        self.counted = counted


async def settle_nothing(tx: Transaction) -> None:
    """Store nothing: the job is simply deleted."""


async def give_up(job: LeaseRow) -> Settlement:
    """Delete a job that failed too often, without storing anything."""
    return settle_nothing


class JobRunner:
    """Runs the jobs of one table, `max_running` at a time.

    The table is one of `data.outbox.leases`. Jobs are claimed under the name `owner` for `lease` seconds,
    with a `pause` in seconds after each. `attempt` runs a job and returns a function that stores its
    result, or `ALREADY_SETTLED`; the function is called only if the job still belongs to this owner. An
    attempt that raises is repeated after `retry_after` seconds, or after the delay of its `RetryLater`.
    After `max_attempts` attempts `give_up` is called instead. `claim` claims at most a given number of due
    jobs; by default those that have waited longest. Code that adds a job rings `alarm`, which is also the
    clock.
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
        max_running: int = 1,
        pause: float = 0.0,
        lease: float = LEASE,
        max_attempts: float = MAX_ATTEMPTS,
        retry_after: float = RETRY_AFTER,
    ) -> None:
        self.table = table
        self._store = store
        self.alarm = alarm
        self._owner = owner
        self.attempt = attempt
        self._give_up = give_up
        self._claim = claim or self._claim_due
        self._most = max_running
        self._pause = pause
        self._lease = lease
        self._tries = max_attempts
        self._again_after = retry_after
        self._not_before = -math.inf
        self.flying: dict[int, asyncio.Task[None]] = {}

    async def open(self) -> None:
        """Start to run all waiting jobs, including those of processes that are gone."""
        await self._store.write(lambda tx: leases.make_all_due(tx, self.table, self.alarm.now()))
        self.alarm.start(self._work)

    async def stop(self) -> None:
        """Start no more jobs, cancel those that are running, and give them back."""
        await self.alarm.stop()
        for task in self.flying.values():
            task.cancel()
        if self.flying:
            await asyncio.wait(self.flying.values())
        with suppress(StoreError):  # their leases run out
            await self._store.write(lambda tx: leases.give_back(tx, self.table, self._owner))

    def ring(self, due: float | None = None) -> None:
        """Look for jobs to run, now or at the time `due`."""
        self.alarm.ring(due)

    async def _work(self) -> float | None:
        """Claim and start as many due jobs as there is room for.

        Return when there is next something to claim.
        """
        room = self._most - len(self.flying)
        if room <= 0 or not await self._store.read(lambda tx: leases.has_jobs(tx, self.table)):
            return None  # what ends rings the alarm, and so does what adds a job
        now = self.alarm.now()
        if now < self._not_before <= now + self._pause:  # a clock that was set back keeps nothing waiting
            return self._not_before
        taken, due = await self._store.write(lambda tx: self._claim(tx, room))
        for row in taken:
            if row.key not in self.flying:
                task = asyncio.create_task(self._carry_out(row), name=self.table)
                self.flying[row.key] = task
                task.add_done_callback(partial(self._finish, row.key))
        return None if len(self.flying) >= self._most else due

    async def _claim_due(self, tx: Transaction, room: int) -> Claimed:
        """Claim the jobs that have waited longest.

        The time of the next job is looked up only if there was room for it, because that reads all waiting
        jobs; after an update of the program these can be all matches there are.
        """
        taken = await leases.claim(
            tx, self.table, self.alarm.now(), room, owner=self._owner, lease=self._lease
        )
        return taken, None if len(taken) == room else await leases.next_due_time(tx, self.table)

    def _finish(self, key: int, task: asyncio.Task[None]) -> None:
        """Remove a job that has ended, and look for the next unless it was cancelled."""
        self.flying.pop(key, None)
        if not task.cancelled():
            self.alarm.ring()

    async def _carry_out(self, job: LeaseRow) -> None:
        """Run a job; if it fails, schedule a retry."""
        facts = {"work": self.table, "job": job.key}
        again = RetryLater(self._again_after)
        try:
            settle = await (self.attempt(job) if job.attempts <= self._tries else self._give_up(job))
            if settle is not ALREADY_SETTLED:
                await self._store.write(lambda tx: self._settle(tx, job, settle))
            self._not_before = self.alarm.now() + self._pause
        except RetryLater as told:
            again = told
        except (SearchTimeout, SearchFailure) as fault:
            log.warning("job late or broken", extra=facts | {"fault": type(fault).__name__})
        except Exception as fault:
            log.exception("job failed", extra=facts | {"fault": type(fault).__name__})
        else:
            return
        at, counted = self.alarm.now() + again.after, again.counted
        try:
            await self._store.write(
                lambda tx: leases.retry(tx, self.table, job.key, self._owner, at, counted=counted)
            )
        except StoreError as fault:  # its lease runs out
            log.warning("job not given back", extra=facts | {"code": fault.code})

    async def _settle(self, tx: Transaction, job: LeaseRow, settle: Settlement) -> None:
        """Delete a job and store its result, unless another process has it by now."""
        if await leases.delete_done(tx, self.table, job.key, self._owner):
            await settle(tx)
