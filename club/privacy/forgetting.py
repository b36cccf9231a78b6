"""Deletion of the data of a person who asks for it.

The request is stored, so that the deletion goes on however often the bot is restarted.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from club.members.preferences import Preferences
from club.play.course.unplayable_matches import end_unplayable_match
from club.play.match.matches import MatchChange, Matches
from club.play.match.posts import Post, hand_posts, put_card_update
from club.refusals import Refusal, StaleBoard
from club.running.alarm import Alarm
from data.competitions import competitions
from data.database import meta
from data.database.errors import StoreError, Unreadable
from data.database.transaction import Transaction
from data.outbox import outbox
from data.outbox.post_kinds import PostKind
from data.play import challenges
from data.play.challenges import ChallengeStatus
from data.play.matches import EventKind, MatchStatus
from data.privacy import forgetting
from data.standing import club_cards

log = logging.getLogger(__name__)

AT_ONCE: Final = 20
"""Matches, and rows of each other table, that one transaction handles.

Others can write in between.
"""
AGAIN_AFTER: Final = 60.0
"""Seconds until the file is wiped again if a reader of it was in the way."""
REPAIRED_WITHIN: Final = 3600.0
"""Seconds until the same where the disk did not let it."""
WIPE_KEY: Final = "wipe"
"""The database's key for whether the file may hold bytes of a forgotten person."""
WAITS: Final = "1"
DONE: Final = "0"


@dataclass(frozen=True, slots=True)
class StoredData:
    """The data kept about a person, as far as they need to know before deletion.

    The fields count matches and challenges; `competitions` are the names of those that they leave.
    """

    running: int
    waiting: int
    """Matches whose place is gone, or which cannot be read."""
    over: int
    challenges: int
    """Those that are open, by them and to them."""
    competitions: Sequence[str] = ()


class DataDeletion:
    """Deletes the data of people who ask for it, one after the other.

    A person whose data is being deleted can do nothing. Only the process for which `is_first` is true does
    it; the others find out when they look. Each of the `withdrawals` removes a person from data derived
    from their matches, given a transaction and their id.
    """

    def __init__(
        self,
        matches: Matches,
        preferences: Preferences,
        withdrawals: Sequence[Callable[[Transaction, int], Awaitable[None]]],
        is_first: Callable[[], bool] = lambda: True,
    ) -> None:
        self._matches = matches
        self._preferences = preferences
        self._withdraw = withdrawals
        self._store = matches.store
        self._now = matches.now
        self._first = is_first
        self.alarm = Alarm("privacy", matches.now)
        self._serving = False
        self._leaving: set[int] = set()
        self._searched: set[int] | None = set()
        """The people of whom nothing must be left in the file.

        `None` if they are not known any more.
        """

    async def open(self) -> None:
        """Continue deletions that the last process left unfinished."""

        async def job(tx: Transaction) -> tuple[list[int], str | None]:
            return await forgetting.list_pending(tx), await meta.get(tx, WIPE_KEY)

        asked, wipe = await self._store.read(job)
        self._leaving.update(asked)
        if wipe == WAITS:
            self._searched = None
        self._serving = True
        if asked or wipe == WAITS:
            self.alarm.start(self.work)

    async def stop(self) -> None:
        """Do no more; unfinished deletions continue after the next start."""
        self._serving = False
        await self.alarm.stop()

    def ring(self) -> None:
        """Look for requests made in other processes, and deletions finished there."""
        if self._serving:
            self.alarm.start(self.work)

    def check_not_leaving(self, user_id: int) -> None:
        """Raise `Refusal` for a person whose data is being deleted.

        Anything they did now would be lost.
        """
        if user_id in self._leaving:
            raise Refusal("privacy.leaving")

    async def load_stored_data(self, user_id: int) -> StoredData:
        """Count the data that a deletion would affect."""

        async def job(tx: Transaction) -> StoredData:
            counts = await forgetting.count_matches(tx, user_id)
            made = await challenges.count_open(tx, challenger_id=user_id)
            received = await challenges.count_open(tx, opponent_id=user_id)
            return StoredData(
                running=counts.get(MatchStatus.RUNNING, 0),
                waiting=counts.get(MatchStatus.SUSPENDED, 0),
                over=counts.get(MatchStatus.OVER, 0),
                challenges=made + received,
                competitions=await competitions.list_names_for_person(tx, user_id),
            )

        return await self._store.read(job)

    async def begin_deletion(self, user_id: int) -> None:
        """Begin to delete a person's data.

        The request is stored when this returns, so it will be carried out even if this process dies.
        """
        await self._store.write(lambda tx: forgetting.request(tx, user_id))
        self._leaving.add(user_id)
        if self._serving:
            self.alarm.start(self.work)

    async def work(self) -> float | None:
        """Delete the data of all who asked for it; return when there is more."""
        known = set(self._leaving)
        asked = await self._store.read(forgetting.list_pending)
        self._leaving.update(asked)
        for user_id in known.difference(asked):  # another process has ended it
            self._preferences.drop_from_cache(user_id)
            self._leaving.discard(user_id)
        if not self._first():
            return None
        for user_id in asked:
            while not await self._forget_some(user_id):
                pass
            self._preferences.drop_from_cache(user_id)
            self._leaving.discard(user_id)
            if self._searched is not None:
                self._searched.add(user_id)
            log.info("person forgotten")
        return await self._wipe()

    async def _forget_some(self, user_id: int) -> bool:
        """Delete a person's data from some matches, and some rows of other tables.

        Return whether nothing is left.
        """

        async def withdraw(tx: Transaction) -> None:
            for step in self._withdraw:
                await step(tx, user_id)

        await self._store.write(withdraw)  # while their matches still name them
        await self._leave_matches(user_id)

        async def job(tx: Transaction) -> bool:
            closed = await self._close_challenges(tx, user_id)
            for match_id in await forgetting.list_matches(tx, user_id, over=True, limit=AT_ONCE):
                await self._forget_in_match(tx, user_id, match_id)
                await club_cards.request_update_for_match(tx, match_id, self._now())
            if closed:
                await club_cards.request_updates_for_person(tx, user_id, self._now())
                await forgetting.forget_elsewhere(tx, user_id, limit=AT_ONCE)
            ended = await forgetting.finish_if_forgotten(tx, user_id)
            if ended:
                await meta.put(tx, WIPE_KEY, WAITS)
            return ended

        done = await self._store.write(job)
        self._matches.wake()
        return done

    async def _forget_in_match(self, tx: Transaction, user_id: int, match_id: int) -> None:
        """Delete a person's data in one match, and have its thread renamed."""
        await forgetting.forget_in_match(tx, user_id, match_id)
        dedup = f"a{match_id}renamed"
        about = {"renamed": True}
        await outbox.put(
            tx, PostKind.ARCHIVE, self._now(), dedup=dedup, payload=about, match_id=match_id, wait=0.0
        )

    async def _leave_matches(self, user_id: int) -> None:
        find = partial(forgetting.list_matches, user_id=user_id, over=False, limit=AT_ONCE)
        for match_id in await self._store.read(find):
            # Another player moved or ended it first: the next look finds the match as it is now.
            try:
                await self._leave(user_id, match_id)
            except StaleBoard:
                continue

    async def _leave(self, user_id: int, match_id: int) -> None:
        """Resign a match for a person and remove them from it, in one transaction.

        A match that no one can play on ends without a result. Its board changes where it stands: no one
        asked for news in the channel.
        """
        also = partial(self._forget_in_match, user_id=user_id, match_id=match_id)
        try:
            table = await self._matches.load(match_id)
        except Refusal:
            await self._end_unplayed(match_id, also)
            return
        except Unreadable:  # no player can end it, but the person is not kept in it
            await self._store.write(also)
            return
        seat = table.seat_of(user_id)
        if table.is_suspended:
            await self._end_unplayed(match_id, also)
        elif table.is_running and seat is not None:
            match = table.match.copy()
            match.resign(seat)
            quiet = Post(PostKind.BOARD, payload={"since": 0, "pings": False})
            change = MatchChange(EventKind.RESIGN, seat, None, [quiet, *hand_posts(match)])
            await self._matches.store_change(table, match, change, also)

    async def _end_unplayed(self, match_id: int, extra_job: Callable[[Transaction], Awaitable[None]]) -> None:
        row, _ = await self._matches.load_row_and_event(match_id, None)
        if row is not None:
            await end_unplayable_match(self._matches, row, act=None, reason="ended.left", extra_job=extra_job)

    async def _close_challenges(self, tx: Transaction, user_id: int) -> bool:
        """Withdraw a person's open challenges, and decline those made to them.

        Their cards are updated. Return whether all are closed.
        """
        made = await challenges.list_open_by_challenger(tx, user_id, limit=AT_ONCE)
        for row in made:
            await challenges.close(tx, row.id, ChallengeStatus.CANCELLED, interaction_id=None)
        received = await challenges.list_open_for_opponent(tx, user_id, limit=AT_ONCE)
        for row in received:
            await challenges.close(tx, row.id, ChallengeStatus.DECLINED, interaction_id=None)
        for row in (*made, *received):
            await put_card_update(tx, row.id, self._now())
        return max(len(made), len(received)) < AT_ONCE

    async def _wipe(self) -> float | None:
        """Make sure that no byte of a deleted person is left in the database file.

        Return when to try again, or `None` if it is clean.
        """
        if await self._store.read(lambda tx: meta.get(tx, WIPE_KEY)) != WAITS:
            return None
        searched = self._searched
        try:
            clean = await self._store.wipe(searched or ())
        except StoreError as error:
            log.error("file not wiped", extra={"code": error.code})
            return self._now() + REPAIRED_WITHIN
        if not clean:
            return self._now() + AGAIN_AFTER
        await self._store.write(lambda tx: meta.put(tx, WIPE_KEY, DONE))
        self._searched = set()
        return None
