"""The matches and challenges of a place that Discord takes away or gives back.

Discord announces that only once, and not at all while the bot is away. So the stored places are
compared with those that each new session names, as if every missed event had come.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any, Protocol

from club.play.match import clock_journal as journal
from club.play.match.matches import Matches
from club.play.match.posts import Post, put_post
from data.database.errors import StoreError, Unreadable
from data.database.presence import shard_of
from data.database.transaction import Transaction
from data.outbox import outbox, refused_posts
from data.outbox.post_kinds import PostKind
from data.play import challenges, listing, matches, messages, whereabouts
from data.play.challenges import ChallengeStatus
from data.play.matches import MatchStatus
from data.standing import club_cards
from rules.catalogue import GAMES

log = logging.getLogger(__name__)

PlaceChangeJob = Callable[..., Coroutine[Any, Any, int]]


class PlaceFollower(Protocol):
    """Stores what else comes of places, within the transaction of the change."""

    async def server_gone(self, tx: Transaction, guild_id: int) -> None:
        """Let what belongs to a server stand still."""
        ...

    async def server_back(self, tx: Transaction, guild_id: int, places: Collection[int] | None) -> None:
        """Resume everything of a server that is in one of these places.

        If the places are not known, resume it wherever it is.
        """
        ...

    async def channel_gone(self, tx: Transaction, channel_id: int) -> None:
        """Let what belongs to a channel stand still."""
        ...

    async def thread_post(self, tx: Transaction, match_id: int) -> Post | None:
        """Return the post that makes the thread of a match that no challenge led to."""
        ...


@dataclass(frozen=True, slots=True)
class ServerChannels:
    """The channels and threads that Discord names for a server.

    `open_to_us` says whether the bot may write in one of them. Archived threads are not among them.
    """

    guild_id: int
    places: Set[int]
    open_to_us: Callable[[int], bool]


def apply_or_queue(change: PlaceChangeJob) -> PlaceChangeJob:
    """Apply a change that Discord announces only once, after all earlier changes.

    If the store cannot take it now, queue it and every later one in order, and return 0.
    """

    @wraps(change)
    async def follow(self: "PlaceKeeper", *place: Any) -> int:
        work = partial(change, self, *place)
        async with self._turn:
            if not self.late:
                try:
                    return await work()
                except StoreError as fault:
                    if fault.damage:
                        raise
                    log.warning("change of a place not stored yet", extra={"sentence": str(fault.sentence)})
            self.late.append(work)
        self._matches.expect()
        return 0

    return follow


class PlaceKeeper:
    """Servers, channels and threads that come and go.

    The `follower` stores what else follows from that.
    """

    def __init__(self, matches: Matches, follower: PlaceFollower) -> None:
        self._follower = follower
        self._matches = matches
        self._store = matches.store
        self._now = matches.now
        self.late: deque[Callable[[], Coroutine[Any, Any, int]]] = deque()
        """Changes that could not be stored yet, the oldest first."""
        self._turn = asyncio.Lock()
        self._idle: set[int] = set()
        """Servers that a session has named and that had nothing stored at that time.

        For them there is nothing to compare.
        """

    async def due(self) -> None:
        """Store the changes that could not be stored before.

        Raise `StoreError` if they still cannot be stored.
        """
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

    @apply_or_queue
    async def session_began(self, shard: int, shards: int, named: Collection[int]) -> int:
        """Treat each server of a shard that its new session does not name as left.

        A server that has an outage is named too. `shards` is the total number of shards. Return how many
        matches are suspended.
        """
        held = await self._store.read(lambda tx: whereabouts.servers(tx, shard, shards))
        self._idle = {each for each in self._idle if shard_of(each, shards) != shard}
        self._idle.update(each for each in named if each not in held)
        left = [guild_id for guild_id, goes in held.items() if goes and guild_id not in named]
        return sum([await self._close_place(guild_id=guild_id) for guild_id in left])

    @apply_or_queue
    async def server_there(self, there: ServerChannels) -> int:
        """Compare the stored state of a server with its state in Discord.

        Return how many matches are resumed. Discord is asked about a place that it does not name: the place
        may be an archived thread, or be gone.
        """
        guild_id = there.guild_id
        if guild_id in self._idle:
            self._idle.discard(guild_id)
            return 0
        await self._retry_refused(guild_id=guild_id)
        held = await self._store.read(lambda tx: whereabouts.places(tx, guild_id))
        unnamed = [place for place in held if place not in there.places]
        if unnamed:
            await self._store.write(
                lambda tx: put_whereabouts(tx, guild_id, unnamed[: whereabouts.ASKED_AT_MOST], self._now())
            )
            self._matches.wake()
        return await self._let_go_on(there, held)

    @apply_or_queue
    async def server_opened(self, there: ServerChannels) -> int:
        """Resume matches that stand still where the bot may write again.

        Return how many.
        """
        held = await self._store.read(lambda tx: whereabouts.places(tx, there.guild_id))
        return await self._let_go_on(there, held)

    async def _let_go_on(self, there: ServerChannels, held: Mapping[int, bool]) -> int:
        still = {place for place, stands in held.items() if stands and place in there.places}
        back = {place for place in still if there.open_to_us(place)}
        return await self._resume(there.guild_id, open_to_us=back, places=still) if still else 0

    @apply_or_queue
    async def place_there(self, guild_id: int, place_id: int) -> int:
        """Resume matches that stand still in a place, because Discord says that it exists.

        Return how many.
        """
        held = await self._store.read(lambda tx: whereabouts.places(tx, guild_id))
        there = {place_id}
        return await self._resume(guild_id, open_to_us=there, places=there) if held.get(place_id) else 0

    @apply_or_queue
    async def server_gone(self, guild_id: int) -> int:
        """Suspend the matches of a server and close its challenges.

        Return how many matches are suspended.
        """
        return await self._close_place(guild_id=guild_id)

    @apply_or_queue
    async def channel_gone(self, channel_id: int) -> int:
        """Suspend the matches of a channel and its threads, and close its challenges.

        Return how many matches are suspended.
        """
        return await self._close_place(channel_id=channel_id)

    @apply_or_queue
    async def thread_gone(self, thread_id: int) -> int:
        """Continue the matches of a deleted thread in its channel; return how many.

        If a user ran `/play` within a thread, that thread is the channel, and its matches are suspended.
        """

        async def job(tx: Transaction) -> int:
            found = await listing.running_in(tx, thread_id=thread_id)
            for match_id in found:
                await _leave(tx, match_id, self._now())
            return len(found)

        moved = await self._matches.quarantine.write(job)
        self._matches.wake()
        return moved + await self._close_place(channel_id=thread_id)

    async def leave_thread(self, match_id: int) -> None:
        """Let a match go on in its channel, because its thread has shut."""
        with suppress(Unreadable):  # then it is in quarantine and stays where it is
            job = partial(_leave, match_id=match_id, now=self._now())
            await self._matches.quarantine.guard(self._store.write(job))
        self._matches.wake()

    async def suspend(self, match_id: int) -> None:
        """Suspend a match whose place is gone or has been closed for long.

        Nothing more is posted for it.
        """
        with suppress(Unreadable):  # then it is in quarantine, which is more
            await self._matches.quarantine.guard(self._store.write(lambda tx: self._suspend(tx, match_id)))

    @apply_or_queue
    async def server_back(self, guild_id: int) -> int:
        """Resume the suspended matches of a server to which the bot is back.

        Return how many. If the channel of a match is gone for good, its board finds that out and suspends
        the match again.
        """
        return await self._resume(guild_id)

    async def _resume(
        self,
        guild_id: int,
        *,
        open_to_us: Collection[int] | None = None,
        places: Collection[int] | None = None,
    ) -> int:
        """Resume what stands still in a server.

        Matches resume where the bot may write (`open_to_us`), everything else in `places`. If these are not
        known, it resumes wherever it is.
        """

        async def job(tx: Transaction) -> int:
            found = await listing.suspended_in(tx, guild_id)
            going = [match_id for match_id, channel in found if open_to_us is None or channel in open_to_us]
            for match_id in going:
                await matches.set_status(tx, match_id, MatchStatus.RUNNING, at=self._now())
                await journal.halt(tx, match_id, self._now(), going=True)
                await self._show_again(tx, match_id)
            await self._follower.server_back(tx, guild_id, places)
            return len(going)

        back = await self._matches.quarantine.write(job)
        self._matches.wake()
        self._matches.expect()
        return back

    @apply_or_queue
    async def server_changed(self, guild_id: int) -> int:
        """Retry the posts that a server's channels refused, and return how many.

        The bot's permissions there have changed.
        """
        return await self._retry_refused(guild_id=guild_id)

    @apply_or_queue
    async def channel_changed(self, channel_id: int) -> int:
        """Have what a channel or its threads refused tried again; return how much."""
        return await self._retry_refused(channel_id=channel_id)

    @apply_or_queue
    async def all_changed(self) -> int:
        """Retry all refused posts, and return how many.

        It is not known what has changed meanwhile.
        """
        return await self._retry_refused()

    async def _retry_refused(self, *, guild_id: int | None = None, channel_id: int | None = None) -> int:
        """Retry the refused posts of a server or a channel, or all of them.

        Return how many.
        """
        if not await self._store.read(refused_posts.any_waits):
            return 0
        now = self._now()
        tried = await self._store.write(
            lambda tx: refused_posts.hurry_place(tx, now, guild_id=guild_id, channel_id=channel_id)
        )
        self._matches.wake()
        return tried

    async def _close_place(self, *, guild_id: int | None = None, channel_id: int | None = None) -> int:
        """Suspend the matches of a server or a channel and close its challenges.

        Return how many matches are suspended.
        """

        async def job(tx: Transaction) -> int:
            found = await listing.running_in(tx, guild_id=guild_id, channel_id=channel_id)
            for match_id in found:
                await self._suspend(tx, match_id)
            for challenge_id in await challenges.open_in(tx, guild_id=guild_id, channel_id=channel_id):
                await challenges.close(tx, challenge_id, ChallengeStatus.EXPIRED, interaction_id=None)
                await club_cards.redraw_for_challenge(tx, challenge_id, self._now())
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
        await club_cards.redraw_for_match(tx, match_id, self._now())

    async def _show_again(self, tx: Transaction, match_id: int) -> None:
        """Put into the outbox everything that shows a match that goes on in its own place.

        Messages that are there already are found. A match without any board has no thread yet either.
        """
        row = await matches.get(tx, match_id)
        assert row is not None  # it goes on
        if row.board_version is None and (thread := await self._thread_post(tx, match_id)) is not None:
            again = [thread]
        else:
            again = [Post(PostKind.BOARD)]
            if row.game in GAMES and GAMES[row.game].hidden:  # of one that is not known, the board says so
                again += [Post(PostKind.HAND, seat) for seat in (0, 1)]
        for post in again:
            await put_post(tx, match_id, row.version, post, self._now(), unclear=True)

    async def _thread_post(self, tx: Transaction, match_id: int) -> Post | None:
        """Return the post that makes the thread of a match, by what it was made from."""
        if (made := await challenges.of_match(tx, match_id)) is not None:
            return Post(PostKind.PLACE, payload={"challenge": made.id})
        return await self._follower.thread_post(tx, match_id)


async def put_whereabouts(tx: Transaction, guild_id: int, places: Sequence[int], now: float) -> None:
    """Put into the outbox a check with Discord whether a server's places still exist."""
    for place in places:
        await outbox.put(tx, PostKind.WHEREABOUTS, now, payload={"guild": guild_id, "place": place})


async def _leave(tx: Transaction, match_id: int, now: float) -> None:
    await messages.set_thread(tx, match_id, None)
    row = await matches.get(tx, match_id)
    assert row is not None  # its place has just been changed
    anew = f"b{match_id}v{row.version}x"  # it is posted there whatever was posted before
    await put_post(tx, match_id, row.version, Post(PostKind.BOARD), now, dedup=anew)
