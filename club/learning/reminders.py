"""Daily reminders that exercises are due, at an hour that the user chooses.

Users get them only if they want them. There is at most one message a day: the transaction that
records that a user was reminded also puts the message into the outbox. Whether exercises are due is
checked then, and again when the message is sent.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from club.clocks.rest import Rest, end_of_span
from club.clocks.zones import day_number, hour_start, load_zone
from club.learning.exercises import Exercises
from club.learning.schedule import last_plannable_day
from club.puzzles.daily import next_post_time
from club.puzzles.solving import DAY
from data.database.store import Store
from data.database.transaction import Transaction
from data.learning import learners, learning
from data.learning.learners import LearnerRow
from data.members import preferences
from data.members.preferences import Preference
from data.outbox import outbox
from data.outbox.post_kinds import PostKind

AT_ONCE: Final = 50
"""People who are seen to at a time; the next ones follow at once."""
FARTHEST: Final = 3.0 * DAY
"""Seconds ahead that a user's message may be planned.

Anything further ahead was planned by a clock that was wrong.
"""
APART: Final = DAY / 2
"""Least seconds between two messages to the same person.

It also holds when they change the hour or their zone.
"""


@dataclass(frozen=True, slots=True)
class ReminderHour:
    """The hour at which a user wants to be reminded, in their time zone.

    `hour` is `None` if they want no reminders.
    """

    hour: int | None
    zone: str | None


class ExerciseReminders:
    """Plans the reminders, and puts them into the outbox.

    `wake` is called when the outbox has new messages, `expect` when a plan changes.
    """

    def __init__(
        self,
        store: Store,
        exercises: Exercises,
        *,
        now: Callable[[], float],
        wake: Callable[[], None],
        expect: Callable[[], None],
    ) -> None:
        self._store = store
        self._exercises = exercises
        self._now = now
        self._wake = wake
        self._expect = expect

    async def load_hour(self, user_id: int) -> ReminderHour:
        """Return the hour that a user has chosen, and their time zone."""

        async def job(tx: Transaction) -> ReminderHour:
            return ReminderHour((await learners.get(tx, user_id)).hour, (await _rest(tx, user_id)).zone)

        return await self._store.read(job)

    async def set_hour(self, user_id: int, hour: int | None) -> ReminderHour:
        """Store the hour at which a user wants to be reminded; `None` for never.

        Return it with their time zone.
        """

        async def job(tx: Transaction) -> ReminderHour:
            zone = (await _rest(tx, user_id)).zone
            at = None if hour is None else next_post_time(hour, zone, self._now(), last_day=None)
            await learners.set_hour(tx, user_id, hour, at)
            return ReminderHour(hour, zone)

        chosen = await self._store.write(job)
        self._expect()
        return chosen

    async def queue_due_reminders(self) -> float | None:
        """Put all reminders that are due into the outbox.

        Return when the next one is due, `None` if none is planned.
        """

        async def look(tx: Transaction) -> float | None:
            return await learners.next_due_time(tx)

        async def job(tx: Transaction) -> tuple[int, float | None]:
            now, told = self._now(), 0
            for row in await learners.list_due(tx, now, now + FARTHEST, AT_ONCE):
                told += await self._remind_and_plan(tx, row, now)
            return told, await learners.next_due_time(tx)

        at, now = await self._store.read(look), self._now()
        if at is None or now < at <= now + FARTHEST:
            return at
        told, at = await self._store.write(job)
        if told:
            self._wake()
        return at

    async def _remind_and_plan(self, tx: Transaction, row: LearnerRow, now: float) -> bool:
        """Remind a user if it is time and exercises are due; plan the next time.

        Return whether they were reminded.
        """
        assert row.hour is not None and row.due_at is not None  # so they were found
        rest = await _rest(tx, row.user_id)
        today = day_number(now, rest.zone)
        begins = hour_start(datetime.fromtimestamp(now, load_zone(rest.zone)).date(), row.hour, rest.zone)
        told = (
            row.due_at <= begins <= now
            and not _just_told(row.told_at, now, rest.zone)
            and end_of_span(now, rest.vacations) <= now
            and await learning.count_due(tx, row.user_id, today, last_plannable_day(today)) > 0
        )
        if told:
            named, to = f"e{row.user_id:x}d{today:x}", {"to": row.user_id, "at": now}
            await outbox.put(tx, PostKind.LEARN, now, dedup=named, payload=to)
        after = next_post_time(row.hour, rest.zone, now, last_day=None)
        await learners.schedule(tx, row.user_id, after, told_at=now if told else row.told_at)
        return told

    async def load_reminder_count(self, preference: Preference, made_at: float) -> int:
        """Return how many due exercises a reminder should mention.

        The reminder was put into the outbox at `made_at`. Return 0 if it should not be sent any more, for
        example because the user's day is over.
        """
        hour = (await self._store.read(lambda tx: learners.get(tx, preference.user_id))).hour
        zone = Rest.parse(preference.rest).zone
        if (
            hour is None
            or not preference.learning
            or day_number(made_at, zone) != day_number(self._now(), zone)
        ):
            return 0
        desk = await self._exercises.load_overview(preference.user_id)
        return desk.due_count if desk.next_exercise else 0


def _just_told(told_at: float | None, now: float, zone: str | None) -> bool:
    """Whether a user was reminded today, or in the last few hours.

    A time in the future is ignored, because it comes from a wrong clock.

    >>> [_just_told(at, 100_000.0, None) for at in (None, 0.0, 60_000.0, 90_000.0, 200_000.0)]
    [False, False, True, True, False]
    """
    if told_at is None or told_at > now:
        return False
    return day_number(told_at, zone) == day_number(now, zone) or now - told_at < APART


async def _rest(tx: Transaction, user_id: int) -> Rest:
    return Rest.parse((await preferences.get(tx, user_id)).rest)
