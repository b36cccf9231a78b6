"""The columns of the club: what each is made with, and how its work runs."""

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Final, Protocol

from club.running.alarm import AFTER_FAULT, Alarm
from club.running.processes import NAMES, ProcessHost, ProcessRegistry
from data.database.store import Store

log = logging.getLogger(__name__)

Now = Callable[[], float]
"""Gives the time in seconds since the epoch."""
Chance = Callable[[int], int]
"""Draws a number from 0 up to, but not including, its argument.

All numbers are equally likely.
"""
Secret = Callable[[], bytes]
"""Draws the 32 random bytes that decide every shuffle of one match."""
DueWork = Callable[[], Awaitable[float | None]]
"""Does all work of one kind that is due; returns when more is due."""
DELIVERY_RETRY_AFTER: Final = 5.0
"""Seconds until a failed delivery is tried again.

The delivery also renews the leases of posts under way.
"""


@dataclass(frozen=True, slots=True)
class ClubContext:
    """What every use-case of the club is made with.

    `processes` knows this process and those that share its database. `delivery` is the alarm to ring
    whenever the outbox has new rows, `expiry` whenever something may be due by itself (a challenge expires,
    a player has waited long or runs out of time, a puzzle or a digest is due), and `seasons` whenever a
    competition may have something to do.
    """

    store: Store
    now: Now
    chance: Chance
    secret: Secret
    processes: ProcessRegistry
    delivery: Alarm
    expiry: Alarm
    seasons: Alarm

    @property
    def owner(self) -> str:
        """The name under which this process claims work."""
        return self.processes.name

    def is_first_process(self) -> bool:
        """Whether this process does the work that only one of several may do."""
        return self.processes.is_first

    def schedule_check(self, by: float | None = None) -> None:
        """Check for work that is due by itself, now or at a time.

        Competitions have no use for times that matches plan.
        """
        self.expiry.ring(by)
        if by is None:
            self.seasons.ring()


def make_context(
    store: Store,
    *,
    now: Now,
    chance: Chance,
    secret: Secret,
    host: ProcessHost,
    check_work: Callable[[float | None], None],
) -> ClubContext:
    """Name this process, and make what its club is made with.

    `check_work` is called if another process may have left work to do.
    """
    return ClubContext(
        store,
        now,
        chance,
        secret,
        ProcessRegistry(store, now=now, name=f"{chance(NAMES):016x}", host=host, check_work=check_work),
        delivery=Alarm("delivery", now, after_fault=DELIVERY_RETRY_AFTER),
        expiry=Alarm("expiry", now),
        seasons=Alarm("competitions", now),
    )


class Worker(Protocol):
    """A part of a column that works in the background.

    It continues unfinished work at the start, and looks again whenever another process may have left more
    of it.
    """

    async def open(self) -> None:
        """Start to work, beginning with work that was left unfinished."""
        ...

    def ring(self) -> None:
        """Look for work."""
        ...

    async def stop(self) -> None:
        """Stop working."""
        ...


class Column:
    """The use-cases of one subject, which it holds under plain names.

    It answers for their background work; a column without any has no `workers`.
    """

    workers: Sequence[Worker] = ()

    async def open(self) -> None:
        """Start the background work."""
        for worker in self.workers:
            await worker.open()

    async def close(self) -> None:
        """Stop the background work, and release the jobs that it has claimed."""
        await stop_all(worker.stop for worker in self.workers)

    def ring(self) -> None:
        """Look for work that other processes have left."""
        for worker in self.workers:
            worker.ring()

    @property
    def due(self) -> Mapping[str, DueWork]:
        """The work that is due by itself, by its name in the log."""
        return {}


async def stop_all(stops: Iterable[Callable[[], Awaitable[None]]]) -> None:
    """Stop everything, the last one first.

    Raise the last error after everything has been tried.
    """
    async with AsyncExitStack() as ending:
        for stop in stops:
            ending.push_async_callback(stop)


async def run_due_work(works: Mapping[str, DueWork], now: Now) -> float | None:
    """Do all work that is due by itself; return when more is due.

    If one part fails, the others run all the same.
    """
    times = []
    for name, due in works.items():
        try:
            times.append(await due())
        except Exception:
            log.exception("work failed, tried again later", extra={"work": name})
            times.append(now() + AFTER_FAULT)
    return min((at for at in times if at is not None), default=None)
