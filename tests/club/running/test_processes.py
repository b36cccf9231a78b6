"""Two processes of the bot on one PostgreSQL.

Each sees the changes of the other and does the work that the other leaves.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.host.process_time import CorrectedClock
from club.refusals import Refusal
from club.running.processes import BEAT, START, ProcessHost
from club.running.scrub import ANOTHER
from data import processes
from data.database.store import Store
from data.outbox import outbox, row_claims
from data.outbox.post_kinds import PostKind
from data.play import matches
from data.postgres.store import PostgresStore
from data.processes import LEASE
from data.store_opening import open_store
from tests import postgres
from tests.club.people import ANN, BEN, act, start_match
from tests.club.room import club_on
from tests.pace import PATIENCE
from tests.pending_posts import for_match

NOW = 1_700_000_000.0


class Process:
    """A club of one process; what it would post is only counted."""

    def __init__(self, store: Store, number: int, time: list[float]) -> None:
        self.club = club_on(store, lambda: time[0], number=number, secret=bytes(range(32)))
        self.store = store
        self.looked = asyncio.Event()

    async def open(self) -> None:
        await self.club.open(self._deliver, longest_wait=3600.0)
        await asyncio.wait_for(self.looked.wait(), PATIENCE)
        self.looked.clear()

    async def _deliver(self) -> None:
        self.looked.set()

    async def stop(self) -> None:
        for alarm in (
            self.club.delivery,
            self.club.expiry,
            self.club.privacy.deletion,
            self.club.members.servers,
        ):
            await alarm.stop()
        await self.club.play.thinking.jobs.stop()
        await self.store.close()


@asynccontextmanager
async def open_processes(address: str, count: int, time: list[float]) -> AsyncIterator[list[Process]]:
    """Open several processes of the bot on one database."""
    made = [Process(await open_store(address, now=lambda: time[0]), number, time) for number in range(count)]
    try:
        for process in made:
            await process.open()
        yield made
    finally:
        for process in made:
            await process.stop()


@pytest.fixture
def time() -> list[float]:
    return [NOW]


@pytest.fixture
async def two(time: list[float]) -> AsyncIterator[list[Process]]:
    async with open_processes(postgres.fresh(), 2, time) as made:
        yield made


@pytest.mark.ci
async def test_a_match_that_another_process_has_moved_is_seen_as_it_stands(two: list[Process]) -> None:
    first, second = (process.club for process in two)
    number = (await start_match(first)).row.id
    for ply in range(6):
        club = (first, second)[ply % 2]
        table = await club.play.matches.load(number)
        seat = table.turn
        assert seat is not None
        assert len(table.match.plies) == ply
        move = next(iter(table.game.moves(table.match.position)))
        person = (ANN, BEN)[seat]
        await club.play.matches.play(number, act(person), move)
    stands = [await club.play.matches.load(number) for club in (first, second)]
    assert stands[0].match.save() == stands[1].match.save()


@pytest.mark.ci
@pytest.mark.parametrize("told", [True, False], ids=["told", "not told"])
async def test_what_one_process_stores_another_looks_at_at_its_next_beat_at_the_latest(
    time: list[float], monkeypatch: pytest.MonkeyPatch, told: bool
) -> None:
    if not told:  # as a connection pooler does that loses what is told
        monkeypatch.setattr(PostgresStore, "listen", lambda store, heard: None)
    async with open_processes(postgres.fresh(), 2, time) as (first, second):
        if told:
            rings: asyncio.Queue[float | None] = asyncio.Queue()
            second.club.processes.look = rings.put_nowait
            await first.store.write(
                lambda tx: outbox.put(tx, dedup="g1", kind=PostKind.GREETING, version=1, at=NOW)
            )
            assert await asyncio.wait_for(rings.get(), PATIENCE) == NOW + START
        else:
            assert await second.club.processes.beat() == NOW + BEAT
            await asyncio.wait_for(second.looked.wait(), PATIENCE)


async def test_a_second_process_takes_nothing_from_the_first_before_that_is_gone(
    two: list[Process], time: list[float]
) -> None:
    first, second = two
    await start_match(first.club)
    claimed = await first.store.write(
        lambda tx: row_claims.claim(tx, NOW, 9, owner=first.club.processes.name, lease=3600.0)
    )
    assert claimed
    async with opened_again(second, time):
        rows = await first.store.read(lambda tx: for_match(tx, 1))
        assert {row.owner for row in rows if row.id in {taken.id for taken in claimed}} == {
            first.club.processes.name
        }
        time[0] += LEASE + 1
        second.looked.clear()
        await second.club.processes.beat()
        rows = await first.store.read(lambda tx: for_match(tx, 1))
        assert {row.owner for row in rows} == {None}
        await asyncio.wait_for(second.looked.wait(), PATIENCE)
        assert [row.name for row in second.club.processes.living] == [second.club.processes.name]
        await first.club.processes.beat()  # it was only slow: it is there again
        assert len(first.club.processes.living) == 2


@asynccontextmanager
async def opened_again(process: Process, time: list[float]) -> AsyncIterator[None]:
    """Another start, of a process that says hello once more."""
    await process.club.processes.open(3600.0)
    yield


async def test_the_first_of_them_alone_looks_through_the_database_and_forgets_people(
    two: list[Process], time: list[float]
) -> None:
    first, second = two
    await start_match(first.club)
    for process in two:
        await process.club.processes.beat()
    assert [process.club.processes.is_first for process in two] == [True, False]
    assert await second.club.scrub.work() == NOW + ANOTHER
    await first.club.play.matches.resign(1, act(BEN))
    for process in (second, first):
        process.club.privacy.retention.kept = -3600.0
        assert await first.store.read(lambda tx: matches.get(tx, 1))
        await process.club.privacy.retention.work()
    assert await first.store.read(lambda tx: matches.get(tx, 1)) is None
    await start_match(first.club)
    await second.club.privacy.deletion.begin_deletion(ANN.id)
    with pytest.raises(Refusal):
        second.club.privacy.deletion.check_not_leaving(ANN.id)
    await first.club.privacy.deletion.work()
    await second.club.privacy.deletion.work()
    second.club.privacy.deletion.check_not_leaving(ANN.id)
    await first.club.processes.stop()
    await second.club.processes.beat()
    assert second.club.processes.is_first


@pytest.mark.ci
async def test_while_another_process_forgets_somebody_they_can_do_nothing_here(two: list[Process]) -> None:
    first, second = two
    await start_match(first.club)
    for process in two:
        await process.club.processes.beat()
    first.club.privacy.deletion._first = lambda: False  # also for the look at which its beat has rung
    await second.club.privacy.deletion.begin_deletion(BEN.id)
    await first.club.privacy.deletion.work()
    with pytest.raises(Refusal):
        first.club.privacy.deletion.check_not_leaving(BEN.id)


async def test_what_a_server_has_set_in_another_process_is_read_again(two: list[Process]) -> None:
    first, second = two
    await first.club.members.servers.change(10, moderator_id=ANN.id, language="de")
    assert second.club.members.servers.language_of(10) is None
    for language in ("de", None):
        await first.club.members.servers.change(10, moderator_id=ANN.id, language=language)
        await second.club.processes.beat()
        reading = second.club.members.servers.alarm.task
        assert reading
        await reading
        assert second.club.members.servers.language_of(10) == language
    assert second.club.members.servers.language_of(10) is None


@pytest.mark.ci
async def test_each_process_knows_how_many_there_are(two: list[Process], time: list[float]) -> None:
    first, second = two
    counts: list[int] = []
    first.club.processes.host = ProcessHost(on_beat=lambda living: counts.append(len(living)))
    await first.club.processes.beat()
    await second.club.processes.stop()
    await first.club.processes.beat()
    assert counts == [2, 1]
    assert await first.store.read(lambda tx: processes.list_running(tx, NOW))


async def test_whoever_was_not_seen_for_long_holds_nothing_of_what_was_in_hand(
    two: list[Process], time: list[float]
) -> None:
    processes_of_first = two[0].club.processes
    await processes_of_first.beat()
    assert processes_of_first.has_kept_claims(NOW)
    time[0] = NOW + LEASE
    assert processes_of_first.has_kept_claims(NOW)
    time[0] = NOW + LEASE + 1  # others count it as gone, as far as it can know
    assert not processes_of_first.has_kept_claims(NOW)
    assert not processes_of_first.has_kept_claims(time[0])
    await processes_of_first.beat()
    assert processes_of_first.has_kept_claims(time[0])
    assert not processes_of_first.has_kept_claims(NOW + LEASE)
    for _ in range(5):
        time[0] += LEASE - 1
        await processes_of_first.beat()
    assert processes_of_first.has_kept_claims(NOW + LEASE + 1)


@pytest.mark.ci
@pytest.mark.parametrize("ahead", [-40.0, 40.0])
async def test_processes_whose_clocks_are_apart_go_by_the_database_s(time: list[float], ahead: float) -> None:
    address = postgres.fresh()

    async def database() -> float:
        return time[0]

    clock = CorrectedClock(lambda: time[0] + ahead)
    async with open_processes(address, 1, time) as [first]:
        store = await open_store(address, now=clock)
        host = ProcessHost(compare_clock=lambda: clock.compare(database))
        club = club_on(store, clock, number=7, host=host)
        await club.processes.open(3600.0)
        try:
            assert clock() == time[0]
            names = {first.club.processes.name, club.processes.name}
            for processes_of_one in (first.club.processes, club.processes) * 2:
                await processes_of_one.beat()
                living = await processes_of_one.load_living()
                assert {each.name for each in living} == names
                assert {each.started_at for each in living} == {time[0]}
        finally:
            await club.processes.stop()
            await store.close()


async def test_the_server_tells_its_time(two: list[Process]) -> None:
    at, later = await two[0].store.read_clock(), await two[1].store.read_clock()
    assert at is not None
    assert later is not None
    assert NOW < at < later


async def test_what_others_tell_wakes_nothing_of_a_club_that_is_closed(two: list[Process]) -> None:
    closed = two[0].club
    closed.privacy.retention.start(1)
    closed.scrub.start()
    await closed.close()
    closed.check_for_work(None)
    rooms = (closed.members.servers, closed.privacy.deletion, closed.privacy.retention, closed.scrub)
    assert [room.alarm.work for room in rooms] == [None] * len(rooms)
    assert (closed.delivery.work, closed.expiry.work) == (None, None)
    assert len(await two[1].club.processes.load_living()) == 1, "it has said farewell"
