"""A leased job is tried, given up, and settled only by the process that holds it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from club.running.alarm import Alarm
from club.running.effort import SearchFailure, SearchTimeout, search_with_less_effort
from club.running.jobs import (
    ALREADY_SETTLED,
    LEASE,
    MAX_ATTEMPTS,
    RETRY_AFTER,
    JobRunner,
    RetryLater,
    Settlement,
    settle_nothing,
)
from data.database.store import Store
from data.database.transaction import Row, Transaction
from data.learning import trees
from data.outbox import leases
from data.outbox.leases import LeaseRow
from data.store_opening import open_store
from tests.club.play.course.computer_matches import a_moment
from tests.data.samples import START, new_match
from tests.fresh import fresh
from tests.pace import PATIENCE

TABLE = "tree_job"


class Desk:
    """Jobs of one table and what becomes of each attempt."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.time = START
        self.ends: list[BaseException | Settlement | None] = []
        """What the next attempts come to; after them each is over."""
        self.tried: list[tuple[int, int]] = []
        self.jobs = self.made()

    def made(self, **given: Any) -> JobRunner:
        """Return the jobs of the table, carried out here."""
        alarm = Alarm(TABLE, lambda: self.time)
        return JobRunner(TABLE, self.store, alarm, owner="one", attempt=self.attempt, **given)

    async def attempt(self, job: LeaseRow) -> Settlement | None:
        self.tried.append((job.key, job.attempts))
        end = self.ends.pop(0) if self.ends else settle_nothing
        if isinstance(end, BaseException):
            raise end
        return end

    async def put(self) -> int:
        """Add a job that is due at once."""

        async def job(tx: Transaction) -> int:
            match = await new_match(tx)
            await trees.put(tx, match.id, START)
            return match.id

        return await self.store.write(job)

    async def work(self, *, after: float = 0.0) -> None:
        """Time goes on, and what is due is done."""
        self.time += after
        self.jobs.ring()
        async with asyncio.timeout(PATIENCE):
            while self.jobs.flying or self.jobs.alarm.task:
                await a_moment()

    async def rows(self) -> list[Row]:
        return await self.store.read(lambda tx: tx.all(f"SELECT * FROM {TABLE} ORDER BY match_id"))


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    store = await open_store(fresh(tmp_path / "club.db"))
    made = Desk(store)
    await made.jobs.open()
    await made.work()
    yield made
    await made.jobs.stop()
    await store.close()


@pytest.mark.parametrize("fault", [SearchTimeout, SearchFailure, ValueError])
async def test_what_fails_is_tried_again_later_and_then_given_up(
    desk: Desk, fault: Callable[[], Exception]
) -> None:
    job = await desk.put()
    desk.ends = [fault() for _ in range(MAX_ATTEMPTS + 1)]
    await desk.work()
    [row] = await desk.rows()
    assert (row["owner"], row["not_before"]) == (None, desk.time + RETRY_AFTER)
    for _ in range(MAX_ATTEMPTS):
        await desk.work(after=RETRY_AFTER)
    assert desk.tried == [(job, number + 1) for number in range(MAX_ATTEMPTS)]
    assert await desk.rows() == []


async def test_an_attempt_says_when_the_next_one_is_and_whether_it_counts(desk: Desk) -> None:
    job = await desk.put()
    desk.ends = [RetryLater(7.0, counted=False), RetryLater(5.0)]
    await desk.work()
    assert [(row["not_before"], row["attempts"]) for row in await desk.rows()] == [(desk.time + 7, 0)]
    await desk.work(after=7)
    assert [(row["not_before"], row["attempts"]) for row in await desk.rows()] == [(desk.time + 5, 1)]
    await desk.work(after=5)
    assert desk.tried == [(job, 1), (job, 1), (job, 2)] and await desk.rows() == []


async def test_only_what_is_still_its_own_is_settled(desk: Desk) -> None:
    job, settled = await desk.put(), []

    async def settle(tx: Transaction) -> None:
        settled.append(desk.time)

    async def attempt_and_lose(row: LeaseRow) -> Settlement:
        """Something that the job reads changes meanwhile."""
        if not desk.tried:
            await desk.store.write(lambda tx: leases.restart(tx, TABLE, job))
        desk.tried.append((row.key, row.attempts))
        return settle

    desk.jobs.attempt = attempt_and_lose
    await desk.work()
    await desk.work()
    assert desk.tried == [(job, 1), (job, 1)], "it began anew"
    assert len(settled) == 1 and await desk.rows() == []


async def attempt_for_long(desk: Desk) -> asyncio.Event:
    """Let at most two jobs run, each until the event that is returned is set."""
    goes_on = asyncio.Event()

    async def attempt(row: LeaseRow) -> Settlement:
        desk.tried.append((row.key, row.attempts))
        await goes_on.wait()
        return settle_nothing

    await desk.jobs.stop()
    desk.jobs = desk.made(max_running=2)
    desk.jobs.attempt = attempt
    await desk.jobs.open()
    return goes_on


async def test_a_job_in_hand_is_not_begun_again_when_its_lease_has_run_out(desk: Desk) -> None:
    job = await desk.put()
    goes_on = await attempt_for_long(desk)
    for _ in range(2):
        while len(desk.tried) < 1 or desk.jobs.alarm.task:
            await a_moment()
        desk.time += 2 * LEASE
        desk.jobs.ring()
    goes_on.set()
    await desk.work()
    assert desk.tried == [(job, 1)]


async def test_no_more_jobs_run_at_once_than_there_is_room_for(desk: Desk) -> None:
    for _ in range(3):
        await desk.put()
    goes_on = await attempt_for_long(desk)
    for _ in range(3):
        while len(desk.tried) < 2 or desk.jobs.alarm.task:
            await a_moment()
        assert len(desk.tried) == 2
        desk.jobs.ring()
    goes_on.set()
    await desk.work()
    assert len(desk.tried) == 3 and await desk.rows() == []


async def test_what_is_stopped_is_given_back_to_the_other_processes(desk: Desk) -> None:
    await desk.put()

    async def attempt_for_ever(row: LeaseRow) -> Settlement:
        desk.tried.append((row.key, row.attempts))
        await asyncio.Event().wait()
        return settle_nothing

    desk.jobs.attempt = attempt_for_ever
    desk.jobs.ring()
    while not desk.tried:
        await a_moment()
    assert [row["owner"] for row in await desk.rows()] == ["one"]
    await desk.jobs.stop()
    assert [row["owner"] for row in await desk.rows()] == [None]


async def test_what_an_attempt_has_ended_itself_is_left_as_it_is(desk: Desk) -> None:
    await desk.put()
    desk.ends = [ALREADY_SETTLED]
    await desk.work()
    assert [row["owner"] for row in await desk.rows()] == ["one"]


async def test_what_is_given_up_may_leave_something(desk: Desk) -> None:
    left: list[int] = []

    async def give_up(job: LeaseRow) -> Settlement:
        async def settle(tx: Transaction) -> None:
            left.append(job.key)

        return settle

    job = await desk.put()
    await desk.jobs.stop()
    desk.jobs = desk.made(give_up=give_up, max_attempts=1, retry_after=1.0)
    desk.ends = [SearchTimeout()]
    await desk.jobs.open()
    await desk.work()
    await desk.work(after=1)
    assert (left, len(desk.tried), await desk.rows()) == ([job], 1, [])


async def test_there_is_a_pause_after_each(desk: Desk) -> None:
    await desk.jobs.stop()
    desk.jobs = desk.made(pause=3.0)
    await desk.put()
    await desk.put()
    await desk.jobs.open()
    await desk.work()
    assert len(desk.tried) == 1
    await desk.work(after=2)
    assert len(desk.tried) == 1
    await desk.work(after=1)
    assert len(desk.tried) == 2


@pytest.mark.parametrize(
    ("failed", "faults", "parts"),
    [
        (0, [], [1]),
        (0, [SearchTimeout, SearchTimeout], [1, 10]),
        (0, [SearchFailure, SearchFailure, SearchFailure], [1, 1, 10]),
        (2, [SearchFailure], [10]),
        (3, [], []),
    ],
)
async def test_what_is_late_or_breaks_again_is_searched_with_less(
    failed: int, faults: list[type[Exception]], parts: list[int]
) -> None:
    asked: list[int] = []

    async def search(part: int) -> int:
        asked.append(part)
        if len(asked) <= len(faults):
            raise faults[len(asked) - 1]
        return part

    found = await search_with_less_effort(search, max_divisor=10, game="binar", failures=failed)
    assert asked == parts
    assert found == (parts[-1] if len(parts) > len(faults) else None)
