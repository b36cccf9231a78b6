"""The contract of every store, whichever database it is on.

Jobs are whole, each is done once, and each caller has a result.
"""

import asyncio
import random
from pathlib import Path

import pytest

from data.database import meta
from data.database.errors import StoreError, Violation
from data.database.groups import WAITING_LIMIT
from data.database.store import Store
from data.database.transaction import Job, Transaction
from data.play import matches
from data.sqlite.store import SqliteStore
from data.store_opening import open_store
from tests.data.jobs import hold, is_kept, keep, nothing
from tests.data.samples import move, new_match, whole_versions_in
from tests.pending_posts import for_match


async def test_every_caller_gets_the_result_of_its_own_job(store: Store) -> None:
    def job(number: int) -> Job[int]:
        async def run(tx: Transaction) -> int:
            await meta.put(tx, f"{number}", "yes")
            return number

        return run

    assert await asyncio.gather(*(store.write(job(number)) for number in range(50))) == list(range(50))
    assert await store.read(is_kept("49"))


async def test_a_caller_cancelled_while_its_job_waits_leaves_it_undone(store: Store) -> None:
    release = await hold(store)
    waiting = asyncio.ensure_future(store.write(keep("cancelled")))
    await asyncio.wait({waiting}, timeout=0)
    waiting.cancel()
    release()
    await store.write(keep("next"))
    assert waiting.cancelled()
    assert not await store.read(is_kept("cancelled"))


@pytest.mark.ci
async def test_two_hundred_random_cancellations_leave_no_transaction_open_and_nothing_half_done(
    store: Store,
) -> None:
    dice = random.Random(1)
    ids = [(await store.write(new_match)).id for _ in range(4)]
    confirmed = dict.fromkeys(ids, 0)

    async def play(match_id: int) -> None:
        match = await store.read(lambda tx: matches.get(tx, match_id))
        assert match
        confirmed[match_id] = (await store.write(move(match_id, match.version))).version

    longest = 0.002 if isinstance(store, SqliteStore) else 0.03  # seconds: about as long as a move takes
    cancelled = 0
    while cancelled < 200:
        tasks = {asyncio.ensure_future(play(match_id)) for match_id in ids}
        if dice.random() < 0.2:  # now and then one of them gets to an end, however slow the machine is
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        else:
            await asyncio.wait(tasks, timeout=dice.uniform(0, longest))
        for task in tasks:
            cancelled += task.cancel()
        await asyncio.wait(tasks)
        assert all(task.cancelled() or task.exception() is None for task in tasks)
        # The next transaction of the same connection begins, which it could not within one left open.
        await store.write(keep("alive"))
        if isinstance(store, SqliteStore):
            assert not store.writer.in_transaction
    versions = await store.read(whole_versions_in)
    assert all(versions[match_id] >= confirmed[match_id] for match_id in ids)
    assert sum(versions.values()) > 0


async def test_close_finishes_what_waits_and_may_be_called_again(place: Path | str) -> None:
    store = await open_store(place)
    waiting = asyncio.gather(*(store.write(keep(f"{number}")) for number in range(300)))
    await asyncio.wait({waiting}, timeout=0)
    await asyncio.gather(store.close(), store.close())
    await store.close()
    assert len(await waiting) == 300
    for refused in (store.write(new_match), store.read(is_kept("1"))):
        with pytest.raises(StoreError, match="is closed"):
            await refused
    again = await open_store(place)
    assert await again.read(is_kept("299"))
    await again.close()


async def test_a_read_cannot_write(store: Store) -> None:
    with pytest.raises(StoreError, match="cannot be written"):
        await store.read(new_match)
    assert await store.read(lambda tx: matches.get(tx, 1)) is None


async def test_jobs_see_the_clock_that_was_handed_in(place: Path | str) -> None:
    store = await open_store(place, now=lambda: 42.5)

    async def now(tx: Transaction) -> float:
        return tx.now

    assert (await store.write(now), await store.read(now)) == (42.5, 42.5)
    await store.close()


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)  # both have one queue, and here it is long
async def test_callers_are_told_at_once_when_far_too_many_wait(store: Store) -> None:
    release = await hold(store)
    waiting = asyncio.gather(
        *(store.write(nothing) for _ in range(WAITING_LIMIT + 10)), return_exceptions=True
    )
    await asyncio.wait({waiting}, timeout=0)
    release()
    refused = [outcome for outcome in await waiting if outcome is not None]
    assert [str(outcome) for outcome in refused] == [
        "The store is busy, so nothing was stored. Try again in a moment."
    ] * 10


async def test_what_no_database_can_hold_is_refused_and_undone(store: Store) -> None:
    match = await store.write(new_match)
    with pytest.raises(OverflowError):
        await store.write(move(match.id, 0, interaction_id=2**63))
    with pytest.raises(UnicodeEncodeError):
        await store.write(move(match.id, 0, record="\ud800"))
    assert await store.read(lambda tx: matches.get(tx, match.id)) == match
    assert await store.read(lambda tx: for_match(tx, match.id)) == []


WRONG = {
    "a third seat": "UPDATE match SET turn = 2",
    "a version below none": "UPDATE match SET version = -1",
    "an unknown status": "UPDATE match SET status = 'paused'",
    "a text for a number": "UPDATE match SET version = 'abc'",
    "a text for a time": "UPDATE match SET created_at = 'today'",
    "nothing for a name": "UPDATE seat SET name = NULL",
    "a seat at no match": "INSERT INTO seat (match_id, seat, user_id, name) VALUES (99, 0, 1, 'Eve')",
    "a second user on a seat": "INSERT INTO seat (match_id, seat, user_id, name) VALUES (1, 0, 1, 'Eve')",
    "a nonce too long for Discord": (
        "INSERT INTO outbox (dedup, kind, version, payload, not_before)"
        " VALUES ('12345678901234567890123456', 'board', 1, '', 0)"
    ),
}


async def test_what_does_not_fit_the_schema_is_refused_and_undone(store: Store) -> None:
    match = await store.write(new_match)
    for statement in WRONG.values():

        async def job(tx: Transaction, statement: str = statement) -> None:
            await meta.put(tx, "before", "yes")
            await tx.run(statement)

        with pytest.raises(Violation):
            await store.write(job)
    assert await store.read(lambda tx: matches.get(tx, match.id)) == match
    assert not await store.read(is_kept("before"))


async def test_of_a_group_only_the_failing_job_is_undone(store: Store) -> None:
    release = await hold(store)

    async def failing(tx: Transaction) -> None:
        await meta.put(tx, "failing", "yes")
        await tx.run(WRONG["a seat at no match"])

    async def write_and_fail(tx: Transaction) -> None:
        """Write a value, then raise `ZeroDivisionError`."""
        await meta.put(tx, "told", "yes")
        raise ZeroDivisionError

    jobs: list[Job[None]] = [keep("0"), failing, keep("1"), write_and_fail, keep("2")]
    waiting = asyncio.gather(*(store.write(job) for job in jobs), return_exceptions=True)
    await asyncio.wait({waiting}, timeout=0)
    release()
    assert [type(outcome).__name__ for outcome in await waiting] == [
        "NoneType",
        "Violation",
        "NoneType",
        "ZeroDivisionError",
        "NoneType",
    ]
    stored = [await store.read(is_kept(key)) for key in ("0", "1", "2", "failing", "told")]
    assert stored == [True, True, True, False, False]


async def test_every_kind_of_value_comes_back_as_it_was_stored(store: Store) -> None:
    secret, time, text = bytes(range(256)), 1_700_000_000.123456, "Zoë ‘\\' % $1 ? 棋\n\t{}"
    for user_id in (1, 2**31, 2**63 - 1, -(2**63)):
        match = await store.write(new_match)
        await store.write(
            lambda tx, id=match.id, user_id=user_id: tx.run(
                "UPDATE match SET secret = ?, guild_id = ?, created_at = ?, record = ?, thread_id = NULL"
                " WHERE id = ? AND record <> '?'",
                secret,
                user_id,
                time,
                text,
                id,
            )
        )
        found = await store.read(lambda tx, id=match.id: matches.get(tx, id))
        assert found is not None
        stored = (found.secret, found.guild_id, found.created_at, found.record, found.thread_id)
        assert stored == (secret, user_id, time, text, None)
