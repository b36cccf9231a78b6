"""When exercises are due.

Each answer counts once, by the member's own days, whatever clocks and processes do.
"""

import random
import shutil
from collections.abc import AsyncIterator
from datetime import date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from club.clocks.rest import Rest
from club.club import Club
from club.refusals import Refusal
from data.database.store import Store
from data.learning import learning
from data.store_opening import open_store
from tests.club.learner import exercise, finish_match, store_exercise
from tests.club.people import ANN, BEN, act, start_match
from tests.club.room import START, Room, club_on
from tests.databases import EACH_DATABASE, where
from tests.sets import leave_to_ci

DAY = 86_400.0
TODAY = int(START // DAY)
AFTER = [1, 3, 7, 21]
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Pacific/Kiritimati", "Asia/Kolkata")


async def test_an_exercise_comes_back_after_1_3_7_and_21_days_and_then_no_more(room: Room) -> None:
    row = await store_exercise(room.club, await finish_match(room.club), due_day=TODAY)
    for days in AFTER:
        assert (
            (await room.club.learning.exercises.enrol_and_load(ANN.id)).due_count
            == await room.club.learning.exercises.count_due(ANN.id)
            == 1
        )
        assert (
            await room.club.learning.exercises.record_answer(ANN.id, row.key, solved=True)
        ).due_in_days == days
        desk = await room.club.learning.exercises.enrol_and_load(ANN.id)
        assert (desk.due_count, desk.next_exercise, desk.next_due_in_days) == (0, None, days)
        room.time[0] += (days - 1) * DAY
        assert await room.club.learning.exercises.count_due(ANN.id) == 0
        room.time[0] += DAY
    assert (
        await room.club.learning.exercises.record_answer(ANN.id, row.key, solved=True)
    ).due_in_days is None
    room.time[0] += 365 * DAY
    desk = await room.club.learning.exercises.enrol_and_load(ANN.id)
    assert (desk.due_count, desk.next_due_in_days) == (0, None)


async def test_after_a_miss_it_comes_tomorrow_and_begins_anew(room: Room) -> None:
    row = await store_exercise(room.club, await finish_match(room.club), due_day=TODAY)
    for solved, days in ((True, 1), (True, 3), (False, 1), (True, 3), (True, 7)):
        assert (
            await room.club.learning.exercises.record_answer(ANN.id, row.key, solved=solved)
        ).due_in_days == days
        room.time[0] += days * DAY


async def test_the_first_answer_of_a_day_counts(room: Room) -> None:
    row = await store_exercise(room.club, await finish_match(room.club), due_day=TODAY)
    assert (await room.club.learning.exercises.record_answer(ANN.id, row.key, solved=False)).due_in_days == 1
    assert (await room.club.learning.exercises.record_answer(ANN.id, row.key, solved=True)).due_in_days == 1
    room.time[0] += DAY
    assert (await room.club.learning.exercises.record_answer(ANN.id, row.key, solved=True)).due_in_days == 3
    assert (await room.club.learning.exercises.record_answer(ANN.id, row.key, solved=False)).due_in_days == 3


async def test_who_travels_to_an_earlier_date_gets_no_exercise_sooner(room: Room) -> None:
    club, row = room.club, await store_exercise(room.club, await finish_match(room.club))
    await club.store.write(lambda tx: learning.schedule(tx, ANN.id, row.key, step=3, due_day=TODAY))
    room.time[0] = (TODAY + 0.5) * DAY
    await club.members.preferences.change(ANN.id, rest=Rest(zone="Pacific/Kiritimati").text)
    assert (await club.learning.exercises.record_answer(ANN.id, row.key, solved=True)).due_in_days == 21
    await club.members.preferences.change(ANN.id, rest=Rest(zone="America/New_York").text)
    desk = await club.learning.exercises.load_overview(ANN.id)
    assert (desk.due_count, desk.next_due_in_days) == (0, 22)


async def test_an_exercise_is_of_one_person_alone(room: Room) -> None:
    row = await store_exercise(room.club, await finish_match(room.club), due_day=TODAY)
    with pytest.raises(Refusal, match="not there any more"):
        await room.club.learning.exercises.get(BEN.id, row.key)
    with pytest.raises(Refusal, match="not there any more"):
        await room.club.learning.exercises.record_answer(BEN.id, row.key, solved=True)
    assert await room.club.learning.exercises.count_due(BEN.id) == 0
    assert (await room.club.learning.exercises.enrol_and_load(BEN.id)).next_exercise is None


async def test_what_is_known_least_comes_first(room: Room) -> None:
    table = await finish_match(room.club)
    for key in ("0000000001", "0000000002"):
        await store_exercise(room.club, table, key, due_day=TODAY)
    first = (await room.club.learning.exercises.enrol_and_load(ANN.id)).next_exercise
    assert first is not None
    await room.club.learning.exercises.record_answer(ANN.id, first.key, solved=True)
    room.time[0] += DAY
    second = (await room.club.learning.exercises.enrol_and_load(ANN.id)).next_exercise
    assert second is not None and second.key != first.key


async def test_a_position_of_a_match_that_somebody_plays_waits_until_it_is_over(room: Room) -> None:
    row = await store_exercise(room.club, await finish_match(room.club), due_day=TODAY, user_id=BEN.id)
    table = await start_match(room.club)
    moves = [ply.text for ply in (await room.club.play.matches.load(row.match_id)).match.plies]
    for move in moves[: 2 * (exercise().move_number - 1) + exercise().seat]:
        turn = table.turn
        assert turn is not None
        table = await room.club.play.matches.play(table.row.id, act(ANN if turn == 0 else BEN), move)
    held = await room.club.learning.exercises.enrol_and_load(BEN.id)
    assert (
        (held.due_count, held.next_exercise)
        == (await room.club.learning.exercises.count_due(BEN.id), None)
        == (1, None)
    ), "it is said that it waits"
    with pytest.raises(Refusal, match="match"):
        await room.club.learning.exercises.get(BEN.id, row.key)
    await room.club.play.matches.resign(table.row.id, act(ANN))
    assert (await room.club.learning.exercises.enrol_and_load(BEN.id)).next_exercise is not None


class Year:
    """An independent account of due exercises, in calendar dates.

    It is kept beside the club under test.
    """

    def __init__(self) -> None:
        self.planned: dict[str, date | None] = {}
        self.solved: dict[str, int] = {}

    def add(self, key: str, today: date) -> None:
        self.planned[key], self.solved[key] = today, 0

    def due(self, today: date) -> set[str]:
        far = today + timedelta(days=21 + 2)  # for who has moved to an earlier date since
        return {key for key, day in self.planned.items() if day is not None and (day <= today or day > far)}

    def answer(self, key: str, today: date, *, solved: bool) -> None:
        if key not in self.due(today):
            return
        count = self.solved[key] if solved else 0
        self.planned[key] = today + timedelta(days=AFTER[count]) if count < 4 else None
        self.solved[key] = count + 1


class Machine:
    """A computer on which the club is restarted, after a clean stop or a kill."""

    def __init__(self, place: Path | str) -> None:
        self.place, self.time, self._starts = place, START, 0
        self._store: Store | None = None

    async def start(self, *, killed: bool = False) -> Club:
        """Start on the files that the last process left.

        If it was `killed`, it closes nothing before the next one is there.
        """
        former = self._store
        if former is not None and not killed:
            await former.close()
        if killed and isinstance(
            self.place, Path
        ):  # its lock is gone with it, which a copy of the files stands for
            self._starts += 1
            left, self.place = self.place, self.place.parent / str(self._starts) / self.place.name
            self.place.parent.mkdir()
            for path in left.parent.glob(f"{left.name}*"):
                shutil.copy(path, self.place.parent / path.name)
        self._store = await open_store(self.place, now=lambda: self.time)
        if former is not None and killed:
            await former.close()
        return club_on(self._store, lambda: self.time, secret=bytes(range(32)))

    async def stop(self) -> None:
        if self._store is not None:
            await self._store.close()


@pytest.fixture(params=EACH_DATABASE)
async def machine(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Machine]:
    made = Machine(where(request.param, tmp_path / "club.db"))
    yield made
    await made.stop()


@pytest.mark.ci
@pytest.mark.parametrize("seed", leave_to_ci(range(3), after=1))
async def test_a_year_of_it_agrees_with_a_calendar(machine: Machine, seed: int) -> None:
    draws, year, zone = random.Random(seed), Year(), "UTC"

    def today() -> date:
        return datetime.fromtimestamp(machine.time, ZoneInfo(zone)).date()

    club = await machine.start()
    table = await finish_match(club)
    for step in range(200 if isinstance(machine.place, Path) else 60):  # each takes ten times as long there
        machine.time += draws.random() * 1.3 * DAY
        if draws.random() < 0.05:
            machine.time -= draws.choice((0.1, 2.0, 40.0)) * DAY
        if draws.random() < 0.05:
            zone = draws.choice(ZONES)
            await club.members.preferences.change(ANN.id, rest=Rest(zone=zone).text)
        if draws.random() < 0.05:
            club = await machine.start(killed=draws.random() < 0.7)
        if draws.random() < 0.2:
            key = f"{step:010}"
            day = (today() - date(1970, 1, 1)).days
            await store_exercise(club, table, key, due_day=day)
            year.add(key, today())
        due = year.due(today())
        assert await club.learning.exercises.count_due(ANN.id) == len(due)
        desk = await club.learning.exercises.enrol_and_load(ANN.id)
        assert desk.due_count == len(due) and (desk.next_exercise is None) == (not due)
        for key in [*due, *draws.sample(sorted(year.planned), min(2, len(year.planned)))]:
            if draws.random() < 0.6:
                solved = draws.random() < 0.7
                found = await club.learning.exercises.record_answer(ANN.id, key, solved=solved)
                if draws.random() < 0.02:
                    club = await machine.start(killed=True)
                year.answer(key, today(), solved=solved)
                planned = year.planned[key]
                wanted = None if planned is None else (planned - today()).days
                late = key in year.due(today())
                assert found.due_in_days == (0 if late else wanted), key
