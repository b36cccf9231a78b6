"""One life of the bot, as far as clocks are concerned.

It is the real club on a real database; a stand-in posts.
"""

import asyncio
import random
import sqlite3
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

from bot.host.process_time import CorrectedClock, steady_clock
from club.club import Club
from data.database.transaction import Transaction
from data.sqlite.store import SqliteStore
from tests.fresh import fresh
from tests.simulation.bot import _wake
from tests.simulation.loop import VirtualLoop
from tests.simulation.sqlite import Inline


class Life:
    """A process. What it keeps in memory ends with it; what it has stored does not."""

    def __init__(
        self, path: Path, *, day: Callable[[], float], since_start: Callable[[], float], lots: random.Random
    ) -> None:
        self.loop = VirtualLoop(since_start, self._delay)
        self.now = CorrectedClock(steady_clock(day, since_start), day)
        self.began = since_start()
        self._since_start = since_start
        self.dies_at: int | None = None
        """The number of steps after which it dies."""
        self.died = False
        self.club: Club | None = None
        self.posted: list[tuple[str, int, int | None]] = []
        """What was posted: its name in the outbox, its match, its seat."""
        self._lots = lots
        self._path = path
        self._store: SqliteStore | None = None
        self._connections: list[Inline] = []

    def start(self, committed: Callable[[sqlite3.Connection], None]) -> None:
        """Begin as the bot does."""
        self.loop.create_task(self._start(committed), name="start")

    async def _start(self, committed: Callable[[sqlite3.Connection], None]) -> None:
        self._store = await SqliteStore.open(
            fresh(self._path), now=self.now, connect=partial(self._connect, committed)
        )
        club = Club(
            self._store, now=self.now, chance=self._lots.randrange, secret=partial(self._lots.randbytes, 32)
        )
        await club.open(self._deliver, longest_wait=3600.0)
        self.club = club

    async def _deliver(self) -> float | None:
        """Post all that is due."""
        assert self._store is not None  # the store is open before it rings

        async def job(tx: Transaction) -> list[dict[str, Any]]:
            rows = await tx.all("SELECT * FROM outbox WHERE not_before <= ?", self.now())
            await tx.run("DELETE FROM outbox WHERE not_before <= ?", self.now())
            return rows

        rows = await self._store.write(job)
        self.posted += [
            (row["dedup"], row["match_id"], row["seat"]) for row in rows if row["kind"] == "reminder"
        ]
        return None

    @property
    def ahead(self) -> float:
        """Seconds by which its time of day is ahead of the time since the world's start."""
        return self.now() - self._since_start()

    async def correct(self, by: float) -> None:
        """Go by a time that is so much later, as if another clock had told."""
        assert self.club is not None  # it has begun
        former = self.now.off
        switch = partial(setattr, self.now, "off", former + by)
        await self.club.correct_time(self.now.with_offset(former), self.now.with_offset(former + by), switch)

    def task(self, work: Coroutine[Any, Any, None]) -> None:
        """Start work that a person asks for."""
        self.loop.create_task(work)

    def die(self) -> None:
        """End between two steps.

        Nothing more is stored, and all that was in memory is gone.
        """
        self.died = True
        for connection in self._connections:
            connection.drop()
        self.loop.bury()
        if self._store:
            self._store._held.release()

    async def pause(self) -> None:
        """Let others go on for the moment that a thread or a disk takes."""
        if self.died:
            raise asyncio.CancelledError
        over: asyncio.Future[None] = self.loop.create_future()
        self.loop.call_later(self._delay(), _wake, over)
        await over

    def disk_is_full(self) -> bool:
        """Return that it is not."""
        return False

    def _delay(self) -> float:
        return self._lots.uniform(0.0001, 0.003)

    def _connect(self, committed: Callable[[sqlite3.Connection], None], uri: str) -> Inline:
        connection = Inline(uri, self, None if "mode=ro" in uri else committed)
        self._connections.append(connection)
        return connection
