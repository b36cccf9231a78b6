"""Serves askers in turn: a few things of each at a time, least-served asker first.

One line of turns is kept for the presses of members, one for the readers of pages. Each measures
the CPU that a thing takes, on the event loop and on the threads beside it. That is what counts as
served to the asker.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Generator, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from time import thread_time
from types import coroutine
from typing import Any, Final, TypeVar

T = TypeVar("T")

LEAST: Final = 0.001
"""Seconds of CPU that a turn counts as at least, for what is not measured of it."""
WAITS: Final = 1.0
"""Seconds after which a turn that only waits gives up its place.

It waits for Discord or for another process.
"""


class Full(Exception):  # noqa: N818 - an answer, not an error
    """More wait already than may."""


@dataclass(eq=False, slots=True)
class _Asker:
    """An asker who has something in work, or waits.

    `had` is the CPU seconds they have had, as if all askers had begun at once.
    """

    key: Hashable
    had: float
    at_work: int = 0
    on_threads: int = 0
    waiting: deque[asyncio.Future[None]] = field(default_factory=deque)


@dataclass(eq=False, slots=True)
class _Turn:
    """One thing in work, and its CPU seconds on the loop and beside it."""

    line: "Turns"
    asker: _Asker
    loop: float = 0.0
    beside: float = 0.0
    jobs: int = 0
    """What waits for a thread, or is done on one."""
    seen: float = -1.0
    """What it had taken when it was last looked at."""
    over: bool = False
    placed: bool = True

    @property
    def cpu_seconds(self) -> float:
        """The CPU seconds taken in all."""
        return self.loop + self.beside


@dataclass(eq=False, slots=True)
class _Job:
    """Something to be done on a thread for a turn."""

    turn: _Turn
    work: Callable[[], Any]
    result: Future[Any]


_turn: ContextVar[_Turn | None] = ContextVar("turn", default=None)


class Turns:
    """A line in which all askers are served fairly.

    At most `each` things of one asker are in work at a time, and `in_all` of all askers together. Their
    work on threads is done on `threads` of them. `share` is how many seconds of the event loop they may
    take in a second, and `waiting` is how many things may wait. `None` is no limit.
    """

    def __init__(
        self,
        *,
        each: int,
        threads: int,
        in_all: int | None = None,
        waiting: int | None = None,
        share: float | None = None,
    ) -> None:
        self._each = each
        self._in_all = in_all
        self._most_waiting = waiting
        self._share = share
        self._askers: dict[Hashable, _Asker] = {}
        self._at_work = 0
        self._waiting = 0
        self._had = 0.0
        """The CPU seconds of the asker served last; a new asker starts with as many."""
        self._free_at = 0.0
        """The time of the loop from which the share allows more."""
        self._later: asyncio.TimerHandle | None = None
        self._lock = Lock()
        """Guards the fields that follow, and what an asker has had beside the loop."""
        self._jobs: list[_Job] = []
        self._threads = threads

    def __len__(self) -> int:
        """Return how many things wait."""
        return self._waiting

    async def serve(
        self,
        key: Hashable,
        work: Callable[[], Coroutine[Any, Any, T]],
        *,
        first: bool = False,
        charge: Callable[[float], object] = float,
    ) -> T:
        """Do something for an asker when it is their turn; return what that gives.

        With `first` it goes before what else of theirs waits. `charge` is told the seconds of CPU that it took,
        whatever came of it. Raises `Full`.
        """
        asker = await self._wait(key, first=first)
        turn = _Turn(self, asker)
        before = _turn.set(turn)
        look = asyncio.get_running_loop().call_later(WAITS, self._look, turn)
        try:
            return await _measure_cpu(work(), turn)
        finally:
            _turn.reset(before)
            turn.over = True
            look.cancel()
            self._end(turn)
            charge(turn.cpu_seconds)

    async def _wait(self, key: Hashable, *, first: bool) -> _Asker:
        """Wait until an asker has a place."""
        asker = self._askers.get(key)
        if asker is None:
            asker = self._askers[key] = _Asker(key, self._had)
        called = asyncio.get_running_loop().create_future()
        (asker.waiting.appendleft if first else asker.waiting.append)(called)
        self._waiting += 1
        self._call()
        if not called.done() and self._most_waiting is not None and self._waiting > self._most_waiting:
            asker.waiting.remove(called)
            self._waiting -= 1
            self._forget(asker)
            raise Full
        try:
            await called
        except asyncio.CancelledError:
            if called in asker.waiting:
                asker.waiting.remove(called)
                self._waiting -= 1
            elif not called.cancelled():
                self._leave(asker)
            self._forget(asker)
            raise
        return asker

    def _has_room(self) -> bool:
        """Whether one more thing may be in work.

        If only the share forbids it, look again once the share allows it.
        """
        if self._in_all is not None and self._at_work >= self._in_all:
            return False
        loop = asyncio.get_running_loop()
        if self._share is None or self._free_at <= loop.time():
            return True
        if self._later is None:
            self._later = loop.call_at(self._free_at, self._call_later)
        return False

    def _call_later(self) -> None:
        self._later = None
        self._call()

    def _call(self) -> None:
        """Give places to those who wait, first to those who have had least."""
        while self._waiting and self._has_room():
            among = (each for each in self._askers.values() if each.waiting and each.at_work < self._each)
            asker = min(among, key=lambda each: each.had, default=None)
            if asker is None:
                return
            called = asker.waiting.popleft()
            self._waiting -= 1
            if not called.cancelled():
                self._place(asker)
                called.set_result(None)

    def _place(self, asker: _Asker) -> None:
        self._had = max(self._had, asker.had)
        asker.at_work += 1
        self._at_work += 1

    def _leave(self, asker: _Asker) -> None:
        asker.at_work -= 1
        self._at_work -= 1
        self._call()

    def _end(self, turn: _Turn) -> None:
        """Count what a turn has taken, and give its place to the next."""
        asker = turn.asker
        with self._lock:
            asker.had += max(LEAST, turn.cpu_seconds)
        if self._share is not None:
            now = asyncio.get_running_loop().time()
            self._free_at = max(now, self._free_at) + turn.loop / self._share
        if turn.placed:
            self._leave(asker)
        self._forget(asker)

    def _forget(self, asker: _Asker) -> None:
        """Keep nothing of an asker who has nothing in work and waits for nothing."""
        if not asker.at_work and not asker.waiting and self._askers.get(asker.key) is asker:
            del self._askers[asker.key]

    def _look(self, turn: _Turn) -> None:
        """Take its place from a turn that has only waited since the last look."""
        if turn.over:
            return
        if turn.cpu_seconds == turn.seen and not turn.jobs:
            turn.placed = False
            self._leave(turn.asker)
            self._forget(turn.asker)
            return
        turn.seen = turn.cpu_seconds
        asyncio.get_running_loop().call_later(WAITS, self._look, turn)

    def beside(self, job: _Job, submit: Callable[[Callable[[], None]], object]) -> None:
        """Have a thread do a job when it is its asker's turn."""
        with self._lock:
            self._jobs.append(job)
            job.turn.jobs += 1
            if not self._threads:
                return
            self._threads -= 1
        submit(self._do_jobs)

    def _do_jobs(self) -> None:
        """Do jobs as long as there are any, on a thread."""
        while True:
            with self._lock:
                if not self._jobs:
                    self._threads += 1
                    return
                job = min(self._jobs, key=lambda each: (each.turn.asker.on_threads, each.turn.asker.had))
                self._jobs.remove(job)
                job.turn.asker.on_threads += 1
            if job.result.set_running_or_notify_cancel():
                began = thread_time()
                try:
                    end = partial(job.result.set_result, job.work())
                except BaseException as fault:
                    end = partial(job.result.set_exception, fault)
                took = thread_time() - began
            else:
                took, end = 0.0, None
            with self._lock:
                job.turn.beside += took
                job.turn.jobs -= 1
                job.turn.asker.on_threads -= 1
            if end is not None:
                end()


class Threads(ThreadPoolExecutor):
    """Threads for a loop that serve each asker in turn and measure their work."""

    def submit(self, work: Callable[..., T], /, *args: Any, **named: Any) -> Future[T]:
        """Have something done; return what will come of it."""
        turn = _turn.get()
        if turn is None or turn.over:
            return super().submit(work, *args, **named)
        result: Future[T] = Future()
        turn.line.beside(_Job(turn, partial(work, *args, **named), result), super().submit)
        return result


def spend(seconds: float) -> None:
    """Count CPU that another process has used for the current asker, if there is one."""
    turn = _turn.get()
    if turn is not None and not turn.over:
        with turn.line._lock:
            turn.beside += max(0.0, seconds)


@coroutine
def _measure_cpu(work: Coroutine[Any, Any, T], turn: _Turn) -> Generator[Any, Any, T]:
    """Do some work, and count the CPU that each of its steps takes on the loop."""
    step: Callable[[], Any] = partial(work.send, None)
    while True:
        began = thread_time()
        try:
            awaited = step()
        except StopIteration as done:
            result: T = done.value
            return result
        finally:
            turn.loop += thread_time() - began
        try:
            step = partial(work.send, (yield awaited))
        except BaseException as fault:
            step = partial(work.throw, fault)
