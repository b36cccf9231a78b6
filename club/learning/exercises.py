"""Exercises for one person: the one due, the effect of an answer, and new ones."""

from collections.abc import Callable
from dataclasses import dataclass

from club.clocks.rest import Rest
from club.learning.schedule import after, farthest, is_due
from club.members.preferences import Preferences
from club.play.course.outside_help import OutsideHelp
from club.puzzles.daily import day_of
from club.refusals import Refusal
from club.running.alarm import Alarm
from data.database.store import Store
from data.database.transaction import Transaction
from data.learning import appraisals, learning
from data.learning.learning import ExerciseRow
from data.members import preferences
from data.play import listing
from data.play.listing import ListedRow
from engines.exercises import Exercise, read_exercise


@dataclass(frozen=True, slots=True)
class KeptExercise:
    """A user's exercise, and the match that it is from.

    It comes back in `days` days: 0 if it is due today, `None` if they know it.
    """

    key: str
    exercise: Exercise
    match: ListedRow | None
    days: int | None


@dataclass(frozen=True, slots=True)
class Desk:
    """A user's exercises: how many are `due`, the next one, and the matches in work.

    `looking` is how many matches are still examined. There is no next one if all the due ones wait for
    matches to end that the user plays. The first after today comes in `days` days, `None` if there is
    none.
    """

    due: int
    kept: KeptExercise | None
    looking: int
    days: int | None


class Learning:
    """Hands out exercises and plans when they come back.

    `alarm` rings when matches wait to be examined.
    """

    def __init__(
        self,
        store: Store,
        preferences: Preferences,
        outside: OutsideHelp,
        alarm: Alarm,
        *,
        now: Callable[[], float],
    ) -> None:
        self._store = store
        self._preferences = preferences
        self._outside = outside
        self._alarm = alarm
        self._now = now

    async def desk(self, user_id: int) -> Desk:
        """Return a user's exercises; a user who has none yet gets some from then on.

        A position from a match between people that this user plays is left for later, because its solution
        would be help.
        """
        if not (await self._preferences.get(user_id)).learning:
            await self._preferences.change(user_id, learning=True)
        desk = await self.open_to(user_id)
        if desk.looking:
            self._alarm.ring()
        return desk

    async def open_to(self, user_id: int) -> Desk:
        """Return a user's exercises without changing anything."""

        async def job(tx: Transaction) -> tuple[list[KeptExercise], int, int | None]:
            today = await today_of(tx, user_id, self._now())
            rows = await learning.due(tx, user_id, today, farthest(today))
            found = [await _load_exercise(tx, row, today) for row in rows]
            next_day = await learning.next_day(tx, user_id, today)
            looking = await appraisals.waiting_of(tx, user_id)
            return found, looking, None if next_day is None else next_day - today

        due, looking, days = await self._store.read(job)
        for kept in due:
            try:
                await self._check(user_id, kept.exercise)
            except Refusal:
                continue
            return Desk(len(due), kept, looking, days)
        return Desk(len(due), None, looking, days)

    async def get(self, user_id: int, key: str) -> KeptExercise:
        """Return a user's exercise.

        Raise `Refusal` if it is gone, or would help them in their match.
        """

        async def job(tx: Transaction) -> KeptExercise:
            return await _load_exercise(
                tx, await _there(tx, user_id, key), await today_of(tx, user_id, self._now())
            )

        kept = await self._store.read(job)
        await self._check(user_id, kept.exercise)
        return kept

    async def answer(self, user_id: int, key: str, *, solved: bool) -> KeptExercise:
        """Plan when an exercise that a user has answered comes back; return it.

        `solved` says whether they solved it by themselves. The first answer counts: an exercise that is not
        due stays as it is planned.
        """

        async def job(tx: Transaction) -> KeptExercise:
            row, today = await _there(tx, user_id, key), await today_of(tx, user_id, self._now())
            if is_due(row.due_day, today):
                plan = after(row.step, today, solved=solved)
                await learning.plan(tx, user_id, key, step=plan.step, due_day=plan.due_day)
            return await _load_exercise(tx, await _there(tx, user_id, key), today)

        return await self._store.write(job)

    async def due(self, user_id: int) -> int:
        """Return how many of a user's exercises are due."""

        async def job(tx: Transaction) -> int:
            today = await today_of(tx, user_id, self._now())
            return await learning.due_count(tx, user_id, today, farthest(today))

        return await self._store.read(job)

    async def _check(self, user_id: int, exercise: Exercise) -> None:
        await self._outside.check(user_id, exercise.puzzle.after(0))


async def today_of(tx: Transaction, user_id: int, now: float) -> int:
    """Return today's day number for a user, counted from the epoch.

    It is the day in the time zone that they have set.
    """
    rest = Rest.parse((await preferences.get(tx, user_id)).rest)
    return day_of(now, rest.zone)


async def _there(tx: Transaction, user_id: int, key: str) -> ExerciseRow:
    row = await learning.get(tx, user_id, key)
    if row is None:
        raise Refusal("learn.gone")
    return row


async def _load_exercise(tx: Transaction, row: ExerciseRow, today: int) -> KeptExercise:
    """Return a stored exercise with its match, and in how many days it comes back."""
    match = next(iter(await listing.of_ids(tx, [row.match_id])), None)
    days = None if row.due_day is None else 0 if is_due(row.due_day, today) else row.due_day - today
    return KeptExercise(row.key, read_exercise(row.game, row.told), match, days)
