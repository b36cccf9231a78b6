"""The pace at which processes on one database begin Discord sessions.

Discord refuses sessions that are begun too fast.
"""

from collections.abc import Awaitable, Callable
from typing import Final

from data.database import sessions
from data.database.store import Store

EVERY: Final = 5.5
"""Seconds between two sessions of one bucket.

These are Discord's five, and a margin for a request that takes longer to arrive.
"""


class SessionPacer:
    """Lets processes begin Discord sessions in turn.

    `wait` sleeps for a number of seconds.
    """

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

    async def wait_turn(self, bucket: int) -> None:
        """Wait until a session of a bucket of shards may start.

        The caller must start it at once. There is no queue, so cancelling a wait does not delay the
        others. Raise `StoreError` if the database is unavailable.
        """
        while left := await self._store.write(
            lambda tx: sessions.claim_start(tx, bucket, self._now(), EVERY)
        ):
            await self._wait(left)
