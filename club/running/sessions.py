"""The pace at which the processes on one database begin sessions with Discord, which refuses those that hurry."""

from collections.abc import Awaitable, Callable
from typing import Final

from data.database import sessions
from data.database.store import Store

EVERY: Final = 5.5
"""Seconds between two sessions of one bucket: Discord's five, and a margin for what takes longer to arrive."""


class Sessions:
    """Lets the processes begin sessions in turn; `wait` lets seconds pass."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], float],
        wait: Callable[[float], Awaitable[None]],
    ) -> None:
        self._store = store
        self._now = now
        self._wait = wait

    async def turn(self, bucket: int) -> None:
        """Wait until a session of a bucket of shards may be begun, which then has to be begun at once.

        There is no line: one that is cancelled while it waits keeps no other waiting. Raises `StoreError`.
        """
        while left := await self._store.write(lambda tx: sessions.begin(tx, bucket, self._now(), EVERY)):
            await self._wait(left)
