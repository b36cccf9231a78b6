"""Jobs that a process has in hand are due for no other until their time is up.

A new turn begins anew.
"""

from data.database.store import Store
from data.database.transaction import Transaction
from data.learning import trees
from data.outbox import leases
from data.pages import hooks
from data.play import thinking
from tests.data.samples import START, new_match

LEASE = 30.0


async def to_think(store: Store) -> int:
    """A match in which the computer is to move since `START`."""

    async def job(tx: Transaction) -> int:
        match = await new_match(tx)
        await thinking.put(tx, match.id, not_before=START, interaction_id=None)
        return match.id

    return await store.write(job)


async def claim(store: Store, now: float) -> list[leases.LeaseRow]:
    return await store.write(lambda tx: leases.claim(tx, "thinking", now, 10, owner="one", lease=LEASE))


async def test_what_is_in_hand_is_due_when_its_time_is_up_and_not_before(store: Store) -> None:
    """An alarm that took it for due now would ring for ever."""
    await to_think(store)
    assert await store.read(lambda tx: leases.next_due_time(tx, "thinking")) == START
    assert len(await claim(store, START + 1)) == 1
    assert await store.read(lambda tx: leases.next_due_time(tx, "thinking")) == START + 1 + LEASE
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


async def test_as_many_are_claimed_as_there_is_room_for_whatever_the_database_thinks_how_many_there_are(
    store: Store,
) -> None:
    """As many rows are claimed as there is room for, whatever the database estimates.

    If PostgreSQL took the table for one of a single row, it looked for the rows anew for each one, and
    claimed all.
    """

    async def put(tx: Transaction) -> None:
        match = await new_match(tx)
        await thinking.put(tx, match.id, not_before=START, interaction_id=None)
        await trees.put(tx, match.id, START)
        await hooks.put(tx, match.id, START)

    async def counts_them(tx: Transaction) -> None:
        for table in ("thinking", "tree_job", "hook"):
            await tx.run(f"ANALYZE {table}")

    async def count_held(tx: Transaction) -> list[int]:
        """Return the number of rows in hand, by table."""
        tables = ("thinking", "tree_job", "hook")
        return [len(await tx.all(f"SELECT 1 FROM {each} WHERE owner IS NOT NULL")) for each in tables]

    await store.write(put)
    await store.write(counts_them)
    for _ in range(4):
        await store.write(put)
    await store.write(lambda tx: leases.claim(tx, "thinking", START, 2, owner="one", lease=LEASE))
    await store.write(lambda tx: leases.claim(tx, "tree_job", START, 1, owner="one", lease=LEASE))
    await store.write(lambda tx: leases.claim(tx, "hook", START, 1, owner="one", lease=LEASE))
    assert await store.read(count_held) == [2, 1, 1]
