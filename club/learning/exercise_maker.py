"""Makes exercises from finished matches, and appraises how well people played.

This happens when there is nothing else to do, for those who want it. Running matches are never
examined. With hidden cards a move is judged by what its player could know, and an exercise is made
from that alone.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Final

from club.learning.exercises import today_of
from club.members.quotas import Limits
from club.play.after.analysis import LONGEST
from club.play.match.followers import ChangedMatch, Follower
from club.play.match.matches import Matches
from club.puzzles.mining import AFTER
from club.puzzles.solving import DAY
from club.refusals import Refusal
from club.running.alarm import Alarm
from club.running.jobs import Jobs, Settlement
from data.database.transaction import Transaction
from data.learning import appraisals, learners, learning
from data.learning.appraisals import AppraisalRow
from data.learning.learning import ExerciseRow
from data.members.preferences import Preference
from data.outbox import leases
from data.outbox.leases import LeaseRow
from engines.analysis import PLIES
from engines.appraisal import Appraisal
from engines.worker_messages import Practice, PracticeResult, answer_practice
from rules.catalogue import GAMES

LAST: Final = 10
"""Finished matches that are examined for a user who begins."""

Practise = Callable[[Practice], Awaitable[PracticeResult]]
"""Looks through a match in another process; raises `Late` or `Broken`."""


async def practise_in_thread(practice: Practice) -> PracticeResult:
    """Look in this process, where no others are started."""
    return await asyncio.to_thread(answer_practice, practice)


class LearningFollower(Follower):
    """Has matches examined soon after their end.

    Also has the last matches of those who begin to learn examined.
    """

    def __init__(self, alarm: Alarm, *, now: Callable[[], float], limits: Limits) -> None:
        self._alarm = alarm
        self._now = now
        self._limits = limits

    async def store(self, tx: Transaction, changed: ChangedMatch) -> None:
        """Have a decided match examined for those of its players who want to learn."""
        if changed.has_new_result:
            for user_id in await learning.learners(tx, changed.row.id):
                await self._want(tx, user_id, self._now() + AFTER)

    def after(self, changed: ChangedMatch) -> None:
        """Ring when it is to be looked through."""
        if changed.has_new_result:
            self._alarm.ring(self._now() + AFTER)

    async def follow_person(self, tx: Transaction, before: Preference, after: Preference) -> None:
        """Have a person's last matches examined once they want to learn.

        Once they no longer do, delete what was found.
        """
        if before.learning == after.learning:
            return
        if not after.learning:
            # Another process may store what it has just found: it has to look again.
            await leases.restart_of_user(tx, "learning", after.user_id)
            await learning.drop_person(tx, after.user_id)
            await appraisals.drop_person(tx, after.user_id)
            return
        for _ in range(LAST):
            await self._want(tx, after.user_id, self._now())

    async def _want(self, tx: Transaction, user_id: int, at: float) -> None:
        await want_next(tx, user_id, self._now(), at=at, a_day=self._limits.learning_per_person)


async def want_next(tx: Transaction, user_id: int, now: float, *, at: float, a_day: int) -> None:
    """Have a user's newest match that was not yet examined for them examined.

    This is due from `at` on, or tomorrow if it would be more than `a_day` in one day, and only if none
    waits: after each match comes the next. All of it follows from what is known of this user alone, so
    that it says nothing about who else learns.
    """
    newest = await appraisals.next_to_look_at(tx, user_id, least=PLIES, most=LONGEST)
    if newest is None:
        return
    waiting = await appraisals.waiting_of(tx, user_id)
    if await learners.analysed_count(tx, user_id, int(now) // DAY) + waiting >= a_day:
        if waiting:
            return
        at = _tomorrow(now)
    await appraisals.keep(tx, AppraisalRow(user_id, newest, lesson=appraisals.WAITING))
    await learning.put(tx, newest, at)


class ExerciseMaker:
    """Examines finished matches, one at a time, under the name `owner`.

    After each match examined for a user, it queues their newest that was not yet examined for them.
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
        self._limits = limits
        self.jobs = Jobs(
            "learning",
            matches.store,
            alarm,
            owner=owner,
            attempt=self._look_through,
            give_up=self._give_up,
        )

    async def _look_through(self, job: LeaseRow) -> Settlement:
        """Look through a match for those who want it."""
        wanting = await self._store.read(lambda tx: self._wanting(tx, job.key))
        found = await self._find_exercises(job.key, wanting)
        return partial(self._settle, job.key, found, wanting)

    async def _give_up(self, job: LeaseRow) -> Settlement:
        """Count a match as looked through for those who want it, with nothing found."""
        wanting = await self._store.read(lambda tx: self._wanting(tx, job.key))
        return partial(self._settle, job.key, PracticeResult(), wanting)

    async def _wanting(self, tx: Transaction, match_id: int) -> dict[int, int]:
        """Return for whom a match is to be looked through today, by seat."""
        today, most = int(self._now()) // DAY, self._limits.learning_per_person
        waiting = await appraisals.waiting_for(tx, match_id)
        return {
            seat: user_id
            for seat, user_id in waiting.items()
            if await learners.analysed_count(tx, user_id, today) < most
        }

    async def _find_exercises(self, match_id: int, wanting: Mapping[int, int]) -> PracticeResult:
        """Return the exercises and appraisals of a match.

        There are none if no one wants them now, or if the match cannot be read.
        """
        with_room = await self._store.read(lambda tx: self._with_room(tx, wanting))
        try:
            table = await self._matches.load(match_id)
        except Refusal:
            return PracticeResult()
        if not wanting or not table.over or table.match.game is not GAMES.get(table.game.key):
            return PracticeResult()
        return await self._practise(Practice(table.match, match_id, tuple(with_room)))

    async def _settle(
        self, match_id: int, found: PracticeResult, wanting: Mapping[int, int], tx: Transaction
    ) -> None:
        """Store what was found for those who still want it.

        The match waits until tomorrow for each player who had enough of their matches examined today.
        """
        by_seat = {each.seat: each for each in found.appraisals}
        waiting = await appraisals.waiting_for(tx, match_id)
        theirs = {seat: user_id for seat, user_id in waiting.items() if wanting.get(seat) == user_id}
        for seat, user_id in theirs.items():
            await appraisals.keep(tx, _appraisal_row(match_id, user_id, by_seat.get(seat)))
            await learners.count_looked(tx, user_id, int(self._now()) // DAY)
        await self._keep_exercises(tx, match_id, found, theirs)
        for user_id in theirs.values():
            a_day = self._limits.learning_per_person
            await want_next(tx, user_id, self._now(), at=self._now() + AFTER, a_day=a_day)
        if theirs != waiting:
            sooner = await self._wanting(tx, match_id)  # who has begun to want it meanwhile
            await learning.put(tx, match_id, self._now() if sooner else _tomorrow(self._now()))

    async def _keep_exercises(
        self, tx: Transaction, match_id: int, found: PracticeResult, theirs: Mapping[int, int]
    ) -> None:
        """Store the exercises of those who still have room for them."""
        with_room = await self._with_room(tx, theirs)
        for each in found.exercises:
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

    async def _with_room(self, tx: Transaction, theirs: Mapping[int, int]) -> dict[int, int]:
        most = self._limits.exercises_kept
        return {
            seat: user_id for seat, user_id in theirs.items() if await learning.to_solve(tx, user_id) < most
        }


def _tomorrow(now: float) -> float:
    return float((int(now) // DAY + 1) * DAY)


def _appraisal_row(match_id: int, user_id: int, found: Appraisal | None) -> AppraisalRow:
    """Return the row that is stored about how a player played.

    It holds no values if the match could not be examined.
    """
    if found is None:
        return AppraisalRow(user_id, match_id)
    return AppraisalRow(
        user_id, match_id, found.accuracy, *found.lost, found.ply, found.cost, found.lesson, found.decided
    )
