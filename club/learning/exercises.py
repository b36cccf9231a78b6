"""A user's exercises: positions from their own matches with one best move.

The module finds the next exercise that is due, and plans when it comes back after an answer.
"""

from collections.abc import Callable
from dataclasses import dataclass

from club.learning.schedule import is_due, last_plannable_day, plan_after_answer
from club.members.preferences import Preferences, load_today
from club.members.quotas import Limits
from club.play.course.outside_help import OutsideHelpGuard
from club.puzzles.solving import DAY
from club.refusals import Refusal
from club.running.alarm import Alarm
from data.database.store import Store
from data.database.transaction import Transaction
from data.learning import appraisals, learners, learning
from data.learning.learning import ExerciseRow
from data.play import listing
from data.play.listing import ListedRow
from engines.exercises import Exercise, parse_exercise


@dataclass(frozen=True, slots=True)
class KeptExercise:
    """A stored exercise of a user, with the match that it comes from.

    It is due in `due_in_days` days: 0 if it is due today, `None` if the user has learned it and it does
    not come back.
    """

    key: str
    exercise: Exercise
    match: ListedRow | None
    due_in_days: int | None


@dataclass(frozen=True, slots=True)
class ExerciseOverview:
    """An overview of a user's exercises.

    `due_count` is how many are due, `next_exercise` the one to solve next, and `matches_in_work` how
    many matches are still to be examined for the user today. There is no next exercise if all that are due
    would help the user in a match that they are playing. The first exercise after today is due in
    `next_due_in_days` days, `None` if there is none.
    """

    due_count: int
    next_exercise: KeptExercise | None
    matches_in_work: int
    next_due_in_days: int | None


class Exercises:
    """Hands out exercises, and plans when they come back.

    The `alarm` rings if matches are waiting to be examined.
    """

    def __init__(
        self,
        store: Store,
        preferences: Preferences,
        outside_help: OutsideHelpGuard,
        alarm: Alarm,
        *,
        now: Callable[[], float],
        limits: Limits,
    ) -> None:
        self._store = store
        self._preferences = preferences
        self._outside = outside_help
        self._alarm = alarm
        self._now = now
        self._limits = limits

    async def enrol_and_load(self, user_id: int) -> ExerciseOverview:
        """Enrol a user for exercises if they are not yet, and load their overview.

        From then on, their matches are examined. An exercise is left for later if its solution would help
        the user in a match that they are playing against a person.
        """
        if not (await self._preferences.get(user_id)).learning:
            await self._preferences.change(user_id, learning=True)
        desk = await self.load_overview(user_id)
        if desk.matches_in_work:
            self._alarm.ring()
        return desk

    async def load_overview(self, user_id: int) -> ExerciseOverview:
        """Load the overview of a user's exercises without changing anything."""

        async def job(tx: Transaction) -> tuple[list[KeptExercise], int, int | None]:
            today = await load_today(tx, user_id, self._now())
            rows = await learning.list_due(tx, user_id, today, last_plannable_day(today))
            found = [await _load_exercise(tx, row, today) for row in rows]
            next_day = await learning.next_due_day(tx, user_id, today)
            looking = await appraisals.count_waiting(tx, user_id)
            day = int(self._now()) // DAY
            if await learners.count_analysed(tx, user_id, day) >= self._limits.learning_per_person:
                looking = 0  # the next one waits until tomorrow
            return found, looking, None if next_day is None else next_day - today

        due, looking, days = await self._store.read(job)
        for kept in due:
            try:
                await self._check(user_id, kept.exercise)
            except Refusal:
                continue
            return ExerciseOverview(len(due), kept, looking, days)
        return ExerciseOverview(len(due), None, looking, days)

    async def get(self, user_id: int, key: str) -> KeptExercise:
        """Return a user's exercise.

        Raise `Refusal` if it is gone, or if it would help them in a running match.
        """

        async def job(tx: Transaction) -> KeptExercise:
            return await _load_exercise(
                tx, await _there(tx, user_id, key), await load_today(tx, user_id, self._now())
            )

        kept = await self._store.read(job)
        await self._check(user_id, kept.exercise)
        return kept

    async def record_answer(self, user_id: int, key: str, *, solved: bool) -> KeptExercise:
        """Plan when an answered exercise comes back, and return it.

        `solved` says whether the user solved it without help. Only the first answer counts: an exercise
        that is not due keeps its plan.
        """

        async def job(tx: Transaction) -> KeptExercise:
            row, today = await _there(tx, user_id, key), await load_today(tx, user_id, self._now())
            if is_due(row.due_day, today):
                plan = plan_after_answer(row.step, today, solved=solved)
                await learning.schedule(tx, user_id, key, step=plan.step, due_day=plan.due_day)
            return await _load_exercise(tx, await _there(tx, user_id, key), today)

        return await self._store.write(job)

    async def count_due(self, user_id: int) -> int:
        """Return how many of a user's exercises are due."""

        async def job(tx: Transaction) -> int:
            today = await load_today(tx, user_id, self._now())
            return await learning.count_due(tx, user_id, today, last_plannable_day(today))

        return await self._store.read(job)

    async def _check(self, user_id: int, exercise: Exercise) -> None:
        await self._outside.check_match(user_id, exercise.puzzle.match_after(0))


async def _there(tx: Transaction, user_id: int, key: str) -> ExerciseRow:
    row = await learning.get(tx, user_id, key)
    if row is None:
        raise Refusal("learn.gone")
    return row


async def _load_exercise(tx: Transaction, row: ExerciseRow, today: int) -> KeptExercise:
    """Return a stored exercise with its match, and the days until it is due."""
    match = next(iter(await listing.list_by_ids(tx, [row.match_id])), None)
    days = None if row.due_day is None else 0 if is_due(row.due_day, today) else row.due_day - today
    return KeptExercise(row.key, parse_exercise(row.game, row.told), match, days)
