"""Jobs that a process has in hand are due for nobody else until their time is up, and a new turn begins anew."""

from data import thinking
from data.store import Store
from data.transaction import Transaction
from tests.data.samples import START, new_match

LEASE = 30.0


async def to_think(store: Store) -> int:
    """A match in which the computer is to move since `START`."""

    async def job(tx: Transaction) -> int:
        match = await new_match(tx)
        await thinking.put(tx, match.id, not_before=START, interaction_id=None)
        return match.id

    return await store.write(job)


async def claim(store: Store, now: float) -> list[thinking.ThinkingRow]:
    return await store.write(lambda tx: thinking.claim(tx, now, 10, owner="one", lease=LEASE))


async def test_what_is_in_hand_is_due_when_its_time_is_up_and_not_before(store: Store) -> None:
    """An alarm that took it for due now would ring for ever."""
    await to_think(store)
    assert await store.read(thinking.next_due) == START
    assert len(await claim(store, START + 1)) == 1
    assert await store.read(thinking.next_due) == START + 1 + LEASE
    assert await claim(store, START + LEASE) == []
    assert len(await claim(store, START + 1 + LEASE)) == 1


async def test_what_failed_in_one_turn_does_not_count_in_the_next(store: Store) -> None:
    match_id = await to_think(store)
    [first] = await claim(store, START)
    [again] = await claim(store, START + LEASE)
    assert (first.attempts, again.attempts) == (1, 2)
    await store.write(lambda tx: thinking.put(tx, match_id, not_before=START, interaction_id=None))
    [anew] = await claim(store, START)
    assert anew.attempts == 1
