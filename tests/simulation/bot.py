"""One life of the bot, until it is stopped or dies.

It is the real club, store and delivery on a real database.
"""

import asyncio
import random
from collections.abc import Callable, Coroutine
from contextvars import copy_context
from functools import partial
from typing import Any, TypeVar

from bot.answers.tokens import TokenStore
from bot.delivery.claims import Claims
from bot.delivery.drain import LONGEST_WAIT, Delivery
from bot.delivery.wire import Wire
from bot.host.process_time import steady_clock
from club.club import Club
from club.play.course.places import PlaceKeeper
from club.running.processes import ProcessHost
from data.database.store import Store
from tests.simulation.database import Database
from tests.simulation.loop import PROCESS, VirtualLoop
from tests.simulation.world import World

T = TypeVar("T")

Session = Callable[[PlaceKeeper], Coroutine[Any, Any, None]]
"""Does as the client does at the beginning of a session."""


class Bot:
    """A process. What it keeps in memory ends with it; what it has stored does not."""

    def __init__(self, world: World, database: Database, life: int) -> None:
        self.world = world
        self.database = database
        self.life = life
        self.died: float | None = None
        """When it ended, `None` while it lives."""
        self.fallen: dict[int, float] = {}
        """Which of its processes have died alone, and when."""
        self.falls_at: tuple[int, int] | None = None
        """The number of steps after which one process dies alone, and which."""
        self.serving = False
        self.dies_at: int | None = None
        """The number of steps after which it dies."""
        self.last_commit: int | None = None
        """The number of commits soon after which it dies."""
        self.waits = random.Random(f"waits {world.options.seed} {life}")
        self.chance = random.Random(f"chance {world.options.seed} {life}")
        self.loop = VirtualLoop(lambda: world.now, self._delay, database.shared_tasks)
        self.now = steady_clock(world.time_of_day, lambda: world.now)
        self.stores: list[Store] = []
        self.clubs: list[Club] = []
        self.deliveries: list[Delivery] = []

    def start(self, wire: Wire, session: Session) -> None:
        """Begin as the bot does, with everything that the last process left.

        A new session compares places with `session`.
        """
        self._session = session
        self.loop.create_task(self._start(wire), name="start")

    async def _start(self, wire: Wire) -> None:
        for number in range(2 if self.world.options.twin else 1):
            await self.task(self._process(number, wire), number, "process")
        self.serving = True
        self.begin_session()

    async def _process(self, number: int, wire: Wire) -> None:
        store = await self.database.open(self)
        self.stores.append(store)
        tokens = TokenStore(self.now)
        club = Club(
            store,
            now=self.now,
            chance=self.chance.randrange,
            secret=partial(self.chance.randbytes, 32),
            host=ProcessHost(keep_token=tokens.keep_for_posts),
        )
        claims = await Claims.open(
            store,
            now=self.now,
            owner=club.processes.name,
            chance=self.chance.randrange,
            has_kept_claims=club.processes.has_kept_claims,
        )
        delivery = Delivery(wire, claims, club, tokens)
        if not store.is_exclusive:
            await club.open(delivery.work, longest_wait=LONGEST_WAIT)
            club.processes.start()
        elif number == 0:
            await club.open(delivery.work, longest_wait=LONGEST_WAIT)
        else:  # as if it were another process: it takes nothing from those that live
            club.delivery.start(delivery.work)
            club.expiry.start(club.run_due_work)
        self.clubs.append(club)
        self.deliveries.append(delivery)

    def task(self, work: Coroutine[Any, Any, T], process: int, name: str) -> asyncio.Task[T]:
        """Begin what one of the processes does."""
        context = copy_context()
        context.run(PROCESS.set, process)
        return self.loop.create_task(work, name=name, context=context)

    @property
    def processes(self) -> list[int]:
        """Return the processes that live."""
        return [number for number in range(len(self.clubs)) if number not in self.fallen]

    def begin_session(self) -> None:
        """Begin a session with Discord, which says how everything is there."""
        process = self.processes[0]
        self.task(self._session(self.clubs[process].play.places), process, "session")

    async def poll(self, number: int) -> None:
        """Look for work that was stored without a ring."""
        self.clubs[number].delivery.ring()
        self.clubs[number].expiry.ring()

    def fall(self, number: int) -> None:
        """End one process alone; no process starts in its place.

        It gives back nothing that it holds.
        """
        self.fallen[number] = self.world.now
        self.database.drop(self, number)
        self.loop.fallen.add(number)
        for task, process in list(self.loop.tasks.items()):
            if process == number:
                task.cancel()

    def ended_at(self, process: int | None) -> float | None:
        """Return when a process ended, or `None` while it lives."""
        if self.died is None and process is not None:
            return self.fallen.get(process)
        return self.died

    def stop(self) -> asyncio.Task[None]:
        """Stop as the bot does when it is asked to."""
        self.serving = False
        return self.loop.create_task(self._stop(), name="stop")

    async def _stop(self) -> None:
        for number in self.processes:
            club, delivery = self.clubs[number], self.deliveries[number]
            await delivery.close()
            if self.stores[
                number
            ].is_exclusive:  # as if of two processes each ended by itself: both share one store
                await club.expiry.stop()
            else:
                await club.close()
        for number in self.processes:
            await self.stores[number].close()

    def die(self) -> None:
        """End between two steps.

        Nothing more is stored or sent, and all that was in memory is gone.
        """
        self.died = self.world.now
        self.serving = False
        self.database.drop(self)
        self.loop.bury()

    async def wait(self, seconds: float) -> None:
        """Let time pass."""
        if self.ended_at(PROCESS.get()) is not None:
            raise asyncio.CancelledError
        over: asyncio.Future[None] = self.loop.create_future()
        self.loop.call_later(seconds, _wake, over)
        await over

    async def pause(self) -> None:
        """Let others go on for the moment that a thread or a disk takes."""
        await self.wait(self._delay())

    def disk_is_full(self) -> bool:
        """Return whether this transaction finds no room."""
        full = self.serving and not self.world.healed and self.waits.random() < self.world.options.full
        if full:
            self.world.note("disk full")
        return full

    def _delay(self) -> float:
        slow = self.waits.random() < 0.02 and not self.world.healed
        return self.waits.uniform(0.0001, 0.5 if slow else 0.003)


def _wake(over: asyncio.Future[None]) -> None:
    if not over.done():
        over.set_result(None)
