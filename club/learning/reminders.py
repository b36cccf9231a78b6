"""Daily messages that exercises are due, at an hour of a user's own day.

Users get them only if they want them, and about nothing else. The store ensures one message a day:
the transaction that notes that a user is told also puts the message into the outbox. Whether
anything is due is checked when it is put there, and again when it is sent.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from club.clocks.rest import Rest
from club.clocks.zones import at_hour, zone_of
from club.learning.exercises import Learning
from club.learning.schedule import farthest
from club.puzzles.daily import day_of, next_post
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
    """The hour at which a user wants to be told of due exercises, and their zone.

    The hour is `None` for never; the zone is the one that their day is in.
    """

    hour: int | None
    zone: str | None


class ExerciseReminders:
    """Plans and makes the messages.

    `wake` is called when the outbox has something new, `expect` when a plan changes.
    """

    def __init__(
        self,
        store: Store,
        exercises: Learning,
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

    async def get(self, user_id: int) -> ReminderHour:
        """Return the hour that a user has chosen, and their zone."""

        async def job(tx: Transaction) -> ReminderHour:
            return ReminderHour((await learners.get(tx, user_id)).hour, (await _rest(tx, user_id)).zone)

        return await self._store.read(job)

    async def set_hour(self, user_id: int, hour: int | None) -> ReminderHour:
        """Store the hour at which a user wants to be told of due exercises.

        `None` means never. Return the choice with their zone.
        """

        async def job(tx: Transaction) -> ReminderHour:
            zone = (await _rest(tx, user_id)).zone
            at = None if hour is None else next_post(hour, zone, self._now(), posted=None)
            await learners.set_hour(tx, user_id, hour, at)
            return ReminderHour(hour, zone)

        chosen = await self._store.write(job)
        self._expect()
        return chosen

    async def due(self) -> float | None:
        """Put the messages that are due into the outbox.

        Return when the next user is due, `None` for never.
        """

        async def look(tx: Transaction) -> float | None:
            return await learners.next_due(tx)

        async def job(tx: Transaction) -> tuple[int, float | None]:
            now, told = self._now(), 0
            for row in await learners.due(tx, now, now + FARTHEST, AT_ONCE):
                told += await self._see_to(tx, row, now)
            return told, await learners.next_due(tx)

        at, now = await self._store.read(look), self._now()
        if at is None or now < at <= now + FARTHEST:
            return at
        told, at = await self._store.write(job)
        if told:
            self._wake()
        return at

    async def _see_to(self, tx: Transaction, row: LearnerRow, now: float) -> bool:
        """Tell a user if it is time and exercises are due, and plan their next turn.

        Return whether they were told.
        """
        assert row.hour is not None and row.due_at is not None  # so they were found
        rest = await _rest(tx, row.user_id)
        today = day_of(now, rest.zone)
        begins = at_hour(datetime.fromtimestamp(now, zone_of(rest.zone)).date(), row.hour, rest.zone)
        told = (
            row.due_at <= begins <= now
            and not _just_told(row.told_at, now, rest.zone)
            and rest.vacation(now) is None
            and await learning.due_count(tx, row.user_id, today, farthest(today)) > 0
        )
        if told:
            named, to = f"e{row.user_id:x}d{today:x}", {"to": row.user_id, "at": now}
            await outbox.put(tx, PostKind.LEARN, now, dedup=named, payload=to)
        after = next_post(row.hour, rest.zone, now, posted=None)
        await learners.plan(tx, row.user_id, after, told_at=now if told else row.told_at)
        return told

    async def reminder_count(self, known: Preference, at: float) -> int:
        """Return how many exercises to mention in a message that was made at a time.

        It is 0 if the user is no longer to be told, for example because another day of theirs has begun.
        """
        hour = (await self._store.read(lambda tx: learners.get(tx, known.user_id))).hour
        zone = Rest.parse(known.rest).zone
        if hour is None or not known.learning or day_of(at, zone) != day_of(self._now(), zone):
            return 0
        desk = await self._exercises.open_to(known.user_id)
        return desk.due if desk.kept else 0


def _just_told(told_at: float | None, now: float, zone: str | None) -> bool:
    """Whether a user was told today, or a few hours ago.

    A time yet to come is from a clock that was wrong.

    >>> [_just_told(at, 100_000.0, None) for at in (None, 0.0, 60_000.0, 90_000.0, 200_000.0)]
    [False, False, True, True, False]
    """
    if told_at is None or told_at > now:
        return False
    return day_of(told_at, zone) == day_of(now, zone) or now - told_at < APART


async def _rest(tx: Transaction, user_id: int) -> Rest:
    return Rest.parse((await preferences.get(tx, user_id)).rest)
