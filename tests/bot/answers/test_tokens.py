"""Boards go out by interaction tokens where these work.

Where they do not, boards go by the channel's route at once.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.answers import tokens
from bot.answers.tokens import AT_MOST, LIVES, Tokens
from bot.codes import NoAnswer
from club.members.people import Act
from club.play.course.offers import OfferKind
from data.outbox.outbox import RESERVED_FOR
from data.outbox.post_kinds import PostKind
from data.store_opening import open_store
from tests.bot.memory_wire import NOW, Post, posting
from tests.club.people import ANN, BEN, interactions
from tests.fake_wire import refusal

HOUR = 3600.0


@pytest.fixture
async def post(tmp_path: Path) -> AsyncIterator[Post]:
    async with posting(tmp_path / "twotone.db") as opened:
        yield opened


async def shown_version(post: Post) -> int | None:
    """Return the version of the first match that its newest board shows."""
    return (await post.club.matches.load(1)).row.board_version


async def test_a_move_by_buttons_asks_nothing_of_what_discord_counts(post: Post) -> None:
    table = await post.match()
    place = table.row.place_id
    await post.press(1)
    post.wire.asked.clear()
    await post.move(1, at=place)
    await post.run()
    assert post.wire.asked == [("follow-up", place), ("edit by token", place)]
    (live,) = post.wire.live(place)
    assert live.marks >= {"v1:1:play:1"}
    assert live.message_id == (await post.club.matches.load(1)).row.board_message_id
    assert await post.waiting(1) == []


async def test_a_move_by_command_asks_one_counted_request_and_one_without_tokens_two(post: Post) -> None:
    place = (await post.match()).row.place_id
    post.wire.asked.clear()
    await post.move(1, at=place)
    await post.run()
    assert post.wire.asked == [("follow-up", place), ("edit", place)]
    post.wire.asked.clear()
    await post.move(1)
    await post.run()
    assert post.wire.asked == [("post", place), ("edit", place)]


async def test_a_command_given_elsewhere_posts_its_board_in_the_match_s_place(post: Post) -> None:
    place = (await post.match()).row.place_id
    post.wire.asked.clear()
    await post.move(1, at=place + 1)
    await post.run()
    assert post.wire.asked[0] == ("post", place)
    assert len(post.wire.live(place)) == 1


async def test_an_offer_goes_out_by_the_token_of_whoever_makes_it(post: Post) -> None:
    place = (await post.match()).row.place_id
    post.wire.asked.clear()
    interaction = next(interactions)
    post.tokens.begin(interaction, post.tokens.token(1, "", place))
    await post.club.offers.offer(1, Act(ANN.id, interaction), OfferKind.DRAW)
    post.tokens.end(interaction, answered=True)
    await post.run()
    assert sorted(post.wire.asked) == [("edit", place), ("follow-up", place)]
    assert len(post.wire.live(place, "draw")) == 1


async def test_a_follow_up_waits_until_its_interaction_is_answered(post: Post) -> None:
    place = (await post.match()).row.place_id
    interaction = next(interactions)
    post.tokens.begin(interaction, post.tokens.token(1, "", place))
    await post.club.matches.play(1, Act(BEN.id, interaction), "c3")
    post.wire.asked.clear()
    await post.delivery.work()
    await asyncio.wait(post.delivery._flying.values(), timeout=0.1)
    assert post.wire.asked == []
    post.tokens.end(interaction, answered=True)
    await post.run()
    assert post.wire.asked[0] == ("follow-up", place)


@pytest.mark.parametrize("answered", [False, None])
async def test_where_the_answer_failed_or_does_not_come_the_channel_serves(
    post: Post, answered: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokens, "ANSWERED_WITHIN", 0.01)
    place = (await post.match()).row.place_id
    interaction = next(interactions)
    post.tokens.begin(interaction, post.tokens.token(1, "", place))
    await post.club.matches.play(1, Act(BEN.id, interaction), "c3")
    if answered is not None:
        post.tokens.end(interaction, answered=answered)
    post.wire.asked.clear()
    await post.run()
    assert post.wire.asked[0] == ("post", place)
    assert await shown_version(post) == 1


async def test_a_follow_up_that_one_person_alone_sees_does_not_count_and_none_is_tried_there_again(
    post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    place = (await post.match()).row.place_id
    post.wire.only_ephemeral = True
    with caplog.at_level(logging.INFO):
        for moves in (1, 2):
            post.wire.asked.clear()
            await post.press(1)
            await post.move(1, at=place)
            await post.run()
            (live,) = post.wire.live(place)
            assert live.marks >= {f"v1:1:play:{moves}"}
            first = [("follow-up", place), ("take back", place)] if moves == 1 else []
            assert post.wire.asked == [*first, ("post", place), ("edit by token", place)]
    assert [record.message for record in caplog.records] == ["follow-ups not taken"]
    assert caplog.records[0].__dict__["code"] == 0


@pytest.mark.parametrize(("status", "code"), [(404, 10015), (401, 50027), (401, 0), (429, 0), (400, 50035)])
async def test_a_token_that_does_not_serve_costs_no_board_and_the_next_one_is_tried(
    post: Post, status: int, code: int
) -> None:
    place = (await post.match()).row.place_id
    refused = refusal(status, code)
    post.wire.fault = lambda request, _: refused if request in ("follow-up", "edit by token") else None
    await post.press(1)
    post.wire.asked.clear()
    await post.move(1, at=place)
    await post.run()
    assert post.wire.asked == [
        ("follow-up", place),
        ("post", place),
        ("edit by token", place),
        ("edit", place),
    ]
    post.wire.fault = lambda request, _: None
    post.wire.asked.clear()
    await post.move(1, at=place)
    await post.run()
    assert post.wire.asked[0] == ("follow-up", place)
    (live,) = post.wire.live(place)
    assert live.marks >= {"v1:1:play:2"}


@pytest.mark.parametrize("code", [50001, 50013, 0])
async def test_a_channel_that_refuses_follow_ups_is_asked_for_none_again(
    post: Post, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    place = (await post.match()).row.place_id
    post.wire.fault = lambda request, _: refusal(403, code) if request == "follow-up" else None
    with caplog.at_level(logging.INFO):
        for _ in range(3):
            await post.move(1, at=place)
            await post.run()
    assert [request for request, _ in post.wire.asked].count("follow-up") == 1
    assert [record.message for record in caplog.records] == ["follow-ups not taken"]
    assert await shown_version(post) == 3
    assert len(post.wire.live(place)) == 1


@pytest.mark.parametrize("accepted", [True, False])
@pytest.mark.parametrize("moves", [1, 2, 3])
@pytest.mark.parametrize("lost", [NoAnswer("reset"), refusal(502)])
async def test_one_board_is_live_whatever_became_of_the_answer_to_a_follow_up(
    post: Post, lost: Exception, accepted: bool, moves: int
) -> None:
    place = (await post.match()).row.place_id
    post.wire.fault = lambda request, _: lost if request == "follow-up" else None
    post.wire.accepts = accepted
    await post.press(1)
    await post.move(1, at=place)
    await post.run()
    post.wire.fault = lambda request, _: None
    for _ in range(moves - 1):
        await post.move(1, at=place)
    await post.run(HOUR)
    (live,) = post.wire.live(place)
    assert live.marks >= {f"v1:1:play:{moves}"}
    assert await shown_version(post) == moves
    boards = [sent for sent in post.wire.messages.values() if sent.channel_id == place]
    assert len(boards) <= 1 + moves
    assert await post.waiting(1) == []


@pytest.mark.parametrize("accepted", [True, False])
async def test_a_strip_by_token_whose_answer_was_lost_is_done_by_the_channel_s_route(
    post: Post, accepted: bool
) -> None:
    place = (await post.match()).row.place_id
    post.wire.fault = lambda request, _: NoAnswer("reset") if request == "edit by token" else None
    post.wire.accepts = accepted
    await post.press(1)
    await post.move(1, at=place)
    await post.run()
    post.wire.asked.clear()
    await post.run(60)
    assert post.wire.asked == [("edit", place)]
    assert len(post.wire.live(place)) == 1


@pytest.mark.parametrize("accepted", [True, False])
async def test_one_board_is_live_whenever_the_process_that_holds_the_token_dies(
    post: Post, accepted: bool
) -> None:
    place = (await post.match()).row.place_id
    never = post.wire.hold("follow-up")
    await post.press(1)
    await post.move(1, at=place)
    await post.run()
    if accepted:
        never.set()
        post.delivery.claims.owner = "nobody"  # what follows from the answer is not stored any more
        await post._quiet()
    await post.kill()
    post.wire.held.clear()
    await post.start(chance=2)
    await post.run(HOUR)
    (live,) = post.wire.live(place)
    assert live.marks >= {"v1:1:play:1"}
    assert await post.waiting(1) == []


async def test_what_a_process_died_with_before_it_was_claimed_is_posted_at_the_next_start(post: Post) -> None:
    place = (await post.match()).row.place_id
    await post.move(1, at=place)
    (row,) = [row for row in await post.waiting(1) if row.kind is PostKind.BOARD]
    assert (row.reserved_for, row.reserved_until) == (post.delivery.claims.owner, post.time + RESERVED_FOR)
    await post.kill()
    await post.start(chance=2)
    post.wire.asked.clear()
    await post.run()
    assert post.wire.asked[0] == ("post", place)
    assert await shown_version(post) == 1


async def test_what_another_process_holds_a_token_for_is_anybody_s_after_some_seconds(post: Post) -> None:
    place = (await post.match()).row.place_id
    await post.move(1, at=place)
    post.delivery.claims.owner = "another"
    post.tokens._acts.clear()
    post.wire.asked.clear()
    await post.run(RESERVED_FOR - 0.1)
    assert post.wire.asked == []
    await post.run(0.2)
    assert post.wire.asked[0] == ("post", place)


async def test_boards_by_tokens_and_by_the_channel_keep_their_order(post: Post) -> None:
    place = (await post.match()).row.place_id
    answer = post.wire.hold("follow-up")
    await post.move(1, at=place)
    await post.run()
    await post.move(1)
    await post.move(1, at=place)
    await post.run(600)
    assert await shown_version(post) == 0
    answer.set()
    await post.run()
    assert await shown_version(post) == 3
    (live,) = post.wire.live(place)
    assert live.message_id == max(post.wire.messages)


async def test_no_token_reaches_the_store_or_a_log(
    post: Post, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    place = (await post.match()).row.place_id
    secret = "aW50ZXJhY3Rpb246c2VjcmV0"
    interaction = next(interactions)
    token = post.tokens.token(1, secret, place)
    with caplog.at_level(logging.DEBUG):
        post.tokens.begin(interaction, token)
        post.wire.fault = lambda request, _: refusal(403) if request == "follow-up" else None
        await post.club.matches.play(1, Act(BEN.id, interaction), "c3")
        post.tokens.end(interaction, answered=True)
        await post.run()
    assert secret not in repr(token)
    assert secret not in caplog.text
    await post.store.close()
    assert all(secret.encode() not in file.read_bytes() for file in tmp_path.iterdir())
    post.store = await open_store(post.path, now=post.now)


class Clock:
    """A time that a test moves."""

    def __init__(self) -> None:
        self.time = NOW

    def __call__(self) -> float:
        return self.time


async def test_a_token_is_dropped_when_it_runs_out() -> None:
    clock = Clock()
    held = Tokens(clock)
    token = held.token(1, "", 7)
    held.begin(1, token)
    held.keep(1)
    held.end(1, answered=True)
    held.press(2, token)
    clock.time += LIVES - 1
    assert await held.of(1, 7) is token
    assert held.on(2) is token
    clock.time += 1
    assert await held.of(1, 7) is None
    assert held.on(2) is None
    later = held.token(1, "", 7)
    held.begin(3, later)
    held.press(4, later)
    assert list(held._acts) == [3]
    assert list(held._pressed) == [4]


async def test_so_many_tokens_are_held_at_most_and_the_newest_stay() -> None:
    held = Tokens(Clock())
    for number in range(AT_MOST + 10):
        token = held.token(1, "", 7)
        held.begin(number, token)
        held.keep(number)
        held.end(number, answered=True)
        held.press(number, token)
        held.shun(number, 0)
    assert len(held._acts) == len(held._pressed) == len(held._shunned) == AT_MOST
    assert await held.of(9, 7) is None
    assert await held.of(AT_MOST + 9, 7) is not None
    assert (held.on(9), held.shuns(9)) == (None, False)


async def test_an_interaction_that_changes_nothing_leaves_no_token() -> None:
    held = Tokens(Clock())
    held.begin(1, held.token(1, "", 7))
    held.end(1, answered=True)
    assert held._acts == {}
    assert not held.keep(1)
