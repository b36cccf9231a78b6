"""Setting aside: a match that nobody can read stands still, its players are told why, and all others go on."""

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

from club.play import clock_journal as journal
from club.play.posts import Post, put_post
from data import outbox
from data import quarantine as aside
from data.errors import Unreadable
from data.outbox import PostKind
from data.store import Job, Store
from data.transaction import Transaction

log = logging.getLogger(__name__)

T = TypeVar("T")


class Aside:
    """Sets matches aside; `wake` is called when that is to be told in their place."""

    def __init__(self, store: Store, *, now: Callable[[], float], wake: Callable[[], None]) -> None:
        self._store = store
        self._now = now
        self._wake = wake

    async def put(self, match_id: int, code: str, fault: Exception) -> bool:
        """Set a match aside, whose sentence is `code`, because of a fault; return whether that has changed anything.

        It is logged, and told in the match's place, once: nothing else of it is due any more.
        """

        async def job(tx: Transaction, *, sound: bool) -> bool:
            now = self._now()
            if not await aside.set_aside(tx, match_id, code, at=now):
                return await aside.let_be(tx, match_id)
            if sound:
                await journal.halt(tx, match_id, now, going=False)
            else:
                await aside.let_be(tx, match_id)
            await outbox.drop_match(tx, match_id)
            row = await aside.get(tx, match_id)
            assert row is not None  # it has just been set aside
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

    async def noticed(self, work: Awaitable[T]) -> T:
        """Return what some work on one match comes to; where it finds that unreadable, the match is set aside first."""
        try:
            return await work
        except Unreadable as fault:
            await self._put_away(fault)
            raise

    async def around(self, job: Job[T]) -> T:
        """Store a job about any number of matches: those that it finds unreadable are set aside, and it is done again.

        It must not come upon a match again that is set aside.
        """
        while True:
            try:
                return await self._store.write(job)
            except Unreadable as fault:
                if not await self._put_away(fault):
                    raise

    async def _put_away(self, fault: Unreadable) -> bool:
        return fault.match_id is not None and await self.put(fault.match_id, fault.code, fault)
