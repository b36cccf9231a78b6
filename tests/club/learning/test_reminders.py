"""A daily reminder that exercises are due.

It comes at the chosen hour, once from all processes together, and only if any are due.
"""

import asyncio
import random
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from club.clocks.rest import Rest
from club.club import Club
from data.database.transaction import Transaction
from data.outbox.post_kinds import PostKind
from tests.club.learner import finish_match, store_exercise
from tests.club.people import ANN, BEN
from tests.club.puzzles.several_clubs import Clubs
from tests.databases import EACH_DATABASE, where
from tests.sets import leave_to_ci

HOUR, DAY = 3600.0, 86_400.0
EVENING = datetime(2026, 11, 22, 20, 0, tzinfo=UTC).timestamp()
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Pacific/Kiritimati")


@pytest.fixture(params=EACH_DATABASE)
async def clubs(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Clubs]:
    made = Clubs(where(request.param, tmp_path / "club.db"), EVENING)
    yield made
    for store in made.opened:
        await store.close()


@pytest.fixture
async def club(clubs: Clubs) -> Club:
    """A club in which an exercise of Ann is due, who wants word at nine."""
    opened = await clubs.open()
    await wanting(opened)
    return opened


async def wanting(club: Club, hour: int = 9) -> None:
    await club.members.preferences.change(ANN.id, learning=True)
    await store_exercise(club, await finish_match(club))
    await club.learning.reminders.set_hour(ANN.id, hour)


def _set_zone(_: Rest, zone: str) -> Rest:
    """Return the rest settings with another time zone."""
    return Rest(zone=zone)


async def count_reminders(club: Club) -> int:
    """Return how many reminders were made since the last call."""

    async def job(tx: Transaction) -> int:
        return await tx.run("DELETE FROM outbox WHERE kind = ?", PostKind.LEARN)

    return await club.store.write(job)


async def until(clubs: Clubs, club: Club, at: float) -> int:
    """Let time go on, doing all work when it is due; return the reminders made."""
    made = 0
    while (due := await club.learning.reminders.queue_due_reminders()) is not None and due <= at:
        clubs.time = max(clubs.time, due)
        await club.learning.reminders.queue_due_reminders()
        made += await count_reminders(club)
    clubs.time = at
    return made + await count_reminders(club)


async def test_at_the_hour_of_each_day_on_which_anything_is_due(clubs: Clubs, club: Club) -> None:
    assert await until(clubs, club, EVENING + 13 * HOUR - 1) == 0
    assert await until(clubs, club, EVENING + 13 * HOUR) == 1
    assert await until(clubs, club, EVENING + 37 * HOUR - 1) == 0
    assert await until(clubs, club, EVENING + 85 * HOUR) == 3
    exercise = (await club.learning.exercises.enrol_and_load(ANN.id)).next_exercise
    assert exercise is not None
    await club.learning.exercises.record_answer(ANN.id, exercise.key, solved=True)
    assert await until(clubs, club, clubs.time + 20 * HOUR) == 0, "nothing is due"
    assert await until(clubs, club, clubs.time + 10 * HOUR) == 1, "and now it is again"


async def test_by_default_nobody_is_told_and_whoever_wants_it_no_more(clubs: Clubs) -> None:
    club = await clubs.open()
    await club.members.preferences.change(ANN.id, learning=True)
    await store_exercise(club, await finish_match(club))
    assert await club.learning.reminders.queue_due_reminders() is None
    await club.learning.reminders.set_hour(ANN.id, 9)
    assert (await club.learning.reminders.load_hour(ANN.id)).hour == 9
    await club.learning.reminders.set_hour(ANN.id, None)
    assert (await club.learning.reminders.load_hour(ANN.id)).hour is None
    assert await club.learning.reminders.queue_due_reminders() is None
    await club.learning.reminders.set_hour(BEN.id, 9)
    assert await until(clubs, club, EVENING + 3 * DAY) == 0, "the exercise is not Ben's"


async def test_who_is_told_is_told_once_by_all_processes(clubs: Clubs, club: Club) -> None:
    others = [await clubs.open() for _ in range(2)]
    clubs.time = EVENING + 13 * HOUR
    await asyncio.gather(
        *(each.learning.reminders.queue_due_reminders() for each in (club, *others) for _ in range(2))
    )
    assert await count_reminders(club) == 1


async def test_after_an_outage_it_comes_late_on_the_same_day_and_never_on_another(
    clubs: Clubs, club: Club
) -> None:
    clubs.time = EVENING + 20 * HOUR
    assert (await club.learning.reminders.queue_due_reminders(), await count_reminders(club)) == (
        EVENING + 37 * HOUR,
        1,
    )
    clubs.time = EVENING + 52.5 * HOUR  # half past midnight, two days later
    await club.learning.reminders.queue_due_reminders()
    assert await count_reminders(club) == 0
    assert await until(clubs, club, EVENING + 61 * HOUR) == 1


async def test_the_day_is_that_of_the_zone_also_after_it_has_changed(clubs: Clubs, club: Club) -> None:
    await club.play.clocks.set_rest(ANN.id, lambda rest: Rest(zone="America/New_York"))
    assert await until(clubs, club, EVENING + 18 * HOUR - 1) == 0
    assert await until(clubs, club, EVENING + 18 * HOUR) == 1, "nine in the morning there"
    await club.play.clocks.set_rest(ANN.id, lambda rest: Rest(zone="Asia/Kolkata"))
    assert await until(clubs, club, EVENING + 31.5 * HOUR - 1) == 0
    assert await until(clubs, club, EVENING + 31.5 * HOUR) == 1


async def test_another_hour_is_no_second_word_on_a_day(clubs: Clubs, club: Club) -> None:
    assert await until(clubs, club, EVENING + 13 * HOUR) == 1
    await club.learning.reminders.set_hour(ANN.id, 23)
    assert await until(clubs, club, EVENING + 28 * HOUR) == 0
    await club.learning.reminders.set_hour(ANN.id, 6)
    assert await until(clubs, club, EVENING + 34 * HOUR) == 1


async def test_on_vacation_nobody_is_told(clubs: Clubs, club: Club) -> None:
    today = datetime.fromtimestamp(EVENING, UTC).date()
    await club.play.clocks.set_rest(ANN.id, lambda rest: rest.with_vacation(today, 3, now=EVENING))
    assert await until(clubs, club, EVENING + 2 * DAY) == 0
    assert await until(clubs, club, EVENING + 3 * DAY) == 1


async def test_a_vacation_to_come_silences_nothing_yet(clubs: Clubs, club: Club) -> None:
    later = datetime.fromtimestamp(EVENING + 100 * DAY, UTC).date()
    await club.play.clocks.set_rest(ANN.id, lambda rest: rest.with_vacation(later, 3, now=EVENING))
    assert await until(clubs, club, EVENING + 13 * HOUR) == 1


async def test_what_a_clock_set_forward_had_planned_is_planned_anew(clubs: Clubs, club: Club) -> None:
    clubs.time = EVENING + 30 * DAY
    await club.learning.reminders.set_hour(ANN.id, 9)
    clubs.time = EVENING
    due = await club.learning.reminders.queue_due_reminders()
    assert (due, await count_reminders(club)) == (EVENING + 13 * HOUR, 0)


@pytest.mark.parametrize("seed", leave_to_ci(range(2), after=1))
async def test_over_months_of_outages_zones_and_hours_no_day_has_two(
    clubs: Clubs, club: Club, seed: int
) -> None:
    chance, days, last = random.Random(seed), [], 0.0
    zone, hour = "UTC", 9
    for _ in range(150):
        clubs.time += chance.choice((1, 7, 12, 25)) * HOUR * chance.random()
        if chance.random() < 0.05:
            clubs.time -= 3 * HOUR
        if chance.random() < 0.1:
            zone = chance.choice(ZONES)
            await club.play.clocks.set_rest(ANN.id, partial(_set_zone, zone=zone))
        if chance.random() < 0.1:
            hour = chance.randrange(24)
            await club.learning.reminders.set_hour(ANN.id, hour)
        await club.learning.reminders.queue_due_reminders()
        if await count_reminders(club):
            there = datetime.fromtimestamp(clubs.time, ZoneInfo(zone))
            assert there.hour >= hour
            assert not last or clubs.time - last >= DAY / 2
            days.append(there.date())
            last = clubs.time
    assert len(days) > 8


async def test_a_word_that_waits_is_for_what_is_due_by_then_and_for_its_day(clubs: Clubs, club: Club) -> None:
    known = await club.members.preferences.get(ANN.id)
    clubs.time = made = EVENING + 13 * HOUR
    assert await club.learning.reminders.load_reminder_count(known, made) == 1
    clubs.time += 14.9 * HOUR
    assert await club.learning.reminders.load_reminder_count(known, made) == 1
    clubs.time += 0.2 * HOUR
    assert await club.learning.reminders.load_reminder_count(known, made) == 0, "it is another day"
    clubs.time = made
    off = await club.members.preferences.change(ANN.id, learning=False)
    assert await club.learning.reminders.load_reminder_count(off, made) == 0
    await wanting(club)
    assert await club.learning.reminders.load_reminder_count(known, made) == 1
    await club.learning.reminders.set_hour(ANN.id, None)
    assert await club.learning.reminders.load_reminder_count(known, made) == 0
