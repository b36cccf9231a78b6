"""Which processes are there.

Work that a process had in hand is another's once it is gone, and never while it lives.
"""

from functools import partial

from data import processes
from data.database.store import Store
from data.database.transaction import Transaction
from data.outbox import leases, outbox, row_claims
from data.outbox.post_kinds import PostKind
from data.play import clocks, thinking
from data.play.clocks import ClockRow
from data.processes import LEASE, ProcessRow
from tests.data.samples import START, new_match
from tests.pending_posts import for_match

LATER = START + LEASE
LONG = 10 * LEASE
"""Seconds for which rows are claimed.

That is longer than a process that is gone keeps them.
"""


def one(name: str, *, at: float = START, leaving: bool = False) -> ProcessRow:
    return ProcessRow(name, "0-1/2", "1.2", START, at, leaving)


async def names(store: Store, now: float) -> list[str]:
    return [row.name for row in await store.read(lambda tx: processes.list_running(tx, now))]


async def test_a_process_is_there_until_it_is_not_seen_for_a_lease_or_says_farewell(store: Store) -> None:
    for name in "abc":
        await store.write(partial(processes.register, process=one(name)))
    await store.write(partial(processes.register, process=one("b", at=LATER, leaving=True)))
    assert await names(store, LATER) == ["a", "b", "c"]
    assert await names(store, LATER + 0.1) == ["b"]
    assert await store.read(lambda tx: processes.list_running(tx, LATER + 1)) == [
        one("b", at=LATER, leaving=True)
    ]
    assert await store.write(lambda tx: processes.remove_gone(tx, LATER + 0.1)) == 2
    await store.write(partial(processes.unregister, name="b"))
    assert await names(store, START) == []


async def test_one_whose_clock_was_far_ahead_is_not_there_either(store: Store) -> None:
    await store.write(partial(processes.register, process=one("ahead", at=LATER + 0.1)))
    assert await names(store, START) == []
    assert await store.write(lambda tx: processes.remove_gone(tx, START)) == 1


async def test_what_a_process_had_in_hand_is_freed_when_it_is_gone_and_not_before(store: Store) -> None:
    for name, at in (("dead", START), ("alive", LATER)):
        await store.write(partial(processes.register, process=one(name, at=at)))
        await store.write(partial(hold, name=name))
    assert await store.write(lambda tx: processes.remove_gone(tx, LATER)) == 0
    assert await count_held(store) == {"alive": 4, "dead": 4}
    assert await store.write(lambda tx: processes.remove_gone(tx, LATER + 1)) == 1
    assert await count_held(store) == {"alive": 4}
    sent = await store.read(lambda tx: for_match(tx, 1))
    assert [row.unclear for row in sent] == [
        True,
        False,
    ]  # the first may have been posted, the second was not begun
    assert await store.read(lambda tx: leases.next_due_time(tx, "thinking")) == START


async def test_farewell_frees_what_was_in_hand_at_once(store: Store) -> None:
    for name in ("leaving", "staying"):
        await store.write(partial(processes.register, process=one(name)))
        await store.write(partial(hold, name=name))
    await store.write(partial(processes.unregister, name="leaving"))
    assert await count_held(store) == {"staying": 4}


async def test_who_is_surely_alone_takes_over_at_once(store: Store) -> None:
    for name in ("killed", "new"):
        await store.write(partial(processes.register, process=one(name)))
        await store.write(partial(hold, name=name))
    assert await store.write(lambda tx: processes.remove_gone(tx, START, only_process="new")) == 1
    assert await count_held(store) == {"new": 4}


async def hold(tx: Transaction, name: str) -> None:
    """Give a process rows in hand.

    They are a match's clocks, its computer's turn, a post, and the token for another post.
    """
    match = await new_match(tx)
    await clocks.create(tx, ClockRow(match.id, "3d", "{}", 0, START, START, 0))
    await thinking.put(tx, match.id, not_before=START, interaction_id=None)
    assert await clocks.claim(tx, START, 9, owner=name, lease=LONG) == [match.id]
    assert len(await leases.claim(tx, "thinking", START, 9, owner=name, lease=LONG)) == 1
    for kind, reserved in ((PostKind.NOTICE, None), (PostKind.BOARD, name)):
        await outbox.put(
            tx,
            dedup=f"{kind}{match.id}",
            kind=kind,
            version=1,
            at=START,
            match_id=match.id,
            wait=float(kind is not PostKind.NOTICE),
            reserved_for=reserved,
        )
    assert len(await row_claims.claim(tx, START, 9, owner=name, lease=LONG)) == 1


async def count_held(store: Store) -> dict[str, int]:
    """Return the number of rows that each process has in hand.

    They are posts, tokens that posts wait for, clocks and computers' turns.
    """
    rows = await store.read(
        lambda tx: tx.all(
            "SELECT owner, COUNT(*) AS count FROM (SELECT owner FROM outbox UNION ALL SELECT owner FROM clock"
            " UNION ALL SELECT owner FROM thinking UNION ALL SELECT reserved_for FROM outbox) AS all_rows"
            " WHERE owner IS NOT NULL GROUP BY owner"
        )
    )
    return {row["owner"]: row["count"] for row in rows}
