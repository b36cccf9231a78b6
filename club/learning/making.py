"""Exercises from finished matches: made when nothing else is to do, for those who play and want them.

No match that runs is looked at, and none with hidden cards: what was wrong there depends on what its player could know.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from club.learning.solving import today_of
from club.members.limits import Limits
from club.play.followers import Changed, Follower
from club.play.insight import LONGEST
from club.play.matches import Matches
from club.play.thinking import Broken, Late
from club.puzzles.mining import AFTER, AGAIN_AFTER, LEASE, TRIES
from club.refusals import Refusal
from club.running.alarm import Alarm
from club.running.jobs import DONE, Jobs
from data import learning, leases, listing
from data.learning import ExerciseRow, LearningRow
from data.preferences import Preference
from data.transaction import Transaction
from engines.analysis import PLIES
from engines.exercises import Exercise
from engines.messages import Practice, practised
from rules.catalogue import GAMES

log = logging.getLogger(__name__)

LAST: Final = 10
"""Finished matches that are looked through for somebody who begins."""

Practise = Callable[[Practice], Awaitable[tuple[Exercise, ...]]]
"""Looks for exercises in another process; raises `Late` or `Broken`."""


async def practise_in_thread(practice: Practice) -> tuple[Exercise, ...]:
    """Look in this process, where no others are started."""
    return await asyncio.to_thread(practised, practice)


class Learned(Follower):
    """Has matches looked through for exercises soon after their end, and the last ones of those who begin to learn."""

    def __init__(self, alarm: Alarm, *, now: Callable[[], float], limits: Limits) -> None:
        self._alarm = alarm
        self._now = now
        self._limits = limits

    async def store(self, tx: Transaction, changed: Changed) -> None:
        """Put a match that was decided among those that are to be looked through."""
        if changed.decided and not changed.match.game.hidden:
            await self._put(tx, changed.row.id, self._now() + AFTER)

    def after(self, changed: Changed) -> None:
        """Ring when it is to be looked through."""
        if changed.decided:
            self._alarm.ring(self._now() + AFTER)

    async def follow_person(self, tx: Transaction, before: Preference, after: Preference) -> None:
        """Have the last matches looked through of somebody who wants exercises now; else delete what they had."""
        if before.learning == after.learning:
            return
        if not after.learning:
            await learning.drop_person(tx, after.user_id)
            return
        for row in await listing.finished_of(tx, after.user_id, limit=LAST):
            if row.game in GAMES and not GAMES[row.game].hidden:
                await self._put(tx, row.id, self._now())

    async def _put(self, tx: Transaction, match_id: int, at: float) -> None:
        kept = self._limits.exercises_kept
        await learning.put(tx, match_id, least=PLIES, most=LONGEST, kept=kept, at=at)


class Making:
    """Looks through finished matches for exercises, one at a time, under the name `owner`."""

    def __init__(
        self,
        matches: Matches,
        practise: Practise,
        alarm: Alarm,
        *,
        owner: str,
        limits: Limits,
    ) -> None:
        self._matches = matches
        self._store = matches.store
        self._now = matches.now
        self._practise = practise
        self._owner = owner
        self._limits = limits
        self.jobs = Jobs(
            "learning",
            matches.store,
            alarm,
            now=matches.now,
            owner=owner,
            most=1,
            claim=self._claim,
            attempt=self._attempt,
            after_fault=AGAIN_AFTER,
        )

    async def _claim(self, tx: Transaction, room: int) -> tuple[list[LearningRow], float | None]:
        """Take the next match."""
        taken = await learning.claim(tx, self._now(), owner=self._owner, lease=LEASE)
        return [] if taken is None else [taken], await leases.next_due(tx, "learning")

    async def _attempt(self, row: LearningRow) -> float | None:
        """Look through a match; whatever goes wrong, it is tried again, and then given up."""
        try:
            found = await self._found(row.match_id) if row.attempts <= TRIES else ()
        except (Late, Broken) as fault:
            log.warning("learning failed", extra={"match": row.match_id, "fault": type(fault).__name__})
            return AGAIN_AFTER
        await self._store.write(lambda tx: self._settle(tx, row, found))
        return DONE

    async def _found(self, match_id: int) -> tuple[Exercise, ...]:
        """Return the exercises of a match; none where nobody wants them any more, or it cannot be read."""
        learners = await self._store.read(lambda tx: self._learners(tx, match_id))
        try:
            table = await self._matches.get(match_id)
        except Refusal:
            return ()
        if not learners or not table.over or table.match.game is not GAMES.get(table.game.key):
            return ()
        return await self._practise(Practice(table.match, match_id, tuple(learners)))

    async def _settle(self, tx: Transaction, row: LearningRow, found: tuple[Exercise, ...]) -> None:
        """Store what was found for those who still want it, unless the match is another's by now."""
        if not await learning.done(tx, row.match_id, self._owner):
            return
        learners = await self._learners(tx, row.match_id)
        for each in found:
            if each.seat not in learners:
                continue
            user_id = learners[each.seat]
            await learning.keep(
                tx,
                ExerciseRow(
                    user_id=user_id,
                    key=each.puzzle.key,
                    match_id=row.match_id,
                    game=each.puzzle.game,
                    told=each.write(),
                    step=0,
                    due_day=await today_of(tx, user_id, self._now()),
                    made_at=self._now(),
                ),
            )

    async def _learners(self, tx: Transaction, match_id: int) -> dict[int, int]:
        return await learning.learners(tx, match_id, kept=self._limits.exercises_kept)
