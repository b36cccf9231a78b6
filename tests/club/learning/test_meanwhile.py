"""Consent withdrawn while another process stores its findings leaves nothing."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from club.club import Club
from club.members.people import Person
from club.puzzles.mining import AFTER
from club.running.jobs import JobRunner, Settlement
from data.database.transaction import Row, Transaction
from data.outbox import leases
from data.outbox.leases import LeaseRow
from data.store_opening import open_store
from engines.exercises import find_exercises
from tests.club.explorer import HERE, asks, play_line, tree, wait_for_trees
from tests.club.learner import finish_match, looked_through
from tests.club.people import ANN, BEN, CHANNEL, CLEO
from tests.club.room import START, Room, club_on
from tests.databases import closing, where


@dataclass
class Two:
    """Two processes, one for people and one that works.

    They are a single one if the database takes no more.
    """

    seen: Club
    working: Room
    database: str
    monkeypatch: pytest.MonkeyPatch

    @property
    def maker(self) -> JobRunner:
        return self.working.club.learning.maker.jobs

    @property
    def counter(self) -> JobRunner:
        return self.working.club.learning.tree_counter.jobs

    def meanwhile(self, jobs: JobRunner, act: Callable[[], Awaitable[object]]) -> None:
        """Let a member act once between what a job of the other process finds and stores.

        Where there is a second process, the transaction that stores has begun by then.
        """
        acts, done, attempt = [act], leases.delete_done, jobs.attempt

        async def act_then_store(tx: Transaction, table: str, key: int, owner: str) -> bool:
            """Act once, then go on with the store's own call."""
            if acts and table == jobs.table:  # what this transaction sees is fixed by now
                await acts.pop()()
            return await done(tx, table, key, owner)

        async def attempt_then_act(job: LeaseRow) -> Settlement | None:
            """Make the job's attempt, then act once."""
            settle = await attempt(job)
            if acts:
                await acts.pop()()
            return settle

        if self.database == "postgres":
            self.monkeypatch.setattr(leases, "delete_done", act_then_store)
        else:
            self.monkeypatch.setattr(jobs, "attempt", attempt_then_act)

    async def rows(self, table: str) -> list[Row]:
        return await self.seen.store.read(lambda tx: tx.all(f"SELECT * FROM {table} ORDER BY user_id"))


@pytest.fixture
async def two(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Two]:
    address, time = where(database, tmp_path / "club.db"), [START]
    async with AsyncExitStack() as held:
        clubs = []
        for number in range(2 if database == "postgres" else 1):
            store = await held.enter_async_context(closing(await open_store(address, now=lambda: time[0])))
            club = club_on(store, lambda: time[0], number=number)
            await club.processes.open(3600.0)
            clubs.append(club)
        working = clubs[-1]
        await working.learning.maker.jobs.open()
        await working.learning.tree_counter.jobs.open()
        held.push_async_callback(working.learning.maker.jobs.stop)
        held.push_async_callback(working.learning.tree_counter.jobs.stop)
        yield Two(clubs[0], Room(working, time), database, monkeypatch)


async def forget_ben(club: Club) -> None:
    """Forget Ben, and carry it out at once."""
    await club.privacy.deletion.begin_deletion(BEN.id)
    await club.privacy.deletion.work()


@pytest.mark.ci
@pytest.mark.both_databases
async def test_who_wants_to_learn_no_more_has_nothing_left(two: Two) -> None:
    await two.seen.members.preferences.change(BEN.id, learning=True)
    await two.seen.members.preferences.change(ANN.id, learning=True)
    await finish_match(two.seen)
    two.meanwhile(two.maker, lambda: two.seen.members.preferences.change(BEN.id, learning=False))
    await looked_through(two.working, after=AFTER)
    assert await two.rows("exercise") == []
    assert [row["user_id"] for row in await two.rows("appraisal")] == [ANN.id], "Ann still wants it"


@pytest.mark.parametrize("late", [ANN, BEN], ids=lambda person: person.name)
async def test_who_begins_to_want_it_meanwhile_is_examined_too(two: Two, late: Person) -> None:
    other = BEN if late == ANN else ANN
    await two.seen.members.preferences.change(other.id, learning=True)
    table = await finish_match(two.seen)
    two.meanwhile(two.maker, lambda: two.seen.members.preferences.change(late.id, learning=True))
    for _ in range(3):
        await looked_through(two.working, after=AFTER)
    found = find_exercises(table.match, table.row.id, (0, 1))
    assert (
        {(row["user_id"], row["key"]) for row in await two.rows("exercise")}
        == {(table.player(each.seat).user_id, each.puzzle.key) for each in found}
        != set()
    )
    assert [row["user_id"] for row in await two.rows("appraisal")] == [ANN.id, BEN.id]


@pytest.mark.ci
@pytest.mark.both_databases
async def test_nothing_is_found_of_who_was_forgotten(two: Two) -> None:
    await two.seen.members.preferences.change(BEN.id, learning=True)
    await finish_match(two.seen)
    two.meanwhile(two.maker, lambda: forget_ben(two.seen))
    await looked_through(two.working, after=AFTER)
    assert await two.rows("exercise") == await two.rows("appraisal") == []


@pytest.mark.both_databases
async def test_nothing_is_counted_for_who_was_forgotten(two: Two) -> None:
    await play_line(Room(two.seen, two.working.time), "9-13")
    two.meanwhile(two.counter, lambda: forget_ben(two.seen))
    await wait_for_trees(two.working)
    assert [row["user_id"] for row in await two.rows("tree_count")] == [ANN.id]


@pytest.mark.both_databases
async def test_a_match_of_whoever_hides_their_profile_is_counted_as_such(two: Two) -> None:
    await play_line(Room(two.seen, two.working.time), "9-13")
    two.meanwhile(two.counter, lambda: two.seen.members.preferences.change(BEN.id, profile_shown=False))
    await wait_for_trees(two.working)
    assert await tree(two.working, HERE, asks(CLEO, CHANNEL)) == {}
