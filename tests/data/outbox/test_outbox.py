"""Posts are sent once, in order, and with the newest picture only.

They survive a sender that dies.
"""

from functools import partial

import pytest

from data import figures
from data.database.store import Store
from data.outbox import outbox, row_claims
from data.outbox.outbox import RESERVED_FOR, OutboxRow
from data.outbox.post_kinds import PostKind
from tests.data.desk import LEASE, OWNER, begun_anew, claim, dedups, desk, put, versions
from tests.data.samples import CHANNEL, GUILD, START
from tests.pending_posts import for_match

__all__ = ["desk"]


async def test_a_claimed_row_is_nobody_elses_until_it_is_done(desk: Store) -> None:
    await desk.write(put("a", kind=PostKind.NOTICE, match_id=1, payload={"x": 1}))
    (row,) = await desk.write(claim(START))
    assert row == OutboxRow(
        id=1,
        dedup="a",
        match_id=1,
        challenge_id=None,
        kind=PostKind.NOTICE,
        seat=None,
        version=1,
        payload='{"x": 1}',
        not_before=START,
        leased_until=START + LEASE,
        attempts=1,
        last_error=None,
        owner=OWNER,
        unclear=False,
        reserved_for=None,
        reserved_until=None,
        refused=0,
    )
    assert await desk.write(claim(START + 1)) == []
    await desk.write(lambda tx: row_claims.delete_sent(tx, row.id, OWNER))
    assert await desk.write(claim(START + 100)) == []


async def test_a_sender_that_dies_leaves_its_row_to_the_next(desk: Store) -> None:
    await desk.write(put("a", kind=PostKind.NOTICE, match_id=1))
    await desk.write(claim(START))
    assert await desk.write(claim(START + LEASE - 0.1)) == []
    (again,) = await desk.write(claim(START + LEASE))
    assert (again.dedup, again.attempts) == ("a", 2)


async def test_what_only_a_newer_process_can_post_is_left_to_it(desk: Store) -> None:
    await desk.write(put("new", kind=PostKind.NOTICE, match_id=1))
    await desk.write(lambda tx: tx.run("UPDATE outbox SET kind = 'of tomorrow'"))
    assert await desk.write(claim(START)) == []
    assert await desk.read(lambda tx: row_claims.next_due_time(tx, START, OWNER)) is None
    assert await desk.read(lambda tx: figures.oldest_due_time(tx, START)) is None
    await desk.write(put("known", kind=PostKind.NOTICE, match_id=1))
    assert dedups(await desk.write(claim(START))) == ["known"]
    assert [row.dedup for row in await desk.read(lambda tx: for_match(tx, 1))] == ["known"]


async def test_what_a_token_can_send_is_its_holder_s_for_a_while_and_then_anybody_s(desk: Store) -> None:
    await desk.write(put("a", kind=PostKind.BOARD, match_id=1, reserved_for=OWNER))
    assert await desk.write(claim(START, owner="another")) == []
    assert await desk.read(lambda tx: row_claims.next_due_time(tx, START, "another")) == START + RESERVED_FOR
    assert await desk.read(lambda tx: row_claims.next_due_time(tx, START, OWNER)) == START
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


async def test_the_same_dedup_is_put_once(desk: Store) -> None:
    await desk.write(put("a", kind=PostKind.BOARD, match_id=1, version=2))
    await desk.write(put("b", kind=PostKind.BOARD, match_id=1, version=3))
    await desk.write(put("b", kind=PostKind.BOARD, match_id=1, version=99))
    assert versions(await desk.read(lambda tx: for_match(tx, 1))) == [3]


async def test_a_newer_board_takes_the_place_of_those_not_yet_sent_in_its_match_only(desk: Store) -> None:
    await desk.write(put("1.1", kind=PostKind.BOARD, match_id=1, version=1))
    await desk.write(put("1.p", kind=PostKind.NOTICE, match_id=1, version=1))
    await desk.write(put("2.1", kind=PostKind.BOARD, match_id=2, version=1))
    await desk.write(put("1.2", kind=PostKind.BOARD, match_id=1, version=2))
    assert dedups(await desk.read(lambda tx: for_match(tx, 1))) == ["1.p", "1.2"]
    assert dedups(await desk.read(lambda tx: for_match(tx, 2))) == ["2.1"]


async def test_a_newer_hand_takes_the_place_of_the_same_seats_only(desk: Store) -> None:
    for version in (1, 2):
        for seat in (0, 1):
            await desk.write(
                put(f"h{seat}.{version}", kind=PostKind.HAND, match_id=1, seat=seat, version=version)
            )
    assert dedups(await desk.read(lambda tx: for_match(tx, 1))) == ["h0.2", "h1.2"]


async def test_a_newer_board_waits_for_the_one_that_is_being_sent(desk: Store) -> None:
    await desk.write(put("1.1", kind=PostKind.BOARD, match_id=1, version=1))
    (first,) = await desk.write(claim(START))
    await desk.write(put("1.2", kind=PostKind.BOARD, match_id=1, version=2))
    await desk.write(put("1.3", kind=PostKind.BOARD, match_id=1, version=3))
    assert await desk.write(claim(START + 1)) == []
    await desk.write(lambda tx: row_claims.delete_sent(tx, first.id, OWNER))
    assert versions(await desk.write(claim(START + 1))) == [3]


async def test_an_outdated_board_that_discord_refused_is_not_sent_again(desk: Store) -> None:
    await desk.write(put("1.1", kind=PostKind.BOARD, match_id=1, version=1))
    (first,) = await desk.write(claim(START))
    await desk.write(put("1.2", kind=PostKind.BOARD, match_id=1, version=2))
    await desk.write(lambda tx: row_claims.retry(tx, first.id, OWNER, "50013", START + 5))
    assert versions(await desk.write(claim(START + LEASE))) == [2]


@pytest.mark.ci
@pytest.mark.parametrize("ending", ["its lease runs out", "its process dies", "its answer is lost"])
async def test_an_outdated_board_that_discord_may_have_taken_is_settled_before_the_newer(
    desk: Store, ending: str
) -> None:
    await desk.write(put("1.1", kind=PostKind.BOARD, match_id=1, version=1))
    (first,) = await desk.write(claim(START))
    if ending == "its process dies":
        await desk.write(lambda tx: begun_anew(tx, START))
    elif ending == "its answer is lost":
        await desk.write(lambda tx: row_claims.retry(tx, first.id, OWNER, "502", START + 5, unclear=True))
    await desk.write(put("1.2", kind=PostKind.BOARD, match_id=1, version=2))
    (again,) = await desk.write(claim(START + LEASE, owner="the next"))
    assert (again.version, again.unclear) == (1, True)
    await desk.write(lambda tx: row_claims.retry(tx, again.id, "the next", "50013", START + LEASE))
    (again,) = await desk.write(claim(START + LEASE, owner="the next"))
    assert again.unclear  # a clear refusal of this try says nothing of the other
    await desk.write(lambda tx: row_claims.delete_sent(tx, again.id, "the next"))
    (newer,) = await desk.write(claim(START + LEASE))
    assert (newer.version, newer.unclear) == (2, False)


async def test_only_its_owner_settles_a_row_or_gives_it_back(desk: Store) -> None:
    await desk.write(put("a", kind=PostKind.NOTICE, match_id=1))
    (late,) = await desk.write(claim(START))
    (taken,) = await desk.write(claim(START + LEASE, owner="the next"))
    assert not await desk.write(lambda tx: row_claims.delete_sent(tx, late.id, OWNER))
    assert not await desk.write(lambda tx: row_claims.retry(tx, late.id, OWNER, "502", START))
    assert await desk.write(claim(START + LEASE)) == []
    assert await desk.write(lambda tx: row_claims.delete_sent(tx, taken.id, "the next"))
    await desk.write(put("b", kind=PostKind.NOTICE, match_id=1))
    assert not await desk.write(lambda tx: row_claims.delete_sent(tx, late.id, OWNER))
    assert dedups(await desk.read(lambda tx: for_match(tx, 1))) == ["b"]


async def test_a_sender_that_lives_keeps_all_its_rows(desk: Store) -> None:
    for number in (1, 2, 3):
        await desk.write(put(f"n.{number}", kind=PostKind.NOTICE))
    flying = [row.id for row in await desk.write(claim(START))]
    await desk.write(lambda tx: row_claims.renew(tx, flying[:2], owner=OWNER, until=START + 2 * LEASE))
    assert dedups(await desk.write(claim(START + LEASE, owner="the next"))) == ["n.3"]


async def test_a_row_that_is_being_sent_is_not_claimed_again_by_its_own_process(desk: Store) -> None:
    await desk.write(put("a", kind=PostKind.NOTICE, match_id=1))
    (row,) = await desk.write(claim(START))
    assert await desk.write(claim(START + LEASE, flying=[row.id])) == []
    assert await desk.read(lambda tx: row_claims.next_due_time(tx, START + LEASE, OWNER, [row.id])) is None
    assert len(await desk.write(claim(START + LEASE))) == 1  # how it ended could not be stored


async def test_the_thread_comes_before_what_goes_into_it_and_is_archived_last(desk: Store) -> None:
    for kind in (PostKind.ARCHIVE, PostKind.BOARD, PostKind.RESULT, PostKind.PLACE, PostKind.HAND):
        await desk.write(put(kind, kind=kind, match_id=1, seat=0 if kind is PostKind.HAND else None))
    await desk.write(put("other", kind=PostKind.BOARD, match_id=2))
    first = await desk.write(claim(START))
    assert dedups(first) == ["place", "other"]
    await desk.write(lambda tx: row_claims.delete_sent(tx, first[0].id, OWNER))
    then = await desk.write(claim(START))
    assert dedups(then) == ["board", "result", "hand"]
    for row in then[:2]:
        assert await desk.write(claim(START)) == []
        await desk.write(partial(row_claims.delete_sent, outbox_id=row.id, owner=OWNER))
    assert dedups(await desk.write(claim(START))) == ["archive"]  # hands go elsewhere, and may wait for long


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
    assert await desk.write(lambda tx: row_claims.delete_sent(tx, sent[0].id, OWNER))


async def test_what_concerns_a_lost_place_is_forgotten_and_nothing_else(desk: Store) -> None:
    await desk.write(put("a", kind=PostKind.BOARD, match_id=1))
    await desk.write(put("c", kind=PostKind.CHALLENGE, challenge_id=1))
    await desk.write(put("n", kind=PostKind.NOTICE))
    await desk.write(lambda tx: outbox.drop_place(tx, channel_id=CHANNEL + 1))
    await desk.write(lambda tx: outbox.drop_place(tx, guild_id=GUILD + 1))
    assert len(await desk.read(lambda tx: tx.all("SELECT id FROM outbox"))) == 3
    await desk.write(lambda tx: outbox.drop_place(tx, channel_id=CHANNEL))
    assert dedups(await desk.write(claim(START))) == ["n"]


async def test_who_ends_gives_back_what_they_have_in_hand(desk: Store) -> None:
    await desk.write(put("g.1", kind=PostKind.NOTICE, match_id=1))
    await desk.write(put("g.2", kind=PostKind.NOTICE, match_id=2))
    await desk.write(lambda tx: row_claims.claim(tx, START, 1, owner="somebody else", lease=LEASE))
    await desk.write(claim(START))
    await desk.write(lambda tx: row_claims.give_back(tx, OWNER))
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
    assert not await desk.read(lambda tx: outbox.has_newer(tx, first))
    await desk.write(put("e", kind=PostKind.HAND, match_id=1, seat=0))
    assert await desk.read(lambda tx: outbox.has_newer(tx, first))
    for other in others:
        assert not await desk.read(lambda tx, row=other: outbox.has_newer(tx, row))
