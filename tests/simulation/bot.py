"""One life of the bot: the real club, store and delivery on a real database, until it is stopped or dies."""

import asyncio
import random
import sqlite3
from collections.abc import Callable, Coroutine, Generator
from contextvars import copy_context
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from bot.clock import steady
from bot.delivery import LONGEST_WAIT, Delivery
from bot.desk import Desk
from bot.tokens import Tokens
from bot.wire import Wire
from club.club import Club
from data.sqlite.store import Connection, SqliteStore
from data.store import Store
from tests.fresh import fresh
from tests.simulation.loop import PROCESS, VirtualLoop
from tests.simulation.world import World

T = TypeVar("T")


class Inline(Connection):
    """A connection whose jobs run at one moment each, with a wait before and after in which the bot may die."""

    def __init__(self, uri: str, bot: "Bot", committed: Callable[[sqlite3.Connection], None] | None) -> None:
        super().__init__(uri)
        self._uri = uri
        self._bot = bot
        self._committed = committed
        self.driver: sqlite3.Connection | None = None

    def __await__(self) -> Generator[Any, None, Connection]:
        return self._open().__await__()

    async def whole(self, work: Callable[[sqlite3.Connection], T]) -> T:
        await self._bot.pause()
        if self.driver is None:
            raise asyncio.CancelledError
        if self._committed and self._bot.disk_is_full():
            full = sqlite3.OperationalError("database or disk is full")
            full.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise full
        result = work(self.driver)
        if self._committed:
            self._committed(self.driver)
        await self._bot.pause()
        return result

    async def close(self) -> None:
        self.drop()

    def drop(self) -> None:
        """Close at once what is open."""
        if self.driver:
            self.driver.close()
        self.driver = None

    async def _open(self) -> Connection:
        await self._bot.pause()
        self.driver = sqlite3.connect(self._uri, uri=True, isolation_level=None)
        self.driver.row_factory = sqlite3.Row
        return self


class Bot:
    """A process. What it keeps in memory ends with it; what it has stored does not."""

    def __init__(self, world: World, path: Path, life: int) -> None:
        self.world = world
        self.path = path
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
        self.loop = VirtualLoop(lambda: world.now, self._delay)  # type: ignore[abstract]  # the rest is never asked for
        self.now = steady(world.time_of_day, lambda: world.now)
        self.store: SqliteStore | None = None
        self.clubs: list[Club] = []
        self.deliveries: list[Delivery] = []
        self._connections: list[Inline] = []

    def start(self, wire: Wire, committed: Callable[[sqlite3.Connection], None]) -> None:
        """Begin as the bot does, with what the last process left."""
        self.loop.create_task(self._start(wire, committed), name="start")

    async def _start(self, wire: Wire, committed: Callable[[sqlite3.Connection], None]) -> None:
        store = self.store = await SqliteStore.open(
            fresh(self.path), now=self.now, connect=partial(self._connect, committed)
        )
        for number in range(2 if self.world.options.twin else 1):
            await self.task(self._process(number, store, wire), number, "process")
        self.serving = True

    async def _process(self, number: int, store: Store, wire: Wire) -> None:
        club = Club(
            store, now=self.now, chance=self.chance.randrange, secret=partial(self.chance.randbytes, 32)
        )
        desk = await Desk.open(store, now=self.now, owner=club.processes.name, chance=self.chance.randrange)
        delivery = Delivery(wire, desk, club, Tokens(self.now))
        if number == 0:
            await club.open(delivery.work, longest_wait=LONGEST_WAIT)
        else:  # processes that come later take nothing from those that live
            club.delivery.start(delivery.work)
            club.expiry.start(club._expire)
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

    async def poll(self, number: int) -> None:
        """Look for work that nobody has rung for."""
        self.clubs[number].delivery.ring()

    def fall(self, number: int) -> None:
        """End one process alone: nobody begins anew, and nothing is given back."""
        self.fallen[number] = self.world.now
        for task, process in list(self.loop.tasks.items()):
            if process == number:
                task.cancel()

    def gone(self, process: int | None) -> float | None:
        """Return when a process ended, `None` while it lives."""
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
            await club.expiry.stop()
            await club.delivery.stop()
            await delivery.finish()
        if self.store:
            await self.store.close()

    def die(self) -> None:
        """End between two steps: nothing more is stored or sent, and all that was in memory is gone."""
        self.died = self.world.now
        self.serving = False
        for connection in self._connections:  # the writer first: so its log stays as it is
            connection.drop()
        self.loop.bury()
        if self.store:
            self.store._held.release()

    async def wait(self, seconds: float) -> None:
        """Let time pass."""
        if self.gone(PROCESS.get()) is not None:
            raise asyncio.CancelledError
        over: asyncio.Future[None] = self.loop.create_future()
        self.loop.call_later(seconds, _wake, over)
        await over

    async def pause(self) -> None:
        """Let others go on for the moment that a thread or a disk takes."""
        await self.wait(self._delay())

    def disk_is_full(self) -> bool:
        """Return whether this transaction finds no room."""
        return self.serving and not self.world.healed and self.waits.random() < self.world.options.full

    def _delay(self) -> float:
        slow = self.waits.random() < 0.02 and not self.world.healed
        return self.waits.uniform(0.0001, 0.5 if slow else 0.003)

    def _connect(self, committed: Callable[[sqlite3.Connection], None], uri: str) -> Inline:
        reads = "mode=ro" in uri
        connection = Inline(uri, self, None if reads else committed)
        self._connections.append(connection)
        return connection


def _wake(over: asyncio.Future[None]) -> None:
    if not over.done():
        over.set_result(None)
