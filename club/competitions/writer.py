"""The base of all classes that store what members do in competitions."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from data.database.store import Store
from data.database.transaction import Transaction

T = TypeVar("T")


class CompetitionWriter:
    """Stores what members do in competitions, and announces the changes.

    `wake` is called when the outbox has new messages, `expect` when a step may be due.
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
        """Run a function in a write transaction, and return its result.

        Then have new messages posted, and have steps checked that may be due.
        """
        done = await self._store.write(job)
        self._wake()
        self._expect()
        return done
