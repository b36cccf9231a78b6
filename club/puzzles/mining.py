"""Puzzles from a server's own finished matches, with the consent of all concerned.

They are looked for when there is nothing else to do. The server and both players must allow it when
the match ends, when it is examined, when the puzzle is stored, and for as long as it exists.
Running matches are never examined, so hands that were hidden are known to all.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from club.members.quotas import Limits
from club.play.match.followers import ChangedMatch, Follower
from club.play.match.matches import Matches
from club.puzzles.consent import Consent
from club.puzzles.solving import DAY
from club.refusals import Refusal
from club.running.alarm import Alarm
from club.running.jobs import LEASE, Claimed, Jobs, Settlement, settle_nothing
from data.database.transaction import Transaction
from data.outbox import leases
from data.outbox.leases import LeaseRow
from data.puzzles import mining
from data.puzzles.mining import DailyQuota, MinedRow
from engines.puzzles.puzzle import Puzzle
from engines.worker_messages import PuzzleHunt, answer_hunt
from rules.catalogue import GAMES

AFTER: Final = 30.0
"""Seconds from the end of a match until it is examined.

At first its players look at the end, and ask for a rematch.
"""
LEAST: Final = 12
"""Moves of a match, both sides counted: a shorter one has nothing to show."""
LONGEST: Final = 400
"""More are not looked through."""
PuzzleSearch = Callable[[PuzzleHunt], Awaitable[Puzzle | None]]
"""Looks for a puzzle in another process; raises `Late` or `Broken`."""


async def seek_in_thread(hunt: PuzzleHunt) -> Puzzle | None:
    """Look in this process, where no others are started."""
    return await asyncio.to_thread(answer_hunt, hunt)


class MiningFollower(Follower):
    """Has each decided match examined soon after, if that is allowed.

    Then `alarm` rings.
    """

    def __init__(self, alarm: Alarm, *, now: Callable[[], float], limits: Limits) -> None:
        self._alarm = alarm
        self._now = now
        self._limits = limits

    async def store(self, tx: Transaction, changed: ChangedMatch) -> None:
        """Put the match among those that are to be looked through."""
        if changed.has_new_result:
            at, waiting = self._now() + AFTER, self._limits.mining_waits
            await mining.put(tx, changed.row.id, least=LEAST, at=at, waiting=waiting)

    def after(self, changed: ChangedMatch) -> None:
        """Ring when it is to be looked through."""
        if changed.has_new_result:
            self._alarm.ring(self._now() + AFTER)


class PuzzleMiner:
    """Looks through finished matches, one at a time, under the name `owner`."""

    def __init__(
        self,
        matches: Matches,
        consent: Consent,
        seek: PuzzleSearch,
        alarm: Alarm,
        *,
        owner: str,
        limits: Limits,
    ) -> None:
        self._matches = matches
        self._store = matches.store
        self._now = matches.now
        self._consent = consent
        self._seek = seek
        self._owner = owner
        self._limits = limits
        self.jobs = Jobs(
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
        daily = DailyQuota(today, self._limits.mined_per_server, self._limits.mined_in_all)
        taken = await mining.claim(tx, now, daily, owner=self._owner, lease=LEASE)
        due = None if taken else await leases.next_due(tx, "mining")
        return taken, (today + 1) * DAY if due is not None and due <= now else due

    async def _look_through(self, job: LeaseRow) -> Settlement:
        """Look for a puzzle in a match."""
        found = await self._find_puzzle(job.key)
        return settle_nothing if found is None else partial(self._keep, job, found)

    async def _find_puzzle(self, match_id: int) -> Puzzle | None:
        """Return the puzzle of a match.

        There is none if the match may no longer be examined, or cannot be read.
        """
        if not await self._store.read(lambda tx: mining.is_allowed(tx, match_id)):
            return None
        try:
            table = await self._matches.load(match_id)
        except Refusal:
            return None
        match = table.match
        if not table.over or match.game is not GAMES[match.game.key] or len(match.plies) > LONGEST:
            return None
        positions = (match.origin, *(ply.position for ply in match.plies))
        return await self._seek(PuzzleHunt(match.game, match.options, positions, match_id))

    async def _keep(self, job: LeaseRow, found: Puzzle, tx: Transaction) -> None:
        """Store the puzzle that was found, unless a consent was withdrawn."""
        if job.about is None or not await mining.is_allowed(tx, job.key):
            return
        kept = MinedRow(job.key, job.about, found.game, found.key, found.write(), self._now())
        await self._consent.withdraw(tx, await mining.keep(tx, kept, most=self._limits.mined_kept))
