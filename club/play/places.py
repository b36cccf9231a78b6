"""What becomes of matches and challenges when Discord takes their place away, or gives it back."""

import logging
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial, wraps
from typing import Any

from club.play import clock_journal as journal
from club.play.matches import Matches
from club.play.posts import put_all_again, put_board_elsewhere, put_club_cards
from data import challenges, club_cards, listing, matches, messages, outbox, refused
from data.challenges import ChallengeStatus
from data.errors import StoreError, Unreadable
from data.matches import MatchStatus
from data.transaction import Transaction

log = logging.getLogger(__name__)

Change = Callable[..., Coroutine[Any, Any, int]]
Follow = Callable[[Transaction, int], Coroutine[Any, Any, None]]
"""Stores what follows for a server, by its id."""


def followed(change: Change) -> Change:
    """Make a change that Discord tells of once: where it cannot be stored now, it is as soon as there is room.

    So are then all later ones, in their order. It returns 0 meanwhile.
    """

    @wraps(change)
    async def follow(self: "Places", *place: int) -> int:
        work = partial(change, self, *place)
        if not self.late:
            try:
                return await work()
            except StoreError as fault:
                if fault.damage:
                    raise
                log.warning("change of a place not stored yet", extra={"sentence": str(fault.said)})
        self.late.append(work)
        self._matches.expect()
        return 0

    return follow


class Places:
    """Servers, channels and threads that come and go.

    `gone` and `back` store what else comes of a server's going and coming back.
    """

    def __init__(self, matches: Matches, gone: Follow, back: Follow) -> None:
        self._follow_gone = gone
        self._follow_back = back
        self._matches = matches
        self._store = matches.store
        self._now = matches.now
        self.late: deque[Callable[[], Coroutine[Any, Any, int]]] = deque()
        """Changes that could not be stored yet, the oldest first."""

    async def due(self) -> None:
        """Store the changes that could not be stored before; raise `StoreError` where they still cannot."""
        while self.late:
            over = True
            try:
                await self.late[0]()
            except StoreError as fault:
                over = fault.damage
                raise
            finally:
                if over:
                    self.late.popleft()

    @followed
    async def server_gone(self, guild_id: int) -> int:
        """Suspend the matches of a server and close its challenges; return how many matches."""
        return await self._gone(guild_id=guild_id)

    @followed
    async def channel_gone(self, channel_id: int) -> int:
        """Suspend the matches of a channel, those in its threads too, and close its challenges; return how many."""
        return await self._gone(channel_id=channel_id)

    @followed
    async def thread_gone(self, thread_id: int) -> int:
        """Let the matches of a deleted thread go on in its channel; return how many.

        Where somebody used `/play` within a thread, that thread is the channel: its matches are suspended.
        """

        async def job(tx: Transaction) -> int:
            found = await listing.running_in(tx, thread_id=thread_id)
            for match_id in found:
                await _leave(tx, match_id, self._now())
            return len(found)

        moved = await self._matches.quarantine.write(job)
        self._matches.wake()
        return moved + await self._gone(channel_id=thread_id)

    async def leave_thread(self, match_id: int) -> None:
        """Let a match go on in its channel, because its thread has shut."""
        with suppress(Unreadable):  # then it is in quarantine and stays where it is
            job = partial(_leave, match_id=match_id, now=self._now())
            await self._matches.quarantine.guard(self._store.write(job))
        self._matches.wake()

    async def suspend(self, match_id: int) -> None:
        """Suspend one match, whose place is gone or shut for long: nothing more is posted for it."""
        with suppress(Unreadable):  # then it is in quarantine, which is more
            await self._matches.quarantine.guard(self._store.write(lambda tx: self._suspend(tx, match_id)))

    @followed
    async def server_back(self, guild_id: int) -> int:
        """Let the suspended matches of a server go on, now that the bot is there again; return how many.

        Where the channel of a match is gone for good, its board finds that out and suspends it again.
        """

        async def job(tx: Transaction) -> int:
            found = await listing.suspended_in(tx, guild_id)
            for match_id in found:
                await matches.set_status(tx, match_id, MatchStatus.RUNNING, at=self._now())
                await journal.halt(tx, match_id, self._now(), going=True)
                await put_all_again(tx, match_id, self._now())
            await self._follow_back(tx, guild_id)
            return len(found)

        back = await self._matches.quarantine.write(job)
        self._matches.wake()
        self._matches.expect()
        return back

    @followed
    async def server_changed(self, guild_id: int) -> int:
        """Have what a server's channels refused tried again: what the bot may do there has changed; return how much."""
        return await self._changed(guild_id=guild_id)

    @followed
    async def channel_changed(self, channel_id: int) -> int:
        """Have what a channel or its threads refused tried again; return how much."""
        return await self._changed(channel_id=channel_id)

    @followed
    async def all_changed(self) -> int:
        """Have all that was refused tried again: what has changed meanwhile is not known; return how much."""
        return await self._changed()

    async def _changed(self, *, guild_id: int | None = None, channel_id: int | None = None) -> int:
        if not await self._store.read(refused.any_waits):
            return 0
        now = self._now()
        tried = await self._store.write(
            lambda tx: refused.hurry_place(tx, now, guild_id=guild_id, channel_id=channel_id)
        )
        self._matches.wake()
        return tried

    async def _gone(self, *, guild_id: int | None = None, channel_id: int | None = None) -> int:
        async def job(tx: Transaction) -> int:
            found = await listing.running_in(tx, guild_id=guild_id, channel_id=channel_id)
            for match_id in found:
                await self._suspend(tx, match_id)
            for challenge_id in await challenges.open_in(tx, guild_id=guild_id, channel_id=channel_id):
                await challenges.close(tx, challenge_id, ChallengeStatus.EXPIRED, interaction_id=None)
                await put_club_cards(
                    tx, await club_cards.count_challenge_change(tx, challenge_id), self._now()
                )
            await outbox.drop_place(tx, guild_id=guild_id, channel_id=channel_id)
            if guild_id is not None:
                await self._follow_gone(tx, guild_id)
            return len(found)

        gone = await self._matches.quarantine.write(job)
        if guild_id is not None:  # what follows for others is posted, and ended
            self._matches.wake()
            self._matches.expect()
        return gone

    async def _suspend(self, tx: Transaction, match_id: int) -> None:
        await matches.set_status(tx, match_id, MatchStatus.SUSPENDED, at=self._now())
        await journal.halt(tx, match_id, self._now(), going=False)
        await outbox.drop_match(tx, match_id)
        await put_club_cards(tx, await club_cards.count_match_change(tx, match_id), self._now())


async def _leave(tx: Transaction, match_id: int, now: float) -> None:
    await messages.set_thread(tx, match_id, None)
    await put_board_elsewhere(tx, match_id, now)
