"""Making of exercises from finished matches, and appraisal of play.

An appraisal says how well one player played a match. Both are made in the background when there is
nothing else to do, for users who want them. Running matches are never examined. In games with
hidden cards, a move is judged by what its player could know, and exercises contain only that.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Final

from club.members.preferences import load_today
from club.members.quotas import Limits
from club.play.after.analysis import LONGEST
from club.play.match.followers import ChangedMatch, Follower
from club.play.match.matches import Matches
from club.puzzles.mining import AFTER
from club.puzzles.solving import DAY
from club.refusals import Refusal
from club.running.alarm import Alarm
from club.running.jobs import JobRunner, Settlement
from data.database.transaction import Transaction
from data.learning import appraisals, learners, learning
from data.learning.appraisals import AppraisalRow
from data.learning.learning import ExerciseRow
from data.members.preferences import Preference
from data.outbox import leases
from data.outbox.leases import LeaseRow
from engines.analysis import MIN_PLIES
from engines.appraisal import Appraisal
from engines.worker_messages import PracticeRequest, PracticeResult, answer_practice_request
from rules.catalogue import GAMES

LAST: Final = 10
"""Finished matches that are examined for a user who begins."""

Practise = Callable[[PracticeRequest], Awaitable[PracticeResult]]
"""Looks through a match in another process; raises `Late` or `Broken`."""


async def practise_in_thread(practice: PracticeRequest) -> PracticeResult:
    """Examine a match in a thread, if there are no worker processes."""
    return await asyncio.to_thread(answer_practice_request, practice)


class LearningFollower(Follower):
    """Queues matches to be examined soon after they end.

    When a user starts to learn, it also queues their latest matches.
    """

    def __init__(self, alarm: Alarm, *, now: Callable[[], float], limits: Limits) -> None:
        self._alarm = alarm
        self._now = now
        self._limits = limits

    async def store(self, tx: Transaction, changed: ChangedMatch) -> None:
        """Queue a decided match for those of its players who want to learn."""
        if changed.has_new_result:
            for user_id in await learning.list_learners(tx, changed.row.id):
                await self._want(tx, user_id, self._now() + AFTER)

    def act_on_change(self, changed: ChangedMatch) -> None:
        """Ring the alarm for the time when the match is due to be examined."""
        if changed.has_new_result:
            self._alarm.ring(self._now() + AFTER)

    async def follow_person(self, tx: Transaction, before: Preference, after: Preference) -> None:
        """Queue a user's latest matches once they want to learn.

        Once they no longer want to, delete their exercises and appraisals.
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
        await queue_next_match(tx, user_id, self._now(), at=at, per_day=self._limits.learning_per_person)


async def queue_next_match(tx: Transaction, user_id: int, now: float, *, at: float, per_day: int) -> None:
    """Queue a user's newest match that has not been examined for them.

    It is due `at` a time, or tomorrow if more than `per_day` matches would be examined for the user
    today, and in that case only if none is waiting already: after each match the next one is queued.
    This depends only on data about this user, so that it reveals nothing about who else learns.
    """
    newest = await appraisals.find_next_unanalysed(tx, user_id, min_plies=MIN_PLIES, max_plies=LONGEST)
    if newest is None:
        return
    waiting = await appraisals.count_waiting(tx, user_id)
    if await learners.count_analysed(tx, user_id, int(now) // DAY) + waiting >= per_day:
        if waiting:
            return
        at = _tomorrow(now)
    await appraisals.save(tx, AppraisalRow(user_id, newest, lesson=appraisals.WAITING))
    await learning.put(tx, newest, at)


class ExerciseMaker:
    """Examines finished matches one at a time, as the process `owner`.

    After each match that was examined for a user, it queues the user's newest match that has not been.
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
        self.practise = practise
        self._limits = limits
        self.jobs = JobRunner(
            "learning",
            matches.store,
            alarm,
            owner=owner,
            attempt=self._look_through,
            give_up=self._give_up,
        )

    async def _look_through(self, job: LeaseRow) -> Settlement:
        """Examine a match for the players who want it."""
        wanting = await self._store.read(lambda tx: self._wanting(tx, job.key))
        found = await self._find_exercises(job.key, wanting)
        return partial(self._settle, job.key, found, wanting)

    async def _give_up(self, job: LeaseRow) -> Settlement:
        """Count a match as examined without any findings."""
        wanting = await self._store.read(lambda tx: self._wanting(tx, job.key))
        return partial(self._settle, job.key, PracticeResult(), wanting)

    async def _wanting(self, tx: Transaction, match_id: int) -> dict[int, int]:
        """Return the user ids, by seat, for whom a match is examined today."""
        today, most = int(self._now()) // DAY, self._limits.learning_per_person
        waiting = await appraisals.list_waiting_players(tx, match_id)
        return {
            seat: user_id
            for seat, user_id in waiting.items()
            if await learners.count_analysed(tx, user_id, today) < most
        }

    async def _find_exercises(self, match_id: int, wanting: Mapping[int, int]) -> PracticeResult:
        """Return the exercises and appraisals of a match.

        There are none if no player wants them any more, or if the match cannot be read.
        """
        with_room = await self._store.read(lambda tx: self._with_room(tx, wanting))
        try:
            table = await self._matches.load(match_id)
        except Refusal:
            return PracticeResult()
        if not wanting or not table.is_over or table.match.game is not GAMES.get(table.game.key):
            return PracticeResult()
        return await self.practise(PracticeRequest(table.match, match_id, tuple(with_room)))

    async def _settle(
        self, match_id: int, found: PracticeResult, wanting: Mapping[int, int], tx: Transaction
    ) -> None:
        """Store the findings for the players who still want them.

        If enough matches of a player have been examined today, the match waits until tomorrow for that
        player.
        """
        by_seat = {each.seat: each for each in found.appraisals}
        waiting = await appraisals.list_waiting_players(tx, match_id)
        theirs = {seat: user_id for seat, user_id in waiting.items() if wanting.get(seat) == user_id}
        for seat, user_id in theirs.items():
            await appraisals.save(tx, _appraisal_row(match_id, user_id, by_seat.get(seat)))
            await learners.add_analysed(tx, user_id, int(self._now()) // DAY)
        await self._keep_exercises(tx, match_id, found, theirs)
        for user_id in theirs.values():
            a_day = self._limits.learning_per_person
            await queue_next_match(tx, user_id, self._now(), at=self._now() + AFTER, per_day=a_day)
        if theirs != waiting:
            sooner = await self._wanting(tx, match_id)  # who has begun to want it meanwhile
            await learning.put(tx, match_id, self._now() if sooner else _tomorrow(self._now()))

    async def _keep_exercises(
        self, tx: Transaction, match_id: int, found: PracticeResult, theirs: Mapping[int, int]
    ) -> None:
        """Store the exercises of players who still have room for more."""
        with_room = await self._with_room(tx, theirs)
        for each in found.exercises:
            if each.seat not in with_room:
                continue
            user_id = with_room[each.seat]
            await learning.add(
                tx,
                ExerciseRow(
                    user_id=user_id,
                    key=each.puzzle.key,
                    match_id=match_id,
                    game=each.puzzle.game,
                    told=each.to_line(),
                    step=0,
                    due_day=await load_today(tx, user_id, self._now()),
                    made_at=self._now(),
                ),
            )

    async def _with_room(self, tx: Transaction, theirs: Mapping[int, int]) -> dict[int, int]:
        most = self._limits.exercises_kept
        return {
            seat: user_id
            for seat, user_id in theirs.items()
            if await learning.count_unsolved(tx, user_id) < most
        }


def _tomorrow(now: float) -> float:
    return float((int(now) // DAY + 1) * DAY)


def _appraisal_row(match_id: int, user_id: int, found: Appraisal | None) -> AppraisalRow:
    """Return the row to store for a player's appraisal.

    It has no values if the match could not be examined.
    """
    if found is None:
        return AppraisalRow(user_id, match_id)
    return AppraisalRow(
        user_id,
        match_id,
        found.accuracy,
        *found.losses_by_third,
        found.ply,
        found.cost,
        found.lesson,
        found.deciding_third,
    )
