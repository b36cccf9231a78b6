"""What all have in common that store what people do in competitions."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from data.database.store import Store
from data.database.transaction import Transaction

T = TypeVar("T")


class Writer:
    """Stores what people do in competitions, and lets it be heard of.

    `wake` is called when the outbox has something new, `expect` when something may be due.
    """

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], float],
        wake: Callable[[], None],
        expect: Callable[[], None],
    ) -> None:
        self._store = store
        self._now = now
        self._wake = wake
        self._expect = expect

    async def _write(self, job: Callable[[Transaction], Awaitable[T]]) -> T:
        """Store a job's changes and return its result; then have them posted and checked."""
        done = await self._store.write(job)
        self._wake()
        self._expect()
        return done
