"""Counts finished matches in the trees of openings, soon after their end.

They are counted one at a time, each once. Matches that ended before there were trees wait in the
same table and are counted the same way. So are those to be counted anew because others may see them
now, or no longer may.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final

from club.learning.trails import line_of
from club.play.match.followers import ChangedMatch, Follower
from club.play.match.matches import Matches
from club.refusals import Refusal
from club.running.alarm import Alarm
from club.running.jobs import Jobs, Settlement, settle_nothing
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
    """Has matches counted after their end."""

    def __init__(self, alarm: Alarm, *, now: Callable[[], float]) -> None:
        self._alarm = alarm
        self._now = now

    async def store(self, tx: Transaction, changed: ChangedMatch) -> None:
        """Queue a match to be counted once it is decided or has moved to another place."""
        if self._counts(changed):
            await trees.put(tx, changed.row.id, self._now())

    def after(self, changed: ChangedMatch) -> None:
        """Ring, so that it is counted."""
        if self._counts(changed):
            self._alarm.ring()

    async def follow_person(self, tx: Transaction, before: Preference, after: Preference) -> None:
        """Have a person's matches counted anew when they show or hide their profile."""
        if before.profile_shown != after.profile_shown:
            await trees.put_all(tx, after.user_id, self._now())

    @staticmethod
    def _counts(changed: ChangedMatch) -> bool:
        match = changed.match
        return match.outcome is not None and bool(match.plies) and not match.was_set and not match.game.hidden


class TreeCounter:
    """Counts finished matches under the name `owner`."""

    def __init__(self, matches: Matches, alarm: Alarm, *, owner: str) -> None:
        self._matches = matches
        self.jobs = Jobs("tree_job", matches.store, alarm, owner=owner, attempt=self._count, pause=PAUSE)

    async def _count(self, job: LeaseRow) -> Settlement:
        """Count a match; one that cannot be read is left out."""
        line = await self._find_line(job.key)
        return settle_nothing if line is None else partial(self._add, job.key, line)

    async def _add(self, match_id: int, line: TreeLine, tx: Transaction) -> None:
        """Add a line to the tree, for those who are the match's players now."""
        for row in await listing.of_ids(tx, [match_id]):
            await trees.add(tx, row, line)

    async def _find_line(self, match_id: int) -> TreeLine | None:
        """Return the line that a match adds to the tree.

        There is none if the match is gone, is not over, or cannot be read.
        """
        try:
            table = await self._matches.load(match_id)
        except (Refusal, Unreadable):
            return None
        if not table.over or table.match.outcome is None:
            return None
        return await asyncio.to_thread(line_of, table.match)
