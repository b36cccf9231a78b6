"""Boards go out by interaction tokens where these work.

Where they do not, boards go by the channel's route at once.
"""

import asyncio
import logging
from pathlib import Path

import pytest

from bot.answers import tokens
from bot.answers.tokens import AT_MOST, LIVES, TokenStore
from club.members.people import Act
from club.play.course.offers import OfferKind
from data.store_opening import open_store
from tests.bot.memory_wire import NOW, Post
from tests.club.people import ANN, BEN, interactions
from tests.fake_wire import refusal


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
    interaction = post.begin_press(place)
    await post.club.play.offers.offer(1, Act(ANN.id, interaction), OfferKind.DRAW)
    post.tokens.note_answer(interaction, answered=True)
    await post.run()
    assert sorted(post.wire.asked) == [("edit", place), ("follow-up", place)]
    assert len(post.wire.live(place, "draw")) == 1


async def test_a_follow_up_waits_until_its_interaction_is_answered(post: Post) -> None:
    place = (await post.match()).row.place_id
    interaction = post.begin_press(place)
    await post.club.play.matches.play(1, Act(BEN.id, interaction), "c3")
    post.wire.asked.clear()
    await post.delivery.work()
    await asyncio.wait(post.delivery.flying.values(), timeout=0.1)
    assert post.wire.asked == []
    post.tokens.note_answer(interaction, answered=True)
    await post.run()
    assert post.wire.asked[0] == ("follow-up", place)


@pytest.mark.parametrize("answered", [False, None])
async def test_where_the_answer_failed_or_does_not_come_the_channel_serves(
    post: Post, answered: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokens, "ANSWERED_WITHIN", 0.01)
    place = (await post.match()).row.place_id
    interaction = post.begin_press(place)
    await post.club.play.matches.play(1, Act(BEN.id, interaction), "c3")
    if answered is not None:
        post.tokens.note_answer(interaction, answered=answered)
    post.wire.asked.clear()
    await post.run()
    assert post.wire.asked[0] == ("post", place)
    assert await post.shown_version() == 1


async def test_a_follow_up_that_one_person_alone_sees_does_not_count_and_none_is_tried_there_again(
    post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    place = (await post.match()).row.place_id
    post.wire.server.hidden = True
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
    assert await post.shown_version() == 3
    assert len(post.wire.live(place)) == 1


async def test_no_token_reaches_the_store_or_a_log(
    post: Post, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    place = (await post.match()).row.place_id
    secret = "aW50ZXJhY3Rpb246c2VjcmV0"
    interaction = next(interactions)
    token = post.tokens.make_token(1, secret, place)
    with caplog.at_level(logging.DEBUG):
        post.tokens.add(interaction, token)
        post.wire.fault = lambda request, _: refusal(403) if request == "follow-up" else None
        await post.club.play.matches.play(1, Act(BEN.id, interaction), "c3")
        post.tokens.note_answer(interaction, answered=True)
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
    held = TokenStore(clock)
    token = held.make_token(1, "", 7)
    held.add(1, token)
    held.keep_for_posts(1)
    held.note_answer(1, answered=True)
    held.add_edit_token(2, token)
    clock.time += LIVES - 1
    assert await held.wait_for_token(1, 7) is token
    assert held.edit_token(2) is token
    clock.time += 1
    assert await held.wait_for_token(1, 7) is None
    assert held.edit_token(2) is None
    later = held.make_token(1, "", 7)
    held.add(3, later)
    held.add_edit_token(4, later)
    assert list(held.acts) == [3]
    assert list(held.pressed) == [4]


async def test_so_many_tokens_are_held_at_most_and_the_newest_stay() -> None:
    held = TokenStore(Clock())
    for number in range(AT_MOST + 10):
        token = held.make_token(1, "", 7)
        held.add(number, token)
        held.keep_for_posts(number)
        held.note_answer(number, answered=True)
        held.add_edit_token(number, token)
        held.disable_channel(number, 0)
    assert len(held.acts) == len(held.pressed) == len(held.shunned) == AT_MOST
    assert await held.wait_for_token(9, 7) is None
    assert await held.wait_for_token(AT_MOST + 9, 7) is not None
    assert (held.edit_token(9), held.is_channel_disabled(9)) == (None, False)


async def test_an_interaction_that_changes_nothing_leaves_no_token() -> None:
    held = TokenStore(Clock())
    held.add(1, held.make_token(1, "", 7))
    held.note_answer(1, answered=True)
    assert held.acts == {}
    assert not held.keep_for_posts(1)
