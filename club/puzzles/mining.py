"""Puzzles from a server's own finished matches, if everyone concerned agrees.

They are searched for in the background when there is nothing else to do. The server and both
players must allow it when the match ends, when it is examined, when the puzzle is stored, and for
as long as it exists. Running matches are never examined, so hands that were hidden are known to all
by then.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from club.members.quotas import Limits
from club.play.match.followers import ChangedMatch, Follower
from club.play.match.matches import Matches
from club.puzzles.consent import MiningConsent
from club.puzzles.solving import DAY
from club.refusals import Refusal
from club.running.alarm import Alarm
from club.running.jobs import LEASE, Claimed, JobRunner, Settlement, settle_nothing
from data.database.transaction import Transaction
from data.outbox import leases
from data.outbox.leases import LeaseRow
from data.puzzles import mining
from data.puzzles.mining import DailyQuota, MinedRow
from engines.puzzles.puzzle import Puzzle
from engines.worker_messages import PuzzleRequest, answer_puzzle_request
from rules.catalogue import GAMES

AFTER: Final = 30.0
"""Seconds from the end of a match until it is examined.

At first its players look at the end, and ask for a rematch.
"""
LEAST: Final = 12
"""Moves of a match, both sides counted: a shorter one has nothing to show."""
LONGEST: Final = 400
"""More are not looked through."""
PuzzleSearch = Callable[[PuzzleRequest], Awaitable[Puzzle | None]]
"""Looks for a puzzle in another process; raises `Late` or `Broken`."""


async def search_in_thread(hunt: PuzzleRequest) -> Puzzle | None:
    """Search for a puzzle in a thread of this process.

    This is the default if there are no worker processes.
    """
    return await asyncio.to_thread(answer_puzzle_request, hunt)


class MiningFollower(Follower):
    """Queues each decided match to be examined soon after, if allowed.

    Then it rings the `alarm`.
    """

    def __init__(self, alarm: Alarm, *, now: Callable[[], float], limits: Limits) -> None:
        self._alarm = alarm
        self._now = now
        self._limits = limits

    async def store(self, tx: Transaction, changed: ChangedMatch) -> None:
        """Queue a decided match to be examined."""
        if changed.has_new_result:
            at, waiting = self._now() + AFTER, self._limits.mining_backlog
            await mining.put(tx, changed.row.id, min_plies=LEAST, at=at, max_waiting=waiting)

    def act_on_change(self, changed: ChangedMatch) -> None:
        """Ring the alarm for the time when the match is due to be examined."""
        if changed.has_new_result:
            self._alarm.ring(self._now() + AFTER)


class PuzzleMiner:
    """Searches finished matches for puzzles, as the process `owner`.

    It examines one match at a time.
    """

    def __init__(
        self,
        matches: Matches,
        consent: MiningConsent,
        search: PuzzleSearch,
        alarm: Alarm,
        *,
        owner: str,
        limits: Limits,
    ) -> None:
        self._matches = matches
        self._store = matches.store
        self._now = matches.now
        self._consent = consent
        self._seek = search
        self._owner = owner
        self._limits = limits
        self.jobs = JobRunner(
            "mining",
            matches.store,
            alarm,
            owner=owner,
            attempt=self._look_through,
            claim=self._claim,
        )

    async def _claim(self, tx: Transaction, room: int) -> Claimed:
        """Claim the next match.

        If enough matches have been examined today, the next one is due tomorrow.
        """
        now = self._now()
        today = int(now) // DAY
        daily = DailyQuota(today, self._limits.mined_per_server, self._limits.mined_in_total)
        taken = await mining.claim(tx, now, daily, owner=self._owner, lease=LEASE)
        due = None if taken else await leases.next_due_time(tx, "mining")
        return taken, (today + 1) * DAY if due is not None and due <= now else due

    async def _look_through(self, job: LeaseRow) -> Settlement:
        """Search a match for a puzzle."""
        found = await self._find_puzzle(job.key)
        return settle_nothing if found is None else partial(self._keep, job, found)

    async def _find_puzzle(self, match_id: int) -> Puzzle | None:
        """Return the puzzle found in a match.

        Return `None` if there is none, if the match may no longer be examined, or if it cannot be read.
        """
        if not await self._store.read(lambda tx: mining.is_allowed(tx, match_id)):
            return None
        try:
            table = await self._matches.load(match_id)
        except Refusal:
            return None
        match = table.match
        if not table.is_over or match.game is not GAMES[match.game.key] or len(match.plies) > LONGEST:
            return None
        positions = (match.origin, *(ply.position for ply in match.plies))
        return await self._seek(PuzzleRequest(match.game, match.options, positions, match_id))

    async def _keep(self, job: LeaseRow, found: Puzzle, tx: Transaction) -> None:
        """Store the puzzle that was found, unless consent was withdrawn."""
        if job.about is None or not await mining.is_allowed(tx, job.key):
            return
        kept = MinedRow(job.key, job.about, found.game, found.key, found.to_line(), self._now())
        await self._consent.forget_puzzles(tx, await mining.add(tx, kept, max_count=self._limits.mined_kept))
