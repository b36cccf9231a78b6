"""Quarantine for matches that cannot be read.

Such a match is stopped, and its channel is told why, while all other matches go on.
"""

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

from club.play.match import clock_journal as journal
from club.play.match.posts import Post, put_post
from data.database.errors import Unreadable
from data.database.store import Store
from data.database.transaction import Job, Transaction
from data.outbox import outbox
from data.outbox.post_kinds import PostKind
from data.play import quarantine

log = logging.getLogger(__name__)

T = TypeVar("T")


class Quarantine:
    """Stops matches that cannot be read.

    `wake` is called when there is a new post about that.
    """

    def __init__(self, store: Store, *, now: Callable[[], float], wake: Callable[[], None]) -> None:
        self._store = store
        self._now = now
        self._wake = wake

    async def put(self, match_id: int, code: str, fault: Exception) -> bool:
        """Put a match into quarantine because of a fault.

        Return whether anything has changed. `code` is the code of the message that is posted in the
        match's place. It is posted and logged only once, and nothing else of the match is due any more.
        """

        async def job(tx: Transaction, *, sound: bool) -> bool:
            now = self._now()
            if not await quarantine.put(tx, match_id, code, at=now):
                return await quarantine.cancel_due(tx, match_id)
            if sound:
                await journal.set_clocks_running(tx, match_id, now, running=False)
            else:
                await quarantine.cancel_due(tx, match_id)
            await outbox.drop_match(tx, match_id)
            row = await quarantine.get(tx, match_id)
            assert row is not None  # it has just been put into quarantine
            if not row.is_private:
                await put_post(tx, match_id, row.version, Post(PostKind.UNPLAYABLE), now)
            return True

        try:
            changed = await self._store.write(partial(job, sound=True))
        except Unreadable:  # neither can its clocks be read, nor whose they are
            changed = await self._store.write(partial(job, sound=False))
        if changed:
            self._wake()
            about = {"match": match_id, "code": code, "fault": type(fault.__cause__).__name__}
            log.error("match set aside", extra=about)
        return changed

    async def guard(self, work: Awaitable[T]) -> T:
        """Return the result of work on one match.

        If the match turns out to be unreadable, put it into quarantine and raise `Unreadable`.
        """
        try:
            return await work
        except Unreadable as fault:
            await self._put_away(fault)
            raise

    async def write(self, job: Job[T]) -> T:
        """Run a write transaction about any number of matches, and return its result.

        If one of them cannot be read, put it into quarantine and run `job` again. The job must leave out
        matches in quarantine.
        """
        while True:
            try:
                return await self._store.write(job)
            except Unreadable as fault:
                if not await self._put_away(fault):
                    raise

    async def _put_away(self, fault: Unreadable) -> bool:
        return fault.match_id is not None and await self.put(fault.match_id, fault.code, fault)
