"""The store: what holds everything, whichever database that is, and its jobs.

A caller passes a job, which is a function of a `Transaction`; it is done as a whole or not at all.

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
from data.database.groups import Groups
from data.database.scrub import ScrubSlice
from data.database.transaction import Job, Signal

T = TypeVar("T")


def ignore_commit(jobs: int, seconds: float) -> None:
    """Ignore a commit; the default if no one wants to know of commits."""


class Store(ABC):
    """An open database: `data.store_opening.open_store` opens one; always `close` it."""

    alone: bool
    """Whether no other process can have it open."""
    _groups: Groups
    """The jobs that wait to be stored; each kind of store makes its own."""
    _closing: asyncio.Task[None] | None = None

    async def write(self, job: Job[T]) -> T:
        """Run `job` with all other waiting jobs and return its result.

        It returns as soon as the result is safely on disk. An exception of `job` is raised here and
        undoes only what `job` did. If the caller is cancelled while its job still waits, the job is not
        run; if it is cancelled later, the job is done or undone as a whole.

        Raise `StoreError` if the store is full, held by another program, away, overloaded or closed.
        Nothing was stored in that case, unless the sentence says otherwise.
        """
        if self._closing:
            raise StoreError("store.closed")
        return await self._groups.run(job)

    @abstractmethod
    async def read(self, job: Job[T]) -> T:
        """Run the read-only `job` on one fixed state of the database.

        Return its result. Raise `StoreError` if the store is closed or the database cannot be read.
        """

    @abstractmethod
    def listen(self, hear: Callable[[Signal], None]) -> None:
        """Call `hear` for every signal of another process (`Transaction.signal`).

        It is never called if there is no other process.
        """

    @abstractmethod
    async def tables(self) -> list[str]:
        """Return the names of the tables that `fault_of_table` can look through."""

    @abstractmethod
    async def fault_of_table(self, name: str, stopping: threading.Event) -> str | None:
        """Return the fault in a table or its indexes, or `None`.

        `None` means that there is no fault or that the check was broken off.
        """

    @abstractmethod
    async def matches_after(self, after: int) -> ScrubSlice:
        """Check the next few matches after an ID, beside all jobs.

        Raise `StoreError` if they cannot be read.
        """

    @abstractmethod
    async def wipe(self, user_ids: Collection[int] = ()) -> bool:
        """Leave nothing on disk of the deleted data; return whether that succeeded.

        It fails if a reader is in the way. Everything is rewritten if one of these people is still in it,
        or if none is given; writers may have to wait as long as a backup takes. Raise `StoreError` if
        there is no room for it, or if the store is closed.
        """

    async def time(self) -> float | None:
        """Return the time of the database's own clock, or `None` if it has none.

        The time is in seconds since the epoch. Raise `StoreError` if it cannot be read.
        """
        return None

    async def close(self) -> None:
        """Finish all waiting jobs, then close and release the database.

        It may be called again.
        """
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(), name="store closing")
        await asyncio.shield(self._closing)

    @abstractmethod
    async def _close(self) -> None:
        """Do what `close` says, once."""
