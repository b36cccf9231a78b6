"""Counting of finished matches in the opening trees.

Matches are counted one at a time, each once. Matches that ended before there were trees wait in the
same table, and so do matches to be counted anew because other users may see them now, or may not
any more.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final

from club.learning.trails import tree_line
from club.play.match.followers import ChangedMatch, Follower
from club.play.match.matches import Matches
from club.refusals import Refusal
from club.running.alarm import Alarm
from club.running.jobs import JobRunner, Settlement, settle_nothing
from data.database.errors import Unreadable
from data.database.transaction import Transaction
from data.learning import trees
from data.learning.trees import TreeLine
from data.members.preferences import Preference
from data.outbox.leases import LeaseRow
from data.play import listing

PAUSE: Final = 0.1
"""Seconds from one match to the next.

Thousands of matches may wait, and all users come before them.
"""


class TreeFollower(Follower):
    """Queues matches to be counted after they end."""

    def __init__(self, alarm: Alarm, *, now: Callable[[], float]) -> None:
        self._alarm = alarm
        self._now = now

    async def store(self, tx: Transaction, changed: ChangedMatch) -> None:
        """Queue a match once it is decided, or has moved to another place."""
        if self._counts(changed):
            await trees.put(tx, changed.row.id, self._now())

    def act_on_change(self, changed: ChangedMatch) -> None:
        """Ring the alarm, so that the match is counted."""
        if self._counts(changed):
            self._alarm.ring()

    async def follow_person(self, tx: Transaction, before: Preference, after: Preference) -> None:
        """Queue a user's matches again when they show or hide their profile."""
        if before.profile_shown != after.profile_shown:
            await trees.put_all(tx, after.user_id, self._now())

    @staticmethod
    def _counts(changed: ChangedMatch) -> bool:
        match = changed.match
        return match.outcome is not None and bool(match.plies) and not match.was_set and not match.game.hidden


class TreeCounter:
    """Counts finished matches, as the process `owner`."""

    def __init__(self, matches: Matches, alarm: Alarm, *, owner: str) -> None:
        self._matches = matches
        self.jobs = JobRunner("tree_job", matches.store, alarm, owner=owner, attempt=self._count, pause=PAUSE)

    async def drop_person(self, tx: Transaction, user_id: int) -> None:
        """Delete all counts of a person from the opening trees."""
        await trees.drop_person(tx, user_id)

    async def _count(self, job: LeaseRow) -> Settlement:
        """Count a match; leave it out if it cannot be read."""
        line = await self._find_line(job.key)
        return settle_nothing if line is None else partial(self._add, job.key, line)

    async def _add(self, match_id: int, line: TreeLine, tx: Transaction) -> None:
        """Add a line to the tree, for the current players of the match."""
        for row in await listing.list_by_ids(tx, [match_id]):
            await trees.add(tx, row, line)

    async def _find_line(self, match_id: int) -> TreeLine | None:
        """Return the line that a match adds to the tree.

        Return `None` if the match is gone, is not over, or cannot be read.
        """
        try:
            table = await self._matches.load(match_id)
        except (Refusal, Unreadable):
            return None
        if not table.is_over or table.match.outcome is None:
            return None
        return await asyncio.to_thread(tree_line, table.match)
