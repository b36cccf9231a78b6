"""A single writer for any number of callers: waiting jobs share transactions.

Jobs are stored in groups, each in one transaction. So many moves share one wait for the disk, the
jobs of a process never conflict with one another, and a cancelled caller leaves no job half done.
"""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from data.database.errors import StoreError
from data.database.transaction import CommitCallback, Job

T = TypeVar("T")

GROUP_LIMIT: Final = 100
"""Jobs in one commit.

There are enough of them to share the wait for the disk, and few enough that the first does not
wait long.
"""
WAITING_LIMIT: Final = 2000
"""Maximum number of jobs that may wait for the writer.

If more wait, something is badly wrong, and further jobs are refused at once.
"""


@dataclass(frozen=True, slots=True)
class JobOutcome:
    """The outcome of one job in a group: its result, or the error that undid it."""

    value: object = None
    error: BaseException | None = None


@dataclass(frozen=True, slots=True)
class _Waiting:
    job: Job[Any]
    answer: asyncio.Future[Any]


class JobGroups:
    """A queue that stores waiting jobs in groups, each in one transaction.

    `commit` runs the given jobs in one transaction; if it raises, none of them was stored.
    `to_store_error` translates an error of the database, or returns `None` for any other error.
    `on_commit` is called after every commit.
    """

    def __init__(
        self,
        commit: Callable[[Sequence[Job[Any]]], Awaitable[Sequence[JobOutcome]]],
        to_store_error: Callable[[BaseException], StoreError | None],
        on_commit: CommitCallback,
    ) -> None:
        self._commit = commit
        self._explain = to_store_error
        self.on_commit = on_commit
        self._waiting: deque[_Waiting] = deque()
        self._writing: asyncio.Task[None] | None = None

    async def run(self, job: Job[T]) -> T:
        """Run a job in the next group and return its result once it is stored."""
        if len(self._waiting) >= WAITING_LIMIT:
            raise StoreError("store.busy")
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(job, answer))
        if self._writing is None:
            self._writing = asyncio.create_task(self.write_groups(), name="store writer")
        return await answer

    async def finish(self) -> None:
        """Wait until all jobs in the queue have been handled."""
        if self._writing:
            await asyncio.wait({self._writing})

    async def write_groups(self) -> None:
        """Write until no job is left. Only one task runs this at a time."""
        group: list[_Waiting] = []
        try:
            while self._waiting:
                taken = [self._waiting.popleft() for _ in range(min(GROUP_LIMIT, len(self._waiting)))]
                group = [waiting for waiting in taken if not waiting.answer.done()]
                if not group:
                    continue
                began = time.perf_counter()
                outcomes: Sequence[JobOutcome]
                try:
                    outcomes = await self._commit([waiting.job for waiting in group])
                except Exception as error:
                    outcomes = [JobOutcome(error=error)] * len(group)
                else:
                    self.on_commit(len(group), time.perf_counter() - began)
                for waiting, outcome in zip(group, outcomes, strict=True):
                    self._answer(waiting.answer, outcome)
        finally:
            self._writing = None
            # A caller is still without an answer only if the loop itself is shutting down.
            for waiting in group:
                waiting.answer.cancel()

    def _answer(self, answer: asyncio.Future[Any], outcome: JobOutcome) -> None:
        if answer.done():
            return
        if outcome.error is None:
            answer.set_result(outcome.value)
            return
        answer.set_exception(self._explain(outcome.error) or outcome.error)
