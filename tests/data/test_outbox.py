"""What is to be sent is sent once, in order, the newest picture only, and survives a sender that dies."""

from collections.abc import Sequence
from functools import partial
from typing import cast

import pytest

from data import outbox, processes
from data.outbox import RESERVED_FOR, OutboxRow, PostKind
from data.store import Job, Store, Transaction
from tests.data.samples import CHANNEL, GUILD, START, new_challenge, new_match

LEASE = 30.0
OWNER = "this process"


@pytest.fixture
async def desk(store: Store) -> Store:
    """A store with two matches and a challenge to write about."""
    for _ in range(2):
        await store.write(new_match)
    await store.write(new_challenge)
    return store


async def test_a_claimed_row_is_nobody_elses_until_it_is_done(desk: Store) -> None:
    await desk.write(put("a", kind=PostKind.NOTICE, match_id=1, payload='{"x": 1}'))
    (row,) = await desk.write(claim(START))
    assert row == OutboxRow(
        id=1, dedup="a", match_id=1, challenge_id=None, kind=PostKind.NOTICE, seat=None, version=1, payload='{"x": 1}',
        not_before=START, leased_until=START + LEASE, attempts=1, last_error=None,
        owner=OWNER, unclear=False, reserved_for=None, reserved_until=None, refused=0,
    )  # fmt: skip
    assert await desk.write(claim(START + 1)) == []
    await desk.write(lambda tx: outbox.done(tx, row.id, OWNER))
    assert await desk.write(claim(START + 100)) == []


async def test_a_sender_that_dies_leaves_its_row_to_the_next(desk: Store) -> None:
    await desk.write(put("a", kind=PostKind.NOTICE, match_id=1))
    await desk.write(claim(START))
    assert await desk.write(claim(START + LEASE - 0.1)) == []
    (again,) = await desk.write(claim(START + LEASE))
    assert (again.dedup, again.attempts) == ("a", 2)


async def test_what_only_a_newer_process_can_post_is_left_to_it(desk: Store) -> None:
    await desk.write(put("new", kind=cast(PostKind, "of tomorrow"), match_id=1))
    assert await desk.write(claim(START)) == []
    assert await desk.read(lambda tx: outbox.next_due(tx, START, OWNER)) is None
    assert await desk.read(lambda tx: outbox.oldest_due(tx, START)) is None
    await desk.write(put("known", kind=PostKind.NOTICE, match_id=1))
    assert dedups(await desk.write(claim(START))) == ["known"]
    assert [row.dedup for row in await desk.read(lambda tx: outbox.for_match(tx, 1))] == ["known"]


async def test_what_a_token_can_send_is_its_holder_s_for_a_while_and_then_anybody_s(desk: Store) -> None:
    await desk.write(put("a", kind=PostKind.BOARD, match_id=1, reserved_for=OWNER))
    assert await desk.write(claim(START, owner="another")) == []
    assert await desk.read(lambda tx: outbox.next_due(tx, START, "another")) == START + RESERVED_FOR
    assert await desk.read(lambda tx: outbox.next_due(tx, START, OWNER)) == START
    assert await desk.write(claim(START + RESERVED_FOR - 0.1, owner="another")) == []
    (row,) = await desk.write(claim(START + RESERVED_FOR, owner="another"))
    assert (row.reserved_for, row.unclear) == (OWNER, False)


async def test_the_holder_of_a_token_need_not_wait(desk: Store) -> None:
    await desk.write(put("a", kind=PostKind.BOARD, match_id=1, reserved_for=OWNER))
    assert dedups(await desk.write(claim(START))) == ["a"]


async def test_what_waits_for_the_token_of_a_process_that_died_is_anybody_s_at_the_next_start(
    desk: Store,
) -> None:
    await desk.write(put("a", kind=PostKind.BOARD, match_id=1, reserved_for=OWNER))
    await desk.write(lambda tx: begun_anew(tx, START))
    (row,) = await desk.write(claim(START, owner="another"))
    assert (row.reserved_for, row.reserved_until) == (None, None)


async def test_a_process_that_begins_need_not_wait_for_the_leases_of_the_last(desk: Store) -> None:
    await desk.write(put("a", kind=PostKind.NOTICE, match_id=1))
    await desk.write(claim(START))
    await desk.write(lambda tx: begun_anew(tx, START))
    (again,) = await desk.write(claim(START))
    assert (again.dedup, again.attempts) == ("a", 2)


async def test_a_row_given_back_waits_its_time_and_remembers_why(desk: Store) -> None:
    await desk.write(put("a", kind=PostKind.NOTICE, match_id=1))
    (row,) = await desk.write(claim(START))
    await desk.write(lambda tx: outbox.retry(tx, row.id, OWNER, "50013 missing permissions", START + 60))
    assert await desk.write(claim(START + 59)) == []
    (again,) = await desk.write(claim(START + 60))
    assert (again.attempts, again.last_error) == (2, "50013 missing permissions")


async def test_the_same_dedup_is_put_once(desk: Store) -> None:
    await desk.write(put("a", kind=PostKind.BOARD, match_id=1, version=2))
    await desk.write(put("b", kind=PostKind.BOARD, match_id=1, version=3))
    await desk.write(put("b", kind=PostKind.BOARD, match_id=1, version=99))
    assert versions(await desk.read(lambda tx: outbox.for_match(tx, 1))) == [3]


async def test_a_newer_board_takes_the_place_of_those_not_yet_sent_in_its_match_only(desk: Store) -> None:
    await desk.write(put("1.1", kind=PostKind.BOARD, match_id=1, version=1))
    await desk.write(put("1.p", kind=PostKind.NOTICE, match_id=1, version=1))
    await desk.write(put("2.1", kind=PostKind.BOARD, match_id=2, version=1))
    await desk.write(put("1.2", kind=PostKind.BOARD, match_id=1, version=2))
    assert dedups(await desk.read(lambda tx: outbox.for_match(tx, 1))) == ["1.p", "1.2"]
    assert dedups(await desk.read(lambda tx: outbox.for_match(tx, 2))) == ["2.1"]


async def test_a_newer_hand_takes_the_place_of_the_same_seats_only(desk: Store) -> None:
    for version in (1, 2):
        for seat in (0, 1):
            await desk.write(
                put(f"h{seat}.{version}", kind=PostKind.HAND, match_id=1, seat=seat, version=version)
            )
    assert dedups(await desk.read(lambda tx: outbox.for_match(tx, 1))) == ["h0.2", "h1.2"]


async def test_a_newer_board_waits_for_the_one_that_is_being_sent(desk: Store) -> None:
    await desk.write(put("1.1", kind=PostKind.BOARD, match_id=1, version=1))
    (first,) = await desk.write(claim(START))
    await desk.write(put("1.2", kind=PostKind.BOARD, match_id=1, version=2))
    await desk.write(put("1.3", kind=PostKind.BOARD, match_id=1, version=3))
    assert await desk.write(claim(START + 1)) == []
    await desk.write(lambda tx: outbox.done(tx, first.id, OWNER))
    assert versions(await desk.write(claim(START + 1))) == [3]


async def test_an_outdated_board_that_discord_refused_is_not_sent_again(desk: Store) -> None:
    await desk.write(put("1.1", kind=PostKind.BOARD, match_id=1, version=1))
    (first,) = await desk.write(claim(START))
    await desk.write(put("1.2", kind=PostKind.BOARD, match_id=1, version=2))
    await desk.write(lambda tx: outbox.retry(tx, first.id, OWNER, "50013", START + 5))
    assert versions(await desk.write(claim(START + LEASE))) == [2]


@pytest.mark.parametrize("ending", ["its lease runs out", "its process dies", "its answer is lost"])
async def test_an_outdated_board_that_discord_may_have_taken_is_settled_before_the_newer(
    desk: Store, ending: str
) -> None:
    await desk.write(put("1.1", kind=PostKind.BOARD, match_id=1, version=1))
    (first,) = await desk.write(claim(START))
    if ending == "its process dies":
        await desk.write(lambda tx: begun_anew(tx, START))
    elif ending == "its answer is lost":
        await desk.write(lambda tx: outbox.retry(tx, first.id, OWNER, "502", START + 5, unclear=True))
    await desk.write(put("1.2", kind=PostKind.BOARD, match_id=1, version=2))
    (again,) = await desk.write(claim(START + LEASE, owner="the next"))
    assert (again.version, again.unclear) == (1, True)
    await desk.write(lambda tx: outbox.retry(tx, again.id, "the next", "50013", START + LEASE))
    (again,) = await desk.write(claim(START + LEASE, owner="the next"))
    assert again.unclear  # a clear refusal of this try says nothing of the other
    await desk.write(lambda tx: outbox.done(tx, again.id, "the next"))
    (newer,) = await desk.write(claim(START + LEASE))
    assert (newer.version, newer.unclear) == (2, False)


async def test_only_its_owner_settles_a_row_or_gives_it_back(desk: Store) -> None:
    await desk.write(put("a", kind=PostKind.NOTICE, match_id=1))
    (late,) = await desk.write(claim(START))
    (taken,) = await desk.write(claim(START + LEASE, owner="the next"))
    assert not await desk.write(lambda tx: outbox.done(tx, late.id, OWNER))
    assert not await desk.write(lambda tx: outbox.retry(tx, late.id, OWNER, "502", START))
    assert await desk.write(claim(START + LEASE)) == []
    assert await desk.write(lambda tx: outbox.done(tx, taken.id, "the next"))
    await desk.write(put("b", kind=PostKind.NOTICE, match_id=1))
    assert not await desk.write(lambda tx: outbox.done(tx, late.id, OWNER))
    assert dedups(await desk.read(lambda tx: outbox.for_match(tx, 1))) == ["b"]


async def test_a_sender_that_lives_keeps_all_its_rows(desk: Store) -> None:
    for number in (1, 2, 3):
        await desk.write(put(f"n.{number}", kind=PostKind.NOTICE))
    flying = [row.id for row in await desk.write(claim(START))]
    await desk.write(lambda tx: outbox.renew(tx, flying[:2], owner=OWNER, until=START + 2 * LEASE))
    assert dedups(await desk.write(claim(START + LEASE, owner="the next"))) == ["n.3"]


async def test_a_row_that_is_being_sent_is_not_claimed_again_by_its_own_process(desk: Store) -> None:
    await desk.write(put("a", kind=PostKind.NOTICE, match_id=1))
    (row,) = await desk.write(claim(START))
    assert await desk.write(claim(START + LEASE, flying=[row.id])) == []
    assert await desk.read(lambda tx: outbox.next_due(tx, START + LEASE, OWNER, [row.id])) is None
    assert len(await desk.write(claim(START + LEASE))) == 1  # how it ended could not be stored


async def test_the_thread_comes_before_what_goes_into_it_and_is_archived_last(desk: Store) -> None:
    for kind in (PostKind.ARCHIVE, PostKind.BOARD, PostKind.RESULT, PostKind.PLACE, PostKind.HAND):
        await desk.write(put(kind, kind=kind, match_id=1, seat=0 if kind is PostKind.HAND else None))
    await desk.write(put("other", kind=PostKind.BOARD, match_id=2))
    first = await desk.write(claim(START))
    assert dedups(first) == ["place", "other"]
    await desk.write(lambda tx: outbox.done(tx, first[0].id, OWNER))
    then = await desk.write(claim(START))
    assert dedups(then) == ["board", "result", "hand"]
    for row in then[:2]:
        assert await desk.write(claim(START)) == []
        await desk.write(partial(outbox.done, outbox_id=row.id, owner=OWNER))
    assert dedups(await desk.write(claim(START))) == ["archive"]  # hands go elsewhere, and may wait for long


async def test_only_what_was_never_tried_is_hurried(desk: Store) -> None:
    """Discord may have what was tried once: that it has it in another way is not known any more."""
    for dedup in ("tried", "waits"):
        await desk.write(put(dedup, kind=PostKind.NOTICE, not_before=START + 50 * (dedup == "waits")))
    (tried,) = await desk.write(claim(START))
    await desk.write(lambda tx: outbox.retry(tx, tried.id, OWNER, "502", START + 50, unclear=True))
    for dedup in ("tried", "waits"):
        await desk.write(partial(outbox.hurry, dedup=dedup, at=START + 1))
    (hurried,) = await desk.write(claim(START + 1))
    assert (hurried.dedup, hurried.unclear) == ("waits", False)


async def test_a_wait_longer_than_any_was_stored_by_a_clock_that_was_wrong(desk: Store) -> None:
    for dedup, wait in (("a", 86_400), ("b", 100)):
        await desk.write(put(dedup, kind=PostKind.NOTICE))
        (row,) = await desk.write(claim(START))
        await desk.write(
            partial(outbox.retry, outbox_id=row.id, owner=OWNER, error="", not_before=START + wait)
        )
    await desk.write(lambda tx: begun_anew(tx, START))
    assert dedups(await desk.write(claim(START))) == ["a"]


async def test_what_is_about_one_thing_goes_out_one_after_the_other(desk: Store) -> None:
    await desk.write(put("c.1", kind=PostKind.CHALLENGE, challenge_id=1, not_before=START + 50))
    await desk.write(put("c.2", kind=PostKind.CHALLENGE, challenge_id=1))
    await desk.write(put("p.1", kind=PostKind.NOTICE, match_id=1))
    await desk.write(put("p.2", kind=PostKind.NOTICE, match_id=1))
    await desk.write(put("n.1", kind=PostKind.NOTICE))
    await desk.write(put("n.2", kind=PostKind.NOTICE))
    assert dedups(await desk.write(claim(START))) == ["p.1", "n.1", "n.2"]
    assert dedups(await desk.write(claim(START + 50, lease=100))) == ["p.1", "n.1", "n.2", "c.1"]


async def test_no_more_are_claimed_than_asked_for_the_earliest_first(desk: Store) -> None:
    for number in (3, 1, 2):
        await desk.write(put(f"n.{number}", kind=PostKind.NOTICE, not_before=START + number))
    assert dedups(await desk.write(claim(START + 9, limit=2))) == ["n.1", "n.2"]


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
    assert await desk.read(lambda tx: outbox.next_due(tx, START, OWNER, [row.id])) == START + 9


async def test_what_concerns_a_lost_channel_is_forgotten(desk: Store) -> None:
    await desk.write(put("a", kind=PostKind.BOARD, match_id=1))
    await desk.write(put("b", kind=PostKind.BOARD, match_id=2))
    await desk.write(lambda tx: outbox.drop_match(tx, 1))
    assert dedups(await desk.write(claim(START))) == ["b"]


async def test_what_is_being_sent_stays_until_its_answer_comes(desk: Store) -> None:
    await desk.write(put("a", kind=PostKind.BOARD, match_id=1))
    await desk.write(put("c", kind=PostKind.CHALLENGE, challenge_id=1))
    sent = await desk.write(claim(START))
    assert len(sent) == 2
    await desk.write(put("b", kind=PostKind.HAND, match_id=1))
    await desk.write(lambda tx: outbox.drop_match(tx, 1))
    await desk.write(lambda tx: outbox.drop_place(tx, channel_id=CHANNEL))
    assert await desk.read(lambda tx: tx.all("SELECT dedup FROM outbox ORDER BY id")) == [
        {"dedup": "a"},
        {"dedup": "c"},
    ]
    assert await desk.write(lambda tx: outbox.done(tx, sent[0].id, OWNER))


async def test_what_concerns_a_lost_place_is_forgotten_and_nothing_else(desk: Store) -> None:
    await desk.write(put("a", kind=PostKind.BOARD, match_id=1))
    await desk.write(put("c", kind=PostKind.CHALLENGE, challenge_id=1))
    await desk.write(put("n", kind=PostKind.NOTICE))
    await desk.write(lambda tx: outbox.drop_place(tx, channel_id=CHANNEL + 1))
    await desk.write(lambda tx: outbox.drop_place(tx, guild_id=GUILD + 1))
    assert len(await desk.read(lambda tx: tx.all("SELECT id FROM outbox"))) == 3
    await desk.write(lambda tx: outbox.drop_place(tx, channel_id=CHANNEL))
    assert dedups(await desk.write(claim(START))) == ["n"]


def due(now: float) -> Job[float | None]:
    return lambda tx: outbox.next_due(tx, now, OWNER)


def put(
    dedup: str,
    *,
    kind: PostKind,
    match_id: int | None = None,
    challenge_id: int | None = None,
    seat: int | None = None,
    version: int = 1,
    payload: str = "{}",
    at: float = START,
    not_before: float | None = None,
    reserved_for: str | None = None,
) -> Job[None]:
    return lambda tx: outbox.put(
        tx, dedup=dedup, kind=kind, version=version, payload=payload, at=at, match_id=match_id,
        challenge_id=challenge_id, seat=seat, not_before=not_before, reserved_for=reserved_for,
    )  # fmt: skip


def claim(
    now: float, *, limit: int = 100, lease: float = LEASE, owner: str = OWNER, flying: Sequence[int] = ()
) -> Job[list[OutboxRow]]:
    return lambda tx: outbox.claim(tx, now, limit, owner=owner, lease=lease, flying=flying)


def dedups(rows: list[OutboxRow]) -> list[str]:
    return [row.dedup for row in rows]


def versions(rows: list[OutboxRow]) -> list[int]:
    return [row.version for row in rows]


async def test_the_oldest_that_is_due_waits_for_nobody(desk: Store) -> None:
    async def since(at: float) -> float | None:
        return await desk.read(lambda tx: outbox.oldest_due(tx, at))

    assert await since(START) is None
    await desk.write(put("o.1", kind=PostKind.NOTICE, match_id=1, not_before=START + 300))
    await desk.write(put("o.2", kind=PostKind.NOTICE, match_id=1, not_before=START + 1))
    assert await since(START + 200) is None
    assert await since(START + 300) == START + 300
    await desk.write(put("o.3", kind=PostKind.NOTICE, match_id=2, not_before=START + 5))
    assert await since(START + 200) == START + 5


async def test_what_was_tried_and_not_taken_is_due_since_its_first_time(desk: Store) -> None:
    async def since(at: float) -> float | None:
        return await desk.read(lambda tx: outbox.oldest_due(tx, at))

    async def tried(at: float, *, later: bool = False) -> None:
        (row,) = await desk.write(claim(at))
        await desk.write(lambda tx: outbox.retry(tx, row.id, OWNER, "", at + 300, later=later))

    await desk.write(put("l.1", kind=PostKind.NOTICE, match_id=1, not_before=START + 1))
    await tried(START + 2)
    assert await since(START + 3) == START + 1
    assert await since(START) is None
    await desk.write(put("l.2", kind=PostKind.NOTICE, match_id=1))
    assert await since(START + 3) == START + 1  # what waits behind it is not due
    await tried(START + 400)
    await desk.write(put("l.3", kind=PostKind.NOTICE, match_id=2, not_before=START + 500))
    await tried(START + 600)
    assert await since(START + 650) == START + 1
    await desk.write(lambda tx: outbox.drop_match(tx, 2))
    await tried(START + 700, later=True)
    assert await since(START + 999) is None
    assert await since(START + 1000) == START + 1000
    await tried(START + 1000)
    assert await since(START + 1001) == START + 1000


async def test_a_clock_that_was_wrong_hides_nothing_that_is_late(desk: Store) -> None:
    await desk.write(put("l.1", kind=PostKind.NOTICE, match_id=1))
    (row,) = await desk.write(claim(START))
    await desk.write(lambda tx: outbox.retry(tx, row.id, OWNER, "", START + 5))
    before = START - 1800
    await desk.write(lambda tx: begun_anew(tx, before))
    (row,) = await desk.write(claim(before))
    await desk.write(lambda tx: outbox.retry(tx, row.id, OWNER, "", before + 300))
    assert await desk.read(lambda tx: outbox.oldest_due(tx, before + 200)) == before


async def test_who_ends_gives_back_what_they_have_in_hand(desk: Store) -> None:
    await desk.write(put("g.1", kind=PostKind.NOTICE, match_id=1))
    await desk.write(put("g.2", kind=PostKind.NOTICE, match_id=2))
    await desk.write(lambda tx: outbox.claim(tx, START, 1, owner="somebody else", lease=LEASE))
    await desk.write(claim(START))
    await desk.write(lambda tx: outbox.give_back(tx, OWNER))
    [row] = await desk.write(claim(START))
    assert (row.dedup, row.unclear) == ("g.2", True)


async def test_what_waits_behind_a_row_is_about_the_same_thing(desk: Store) -> None:
    for dedup, kind, match_id, seat in (
        ("a", PostKind.HAND, 1, 0),
        ("b", PostKind.HAND, 1, 1),
        ("c", PostKind.BOARD, 1, None),
        ("d", PostKind.HAND, 2, 0),
    ):
        await desk.write(put(dedup, kind=kind, match_id=match_id, seat=seat))
    first, *others = await desk.write(claim(START))
    assert not await desk.read(lambda tx: outbox.followed(tx, first))
    await desk.write(put("e", kind=PostKind.HAND, match_id=1, seat=0))
    assert await desk.read(lambda tx: outbox.followed(tx, first))
    for other in others:
        assert not await desk.read(lambda tx, row=other: outbox.followed(tx, row))  # type: ignore[misc]


async def test_a_new_process_lets_no_row_wait_for_a_clock_that_was_wrong(desk: Store) -> None:
    await desk.write(put("a", kind=PostKind.NOTICE, match_id=1))
    await desk.write(put("b", kind=PostKind.ARCHIVE, match_id=2))
    await desk.write(lambda tx: begun_anew(tx, START - 1800, 3600.0))
    assert [row.dedup for row in await desk.write(claim(START - 1800))] == ["a"]


async def begun_anew(tx: Transaction, now: float, longest_wait: float = 100) -> None:
    """Take over what was left, as a process does that begins alone."""
    await processes.sweep(tx, now, alone="a new one")
    await outbox.mend_times(tx, now, longest_wait)
