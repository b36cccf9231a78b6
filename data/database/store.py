"""The store: an open database of either kind, and the jobs that it runs.

A caller passes a job, which is a function of a `Transaction`. A job is done as a whole or not at
all.

>>> import asyncio
>>> from tempfile import TemporaryDirectory
>>> from data.database import meta
>>> from data.store_opening import open_store
>>> async def example(folder: str) -> str | None:
...     store = await open_store(f"{folder}/example.db")
...     await store.write(lambda tx: meta.put(tx, "colour", "blue"))
...     found = await store.read(lambda tx: meta.get(tx, "colour"))
...     await store.close()
...     return found
>>> with TemporaryDirectory() as folder:
...     asyncio.run(example(folder))
'blue'
"""

import asyncio
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from typing import TypeVar

from data.database.errors import StoreError
from data.database.groups import JobGroups
from data.database.scrub import ScrubSlice
from data.database.transaction import Job, Signal

T = TypeVar("T")


def ignore_commit(jobs: int, seconds: float) -> None:
    """Do nothing; the default callback for commits."""


class Store(ABC):
    """An open database, opened by `data.store_opening.open_store`.

    Always call `close` when it is no longer needed.
    """

    is_exclusive: bool
    """Whether no other process can have it open."""
    _groups: JobGroups
    """The jobs that wait to be stored; each kind of store makes its own."""
    _closing: asyncio.Task[None] | None = None

    async def write(self, job: Job[T]) -> T:
        """Run a job in the next transaction and return its result.

        The transaction is shared with all other waiting jobs. The method returns as soon as the result
        is safely on disk. An exception raised by the job is raised here and undoes only that job. If
        the caller is cancelled while the job still waits, the job is not run; if it is cancelled later,
        the job is either stored or undone as a whole.

        Raise `StoreError` if the disk is full, or if the store is locked by another program,
        unreachable, overloaded or closed. Nothing was stored in that case, unless the message says
        otherwise.
        """
        if self._closing:
            raise StoreError("store.closed")
        return await self._groups.run(job)

    @abstractmethod
    async def read(self, job: Job[T]) -> T:
        """Run a read-only job on a consistent snapshot and return its result.

        Raise `StoreError` if the store is closed or the database cannot be read.
        """

    @abstractmethod
    def listen(self, callback: Callable[[Signal], None]) -> None:
        """Call `callback` for every signal that another process sends.

        A process sends them with `Transaction.signal`. If the database allows only one process, the
        callback is never called.
        """

    @abstractmethod
    async def table_names(self) -> list[str]:
        """Return the names of the tables that `find_table_fault` can check."""

    @abstractmethod
    async def find_table_fault(self, name: str, stop_event: threading.Event) -> str | None:
        """Return the fault found in a table or its indexes, or `None`.

        `None` means that there is no fault, or that the check was stopped by `stop_event` or took too
        long.
        """

    @abstractmethod
    async def check_matches_after(self, after_id: int) -> ScrubSlice:
        """Check that the next few matches with IDs above `after_id` are undamaged.

        Waiting jobs are not delayed. Return the damaged ones, and the last ID looked at.

        Raise `StoreError` if they cannot be read.
        """

    @abstractmethod
    async def wipe(self, user_ids: Collection[int] = ()) -> bool:
        """Erase traces of deleted data from the disk; return whether it succeeded.

        It fails if a reader is in the way. The whole database is rewritten if it still contains one of
        these user IDs, or if no user is given; writers may have to wait as long as a backup takes.
        Raise `StoreError` if the disk has no room for that or the store is closed.
        """

    async def read_clock(self) -> float | None:
        """Return the time of the database server's clock, or `None` if it has none.

        The time is in seconds since the epoch. Raise `StoreError` if it cannot be read.
        """
        return None

    async def close(self) -> None:
        """Finish all waiting jobs, then close the database.

        It may be called more than once.
        """
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(), name="store closing")
        await asyncio.shield(self._closing)

    @abstractmethod
    async def _close(self) -> None:
        """Close the database; called only once by `close`."""
