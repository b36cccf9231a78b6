"""The pace at which processes on one database begin sessions with Discord.

Discord refuses those that hurry.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from data.database import sessions
from data.database.store import Store

EVERY: Final = 5.5
"""Seconds between two sessions of one bucket.

These are Discord's five, and a margin for a request that takes longer to arrive.
"""


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
        """Wait until a session of a bucket of shards may begin.

        It must then begin at once. There is no queue, so a wait that is cancelled does not delay the
        others. Raise `StoreError`.
        """
        while left := await self._store.write(lambda tx: sessions.begin(tx, bucket, self._now(), EVERY)):
            await self._wait(left)
