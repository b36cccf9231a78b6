"""Posts under way are known and bounded, and never show an older state.

One board stays live.
"""

from pathlib import Path

import pytest

from bot.codes import NoAnswer
from bot.delivery.drain import AT_ONCE, RENEWED_EVERY
from club.play.course.offers import OfferKind
from club.refusals import Refusal
from data.play.matches import MatchRow
from tests.bot.memory_wire import Post
from tests.club.people import ANN, BEN, act
from tests.fake_wire import refusal
from tests.pending_posts import for_match
from tests.sets import leave_to_ci

HOUR = 3600.0


async def shown_version(post: Post, match_id: int = 1) -> int | None:
    """Return the version of a match that its newest board shows."""
    return (await post.club.play.matches.load(match_id)).row.board_version


@pytest.mark.ci
async def test_a_post_that_takes_an_hour_is_under_way_once(post: Post) -> None:
    table = await post.match()
    place = table.row.place_id
    answer = post.wire.hold("post")
    await post.move(1)
    before = len(post.wire.asked)
    await post.run(HOUR)
    assert post.wire.asked[before:] == [("post", place)]
    answer.set()
    await post.run()
    assert await shown_version(post) == 1
    assert await post.waiting(1) == []


@pytest.mark.ci
async def test_at_most_so_many_posts_are_under_way(post: Post) -> None:
    many = AT_ONCE + 3
    for number in range(many):
        await post.match(strangers=100 + 2 * number)
    post.wire.most_under_way = 0
    answer = post.wire.hold("post")
    for number in range(many):
        await post.move(number + 1)
    await post.run(HOUR)
    assert post.wire.most_under_way == AT_ONCE
    answer.set()
    await post.run()
    assert [await shown_version(post, number + 1) for number in range(many)] == [1] * many


async def test_what_waits_behind_a_post_under_way_wakes_nobody(post: Post) -> None:
    await post.match()
    answer = post.wire.hold("post")
    await post.move(1)
    await post.run()
    await post.move(1)
    await post.run()
    post.claims = 0
    await post.run(10 * RENEWED_EVERY)
    assert post.claims <= 2 * 11  # the renewals, and a look each time whether anything has ended
    answer.set()


@pytest.mark.parametrize("lost", leave_to_ci([NoAnswer("reset"), refusal(502), refusal(504)], after=1))
@pytest.mark.parametrize("accepted", [True, False])
@pytest.mark.parametrize("moves", leave_to_ci([1, 2, 3], but=(2,)))
@pytest.mark.parametrize("busy", [False, True])
async def test_one_board_is_live_whatever_became_of_the_answer_to_a_post(
    post: Post, lost: Exception, accepted: bool, moves: int, busy: bool
) -> None:
    table = await post.match()
    post.wire.busy = busy
    place = table.row.place_id
    post.wire.fault = lambda request, channel: lost if request == "post" else None
    post.wire.accepts = accepted
    await post.move(1)
    await post.run()
    post.wire.fault = lambda request, channel: None
    for _ in range(moves - 1):
        await post.move(1)  # before the row is tried again
    await post.run(HOUR)
    (live,) = post.wire.live(place)
    assert live.marks >= {f"v1:1:play:{moves}"}
    assert await shown_version(post) == moves
    assert await post.waiting(1) == []


@pytest.mark.parametrize("accepted", [True, False])
@pytest.mark.parametrize("moves", leave_to_ci([1, 2], but=(2,)))
@pytest.mark.parametrize("busy", [False, True])
async def test_one_board_is_live_whenever_the_process_dies(
    post: Post, accepted: bool, moves: int, busy: bool
) -> None:
    table = await post.match()
    post.wire.busy = busy
    never = post.wire.hold("post")
    post.wire.accepts = accepted
    await post.move(1)
    await post.run()
    if accepted:
        never.set()
        post.delivery.claims.owner = (
            "nobody"  # the answer comes, but what follows from it is not stored any more
        )
        await post._quiet()
    await post.kill()
    post.wire.held.clear()
    await post.start(chance=2)
    for _ in range(moves - 1):
        await post.move(1)
    await post.run(HOUR)
    (live,) = post.wire.live(table.row.place_id)
    assert live.marks >= {f"v1:1:play:{moves}"}
    assert await post.waiting(1) == []


@pytest.mark.ci
@pytest.mark.parametrize("accepted", [True, False])
@pytest.mark.parametrize("busy", [False, True])
async def test_one_hand_is_live_whatever_became_of_the_answer_to_a_post(
    post: Post, accepted: bool, busy: bool
) -> None:
    lost, post.wire.busy = True, busy
    post.wire.fault = lambda request, channel: (
        NoAnswer("reset") if lost and request == "post" and channel > 100_000 else None
    )
    post.wire.accepts = accepted
    table = await post.match("one-zero-one")
    await post.move(1)
    await post.move(1)
    lost = False
    await post.run(HOUR)
    for seat in table.row.seats:
        (live,) = post.wire.live(100_000 + seat.user_id)
        assert live.marks >= {"v1:1:play:2"}
    assert await post.waiting(1) == []


@pytest.mark.ci
@pytest.mark.parametrize("busy", [False, True])
async def test_a_result_an_offer_and_a_notice_are_shown_once_though_their_answer_was_lost(
    post: Post, busy: bool
) -> None:
    table = await post.match()
    post.wire.busy = busy
    place, channel = table.row.place_id, table.row.channel_id
    faults = 0

    def fault(request: str, _: int) -> Exception | None:
        nonlocal faults
        faults += request == "post"
        return NoAnswer("reset") if request == "post" and faults in (1, 3, 4) else None

    post.wire.fault, post.wire.accepts = fault, True
    await post.club.play.offers.offer(1, act(ANN), OfferKind.DRAW)
    await post.run(HOUR)
    assert len(post.wire.live(place, "draw")) == 1
    await post.club.play.offers.accept(1, act(BEN), OfferKind.DRAW)
    await post.run(HOUR / 2)
    assert post.wire.live(place, "draw") == []
    assert len([sent for sent in post.wire.messages.values() if sent.channel_id == channel]) == 1
    assert len(post.wire.live(place, "share-end")) == 1
    assert await post.waiting(1) == []


@pytest.mark.ci
async def test_every_database_has_nonces_of_its_own_and_keeps_them(tmp_path: Path) -> None:
    nonces = []
    for number, chance in ((1, 1), (2, 2), (2, 3)):
        post = Post(tmp_path / f"{number}.db")
        await post.start(chance=chance)
        if not (rows := await post.store.read(lambda tx: for_match(tx, 1))):
            await post.match()
            await post.move(1)
            rows = await post.waiting(1)
        nonces.append(post.delivery.claims.nonce(rows[0]))
        await post.kill()
    first, second, again = nonces
    assert first != second
    assert second == again
    assert max(map(len, nonces)) <= 25


async def test_what_is_under_way_when_its_match_is_set_aside_ends_quietly(
    post: Post, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await post.match()
    await post.move(1)

    async def set_aside(row: MatchRow) -> None:
        raise Refusal("match.unreadable")

    monkeypatch.setattr(post.club.play.matches, "load_table", set_aside)
    await post.run()
    assert caplog.records == []
    assert await post.waiting(1) == []
