"""What the computer does if thinking is late or fails.

It knows nothing but what its seat has seen.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from club.club import Club
from club.engine_functions import EngineFunctions
from club.play.course.thinking import LEASE, Think, think_in_thread
from club.play.match.matches import Table
from club.running.effort import SearchFailure, SearchTimeout
from data import processes
from data.outbox import leases
from data.play import match_events, thinking
from data.store_opening import open_store
from engines.observation import HiddenGameObservation
from engines.player import MoveChoice
from engines.worker_messages import MoveRequest
from rules.match import Match
from tests.club.conftest import NOW
from tests.club.people import ANN, CHANNEL, GUILD
from tests.club.play.course.computer_matches import a_moment, against_computer
from tests.club.room import club_on
from tests.databases import EACH_DATABASE, where
from tests.engines.other_worlds import DECK, other_world
from tests.pace import PATIENCE
from tests.rules.playouts import random_match

LEVEL = 1
"""Level of the computer in a game with hidden cards.

Its input is the same at every level.
"""


class Thinker:
    """Thinks in this process, after being late or broken as often as told."""

    def __init__(self, *faults: type[Exception]) -> None:
        self.faults = list(faults)
        self.asked: list[MoveRequest] = []

    async def __call__(self, question: MoveRequest) -> MoveChoice:
        self.asked.append(question)
        if self.faults:
            raise self.faults.pop(0)
        return await think_in_thread(question)


class Hanging:
    """Thinking that begins and never ends."""

    def __init__(self) -> None:
        self.begun, self.never = asyncio.Event(), asyncio.Event()

    async def __call__(self, question: MoveRequest) -> MoveChoice:
        self.begun.set()
        await self.never.wait()
        raise AssertionError


class Hall:
    """A club on a store of its own, with a clock that can be set.

    `number` tells processes apart.
    """

    def __init__(self, place: Path | str, think: Think, *, number: int = 0) -> None:
        self.place, self.think, self.now, self.number = place, think, NOW, number

    async def __aenter__(self) -> Club:
        store = await open_store(self.place, now=lambda: self.now)
        engines = EngineFunctions(think=self.think)
        self.club = club_on(store, lambda: self.now, number=self.number, engines=engines)
        self.club.play.computer.pause = 0.0
        await self.club.play.thinking.jobs.open()
        return self.club

    async def __aexit__(self, *fault: object) -> None:
        await self.club.play.thinking.jobs.stop()
        await self.club.store.close()


@pytest.fixture(params=EACH_DATABASE)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where a fresh store is, on each database."""
    return where(request.param, tmp_path / "club.db")


async def wait_for_plies(club: Club, number: int, plies: int) -> Table:
    """Wait until the match has this many moves, and return it."""
    async with asyncio.timeout(PATIENCE):
        while len((table := await club.play.matches.load(number)).match.plies) < plies:
            await a_moment()
    return table


@pytest.mark.parametrize(
    ("faults", "parts"),
    [
        ([], [1]),
        ([SearchTimeout], [1, 10]),
        ([SearchTimeout, SearchTimeout, SearchTimeout], [1, 10, 100]),
        ([SearchFailure], [1, 1]),
        ([SearchFailure, SearchFailure], [1, 1, 10]),
        ([SearchFailure, SearchFailure, SearchFailure, SearchFailure], [1, 1, 10, 100]),
        ([SearchFailure, SearchTimeout, SearchTimeout], [1, 1, 10, 100]),
    ],
)
async def test_what_is_late_or_fails_twice_is_thought_about_less_until_there_is_a_move(
    tmp_path: Path, faults: list[type[Exception]], parts: list[int]
) -> None:
    thinker = Thinker(*faults)
    async with Hall(tmp_path / "club.db", thinker) as club:
        table = await against_computer(club, side="Odd")
        table = await wait_for_plies(club, table.row.id, 1)
        assert [question.divisor for question in thinker.asked] == parts
        assert {question.level for question in thinker.asked} == {3}
        assert {question.seed for question in thinker.asked} == {0}
        assert table.turn == table.seat_of(ANN.id)


@pytest.mark.parametrize(("died", "part"), [(0, 1), (1, 1), (2, 10), (3, 100), (9, None)])
async def test_a_question_on_which_processes_die_is_asked_with_less_after_two(
    place: Path | str, died: int, part: int | None
) -> None:
    never = asyncio.Event()

    async def hang(question: MoveRequest) -> MoveChoice:
        await never.wait()
        raise AssertionError

    async with Hall(place, hang) as club:
        number = (await against_computer(club, side="Odd")).row.id
    store = await open_store(place, now=lambda: NOW)
    for _ in range(died):  # claimed by a process that is killed at it
        (row,) = await store.write(
            lambda tx: leases.claim(tx, "thinking", NOW + 9 * LEASE, 1, owner="dead", lease=1.0)
        )
        assert row.key == number
        await store.write(lambda tx: processes.remove_gone(tx, NOW))
    await store.close()
    thinker = Thinker()
    async with Hall(place, thinker) as club:
        await wait_for_plies(club, number, 1)
    assert [question.divisor for question in thinker.asked] == ([] if part is None else [part])


async def test_a_process_that_ends_in_order_gives_its_jobs_back_uncounted(place: Path | str) -> None:
    hang = Hanging()
    hall = Hall(place, hang)
    async with hall as club:
        await against_computer(club, side="Odd")
        await hang.begun.wait()
    store = await open_store(place, now=lambda: NOW)
    jobs = await store.read(lambda tx: tx.all("SELECT owner, attempts FROM thinking"))
    assert [dict(job) for job in jobs] == [{"owner": None, "attempts": 0}]
    await store.close()


async def test_a_computer_s_move_counts_once_though_two_thought_of_it(place: Path | str) -> None:
    async with Hall(place, Thinker()) as club:
        number = (await against_computer(club, side="Odd")).row.id
        await wait_for_plies(club, number, 1)
        store = club.store
        await store.write(lambda tx: thinking.put(tx, number, not_before=NOW, interaction_id=None))
        club.play.thinking.jobs.ring()
        async with asyncio.timeout(PATIENCE):
            while await store.read(lambda tx: tx.all("SELECT * FROM thinking")):
                await a_moment()
        assert len(await store.read(lambda tx: match_events.list_for_match(tx, number))) == 1


async def test_what_another_process_is_at_is_left_to_it_and_a_late_answer_of_its_counts_no_more(
    place: Path | str,
) -> None:
    begun, go = asyncio.Event(), asyncio.Event()

    async def slow(question: MoveRequest) -> MoveChoice:
        begun.set()
        await go.wait()
        return await think_in_thread(question)

    quick = Thinker()
    slowly, quickly = Hall(place, slow), Hall(place, quick, number=1)
    async with slowly as first, beside(quickly, first) as second:
        number = (await against_computer(first, side="Odd")).row.id
        await begun.wait()
        late = [task for task in asyncio.all_tasks() if task.get_name() == "thinking"]
        second.play.thinking.jobs.ring()
        for _ in range(5):
            await a_moment()
        assert quick.asked == [], "it is in hand"
        slowly.now = quickly.now = NOW + LEASE + 1
        second.play.thinking.jobs.ring()
        made = (await wait_for_plies(second, number, 1)).match.plies[0]
        go.set()
        await asyncio.wait(late)
        table = await first.play.matches.load(number)
        assert [ply.text for ply in table.match.plies] == [made.text]
        assert len(await first.store.read(lambda tx: match_events.list_for_match(tx, number))) == 1
        assert await first.store.read(lambda tx: tx.all("SELECT * FROM thinking")) == []


@asynccontextmanager
async def beside(hall: Hall, first: Club) -> AsyncIterator[Club]:
    """Another process on the same database.

    On SQLite, which allows one process, it is another club on its store.
    """
    if isinstance(hall.place, str):
        async with hall as club:
            yield club
        return
    engines = EngineFunctions(think=hall.think)
    club = club_on(first.store, lambda: hall.now, number=hall.number, engines=engines)
    await club.play.thinking.jobs.open()
    yield club
    await club.play.thinking.jobs.stop()


async def test_what_a_process_was_at_that_is_seen_no_more_another_thinks_about(place: Path | str) -> None:
    hang = Hanging()
    quick = Thinker()
    dying, living = Hall(place, hang), Hall(place, quick, number=1)
    async with dying as first, beside(living, first) as second:
        await first.processes.beat()
        await second.processes.beat()
        number = (await against_computer(first, side="Odd")).row.id
        await hang.begun.wait()
        living.now = NOW + processes.LEASE - 1
        await second.store.write(lambda tx: processes.remove_gone(tx, living.now))
        second.play.thinking.jobs.ring()
        for _ in range(5):
            await a_moment()
        assert quick.asked == [], "it may still be there"
        living.now = NOW + processes.LEASE + 1
        assert living.now < NOW + LEASE
        assert await second.store.write(lambda tx: processes.remove_gone(tx, living.now)) == 2
        second.play.thinking.jobs.ring()
        await wait_for_plies(second, number, 1)
        assert len(quick.asked) == 1


async def test_what_cannot_be_stored_is_thought_about_again(place: Path | str) -> None:
    hall = Hall(place, Thinker(KeyError))  # a mistake of ours
    async with hall as club:
        number = (await against_computer(club, side="Odd")).row.id
        async with asyncio.timeout(PATIENCE):
            while (await _only_job(club))["not_before"] <= NOW:
                await a_moment()
        assert (await _only_job(club))["owner"] is None
        hall.now += 31
        club.play.thinking.jobs.ring()
        await wait_for_plies(club, number, 1)


async def test_a_computer_whose_match_has_no_place_waits_and_moves_when_the_bot_is_back(
    place: Path | str,
) -> None:
    thinker = Thinker()
    hall = Hall(place, thinker)
    async with hall as club:
        club.play.computer.pause = 60.0
        number = (await against_computer(club, side="Odd")).row.id
        assert await club.play.places.suspend_channel(CHANNEL) == 1
        hall.now += 61
        claimed = await club.store.write(
            lambda tx: leases.claim(tx, "thinking", hall.now, 9, owner="another", lease=LEASE)
        )
        due = await club.store.read(lambda tx: leases.next_due_time(tx, "thinking"))
        assert (claimed, due) == ([], None), "nobody takes it, and nobody looks for it again and again"
        assert await club.play.places.resume_server(GUILD) == 1
        club.play.thinking.jobs.ring()
        await wait_for_plies(club, number, 1)
    assert len(thinker.asked) == 1


async def _only_job(club: Club) -> Any:
    (job,) = await club.store.read(lambda tx: tx.all("SELECT * FROM thinking"))
    return job


@pytest.mark.ci
@pytest.mark.parametrize("seed", range(3))
async def test_worlds_that_differ_only_in_hidden_cards_get_the_same_from_the_computer(
    tmp_path: Path, seed: int
) -> None:
    here = random_match(DECK, {}, seed, limit=2 * seed)
    worlds = [DECK.dump(match.position) for match in (here, other_world(here))]
    worlds[1]["decks"][here.turn] = worlds[0]["decks"][here.turn]  # only what Ann alone knows is different
    assert worlds[0] != worlds[1]
    told = [
        await _visible_results(tmp_path / f"{number}.db", here, world, LEVEL)
        for number, world in enumerate(worlds)
    ]
    assert told[0] == told[1]
    assert told[0]["asked"] == LEVEL


async def _visible_results(path: Path, match: Match, world: dict[str, Any], level: int) -> dict[str, object]:
    """Return all results of the computer's move in a world.

    Those that belong to Ann alone are left out.
    """
    assert match.turn is not None
    thinker, human = Thinker(), 1 - match.turn
    async with Hall(path, thinker) as club:
        start = json.dumps(world)
        side = str(match.sides[human])
        table = await against_computer(club, "one-zero-one", level=level, side=side, start=start)
        assert table.row.computer == match.turn
        table = await wait_for_plies(club, table.row.id, 1)
        posts = await club.store.read(lambda tx: tx.all("SELECT kind, seat, payload FROM outbox ORDER BY id"))
        assert all(isinstance(question.observation, HiddenGameObservation) for question in thinker.asked)
        return {
            "move": table.match.plies[-1].text,
            "seen": repr(table.match.view(None)),
            "own": repr(table.match.view(match.turn)),
            "record": table.match.save(match.turn),
            "chance": table.player(match.turn).chance,
            "posts": [dict(post) for post in posts],
            "asked": thinker.asked[0].level if thinker.asked else 0,
        }
