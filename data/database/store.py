"""The store: what holds everything, whichever database that is, and its jobs.

A caller passes a job, which is a function of a `Transaction`; it is done as a whole or not at all.

>>> import asyncio
>>> from tempfile import TemporaryDirectory
>>> from data.database import meta
>>> from data.opening import open_store
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
from data.database.rounds import Slice
from data.database.transaction import Job, Signal

T = TypeVar("T")


def ignore_commit(jobs: int, seconds: float) -> None:
    """Serve where nobody wants to know of commits."""


class Store(ABC):
    """An open database: `data.opening.open_store` opens one; always `close` it."""

    alone: bool
    """Whether no other process can have it open."""
    _groups: Groups
    """The jobs that wait to be stored; each kind of store makes its own."""
    _closing: asyncio.Task[None] | None = None

    async def write(self, job: Job[T]) -> T:
        """Run `job` with all others that wait, and return its result as soon as it is safely on the disk.

        What `job` raises is raised here and undoes only what `job` did. A caller cancelled while its job still waits
        leaves it undone; cancelled later, it is done or undone as a whole. Raises `StoreError` if the store is full,
        held by another program, away, overloaded or closed; nothing was stored then, or the sentence says otherwise.
        """
        if self._closing:
            raise StoreError("store.closed")
        return await self._groups.run(job)

    @abstractmethod
    async def read(self, job: Job[T]) -> T:
        """Run `job`, which may only read, on one fixed state of the database, and return its result.

        Raises `StoreError` if the store is closed or the database cannot be read.
        """

    @abstractmethod
    def listen(self, hear: Callable[[Signal], None]) -> None:
        """Call `hear` for every signal of another process (`Transaction.signal`); never where there is no other."""

    @abstractmethod
    async def tables(self) -> list[str]:
        """Return the names of the tables that `fault_of_table` can look through."""

    @abstractmethod
    async def fault_of_table(self, name: str, stopping: threading.Event) -> str | None:
        """Return what is wrong with a table and its indexes; `None` for nothing, and for a look broken off."""

    @abstractmethod
    async def matches_after(self, after: int) -> Slice:
        """Look at the next few matches after an id, beside all jobs; raise `StoreError` where they cannot be read."""

    @abstractmethod
    async def wipe(self, user_ids: Collection[int] = ()) -> bool:
        """Leave nothing on the disk of what was deleted; return false where somebody who reads is in the way.

        All is written anew if one of these people is still in it, or if none is given; writers may have to wait as
        long as a backup takes. Raises `StoreError` if there is no room for it, or the store is closed.
        """

    async def time(self) -> float | None:
        """Return the time of the database's own clock in seconds since the epoch, `None` where it has none.

        Raises `StoreError`.
        """
        return None

    async def close(self) -> None:
        """Finish all jobs that wait, close the database and let go of it. May be called again."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(), name="store closing")
        await asyncio.shield(self._closing)

    @abstractmethod
    async def _close(self) -> None:
        """Do what `close` says, once."""
