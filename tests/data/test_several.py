"""Several processes on one database.

Each move counts once, each row is sent by one process only, and none is left or lost.
"""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from functools import partial

import pytest

from data import processes
from data.database.store import Store
from data.database.transaction import Transaction
from data.outbox import leases, outbox, row_claims
from data.outbox.post_kinds import PostKind
from data.play import clocks, matches, thinking
from data.play.clocks import ClockRow
from data.play.match_events import RepeatedEvent, VersionConflict
from data.play.matches import EventRow
from data.store_opening import open_store
from tests import postgres
from tests.data.samples import START, move, new_match, whole_versions_in
from tests.pace import PATIENCE
from tests.pending_posts import for_match

ROWS = 60


@pytest.fixture
async def stores() -> AsyncIterator[list[Store]]:
    """Two processes' stores on one database."""
    address = postgres.fresh()
    opened = [await open_store(address), await open_store(address)]
    yield opened
    for store in opened:
        await store.close()


@pytest.fixture
async def one(store: Store) -> list[Store]:
    """One process's store, on each database."""
    return [store]


async def race_for_a_version(stores: list[Store]) -> None:
    """Press fifty times on one version.

    One press counts, and all others learn the match's current state.
    """
    match = await stores[0].write(new_match)
    answers = await asyncio.gather(
        *(
            stores[number % len(stores)].write(move(match.id, 0, interaction_id=number + 1))
            for number in range(50)
        ),
        return_exceptions=True,
    )
    assert Counter(type(answer) for answer in answers) == {EventRow: 1, VersionConflict: 49}
    assert {answer.current_version for answer in answers if isinstance(answer, VersionConflict)} == {1}
    assert await stores[0].read(whole_versions_in) == {match.id: 1}
    assert len(await stores[0].read(partial(for_match, match_id=match.id))) == 1


async def repeat_an_interaction(stores: list[Store]) -> None:
    """Carry one interaction out thirty times.

    It counts once, and each time the answer is the first one's.
    """
    match = await stores[0].write(new_match)
    answers = await asyncio.gather(
        *(stores[number % len(stores)].write(move(match.id, 0, interaction_id=7)) for number in range(30)),
        return_exceptions=True,
    )
    first = [answer for answer in answers if isinstance(answer, EventRow)]
    again = [answer.event for answer in answers if isinstance(answer, RepeatedEvent)]
    assert (len(first), again) == (1, first * 29)
    assert await stores[0].read(whole_versions_in) == {match.id: 1}


@pytest.mark.ci
@pytest.mark.parametrize("act", [race_for_a_version, repeat_an_interaction])
async def test_what_is_pressed_again_and_again_counts_once(one: list[Store], act: object) -> None:
    await act(one)  # pyrefly: ignore[not-callable]  # one of the two above


@pytest.mark.ci
@pytest.mark.parametrize("act", [race_for_a_version, repeat_an_interaction])
async def test_it_counts_once_in_whichever_process_it_arrives(stores: list[Store], act: object) -> None:
    await act(stores)  # pyrefly: ignore[not-callable]  # as above


@pytest.mark.ci
async def test_each_row_is_claimed_by_one_process_and_none_is_left(stores: list[Store]) -> None:
    async def fill(tx: Transaction) -> None:
        for number in range(ROWS):
            match = await new_match(tx)
            await clocks.create(tx, ClockRow(match.id, "3d", "{}", 0, START, START, 0))
            await thinking.put(tx, match.id, not_before=START, interaction_id=None)
            await outbox.put(
                tx, dedup=f"b{number}", kind=PostKind.NOTICE, version=1, at=START, match_id=match.id
            )

    await stores[0].write(fill)

    found: list[dict[str, list[int]]] = [{"posts": [], "clocks": [], "turns": []} for _ in stores]

    async def take(store: Store, owner: str, taken: dict[str, list[int]]) -> bool:
        posts = await store.write(partial(row_claims.claim, now=START, limit=7, owner=owner, lease=60.0))
        times = await store.write(partial(clocks.claim, now=START, limit=7, owner=owner, lease=60.0))
        turns = await store.write(
            partial(leases.claim, table="thinking", now=START, limit=7, owner=owner, lease=60.0)
        )
        taken["posts"] += [row.id for row in posts]
        taken["clocks"] += times
        taken["turns"] += [row.key for row in turns]
        return bool(posts or times or turns)

    # Each round has both at it, and the first leaves enough for either, however long one waits for the other.
    while any(await asyncio.gather(*map(take, stores, "ab", found))):
        pass
    for kind in ("posts", "clocks", "turns"):
        assert sorted(number for taken in found for number in taken[kind]) == list(range(1, ROWS + 1)), kind
        assert all(taken[kind] for taken in found), kind


async def test_rows_that_another_process_is_taking_are_passed_over_and_not_waited_for(
    stores: list[Store],
) -> None:
    for number in range(2):
        match = await stores[0].write(new_match)
        await stores[0].write(
            partial(
                outbox.put,
                dedup=f"b{number}",
                kind=PostKind.NOTICE,
                version=1,
                at=START,
                match_id=match.id,
            )
        )
    took, go_on = asyncio.Event(), asyncio.Event()

    async def slow(tx: Transaction) -> list[int]:
        rows = await row_claims.claim(tx, START, 1, owner="slow", lease=60.0)
        took.set()
        await go_on.wait()
        return [row.id for row in rows]

    claiming = asyncio.ensure_future(stores[0].write(slow))
    await took.wait()
    try:
        async with asyncio.timeout(PATIENCE):
            rows = await stores[1].write(
                partial(row_claims.claim, now=START, limit=9, owner="fast", lease=60.0)
            )
    finally:
        go_on.set()
    assert ([row.id for row in rows], await claiming) == ([2], [1])


@pytest.mark.ci
async def test_two_hundred_cancellations_in_two_processes_leave_nothing_half_done(
    stores: list[Store],
) -> None:
    dice = random.Random(2)
    ids = [(await stores[0].write(new_match)).id for _ in range(4)]
    confirmed = dict.fromkeys(ids, 0)

    async def play(store: Store, match_id: int) -> None:
        match = await store.read(lambda tx: matches.get(tx, match_id))
        assert match
        try:
            event = await store.write(move(match_id, match.version))
        except VersionConflict:
            return
        confirmed[match_id] = max(confirmed[match_id], event.version)

    cancelled = 0
    while cancelled < 200:
        tasks = {asyncio.ensure_future(play(store, match_id)) for match_id in ids for store in stores}
        # Now and then one of them gets to an end, however slow the machine is.
        longest = dice.choice((None, 0.03, 0.03))
        await asyncio.wait(
            tasks, timeout=longest and dice.uniform(0, longest), return_when=asyncio.FIRST_COMPLETED
        )
        for task in tasks:
            cancelled += task.cancel()
        await asyncio.wait(tasks)
        assert all(task.cancelled() or task.exception() is None for task in tasks)
    versions = await stores[0].read(whole_versions_in)
    assert all(versions[match_id] >= confirmed[match_id] for match_id in ids)
    assert sum(versions.values()) > 0


async def test_processes_that_beat_at_once_take_nothing_from_one_another(stores: list[Store]) -> None:
    async def live(store: Store, name: str) -> int:
        gone = 0
        for second in range(10):
            row = processes.ProcessRow(name, "0/1", "1.0", START, START + second)
            await store.write(partial(processes.register, process=row))
            gone += await store.write(partial(processes.remove_gone, now=START + second))
        return gone

    gone = await asyncio.gather(*(live(store, name) for store, name in zip(stores, "ab", strict=True)))
    assert gone == [0, 0]
