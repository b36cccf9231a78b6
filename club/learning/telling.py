"""Word once a day that exercises are due: at an hour of somebody's own day, where they want it, and of nothing else.

That a day has one word is held by the store: who notes that somebody is told puts it into the outbox in the same
transaction. Whether anything is due is asked when it is put there, and again when it is sent.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from club.clocks.rest import Rest
from club.clocks.zones import at_hour, zone_of
from club.learning.schedule import farthest
from club.learning.solving import Learning
from club.play.match.posts import put_learn
from club.puzzles.daily import day_of, next_post
from club.puzzles.solving import DAY
from data.database.store import Store
from data.database.transaction import Transaction
from data.learning import learners, learning
from data.learning.learners import LearnerRow
from data.members import preferences
from data.members.preferences import Preference

AT_ONCE: Final = 50
"""People who are seen to at a time; the next ones follow at once."""
FARTHEST: Final = 3.0 * DAY
"""Seconds that nobody is planned ahead for: what lies further ahead was planned by a clock that was wrong."""
APART: Final = DAY / 2
"""Seconds between two words to the same person at least, also where they change the hour or their zone."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """At which hour somebody wants word of what is due (`None`: never), and in which zone their day is."""

    hour: int | None
    zone: str | None


class Telling:
    """Plans and makes the words. `wake` is called when the outbox has something new, `expect` when a plan changes."""

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

    async def get(self, user_id: int) -> Chosen:
        """Return what somebody has chosen."""

        async def job(tx: Transaction) -> Chosen:
            return Chosen((await learners.get(tx, user_id)).hour, (await _rest(tx, user_id)).zone)

        return await self._store.read(job)

    async def set_hour(self, user_id: int, hour: int | None) -> Chosen:
        """Store at which hour somebody wants word of what is due, `None` for never; return what they have chosen."""

        async def job(tx: Transaction) -> Chosen:
            zone = (await _rest(tx, user_id)).zone
            at = None if hour is None else next_post(hour, zone, self._now(), posted=None)
            await learners.set_hour(tx, user_id, hour, at)
            return Chosen(hour, zone)

        chosen = await self._store.write(job)
        self._expect()
        return chosen

    async def due(self) -> float | None:
        """Put the words that are due into the outbox; return when somebody is next to be seen to, `None` for never."""

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
        """Tell somebody, if it is time and anything is due, and plan when they are seen to next."""
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
            await put_learn(tx, row.user_id, today, now)
        after = next_post(row.hour, rest.zone, now, posted=None)
        await learners.plan(tx, row.user_id, after, told_at=now if told else row.told_at)
        return told

    async def wanted(self, known: Preference, at: float) -> int:
        """Return of how many exercises somebody is to be told by a word that was made at a time; 0 for none any more.

        It is too late on another day of theirs.
        """
        hour = (await self._store.read(lambda tx: learners.get(tx, known.user_id))).hour
        zone = Rest.read(known.rest).zone
        if hour is None or not known.learning or day_of(at, zone) != day_of(self._now(), zone):
            return 0
        desk = await self._exercises.open_to(known.user_id)
        return desk.due if desk.kept else 0


def _just_told(told_at: float | None, now: float, zone: str | None) -> bool:
    """Return whether somebody was told today, or a few hours ago; a time yet to come is of a clock that was wrong.

    >>> [_just_told(at, 100_000.0, None) for at in (None, 0.0, 60_000.0, 90_000.0, 200_000.0)]
    [False, False, True, True, False]
    """
    if told_at is None or told_at > now:
        return False
    return day_of(told_at, zone) == day_of(now, zone) or now - told_at < APART


async def _rest(tx: Transaction, user_id: int) -> Rest:
    return Rest.read((await preferences.get(tx, user_id)).rest)
