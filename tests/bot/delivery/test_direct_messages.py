"""Direct messages are opened at a limited pace, and once for each user.

A direct message refused for haste is not taken for a closed one.
"""

from dataclasses import replace

import pytest

from bot.delivery.direct_messages import (
    HAND_WAITS,
    HURRIED_FOR,
    OPENED_AT_ONCE,
    OPENED_EVERY,
    TRIED_AGAIN,
    DirectMessagePacer,
)
from club.play.match import posts
from data.members import preferences
from data.outbox.post_kinds import PostKind
from tests.bot.memory_wire import Post
from tests.club.people import ANN, BEN
from tests.fake_wire import refusal

DMS = 100_000
"""The channels of direct messages have larger numbers than this."""


def test_a_few_are_opened_at_once_and_the_others_one_after_the_other() -> None:
    time = 1000.0
    pace = DirectMessagePacer(lambda: time)
    waits = [pace.delay_for(user) for user in range(OPENED_AT_ONCE + 3)]
    assert waits == pytest.approx([0.0] * OPENED_AT_ONCE + [OPENED_EVERY, 2 * OPENED_EVERY, 3 * OPENED_EVERY])
    assert pace.delay_for(OPENED_AT_ONCE + 1) == pytest.approx(
        2 * OPENED_EVERY
    )  # asking again costs no new time
    time += 2 * OPENED_EVERY
    assert pace.delay_for(OPENED_AT_ONCE + 1) == 0


def test_none_is_opened_while_discord_finds_it_too_fast_not_even_those_that_had_their_time() -> None:
    time = 1000.0
    pace = DirectMessagePacer(lambda: time)
    for user in range(OPENED_AT_ONCE + 1):
        pace.delay_for(user)
    first = pace.note_too_fast()
    assert pace.delay_for(OPENED_AT_ONCE) == first
    assert pace.delay_for(98) == first
    assert pace.delay_for(99) > first
    assert pace.note_too_fast() > first
    pace.note_opened()
    assert pace.note_too_fast() == first


async def count_opened(post: Post) -> int:
    """Return how many direct messages were opened."""
    return sum(request == "open" for request, _ in post.wire.asked)


async def test_a_user_s_direct_messages_are_opened_once_for_all_matches(post: Post) -> None:
    for _ in range(3):
        await post.match("one-zero-one")
    assert await count_opened(post) == 2
    assert len(post.wire.live(100_000 + ANN.id)) == 3


async def test_direct_messages_that_discord_does_not_know_any_more_are_opened_anew(post: Post) -> None:
    await post.match("one-zero-one")
    gone = True
    post.wire.fault = lambda request, channel: (
        refusal(404, 10003) if gone and request == "post" and channel > 100_000 else None
    )
    await post.match("one-zero-one")
    gone = False
    await post.run(60)
    assert await count_opened(post) == 4
    assert await post.waiting(2) == []


async def test_a_courtesy_too_finds_out_that_direct_messages_are_gone(post: Post) -> None:
    table = await post.match()
    other = next(person.id for person in (ANN, BEN) if table.seat_of(person.id) != table.turn)
    known = await post.club.members.preferences.change(other, dm_turn=True)
    gone = replace(known, dm_channel_id=DMS + 999)
    await post.club.store.write(lambda tx: preferences.put(tx, gone))
    post.wire.fault = lambda request, channel: refusal(404, 10003) if channel == DMS + 999 else None
    for moves in (1, 2):
        for _ in range(moves):
            await post.move(1)
        await post.run(200)
    assert await count_opened(post) == 1, "the second notice opens another channel"
    assert post.wire.asked.count(("post", DMS + other)) == 1


async def test_a_hurried_direct_message_comes_later_and_is_never_called_closed(post: Post) -> None:
    post.wire.fault = lambda request, channel: refusal(400, 40003) if request == "open" else None
    await post.match("one-zero-one")
    assert await count_opened(post) == 1  # the other waits: Discord has said that it is too fast
    assert {row.kind for row in await post.waiting(1)} == {PostKind.HAND}
    post.wire.fault = lambda request, channel: None
    await post.run(sum(HURRIED_FOR))
    for person in (ANN, BEN):
        assert len(post.wire.live(100_000 + person.id)) == 1
        known = await post.store.read(lambda tx, user=person.id: preferences.get(tx, user))
        assert known.dm_closed_at is None


async def test_a_courtesy_that_is_hurried_comes_later_too_and_nobody_else_s_is_opened_meanwhile(
    post: Post,
) -> None:
    table = await post.match()
    other = next(person.id for person in (ANN, BEN) if table.seat_of(person.id) != table.turn)
    await post.club.members.preferences.change(other, dm_turn=True)
    post.wire.fault = lambda request, channel: refusal(400, 40003) if request == "open" else None
    await post.move(1)
    await post.run()
    await post.match("one-zero-one")
    assert await count_opened(post) == 1
    (turn,) = await post.waiting(1)
    assert (turn.kind, turn.unclear) == (PostKind.TURN, False)  # it was never sent: so it still is
    post.wire.fault = lambda request, channel: None
    await post.run(sum(HURRIED_FOR))
    assert await post.waiting(1) == []
    assert post.wire.asked.count(("post", 100_000 + other)) == 2


@pytest.mark.parametrize("code", [50007, 50278])
async def test_closed_direct_messages_are_said_once_and_tried_again_after_a_week(
    post: Post, code: int
) -> None:
    post.wire.fault = lambda request, channel: refusal(403, code) if request == "open" else None
    table = await post.match("one-zero-one")
    assert (
        len(post.wire.live(table.row.place_id, "hand")) == 1 + 2
    )  # the board's own button, and a notice for each
    for _ in range(3):
        await post.match("one-zero-one")
        await post.run(TRIED_AGAIN / 3 + 1)
    await post.move(1)
    await post.run(60)
    notices = [
        sent for sent in post.wire.messages.values() if sent.marks and all(":hand:" in m for m in sent.marks)
    ]
    assert len(notices) == 2
    post.wire.fault = lambda request, channel: None
    await post.run(TRIED_AGAIN)
    await post.move(1)
    await post.run(60)
    assert len(post.wire.live(100_000 + ANN.id)) == 1
    assert (await post.club.members.preferences.get(ANN.id)).dm_closed_at is None, "they are open again"


@pytest.mark.parametrize("moves", [0, 1, 2])
async def test_a_reminder_that_a_move_has_overtaken_reaches_nobody(post: Post, moves: int) -> None:
    await post.match()
    for _ in range(moves):
        await post.move(1)
    await post.run()
    asked, due = len(post.wire.asked), posts.Post(PostKind.REMINDER, 0)
    await post.club.store.write(lambda tx: posts.put_post(tx, 1, 0, due, post.now()))
    await post.run()
    assert (len(post.wire.asked) > asked) == (moves == 0)
    assert await post.waiting_of(PostKind.REMINDER) == 0


async def test_who_waits_is_told_nothing_while_the_other_has_time(post: Post) -> None:
    await post.match()
    await post.run()
    waits = posts.Post(PostKind.TURN, 1)
    await post.club.store.write(lambda tx: posts.put_post(tx, 1, 0, waits, post.now()))
    await post.run(180)
    assert await post.waiting_of(PostKind.TURN) == 0
    assert not [place for kind, place in post.wire.asked if kind == "post" and place > 100_000]


def edits(post: Post) -> int:
    return sum(request == "edit" and channel > DMS for request, channel in post.wire.asked)


@pytest.mark.ci
async def test_a_move_costs_one_edit_of_a_hand_where_the_other_player_answers_soon(post: Post) -> None:
    await post.match("one-zero-one")
    before = edits(post)
    for _ in range(6):
        await post.move(1)
        await post.run(HAND_WAITS / 2)
    assert edits(post) - before == 6
    await post.run(2 * HAND_WAITS)
    assert edits(post) - before == 7
    assert await post.waiting(1) == []
    table = await post.club.play.matches.load(1)
    assert [player.dm_version for player in table.row.seats] == [table.row.version] * 2


async def test_whoever_plays_from_their_hand_sees_it_change_at_once_by_their_own_press(post: Post) -> None:
    table = await post.match("one-zero-one")
    assert table.turn is not None
    hand = table.player(table.turn).dm_message_id
    assert hand is not None
    post.tokens.add_edit_token(
        hand, post.tokens.make_token(1, str(hand), table.player(table.turn).dm_channel_id or 0)
    )
    before = edits(post)
    await post.move(1)
    await post.run()
    assert [request for request, _ in post.wire.asked].count("edit by token") == 1
    assert edits(post) - before == 1
    assert await post.waiting(1) == []
