"""An event loop in virtual time: one handle a step, in asyncio's own order.

It has no threads, sockets or real waits.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Coroutine, Generator
from contextvars import Context, ContextVar
from heapq import heappop, heappush
from itertools import count
from typing import Any, Final, TypeVar, TypeVarTuple, cast

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

PROCESS: Final[ContextVar[int | None]] = ContextVar("process", default=None)
"""The process, of those that share a loop, that a task belongs to.

`None` is the machine's own work.
"""


class VirtualLoop(asyncio.AbstractEventLoop):
    """An event loop whose driver moves its time.

    What it leaves abstract is never asked for.

    `now` gives seconds, `work_takes` the duration of the next work off the loop. The world may end
    between any two steps: every await of the bot is such a place. Coroutines with a qualified name of
    `shared` serve every process, whichever one began them.
    """

    def __init__(
        self, now: Callable[[], float], work_takes: Callable[[], float], shared: Collection[str] = ()
    ) -> None:
        self.tasks: dict[asyncio.Task[Any], int | None] = {}
        """All tasks that have not ended, and whose they are."""
        self.faults: list[dict[str, Any]] = []
        """Uncaught exceptions, as asyncio reports them."""
        self.steps = 0
        self.fallen = set[int]()
        """The processes that have ended.

        None of their work begins any more, and none of their timers goes off.
        """
        self._now = now
        self._work_takes = work_takes
        self._shared = shared
        self._ready: deque[asyncio.Handle] = deque()
        self._timers: list[tuple[float, int, asyncio.TimerHandle, int | None]] = []
        self._numbers = count()

    @property
    def due(self) -> float | None:
        """When there is something to do, `None` if only the world can wake anybody."""
        if self._ready:
            return self._now()
        while self._timers and self._timers[0][2].cancelled():
            heappop(self._timers)
        return self._timers[0][0] if self._timers else None

    def step(self) -> bool:
        """Run one handle that is due; return whether there was one."""
        while self._timers and self._timers[0][0] <= self._now():
            _, _, timer, process = heappop(self._timers)
            if process not in self.fallen:
                self._ready.append(timer)
        if not self._ready:
            return False
        handle = self._ready.popleft()
        if handle.cancelled():
            return False
        self.steps += 1
        asyncio._set_running_loop(self)
        try:
            handle._run()
        finally:
            asyncio._set_running_loop(None)
        return True

    def bury(self) -> None:
        """End every task; what they still do on their way out must not reach anybody."""
        self._timers.clear()
        for _ in range(1000):
            for task in list(self.tasks):
                task.cancel()
            while self._ready:
                self.step()
            self._timers.clear()
            if not self.tasks:
                return
        raise RuntimeError("tasks outlive their loop")

    def time(self) -> float:
        return self._now()

    def call_soon(
        self, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)  # pyrefly: ignore[bad-argument-type]  # a tuple is one
        self._ready.append(handle)
        return handle

    def call_later(
        self,
        delay: float,
        callback: Callable[[*Ts], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        return self.call_at(self._now() + delay, callback, *args, context=context)

    def call_at(
        self,
        when: float,
        callback: Callable[[*Ts], object],
        *args: *Ts,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        handle = asyncio.TimerHandle(when, callback, args, self, context)  # pyrefly: ignore[bad-argument-type]  # as above
        heappush(self._timers, (when, next(self._numbers), handle, _process(context)))
        return handle

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(
        self, coro: Generator[Any, None, T] | Coroutine[Any, Any, T], *, name: str | None = None, **given: Any
    ) -> asyncio.Task[T]:
        # Not by the task's name: Python 3.11 gives it one only after this.
        if getattr(coro, "__qualname__", "") in self._shared:
            given["context"] = Context()
        context: Context | None = given.get("context")
        # Newer Pythons' types want a coroutine here, as all that the bot starts is.
        task: asyncio.Task[T] = asyncio.Task(
            cast("Coroutine[Any, Any, T]", coro), loop=self, name=name, **given
        )
        process = _process(context)
        self.tasks[task] = process
        task.add_done_callback(self._forget_task)
        if process in self.fallen:
            task.cancel()
        return task

    def _forget_task(self, task: asyncio.Task[Any]) -> None:
        """Forget a task that has ended."""
        self.tasks.pop(task, None)

    def run_in_executor(self, _: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # pyrefly: ignore[bad-override-param-name]  # asyncio's own type has no type variables
        """Do the work of another thread at one moment, some time from now."""
        answer: asyncio.Future[T] = self.create_future()

        def work() -> None:
            if answer.done():
                return
            try:
                answer.set_result(func(*args))
            except Exception as fault:
                answer.set_exception(fault)

        self.call_later(self._work_takes(), work)
        return answer

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return False

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        self.faults.append(context)

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """Nothing: cancelled timers are passed over when they are due."""


def _process(context: Context | None) -> int | None:
    """Return whose is what runs in a context, or in the current one."""
    return PROCESS.get() if context is None else context.get(PROCESS)
