"""Matches and challenges whose server or channel disappears or returns.

Discord announces such a change only once, and not at all while the bot is away. So each new session also
compares the stored places with those that Discord names, to catch up with missed events:

- a server that is not named has been left, one that is named again goes on where the bot may write;
- of a channel or thread that is not named, Discord is asked: a deleted channel is suspended, a deleted or
  locked thread left for its channel, an archived one opened again;
- refused posts are tried again, because roles and permissions may have changed;
- whether a member is still there is asked when the opponent waits for them (`club/play/course/silence.py`).
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any, Final, Protocol

from club.play.match import clock_journal as journal
from club.play.match.matches import Matches
from club.play.match.posts import Post, put_post
from data.database.errors import StoreError, Unreadable
from data.database.presence import shard_of_server
from data.database.transaction import Transaction
from data.outbox import outbox, refused_posts
from data.outbox.post_kinds import PostKind
from data.play import challenges, listing, matches, messages, silence, whereabouts
from data.play.challenges import ChallengeStatus
from data.play.matches import MatchStatus
from data.play.silence import AWAKE_FOR
from data.standing import club_cards
from rules.catalogue import GAMES

log = logging.getLogger(__name__)

THREADS_AT_ONCE: Final = 25
"""Threads that are checked in one transaction; the next ones follow at once."""
PlaceChangeJob = Callable[..., Coroutine[Any, Any, int]]


class PlaceFollower(Protocol):
    """Stores what else follows from a change of places, in the same transaction.

    Competitions implement this, because they have places too.
    """

    async def suspend_server(self, tx: Transaction, guild_id: int) -> None:
        """Suspend everything that belongs to a server which the bot has left."""
        ...

    async def resume_server(self, tx: Transaction, guild_id: int, places: Collection[int] | None) -> None:
        """Resume what belongs to a server and is in one of these places.

        If `places` is `None`, because they are not known, resume everything of the server.
        """
        ...

    async def suspend_channel(self, tx: Transaction, channel_id: int) -> None:
        """Suspend everything that belongs to a deleted channel."""
        ...

    async def find_thread_post(self, tx: Transaction, match_id: int) -> Post | None:
        """Return the post that creates a match's thread, without a challenge.

        It is for a match that did not come from a challenge. Return `None` if there is no such post.
        """
        ...


@dataclass(frozen=True, slots=True)
class ServerChannels:
    """The channels and threads that Discord names for a server.

    `may_write` says whether the bot may write in one of them. Archived threads are not included.
    """

    guild_id: int
    place_ids: Set[int]
    may_write: Callable[[int], bool]


def apply_or_queue(change: PlaceChangeJob) -> PlaceChangeJob:
    """Decorate a method that applies a change which Discord announces only once.

    The change is applied after all earlier ones. If the store cannot take it now, it and all later
    changes are queued in order, and the method returns 0.
    """

    @wraps(change)
    async def follow(self: "PlaceKeeper", *place: Any) -> int:
        work = partial(change, self, *place)
        async with self._turn:
            if not self.late:
                try:
                    return await work()
                except StoreError as fault:
                    if fault.is_damage:
                        raise
                    log.warning("change of a place not stored yet", extra={"sentence": str(fault.sentence)})
            self.late.append(work)
        self._matches.expect()
        return 0

    return follow


class PlaceKeeper:
    """Follows servers, channels and threads that disappear or return.

    It suspends and resumes the matches there. `follower` stores what else follows from each change.
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

    async def store_late_changes(self) -> None:
        """Store the changes that could not be stored before.

        Raise `StoreError` if they still cannot be stored.
        """
        async with self._turn:
            while self.late:
                over = True
                try:
                    await self.late[0]()
                except StoreError as fault:
                    over = fault.is_damage
                    raise
                finally:
                    if over:
                        self.late.popleft()

    async def check_silent_threads(self) -> float | None:
        """Check the threads of running matches in which nothing was said for days.

        Discord would archive them. Return when to check the next one, or `None` if there is none.
        """

        async def job(tx: Transaction) -> float | None:
            now = self._now()
            for each in await silence.list_silent_threads(tx, now, THREADS_AT_ONCE):
                look_at = each.turn_at + AWAKE_FOR
                if look_at <= now:
                    await put_place_checks(tx, each.guild_id, [each.thread_id], now)
                    look_at = now + AWAKE_FOR
                await silence.set_look_time(tx, each.match_id, look_at)
            return await silence.next_look_time(tx)

        due = await self._store.read(silence.next_look_time)
        if due is None or due > self._now():
            return due
        due = await self._store.write(job)
        self._matches.wake()
        return due

    @apply_or_queue
    async def suspend_unnamed_servers(
        self, shard: int, shard_count: int, named_servers: Collection[int]
    ) -> int:
        """Suspend the servers of a shard that its new session does not name.

        The bot has left them while it was away; servers with an outage are named too. Return how many
        matches are suspended.
        """
        held = await self._store.read(lambda tx: whereabouts.list_servers(tx, shard, shard_count))
        self._idle = {each for each in self._idle if shard_of_server(each, shard_count) != shard}
        self._idle.update(each for each in named_servers if each not in held)
        left = [guild_id for guild_id, goes in held.items() if goes and guild_id not in named_servers]
        return sum([await self._close_place(guild_id=guild_id) for guild_id in left])

    @apply_or_queue
    async def sync_server(self, channels: ServerChannels) -> int:
        """Compare the stored state of a server with its state in Discord.

        Return how many matches are resumed. Places that Discord does not name are looked up later,
        because they may be archived threads or be gone.
        """
        guild_id = channels.guild_id
        if guild_id in self._idle:
            self._idle.discard(guild_id)
            return 0
        await self._retry_refused(guild_id=guild_id)
        held = await self._store.read(lambda tx: whereabouts.list_places(tx, guild_id))
        unnamed = [place for place in held if place not in channels.place_ids]
        if unnamed:
            await self._store.write(
                lambda tx: put_place_checks(tx, guild_id, unnamed[: whereabouts.ASKED_AT_MOST], self._now())
            )
            self._matches.wake()
        return await self._let_go_on(channels, held)

    @apply_or_queue
    async def resume_writable_places(self, channels: ServerChannels) -> int:
        """Resume suspended matches in places where the bot may write again.

        Return how many are resumed.
        """
        held = await self._store.read(lambda tx: whereabouts.list_places(tx, channels.guild_id))
        return await self._let_go_on(channels, held)

    async def _let_go_on(self, there: ServerChannels, held: Mapping[int, bool]) -> int:
        still = {place for place, stands in held.items() if stands and place in there.place_ids}
        back = {place for place in still if there.may_write(place)}
        return await self._resume(there.guild_id, open_to_us=back, places=still) if still else 0

    @apply_or_queue
    async def resume_place(self, guild_id: int, place_id: int) -> int:
        """Resume the suspended matches of a place that Discord says exists.

        Return how many are resumed.
        """
        held = await self._store.read(lambda tx: whereabouts.list_places(tx, guild_id))
        there = {place_id}
        return await self._resume(guild_id, open_to_us=there, places=there) if held.get(place_id) else 0

    @apply_or_queue
    async def suspend_server(self, guild_id: int) -> int:
        """Suspend the matches of a server and close its challenges.

        Return how many matches are suspended.
        """
        return await self._close_place(guild_id=guild_id)

    @apply_or_queue
    async def suspend_channel(self, channel_id: int) -> int:
        """Suspend the matches of a channel and its threads, and close its challenges.

        Return how many matches are suspended.
        """
        return await self._close_place(channel_id=channel_id)

    @apply_or_queue
    async def leave_deleted_thread(self, thread_id: int) -> int:
        """Continue the matches of a deleted thread in its channel.

        If `/play` was used inside the thread, the thread itself is the channel of its matches, and they
        are suspended. Return how many matches are moved or suspended.
        """

        async def job(tx: Transaction) -> int:
            found = await listing.list_running_ids(tx, thread_id=thread_id)
            for match_id in found:
                await _leave(tx, match_id, self._now())
            return len(found)

        moved = await self._matches.quarantine.write(job)
        self._matches.wake()
        return moved + await self._close_place(channel_id=thread_id)

    async def leave_thread(self, match_id: int) -> None:
        """Continue a match in its channel, because its thread is locked."""
        with suppress(Unreadable):  # then it is in quarantine and stays where it is
            job = partial(_leave, match_id=match_id, now=self._now())
            await self._matches.quarantine.guard(self._store.write(job))
        self._matches.wake()

    async def suspend_match(self, match_id: int) -> None:
        """Suspend a match whose place is gone or has been closed for a long time.

        Nothing more is posted for it.
        """
        with suppress(Unreadable):  # then it is in quarantine, which is more
            await self._matches.quarantine.guard(self._store.write(lambda tx: self._suspend(tx, match_id)))

    @apply_or_queue
    async def resume_server(self, guild_id: int) -> int:
        """Resume the suspended matches of a server to which the bot has returned.

        Return how many are resumed. If the channel of a match no longer exists, posting its board fails
        and the match is suspended again.
        """
        return await self._resume(guild_id)

    async def _resume(
        self,
        guild_id: int,
        *,
        open_to_us: Collection[int] | None = None,
        places: Collection[int] | None = None,
    ) -> int:
        """Resume suspended matches, and whatever else is suspended, on a server.

        Matches resume if the bot may write in their place (`open_to_us`), everything else if it is in
        `places`. If these are `None`, everything of the server resumes.
        """

        async def job(tx: Transaction) -> int:
            found = await listing.list_suspended_in_server(tx, guild_id)
            going = [match_id for match_id, channel in found if open_to_us is None or channel in open_to_us]
            for match_id in going:
                await matches.set_status(tx, match_id, MatchStatus.RUNNING, at=self._now())
                await journal.set_clocks_running(tx, match_id, self._now(), running=True)
                await self._show_again(tx, match_id)
            await self._follower.resume_server(tx, guild_id, places)
            return len(going)

        back = await self._matches.quarantine.write(job)
        self._matches.wake()
        self._matches.expect()
        return back

    @apply_or_queue
    async def retry_server_posts(self, guild_id: int) -> int:
        """Retry posts that a server refused, because its permissions have changed.

        Return how many are retried.
        """
        return await self._retry_refused(guild_id=guild_id)

    @apply_or_queue
    async def retry_channel_posts(self, channel_id: int) -> int:
        """Retry posts that a channel or its threads refused.

        Its permissions have changed. Return how many posts are retried.
        """
        return await self._retry_refused(channel_id=channel_id)

    @apply_or_queue
    async def retry_all_posts(self) -> int:
        """Retry all refused posts, and return how many there are.

        This is for a new session: permissions may have changed while the bot was away.
        """
        return await self._retry_refused()

    async def _retry_refused(self, *, guild_id: int | None = None, channel_id: int | None = None) -> int:
        """Retry the refused posts of a server or a channel, or all of them.

        Return how many are retried.
        """
        if not await self._store.read(refused_posts.has_refused):
            return 0
        now = self._now()
        tried = await self._store.write(
            lambda tx: refused_posts.make_place_due(tx, now, guild_id=guild_id, channel_id=channel_id)
        )
        self._matches.wake()
        return tried

    async def _close_place(self, *, guild_id: int | None = None, channel_id: int | None = None) -> int:
        """Suspend the matches of a server or a channel and close its challenges.

        Return how many matches are suspended.
        """

        async def job(tx: Transaction) -> int:
            found = await listing.list_running_ids(tx, guild_id=guild_id, channel_id=channel_id)
            for match_id in found:
                await self._suspend(tx, match_id)
            for challenge_id in await challenges.list_open_ids(tx, guild_id=guild_id, channel_id=channel_id):
                await challenges.close(tx, challenge_id, ChallengeStatus.EXPIRED, interaction_id=None)
                await club_cards.request_update_for_challenge(tx, challenge_id, self._now())
            await outbox.drop_place(tx, guild_id=guild_id, channel_id=channel_id)
            if guild_id is not None:
                await self._follower.suspend_server(tx, guild_id)
            elif channel_id is not None:
                await self._follower.suspend_channel(tx, channel_id)
            return len(found)

        gone = await self._matches.quarantine.write(job)
        self._matches.wake()  # what follows for others is posted, and ended
        self._matches.expect()
        return gone

    async def _suspend(self, tx: Transaction, match_id: int) -> None:
        await matches.set_status(tx, match_id, MatchStatus.SUSPENDED, at=self._now())
        await journal.set_clocks_running(tx, match_id, self._now(), running=False)
        await outbox.drop_match(tx, match_id)
        await club_cards.request_update_for_match(tx, match_id, self._now())

    async def _show_again(self, tx: Transaction, match_id: int) -> None:
        """Queue the posts that show a resumed match in its place again.

        Messages that Discord already has are found and not posted twice. A match without a board message
        has no thread either, so the thread is created first.
        """
        row = await matches.get(tx, match_id)
        assert row is not None  # it goes on
        if row.board_version is None and (thread := await self._find_thread_post(tx, match_id)) is not None:
            again = [thread]
        else:
            again = [Post(PostKind.BOARD)]
            if row.game in GAMES and GAMES[row.game].hidden:  # of one that is not known, the board says so
                again += [Post(PostKind.HAND, seat) for seat in (0, 1)]
        for post in again:
            await put_post(tx, match_id, row.version, post, self._now(), may_be_posted=True)

    async def _find_thread_post(self, tx: Transaction, match_id: int) -> Post | None:
        """Return the post that creates the thread of a match, or `None`."""
        if (made := await challenges.find_by_match(tx, match_id)) is not None:
            return Post(PostKind.PLACE, payload={"challenge": made.id})
        return await self._follower.find_thread_post(tx, match_id)


async def put_place_checks(tx: Transaction, guild_id: int, places: Sequence[int], now: float) -> None:
    """Queue checks of whether a server's places still exist in Discord."""
    for place in places:
        await outbox.put(tx, PostKind.WHEREABOUTS, now, payload={"guild": guild_id, "place": place})


async def _leave(tx: Transaction, match_id: int, now: float) -> None:
    await messages.set_thread(tx, match_id, None)
    row = await matches.get(tx, match_id)
    assert row is not None  # its place has just been changed
    anew = f"b{match_id}v{row.version}x"  # it is posted there whatever was posted before
    await put_post(tx, match_id, row.version, Post(PostKind.BOARD), now, dedup=anew)
