"""Posts under way are known and bounded, and never show an older state.

One board stays live.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest

from bot.codes import NoAnswer
from bot.delivery.drain import AT_ONCE, LEASE, RENEWED_EVERY
from club.play.course.offers import OfferKind
from club.refusals import Refusal
from data.outbox import row_claims
from data.outbox.post_kinds import PostKind
from data.play.matches import MatchRow
from tests.bot.memory_wire import Post, posting
from tests.club.people import ANN, BEN, act
from tests.fake_wire import refusal
from tests.pending_posts import for_match
from tests.sets import leave_to_ci

HOUR = 3600.0


@pytest.fixture
async def post(tmp_path: Path) -> AsyncIterator[Post]:
    async with posting(tmp_path / "twotone.db") as opened:
        yield opened


async def shown_version(post: Post, match_id: int = 1) -> int | None:
    """Return the version of a match that its newest board shows."""
    return (await post.club.matches.load(match_id)).row.board_version


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


async def test_a_board_that_stalled_is_followed_by_the_newer_and_never_replaces_it(post: Post) -> None:
    table = await post.match()
    answer = post.wire.hold("post")
    await post.move(1)
    await post.run(600)
    await post.move(1)
    await post.move(1)
    await post.run(600)
    assert await shown_version(post) == 0
    answer.set()
    await post.run()
    assert await shown_version(post) == 3
    (live,) = post.wire.live(table.row.place_id)
    assert live.marks >= {"v1:1:play:3"}
    assert live.message_id == max(post.wire.messages)


@pytest.mark.ci
async def test_at_most_so_many_posts_are_under_way(post: Post) -> None:
    for number in range(3 * AT_ONCE):
        await post.match(strangers=100 + 2 * number)
    post.wire.most_under_way = 0
    answer = post.wire.hold("post")
    for number in range(3 * AT_ONCE):
        await post.move(number + 1)
    await post.run(HOUR)
    assert post.wire.most_under_way == AT_ONCE
    answer.set()
    await post.run()
    assert [await shown_version(post, number + 1) for number in range(3 * AT_ONCE)] == [1] * 3 * AT_ONCE


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


async def test_who_is_not_the_owner_any_more_notes_their_board_and_leaves_the_row(post: Post) -> None:
    """The board is there, whichever process has the row by now.

    That process looks for the board before it posts one itself.
    """
    await post.match()
    answer = post.wire.hold("post")
    await post.move(1)
    await post.run()

    (taken,) = await post.store.write(
        lambda tx: row_claims.claim(tx, post.time + LEASE + 1, 9, owner="another", lease=LEASE)
    )
    answer.set()
    await post.run()
    assert await shown_version(post) == 1
    (row,) = [row for row in await post.waiting(1) if row.kind is PostKind.BOARD]
    assert (row.id, row.owner, row.unclear) == (taken.id, "another", True)


async def test_a_board_that_is_found_late_is_as_old_as_discord_says(post: Post) -> None:
    """A board's age counts from its message, however long the bot looked for it.

    Discord takes few edits of messages older than an hour.
    """
    await post.match()
    moved_at = post.time
    post.wire.accepts = True
    post.wire.fault = lambda request, channel: NoAnswer("reset") if request in ("post", "look") else None
    await post.move(1)
    await post.run(HOUR)
    post.wire.fault = lambda request, channel: None
    await post.run(600)
    assert await shown_version(post) == 1
    found = (await post.club.matches.load(1)).row
    assert moved_at <= (found.board_posted_at or 0) < moved_at + 60
    await post.club.offers.offer(1, act(ANN), OfferKind.DRAW)
    await post.run(10)
    newer = (await post.club.matches.load(1)).row
    assert (newer.board_message_id or 0) > (found.board_message_id or 0)


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


async def test_a_board_that_others_have_written_after_is_found_though_moves_followed(post: Post) -> None:
    table = await post.match()
    post.wire.busy = True
    post.wire.fault = lambda request, channel: NoAnswer("reset") if request in ("post", "look") else None
    post.wire.accepts = True
    await post.move(1)
    await post.run()
    post.wire.accepts = False
    for _ in range(2):
        await post.run(HOUR / 6)
        await post.move(1)
    post.wire.fault = lambda request, channel: None
    await post.run(HOUR)
    (live,) = post.wire.live(table.row.place_id)
    assert live.marks >= {"v1:1:play:3"}


async def test_the_message_that_a_nonce_brings_back_counts_for_what_it_shows(post: Post) -> None:
    table = await post.match()
    post.wire.fault = lambda request, channel: NoAnswer("reset") if request == "post" else None
    post.wire.accepts = post.wire.blind = True
    await post.move(1)
    await post.run()
    post.wire.fault = lambda request, channel: None
    first = post.wire.hold("look")
    post.time += 2
    await post._work()
    await post.move(1)  # while the first board is looked for, and not found
    first.set()
    await post.run(60)
    post.wire.blind = False
    await post.move(1)
    await post.run(60)
    (live,) = post.wire.live(table.row.place_id)
    assert live.marks >= {"v1:1:play:3"}


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
    await post.club.offers.offer(1, act(ANN), OfferKind.DRAW)
    await post.run(HOUR)
    assert len(post.wire.live(place, "draw")) == 1
    await post.club.offers.accept(1, act(BEN), OfferKind.DRAW)
    await post.run(HOUR / 2)
    assert post.wire.live(place, "draw") == []
    assert len([sent for sent in post.wire.messages.values() if sent.channel_id == channel]) == 1
    assert len(post.wire.live(place, "moves")) == 1
    assert await post.waiting(1) == []


async def test_an_offer_that_lapsed_while_its_answer_was_lost_loses_its_buttons(post: Post) -> None:
    table = await post.match()
    lost = True
    post.wire.fault = lambda request, channel: NoAnswer("reset") if lost and request == "post" else None
    post.wire.accepts = True
    await post.club.offers.offer(1, act(ANN), OfferKind.DRAW)
    await post.run()
    assert len(post.wire.live(table.row.place_id, "draw")) == 1
    await post.move(1)
    lost = False
    await post.run(HOUR)
    assert post.wire.live(table.row.place_id, "draw") == []
    assert await post.waiting(1) == []


async def test_what_is_cut_short_when_the_bot_stops_is_found_by_the_next(post: Post) -> None:
    table = await post.match()
    post.wire.hold("post")
    await post.move(1)
    await post.run()
    await post.delivery.close()
    await post.kill()
    post.wire.held.clear()
    await post.start(chance=2)
    await post.run(60)
    assert len(post.wire.live(table.row.place_id)) == 1
    assert await shown_version(post) == 1


@pytest.mark.parametrize("accepted", [True, False])
async def test_both_players_learn_that_they_take_no_direct_messages_though_an_answer_was_lost(
    post: Post, accepted: bool
) -> None:
    posts = 0

    def fault(request: str, _: int) -> Exception | None:
        nonlocal posts
        if request == "open":
            return refusal(403, 50007)
        posts += request == "post"
        return NoAnswer("reset") if request == "post" and posts in (2, 3) else None

    post.wire.fault, post.wire.accepts = fault, accepted
    table = await post.match("one-zero-one")
    await post.move(1)
    await post.run(60)
    post.wire.fault = lambda request, channel: None
    await post.run(60)
    with_hand = post.wire.live(table.row.place_id, "hand")
    notices = [sent for sent in with_hand if all(":hand:" in mark for mark in sent.marks)]
    assert sorted(mark[-1] for sent in notices for mark in sent.marks) == ["0", "1"]


@pytest.mark.parametrize("jump", [-86_400.0, 86_400.0, -400 * 86_400.0])
async def test_a_clock_that_was_wrong_at_one_start_moves_no_post(tmp_path: Path, jump: float) -> None:
    post = Post(tmp_path / "twotone.db")
    await post.start()
    await post.match()
    post.wire.fault = lambda request, channel: refusal(503)
    await post.move(1)
    await post.run(HOUR)
    await post.kill()
    post.wire.fault = lambda request, channel: None
    post.time += jump
    await post.start(chance=2)
    await post.run(300)
    assert await shown_version(post) == 1
    assert await post.waiting(1) == []
    await post.kill()


async def test_a_post_that_nobody_has_tried_yet_waits_for_no_clock(tmp_path: Path) -> None:
    post = Post(tmp_path / "twotone.db")
    await post.start()
    await post.match()
    await post.move(1)
    await post.kill()
    post.time -= HOUR
    await post.start(chance=2)
    await post.run(1)
    assert await shown_version(post) == 1
    await post.kill()


@pytest.mark.parametrize("last", [discord.RateLimited(60.0), refusal(429), refusal(403, 50013)])
async def test_a_refusal_may_hide_an_earlier_try_of_the_library_that_was_taken(
    post: Post, last: Exception
) -> None:
    table = await post.match()
    post.wire.fault = lambda request, channel: last if request == "post" else None
    post.wire.accepts = True
    await post.move(1)
    await post.run()
    post.wire.fault = lambda request, channel: None
    await post.move(1)  # before the row is tried again
    await post.run(HOUR)
    (live,) = post.wire.live(table.row.place_id)
    assert live.marks >= {"v1:1:play:2"}
    assert await post.waiting(1) == []


async def test_a_hand_whose_answer_was_lost_comes_though_an_offer_followed_the_move(post: Post) -> None:
    await post.match("one-zero-one")
    post.wire.fault = lambda request, channel: (
        NoAnswer("reset") if request == "edit" and channel > 100_000 else None
    )
    table = await post.move(1)
    await post.run()
    await post.club.offers.offer(1, act(ANN), OfferKind.DRAW)
    post.wire.fault = lambda request, channel: None
    await post.run(HOUR)
    for seat in (0, 1):
        (hand,) = post.wire.live(100_000 + table.player(seat).user_id)
        assert hand.marks >= {"v1:1:play:2"}
    assert await post.waiting(1) == []


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

    monkeypatch.setattr(post.club.matches, "load_table", set_aside)
    await post.run()
    assert caplog.records == []
    assert await post.waiting(1) == []
