"""What becomes of a refused post, by how often and how long it has been refused."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from bot.delivery import drain
from bot.delivery.claims import NONCE_LIMIT, Claims
from bot.delivery.drain import EACH_MINUTE, HOPED_FOR, LEASE, LEFT_AFTER, OUR_TRIES, PARKED, RENEWED_EVERY
from club.running.column import DELIVERY_RETRY_AFTER
from data.database.errors import StoreError
from data.database.store import Store
from data.outbox import refused_posts
from data.outbox.post_kinds import PostKind
from data.play.challenges import ChallengeStatus
from data.play.matches import MatchRow, MatchStatus
from data.store_opening import open_store
from tests.bot.delivery.faults import FAULTS
from tests.bot.memory_wire import Post
from tests.club.people import ANN, CHANNEL, act, make_challenge

DAY = 86_400.0


def refuse(post: Post, fault: Exception | None, *requests: str, at: int | None = None) -> None:
    """From now on such requests fail, everywhere or in one place; others are taken."""
    post.wire.fault = lambda request, channel: (
        fault if request in (requests or ("post",)) and at in (None, channel) else None
    )


def tries(post: Post, place: int, request: str = "post") -> int:
    return post.wire.asked.count((request, place))


async def row(post: Post) -> MatchRow:
    return (await post.club.play.matches.load(1)).row


async def thread_refuses(post: Post, name: str, *requests: str) -> tuple[int, int | None, int]:
    """A thread refuses a board; return its tries, the thread then, others' tries."""
    thread = (await post.match()).row.thread_id or 0
    before = tries(post, thread)
    refuse(post, FAULTS[name], *requests, at=thread)
    await post.move(1)
    await post.run(600)
    return tries(post, thread) - before, (await row(post)).thread_id, tries(post, CHANNEL)


@pytest.mark.parametrize(
    ("name", "requests", "expected"),
    [
        ("50013", (), (LEFT_AFTER, None, 1)),
        ("50001", (), (LEFT_AFTER, None, 1)),
        ("160005", (), (1, None, 1)),
        ("10003", (), (1, None, 1)),
        ("50083", (), (3, None, 1)),
        ("50083", ("post", "archive"), (1, None, 1)),
    ],
)
async def test_a_thread_that_takes_no_board_is_left_sooner_or_later(
    post: Post, name: str, requests: tuple[str, ...], expected: tuple[int, int | None, int]
) -> None:
    assert await thread_refuses(post, name, *requests) == expected


async def test_a_shut_thread_is_opened_twice(post: Post) -> None:
    await thread_refuses(post, "50083")
    assert sum(request == "archive" for request, _ in post.wire.asked) == 2
    assert (await row(post)).board_version == 1


async def test_a_thread_that_never_took_a_board_is_left_at_once(post: Post) -> None:
    post.wire.fault = lambda request, channel: (
        FAULTS["50013"] if request == "post" and channel != CHANNEL else None
    )
    table = await post.match()
    assert (table.row.thread_id, table.row.board_channel_id) == (None, CHANNEL)


@pytest.mark.parametrize(("name", "refused"), [("10003", LEFT_AFTER), ("10004", 1)])
async def test_a_match_whose_channel_is_gone_is_suspended(
    post: Post, name: str, refused: int, caplog: pytest.LogCaptureFixture
) -> None:
    await post.match()
    before = len(post.wire.asked)
    refuse(post, FAULTS[name])
    await post.move(1)
    await post.run(DAY)
    asked = post.wire.asked[before:]
    assert sum(request == "post" for request, _ in asked) == refused
    assert (("look up", CHANNEL) in asked) == (refused > 1)
    assert (await row(post)).status is MatchStatus.SUSPENDED
    assert "match suspended" in caplog.messages
    assert await post.waiting(1) == []


async def test_a_result_is_tried_for_a_day(post: Post, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    await post.match()
    refuse(post, FAULTS["50013"], at=CHANNEL)
    await post.club.play.matches.resign(1, act(ANN))
    await post.run(DAY - 1)
    assert len(await post.waiting(1)) == 1
    await post.run(DAY)
    assert await post.waiting(1) == []
    assert (await row(post)).status is MatchStatus.OVER
    said = [message for message in caplog.messages if message.startswith("post")]
    assert said == ["post parked", "post given up"]


async def test_what_is_refused_for_long_is_tried_once_a_minute_then_once_an_hour(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait = post.delivery._refusal_wait
    assert [await wait(*of) for of in ((4, 0.0), (4, DAY), (5, HOPED_FOR - 1), (5, HOPED_FOR))] == [
        None,
        None,
        EACH_MINUTE,
        PARKED,
    ]
    waits = []
    for waiting in (0, 1, 100, 101, 201):

        async def count(tx: Any, waiting: int = waiting) -> int:
            return waiting

        monkeypatch.setattr(refused_posts, "count_refused", count)
        waits.append(await wait(5, 0.0))
    assert waits == [60.0, 60.0, 60.0, 120.0, 180.0]


@pytest.mark.parametrize(
    ("name", "refused"), [("400", 1), ("status 400", 1), ("50001", LEFT_AFTER), ("10003", 1)]
)
async def test_a_challenge_whose_card_no_one_can_see_is_withdrawn(
    post: Post, name: str, refused: int
) -> None:
    refuse(post, FAULTS.get(name, FAULTS["a form's mistake"]), at=CHANNEL)
    await make_challenge(post.club)
    await post.run(DAY / 4)
    assert tries(post, CHANNEL) == refused
    assert (await post.club.play.challenges.get(1)).status is ChallengeStatus.EXPIRED


@pytest.mark.parametrize(
    ("fault", "given_up"),
    [(ZeroDivisionError(), True), (StoreError("store.full"), False), (StoreError("store.corrupt"), True)],
)
async def test_our_own_mistake_is_tried_five_times_and_a_full_disk_for_ever(
    post: Post, fault: Exception, given_up: bool, caplog: pytest.LogCaptureFixture
) -> None:
    thread = (await post.match()).row.thread_id or 0
    before = tries(post, thread)
    refuse(post, fault)
    await post.move(1)
    await post.run(500)
    assert (tries(post, thread) - before == OUR_TRIES) == given_up == (await post.waiting(1) == [])
    assert ("post given up" in caplog.messages) == given_up


async def test_the_looks_of_an_old_card_are_not_worth_many_tries(post: Post) -> None:
    refuse(post, FAULTS["status 429"], "edit")
    await post.match()
    await post.run(DAY)
    assert tries(post, CHANNEL, "edit") == 2 * drain.HELD_TRIES  # it was redrawn twice
    assert await post.waiting_of(PostKind.CHALLENGE) == 0


async def under_way(post: Post) -> asyncio.Event:
    """A board is being posted, and Discord has not answered yet."""
    await post.match()
    held = post.wire.hold("post")
    await post.move(1)
    await post.run()
    return held


async def leases(post: Post) -> list[dict[str, Any]]:
    sql = "SELECT owner, leased_until, unclear FROM outbox WHERE kind = 'board'"
    return await post.store.read(lambda tx: tx.all(sql))


async def test_what_is_under_way_is_kept_by_renewing_its_lease(post: Post) -> None:
    held = await under_way(post)
    began = post.now()
    assert await post.delivery.work() == began + RENEWED_EVERY
    post.time += RENEWED_EVERY - 1
    await post.delivery.work()
    assert [each["leased_until"] for each in await leases(post)] == [began + LEASE]
    post.time += 1
    assert await post.delivery.work() == began + 2 * RENEWED_EVERY
    assert [each["leased_until"] for each in await leases(post)] == [began + RENEWED_EVERY + LEASE]
    held.set()
    await post.run()
    assert (await row(post)).board_version == 1


async def test_with_no_room_nothing_is_claimed_but_leases_are_renewed(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drain, "AT_ONCE", 1)
    await under_way(post)
    began = post.now()
    await make_challenge(post.club, people=(ANN, None))
    await post.club.play.challenges.post_card_now(2)
    assert await post.delivery.work() == began + RENEWED_EVERY
    post.time += RENEWED_EVERY
    assert await post.delivery.work() == began + 2 * RENEWED_EVERY
    assert [each["leased_until"] for each in await leases(post)] == [post.now() + LEASE]
    assert await post.waiting_of(PostKind.CARD) == 1 and len(post.delivery.flying) == 1


@pytest.mark.parametrize("answered", [True, False])
async def test_what_is_cut_short_at_the_end_is_looked_for_later(
    post: Post, monkeypatch: pytest.MonkeyPatch, answered: bool
) -> None:
    monkeypatch.setattr(drain, "LAST_POSTS", 60.0 if answered else 0.01)
    held = await under_way(post)
    if answered:
        asyncio.get_running_loop().call_later(0.01, held.set)
    await post.delivery.close()
    assert post.delivery.flying == {}
    assert [(each["owner"], each["unclear"]) for each in await leases(post)] == (
        [] if answered else [(None, 1)]
    )
    await post.delivery.close()


async def test_a_post_whose_end_cannot_be_stored_is_given_back_as_soon_as_that_works(
    post: Post, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await post.match()
    refuse(post, FAULTS["status 500"])
    with monkeypatch.context() as broken:
        broken.setattr(post.delivery.claims, "give_back", _fail)
        await post.move(1)
        await post.run()
    began = post.now()
    assert "post not settled" in caplog.messages and post.rung is False
    assert await post.delivery.work() == began + DELIVERY_RETRY_AFTER
    assert [each["owner"] is None for each in await leases(post)] == [False]
    refuse(post, None)
    await post.run(DELIVERY_RETRY_AFTER)
    assert (await row(post)).board_version == 1


async def _fail(*_: object, **__: object) -> None:
    raise StoreError("store.full")


async def test_nonces_stay_the_same_in_a_database_and_are_its_own(post: Post, tmp_path: Path) -> None:
    await post.match()
    await post.move(1)
    [board] = await post.waiting(1)

    async def nonce(store: Store, drawn: int) -> str:
        claims = await Claims.open(
            store, now=post.now, owner="x", chance=lambda below: drawn, has_kept_claims=lambda at: True
        )
        return claims.nonce(board)

    other = await open_store(f"{tmp_path}/other.db", now=post.now)
    nonces = [await nonce(post.store, 5), await nonce(other, 6), await nonce(other, 7)]
    await other.close()
    assert nonces[0] == post.delivery.claims.nonce(board) != nonces[1] == nonces[2]
    assert len(nonces[0]) == NONCE_LIMIT
