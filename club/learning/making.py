"""Exercises from finished matches, and how well people played: made when nothing else is to do, for those who want it.

No match that runs is looked at. With hidden cards a move is judged by what its player could know, and an exercise is
made of that alone.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from club.learning.solving import today_of
from club.members.limits import Limits
from club.play.followers import Changed, Follower
from club.play.insight import LONGEST
from club.play.matches import Matches
from club.play.thinking import Broken, Late
from club.puzzles.mining import AFTER, AGAIN_AFTER, LEASE, TRIES
from club.puzzles.solving import DAY
from club.refusals import Refusal
from club.running.alarm import Alarm
from club.running.jobs import DONE, Jobs, claim_one
from data import appraisals, learning, leases, listing
from data.appraisals import AppraisalRow
from data.learning import Daily, ExerciseRow
from data.leases import LeaseRow
from data.preferences import Preference
from data.transaction import Transaction
from engines.analysis import PLIES
from engines.appraisal import Appraisal
from engines.exercises import Exercise
from engines.messages import Practice, Practised, practised
from rules.catalogue import GAMES

log = logging.getLogger(__name__)

LAST: Final = 10
"""Finished matches that are looked through for somebody who begins."""

Practise = Callable[[Practice], Awaitable[Practised]]
"""Looks through a match in another process; raises `Late` or `Broken`."""


async def practise_in_thread(practice: Practice) -> Practised:
    """Look in this process, where no others are started."""
    return await asyncio.to_thread(practised, practice)


class Learned(Follower):
    """Has matches looked through soon after their end, and the last ones of those who begin to learn."""

    def __init__(self, alarm: Alarm, *, now: Callable[[], float], limits: Limits) -> None:
        self._alarm = alarm
        self._now = now
        self._limits = limits

    async def store(self, tx: Transaction, changed: Changed) -> None:
        """Put a match that was decided among those that are to be looked through."""
        if changed.decided:
            await self._put(tx, changed.row.id, self._now() + AFTER)

    def after(self, changed: Changed) -> None:
        """Ring when it is to be looked through."""
        if changed.decided:
            self._alarm.ring(self._now() + AFTER)

    async def follow_person(self, tx: Transaction, before: Preference, after: Preference) -> None:
        """Have the last matches looked through of somebody who wants to learn now; else delete what was found."""
        if before.learning == after.learning:
            return
        if not after.learning:
            # Another process may store what it has just found: it has to look again.
            await leases.anew_of(tx, "learning", after.user_id)
            await learning.drop_person(tx, after.user_id)
            await appraisals.drop_person(tx, after.user_id)
            return
        for row in await listing.finished_of(tx, after.user_id, limit=LAST):
            await self._put(tx, row.id, self._now())

    async def _put(self, tx: Transaction, match_id: int, at: float) -> None:
        daily = Daily(int(self._now()) // DAY, self._limits.learning_per_person)
        await learning.put(tx, match_id, daily, least=PLIES, most=LONGEST, at=at)


class Making:
    """Looks through finished matches, one at a time, under the name `owner`.

    After each it takes up the newest one of its players that nobody has looked through for them.
    """

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

    async def _claim(self, tx: Transaction, room: int) -> tuple[list[LeaseRow], float | None]:
        """Take the next match."""
        return await claim_one(tx, "learning", self._now(), owner=self._owner, lease=LEASE)

    async def _attempt(self, row: LeaseRow) -> float | None:
        """Look through a match; whatever goes wrong, it is tried again, and then given up."""
        try:
            found = await self._found(row.key) if row.attempts <= TRIES else Practised()
        except (Late, Broken) as fault:
            log.warning("learning failed", extra={"match": row.key, "fault": type(fault).__name__})
            return AGAIN_AFTER
        await self._store.write(lambda tx: self._settle(tx, row, found))
        return DONE

    async def _found(self, match_id: int) -> Practised:
        """Return what a match holds; nothing where nobody wants that any more, or it cannot be read."""

        async def job(tx: Transaction) -> tuple[dict[int, int], dict[int, int]]:
            return await learning.learners(tx, match_id), await self._with_room(tx, match_id)

        learners, with_room = await self._store.read(job)
        try:
            table = await self._matches.get(match_id)
        except Refusal:
            return Practised()
        if not learners or not table.over or table.match.game is not GAMES.get(table.game.key):
            return Practised()
        return await self._practise(Practice(table.match, match_id, tuple(with_room)))

    async def _settle(self, tx: Transaction, row: LeaseRow, found: Practised) -> None:
        """Store what was found for those who still want it, unless the match is another's by now."""
        if not await leases.done(tx, "learning", row.key, self._owner):
            return
        by_seat = {each.seat: each for each in found.appraisals}
        learners = await learning.learners(tx, row.key)
        for seat, user_id in learners.items():
            await appraisals.keep(tx, _kept(row.key, user_id, by_seat.get(seat)))
        await self._keep_exercises(tx, row.key, found.exercises)
        for user_id in learners.values():
            await self._go_on(tx, user_id)

    async def _go_on(self, tx: Transaction, user_id: int) -> None:
        """Have the next match of somebody looked through; where enough of them were today, tomorrow."""
        older = await appraisals.next_to_look_at(tx, user_id, least=PLIES, most=LONGEST)
        if older is not None:
            today = int(self._now()) // DAY
            daily = Daily(today, self._limits.learning_per_person)
            if not await learning.put(tx, older, daily, least=PLIES, most=LONGEST, at=self._now() + AFTER):
                await learning.put_off(tx, older, (today + 1) * DAY)

    async def _keep_exercises(self, tx: Transaction, match_id: int, found: Sequence[Exercise]) -> None:
        """Store the exercises of those who still have room for them."""
        with_room = await self._with_room(tx, match_id)
        for each in found:
            if each.seat not in with_room:
                continue
            user_id = with_room[each.seat]
            await learning.keep(
                tx,
                ExerciseRow(
                    user_id=user_id,
                    key=each.puzzle.key,
                    match_id=match_id,
                    game=each.puzzle.game,
                    told=each.write(),
                    step=0,
                    due_day=await today_of(tx, user_id, self._now()),
                    made_at=self._now(),
                ),
            )

    async def _with_room(self, tx: Transaction, match_id: int) -> dict[int, int]:
        return await learning.learners(tx, match_id, kept=self._limits.exercises_kept)


def _kept(match_id: int, user_id: int, found: Appraisal | None) -> AppraisalRow:
    """Return what is kept of how somebody played; nothing is known where the match could not be looked through."""
    if found is None:
        return AppraisalRow(user_id, match_id)
    return AppraisalRow(
        user_id, match_id, found.accuracy, *found.lost, found.ply, found.cost, found.lesson, found.decided
    )
