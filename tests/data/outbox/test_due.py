"""When a row of the outbox is due.

Some rows wait, some are hurried, and a clock that was wrong can hide none.
"""

from functools import partial

import pytest

from data import figures
from data.database.store import Store
from data.database.transaction import Job, Transaction
from data.outbox import outbox, row_claims
from data.outbox.post_kinds import PostKind
from tests.data.desk import LEASE, OWNER, begun_anew, claim, dedups, desk, put
from tests.data.samples import START

__all__ = ["desk"]

WAITING = [kind for kind in PostKind if kind.rule.wait]
"""What is not posted at once, even at first."""


async def test_a_row_given_back_waits_its_time_and_remembers_why(desk: Store) -> None:
    await desk.write(put("a", kind=PostKind.NOTICE, match_id=1))
    (row,) = await desk.write(claim(START))
    await desk.write(lambda tx: row_claims.retry(tx, row.id, OWNER, "50013 missing permissions", START + 60))
    assert await desk.write(claim(START + 59)) == []
    (again,) = await desk.write(claim(START + 60))
    assert (again.attempts, again.last_error) == (2, "50013 missing permissions")


async def test_only_what_was_never_tried_is_hurried(desk: Store) -> None:
    """Only rows that were never tried are hurried.

    Discord may have a post that was tried once, and it is no longer known whether it has it in another
    form.
    """
    for dedup in ("tried", "waits"):
        await desk.write(put(dedup, kind=PostKind.NOTICE, not_before=START + 50 * (dedup == "waits")))
    (tried,) = await desk.write(claim(START))
    await desk.write(lambda tx: row_claims.retry(tx, tried.id, OWNER, "502", START + 50, unclear=True))
    for dedup in ("tried", "waits"):
        await desk.write(partial(outbox.make_due, dedup=dedup, at=START + 1))
    (hurried,) = await desk.write(claim(START + 1))
    assert (hurried.dedup, hurried.unclear) == ("waits", False)


async def test_a_wait_longer_than_any_was_stored_by_a_clock_that_was_wrong(desk: Store) -> None:
    for dedup, wait in (("a", 86_400), ("b", 100)):
        await desk.write(put(dedup, kind=PostKind.NOTICE))
        (row,) = await desk.write(claim(START))
        await desk.write(
            partial(row_claims.retry, outbox_id=row.id, owner=OWNER, error="", not_before=START + wait)
        )
    await desk.write(lambda tx: begun_anew(tx, START))
    assert dedups(await desk.write(claim(START))) == ["a"]


async def test_the_sender_knows_when_to_wake(desk: Store) -> None:
    assert await desk.read(due(START)) is None
    await desk.write(put("b", kind=PostKind.NOTICE, match_id=2, not_before=START + 50))
    await desk.write(put("a", kind=PostKind.NOTICE, match_id=1, not_before=START + 5))
    assert await desk.read(due(START)) == START + 5
    assert await desk.read(due(START + 5)) == START + 5
    await desk.write(claim(START + 5))
    assert await desk.read(due(START + 5)) == START + 5 + LEASE
    await desk.write(put("c", kind=PostKind.RESULT, match_id=2, not_before=START + 20))
    assert await desk.read(due(START + 5)) == START + 20


async def test_the_sender_knows_when_to_wake_although_the_clock_was_set_back(desk: Store) -> None:
    await desk.write(put("a", kind=PostKind.NOTICE, match_id=1, not_before=START))
    await desk.write(put("b", kind=PostKind.NOTICE, match_id=2, not_before=START + 50))
    await desk.write(claim(START))
    assert await desk.read(due(START - 10)) == START


async def test_the_sender_does_not_wake_for_what_waits_behind_another_row(desk: Store) -> None:
    await desk.write(put("1.1", kind=PostKind.BOARD, match_id=1, version=1))
    (row,) = await desk.write(claim(START))
    await desk.write(put("1.2", kind=PostKind.BOARD, match_id=1, version=2))
    await desk.write(put("n", kind=PostKind.NOTICE, match_id=1, not_before=START + 9))
    assert await desk.read(lambda tx: row_claims.next_due_time(tx, START, OWNER, [row.id])) == START + 9


def due(now: float) -> Job[float | None]:
    return lambda tx: row_claims.next_due_time(tx, now, OWNER)


async def test_the_oldest_that_is_due_waits_for_nobody(desk: Store) -> None:
    async def since(at: float) -> float | None:
        return await desk.read(lambda tx: figures.oldest_due_time(tx, at))

    assert await since(START) is None
    await desk.write(put("o.1", kind=PostKind.NOTICE, match_id=1, not_before=START + 300))
    await desk.write(put("o.2", kind=PostKind.NOTICE, match_id=1, not_before=START + 1))
    assert await since(START + 200) is None
    assert await since(START + 300) == START + 300
    await desk.write(put("o.3", kind=PostKind.NOTICE, match_id=2, not_before=START + 5))
    assert await since(START + 200) == START + 5


async def test_what_was_tried_and_not_taken_is_due_since_its_first_time(desk: Store) -> None:
    async def since(at: float) -> float | None:
        return await desk.read(lambda tx: figures.oldest_due_time(tx, at))

    async def try_row(at: float, *, later: bool = False) -> None:
        """Claim the row at a time and put it back for another try."""
        (row,) = await desk.write(claim(at))
        await desk.write(lambda tx: row_claims.retry(tx, row.id, OWNER, "", at + 300, later=later))

    await desk.write(put("l.1", kind=PostKind.NOTICE, match_id=1, not_before=START + 1))
    await try_row(START + 2)
    assert await since(START + 3) == START + 1
    assert await since(START) is None
    await desk.write(put("l.2", kind=PostKind.NOTICE, match_id=1))
    assert await since(START + 3) == START + 1  # what waits behind it is not due
    await try_row(START + 400)
    await desk.write(put("l.3", kind=PostKind.NOTICE, match_id=2, not_before=START + 500))
    await try_row(START + 600)
    assert await since(START + 650) == START + 1
    await desk.write(lambda tx: outbox.drop_match(tx, 2))
    await try_row(START + 700, later=True)
    assert await since(START + 999) is None
    assert await since(START + 1000) == START + 1000
    await try_row(START + 1000)
    assert await since(START + 1001) == START + 1000


async def test_a_clock_that_was_wrong_hides_nothing_that_is_late(desk: Store) -> None:
    await desk.write(put("l.1", kind=PostKind.NOTICE, match_id=1))
    (row,) = await desk.write(claim(START))
    await desk.write(lambda tx: row_claims.retry(tx, row.id, OWNER, "", START + 5))
    before = START - 1800
    await desk.write(lambda tx: begun_anew(tx, before))
    (row,) = await desk.write(claim(before))
    await desk.write(lambda tx: row_claims.retry(tx, row.id, OWNER, "", before + 300))
    assert await desk.read(lambda tx: figures.oldest_due_time(tx, before + 200)) == before


@pytest.mark.both_databases
async def test_a_new_process_leaves_what_waits_from_the_first(desk: Store) -> None:
    for kind in WAITING:
        await desk.write(put(kind, kind=kind, not_before=START + kind.rule.wait))
    await desk.write(lambda tx: begun_anew(tx, START, 3600.0))
    assert await desk.write(claim(START)) == []
    for kind in WAITING:
        row = await desk.read(partial(due_at, kind=kind))
        assert row == START + kind.rule.wait


@pytest.mark.both_databases
async def test_a_new_process_lets_no_row_wait_longer_than_its_kind_does(desk: Store) -> None:
    for kind in WAITING:
        await desk.write(put(kind, kind=kind, not_before=START + kind.rule.wait + 1))
    await desk.write(lambda tx: begun_anew(tx, START, 7200.0))
    assert sorted(dedups(await desk.write(claim(START)))) == sorted(WAITING)


async def due_at(tx: Transaction, kind: PostKind) -> float:
    """When the row of a kind is due."""
    row = await tx.one("SELECT not_before FROM outbox WHERE kind = ?", kind)
    assert row is not None
    return float(row["not_before"])


async def test_a_new_process_lets_no_row_wait_for_a_clock_that_was_wrong(desk: Store) -> None:
    await desk.write(put("a", kind=PostKind.NOTICE, match_id=1))
    await desk.write(put("b", kind=PostKind.ARCHIVE, match_id=2))
    await desk.write(lambda tx: begun_anew(tx, START - 1800, 3600.0))
    assert [row.dedup for row in await desk.write(claim(START - 1800))] == ["a"]
