"""What becomes of matches and challenges when Discord takes their place away, or gives it back.

Discord tells of that once, and not at all while the bot is away: what is stored is compared with what each new session
names, as if each missed event had come.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Collection, Coroutine, Mapping, Set
from contextlib import suppress
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any, Protocol

from club.play.match import clock_journal as journal
from club.play.match.matches import Matches
from club.play.match.posts import (
    put_all_again,
    put_board_elsewhere,
    put_club_cards,
    put_whereabouts,
)
from data.database.errors import StoreError, Unreadable
from data.database.presence import shard_of
from data.database.transaction import Transaction
from data.outbox import outbox, refused
from data.play import challenges, listing, matches, messages, whereabouts
from data.play.challenges import ChallengeStatus
from data.play.matches import MatchStatus
from data.standing import club_cards

log = logging.getLogger(__name__)

Change = Callable[..., Coroutine[Any, Any, int]]


class PlaceFollower(Protocol):
    """Stores what else comes of places, within the transaction of the change."""

    async def server_gone(self, tx: Transaction, guild_id: int) -> None:
        """Let what belongs to a server stand still."""
        ...

    async def server_back(self, tx: Transaction, guild_id: int, places: Collection[int] | None) -> None:
        """Let it go on, as far as it is in one of these places; wherever it is where they are not known."""
        ...

    async def channel_gone(self, tx: Transaction, channel_id: int) -> None:
        """Let what belongs to a channel stand still."""
        ...


@dataclass(frozen=True, slots=True)
class Named:
    """The channels and threads that Discord names of a server; `open_to_us` says in which of them the bot may write.

    Threads that sleep are not among them.
    """

    guild_id: int
    places: Set[int]
    open_to_us: Callable[[int], bool]


def followed(change: Change) -> Change:
    """Make a change that Discord tells of once, after all that it told before.

    Where it cannot be stored now, it is as soon as there is room, and so are all later ones. It returns 0 meanwhile.
    """

    @wraps(change)
    async def follow(self: "Places", *place: Any) -> int:
        work = partial(change, self, *place)
        async with self._turn:
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
    """Servers, channels and threads that come and go; the `follower` stores what else comes of that."""

    def __init__(self, matches: Matches, follower: PlaceFollower) -> None:
        self._follower = follower
        self._matches = matches
        self._store = matches.store
        self._now = matches.now
        self.late: deque[Callable[[], Coroutine[Any, Any, int]]] = deque()
        """Changes that could not be stored yet, the oldest first."""
        self._turn = asyncio.Lock()
        self._idle: set[int] = set()
        """Servers that a session has named, and in which nothing was held then: there is nothing to compare."""

    async def due(self) -> None:
        """Store the changes that could not be stored before; raise `StoreError` where they still cannot."""
        async with self._turn:
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
    async def session_began(self, shard: int, shards: int, named: Collection[int]) -> int:
        """Treat as left each server of one of so many shards that its new session does not name.

        One that has an outage is named too. Returns how many matches are suspended by that.
        """
        held = await self._store.read(lambda tx: whereabouts.servers(tx, shard, shards))
        self._idle = {each for each in self._idle if shard_of(each, shards) != shard}
        self._idle.update(each for each in named if each not in held)
        left = [guild_id for guild_id, goes in held.items() if goes and guild_id not in named]
        return sum([await self._gone(guild_id=guild_id) for guild_id in left])

    @followed
    async def server_there(self, there: Named) -> int:
        """Compare what is stored of a server with how Discord says that it is there; return how many matches go on.

        Of a place that it does not name, Discord is asked: it may sleep, or be gone.
        """
        guild_id = there.guild_id
        if guild_id in self._idle:
            self._idle.discard(guild_id)
            return 0
        await self._changed(guild_id=guild_id)
        held = await self._store.read(lambda tx: whereabouts.places(tx, guild_id))
        unnamed = [place for place in held if place not in there.places]
        if unnamed:
            await self._store.write(
                lambda tx: put_whereabouts(tx, guild_id, unnamed[: whereabouts.ASKED_AT_MOST], self._now())
            )
            self._matches.wake()
        return await self._let_go_on(there, held)

    @followed
    async def server_opened(self, there: Named) -> int:
        """Let go on what stands still where the bot may write again; return how many matches."""
        held = await self._store.read(lambda tx: whereabouts.places(tx, there.guild_id))
        return await self._let_go_on(there, held)

    async def _let_go_on(self, there: Named, held: Mapping[int, bool]) -> int:
        still = {place for place, stands in held.items() if stands and place in there.places}
        back = {place for place in still if there.open_to_us(place)}
        return await self._back(there.guild_id, open_to_us=back, places=still) if still else 0

    @followed
    async def place_there(self, guild_id: int, place_id: int) -> int:
        """Let go on what stands still in a place, for Discord says that it is there; return how many matches."""
        held = await self._store.read(lambda tx: whereabouts.places(tx, guild_id))
        there = {place_id}
        return await self._back(guild_id, open_to_us=there, places=there) if held.get(place_id) else 0

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
        return await self._back(guild_id)

    async def _back(
        self,
        guild_id: int,
        *,
        open_to_us: Collection[int] | None = None,
        places: Collection[int] | None = None,
    ) -> int:
        """Let go on what stands still in a server: matches where the bot may write, all else in `places`.

        Where they are not known, it goes on wherever it is.
        """

        async def job(tx: Transaction) -> int:
            found = await listing.suspended_in(tx, guild_id)
            going = [match_id for match_id, channel in found if open_to_us is None or channel in open_to_us]
            for match_id in going:
                await matches.set_status(tx, match_id, MatchStatus.RUNNING, at=self._now())
                await journal.halt(tx, match_id, self._now(), going=True)
                await put_all_again(tx, match_id, self._now())
            await self._follower.server_back(tx, guild_id, places)
            return len(going)

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
                await self._follower.server_gone(tx, guild_id)
            elif channel_id is not None:
                await self._follower.channel_gone(tx, channel_id)
            return len(found)

        gone = await self._matches.quarantine.write(job)
        self._matches.wake()  # what follows for others is posted, and ended
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
