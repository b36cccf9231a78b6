"""Fair scheduling: a few tasks per user at a time, least-served first.

There is one scheduler for members' presses, and one for readers of web pages. A scheduler measures the CPU
time of each task, on the event loop and on threads, and charges it to the user.
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
from typing import Any, Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

LEAST: Final = 0.001
"""Seconds of CPU that a turn counts as at least, for what is not measured of it."""
WAITS: Final = 1.0
"""Seconds after which a turn that only waits gives up its place.

It waits for Discord or for another process.
"""


class QueueFull(Exception):  # noqa: N818 - an answer, not an error
    """More tasks are waiting than allowed."""


@dataclass(eq=False, slots=True)
class _Asker:
    """A user with a running or waiting task.

    `cpu_seconds` is the CPU time charged to them, as if all users had begun together.
    """

    key: Hashable
    cpu_seconds: float
    at_work: int = 0
    on_threads: int = 0
    waiting: deque[asyncio.Future[None]] = field(default_factory=deque)


@dataclass(eq=False, slots=True)
class _Turn:
    """One running task, and its CPU seconds on the event loop and on threads."""

    line: "FairScheduler"
    asker: _Asker
    loop_seconds: float = 0.0
    thread_seconds: float = 0.0
    jobs: int = 0
    """What waits for a thread, or is done on one."""
    last_seen_seconds: float = -1.0
    """What it had taken when it was last looked at."""
    is_over: bool = False
    has_place: bool = True

    @property
    def cpu_seconds(self) -> float:
        """The CPU seconds taken in total."""
        return self.loop_seconds + self.thread_seconds


@dataclass(eq=False, slots=True)
class _Job:
    """A function to run on a thread for a task."""

    turn: _Turn
    work: Callable[[], Any]
    result: Future[Any]


_turn: ContextVar[_Turn | None] = ContextVar("turn", default=None)


class FairScheduler:
    """Runs the tasks of many users fairly.

    At most `per_asker` tasks of one user run at a time, and at most `total` of all users. Their thread work
    shares `threads` threads. `loop_share` is the share of the event loop's time that they may take, from 0
    to 1, and `max_waiting` how many tasks may wait. `None` means no limit.
    """

    def __init__(
        self,
        *,
        per_asker: int,
        threads: int,
        total: int | None = None,
        max_waiting: int | None = None,
        loop_share: float | None = None,
    ) -> None:
        self._each = per_asker
        self._in_all = total
        self._most_waiting = max_waiting
        self._share = loop_share
        self.askers: dict[Hashable, _Asker] = {}
        self.all_at_work = 0
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
        """Return how many tasks are waiting."""
        return self._waiting

    async def serve(
        self,
        key: Hashable,
        work: Callable[[], Coroutine[Any, Any, T]],
        *,
        at_front: bool = False,
        charge: Callable[[float], object] = float,
    ) -> T:
        """Run a task of a user when it is their turn; return its result.

        `key` identifies the user. If `at_front`, the task goes before their other waiting tasks. `charge`
        is called with the CPU seconds that it took, even if it failed. Raise `QueueFull` if too many tasks
        are waiting.
        """
        asker = await self._wait(key, first=at_front)
        turn = _Turn(self, asker)
        before = _turn.set(turn)
        look = asyncio.get_running_loop().call_later(WAITS, self._look, turn)
        try:
            return await _measure_cpu(work(), turn)
        finally:
            _turn.reset(before)
            turn.is_over = True
            look.cancel()
            self._end(turn)
            charge(turn.cpu_seconds)

    async def _wait(self, key: Hashable, *, first: bool) -> _Asker:
        """Wait until a task of this user may run."""
        asker = self.askers.get(key)
        if asker is None:
            asker = self.askers[key] = _Asker(key, self._had)
        called = asyncio.get_running_loop().create_future()
        (asker.waiting.appendleft if first else asker.waiting.append)(called)
        self._waiting += 1
        self._call()
        if not called.done() and self._most_waiting is not None and self._waiting > self._most_waiting:
            asker.waiting.remove(called)
            self._waiting -= 1
            self._forget(asker)
            raise QueueFull
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
        """Whether one more task may run.

        If only the share of the event loop forbids it, check again as soon as the share allows it.
        """
        if self._in_all is not None and self.all_at_work >= self._in_all:
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
        """Start waiting tasks while there is room, of the least-served users first."""
        while self._waiting and self._has_room():
            among = (each for each in self.askers.values() if each.waiting and each.at_work < self._each)
            asker = min(among, key=lambda each: each.cpu_seconds, default=None)
            if asker is None:
                return
            called = asker.waiting.popleft()
            self._waiting -= 1
            if not called.cancelled():
                self._place(asker)
                called.set_result(None)

    def _place(self, asker: _Asker) -> None:
        self._had = max(self._had, asker.cpu_seconds)
        asker.at_work += 1
        self.all_at_work += 1

    def _leave(self, asker: _Asker) -> None:
        asker.at_work -= 1
        self.all_at_work -= 1
        self._call()

    def _end(self, turn: _Turn) -> None:
        """Charge a finished task's CPU time, and let the next task run."""
        asker = turn.asker
        with self._lock:
            asker.cpu_seconds += max(LEAST, turn.cpu_seconds)
        if self._share is not None:
            now = asyncio.get_running_loop().time()
            self._free_at = max(now, self._free_at) + turn.loop_seconds / self._share
        if turn.has_place:
            self._leave(asker)
        self._forget(asker)

    def _forget(self, asker: _Asker) -> None:
        """Remove a user who has no running and no waiting task."""
        if not asker.at_work and not asker.waiting and self.askers.get(asker.key) is asker:
            del self.askers[asker.key]

    def _look(self, turn: _Turn) -> None:
        """Free the place of a task that has used no CPU since the last check."""
        if turn.is_over:
            return
        if turn.cpu_seconds == turn.last_seen_seconds and not turn.jobs:
            turn.has_place = False
            self._leave(turn.asker)
            self._forget(turn.asker)
            return
        turn.last_seen_seconds = turn.cpu_seconds
        asyncio.get_running_loop().call_later(WAITS, self._look, turn)

    def run_on_thread(self, job: _Job, submit: Callable[[Callable[[], None]], object]) -> None:
        """Queue a job for a thread; jobs of the least-served users run first."""
        with self._lock:
            self._jobs.append(job)
            job.turn.jobs += 1
            if not self._threads:
                return
            self._threads -= 1
        submit(self._do_jobs)

    def _do_jobs(self) -> None:
        """Run queued jobs on the current thread until none are left."""
        while True:
            with self._lock:
                if not self._jobs:
                    self._threads += 1
                    return
                job = min(
                    self._jobs, key=lambda each: (each.turn.asker.on_threads, each.turn.asker.cpu_seconds)
                )
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
                job.turn.thread_seconds += took
                job.turn.jobs -= 1
                job.turn.asker.on_threads -= 1
            if end is not None:
                end()


class FairThreadPool(ThreadPoolExecutor):
    """A thread pool for the event loop that serves users in turn.

    It measures the CPU time of each user's work.
    """

    def submit(self, work: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> Future[T]:
        """Submit a function to the pool; return its future."""
        turn = _turn.get()
        if turn is None or turn.is_over:
            return super().submit(work, *args, **named)
        result: Future[T] = Future()
        turn.line.run_on_thread(_Job(turn, partial(work, *args, **named), result), super().submit)
        return result


def charge_cpu(seconds: float) -> None:
    """Charge CPU seconds that another process used to the current user, if any."""
    turn = _turn.get()
    if turn is not None and not turn.is_over:
        with turn.line._lock:
            turn.thread_seconds += max(0.0, seconds)


@coroutine
def _measure_cpu(work: Coroutine[Any, Any, T], turn: _Turn) -> Generator[Any, Any, T]:
    """Run a coroutine, and count the CPU time of its steps on the event loop."""
    step: Callable[[], Any] = partial(work.send, None)
    while True:
        began = thread_time()
        try:
            awaited = step()
        except StopIteration as done:
            result: T = done.value
            return result
        finally:
            turn.loop_seconds += thread_time() - began
        try:
            step = partial(work.send, (yield awaited))
        except BaseException as fault:
            step = partial(work.throw, fault)
