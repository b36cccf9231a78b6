"""Under a user install nothing goes by a channel's route.

A post that no token shows is left unsaid, and the next press shows it.
"""

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from club.members.people import Act
from club.members.quotas import Limits
from club.play.course.offers import OfferKind
from club.play.match.matches import Table
from data.database.transaction import Transaction
from data.outbox import outbox
from data.outbox.post_kinds import PostKind
from data.play.challenges import ChallengeStatus
from tests.bot.memory_wire import Post, posting
from tests.club.people import ANN, BEN, CHANNEL, GUILD, act, make_challenge

OF_CHALLENGES = (PostKind.CARD, PostKind.CHALLENGE, PostKind.WITHDRAWN)
BY_TOKEN = {"follow-up", "edit by token", "take back"}
"""All that can be asked where the bot is no member."""


@pytest.fixture
async def post(tmp_path: Path) -> AsyncIterator[Post]:
    async with posting(tmp_path / "twotone.db") as opened:
        yield opened
        assert {request for request, _ in opened.wire.asked} <= BY_TOKEN


async def begin_match(post: Post, game: str = "binar") -> Table:
    """Begin a match of Ann and Ben.

    The press that accepts it shows its board.
    """
    challenge = await make_challenge(post.club, game, abroad="en")
    interaction = post.begin_press(CHANNEL)
    table = await post.club.play.challenges.accept(challenge.id, taker=BEN, interaction_id=interaction)
    post.tokens.note_answer(interaction, answered=True)
    await post.run()
    return await post.club.play.matches.load(table.row.id)


async def look(post: Post, at: int = CHANNEL) -> None:
    """Press a button that changes nothing, as some member."""
    interaction = post.begin_press(at)
    await post.club.play.user_installs.catch_up(1, interaction_id=interaction, channel_id=at)
    post.tokens.note_answer(interaction, answered=True)
    await post.run()


async def test_a_match_with_hands_is_shown_by_follow_ups_and_nothing_else(
    post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await begin_match(post, "one-zero-one")
    assert post.wire.asked == [("follow-up", CHANNEL)]
    await post.press(1)
    await post.move(1, at=CHANNEL)
    await post.run()
    assert post.wire.asked[1:] == [("follow-up", CHANNEL), ("edit by token", CHANNEL)]
    assert len(post.wire.live(CHANNEL)) == 1
    await post.run(30 * 24 * 3600)
    assert len(post.wire.asked) == 3
    await post.move(1, at=CHANNEL)  # by a command: no one pressed on the board, which keeps its buttons
    await post.run()
    assert post.wire.asked[3:] == [("follow-up", CHANNEL)]
    assert (len(post.wire.live(CHANNEL)), await post.waiting(1)) == (2, [])
    assert "left unsaid" not in caplog.text


async def test_what_is_done_without_a_token_in_its_place_waits_for_the_next_press_there(
    post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await begin_match(post)
    for at in (None, CHANNEL + 1):
        await post.move(1, at=at)
        await post.run()
    tried = caplog.text.count("post left unsaid")
    await look(post, CHANNEL + 1)
    assert caplog.text.count("post left unsaid") == tried == 2
    assert (await post.shown_version(), await post.waiting(1)) == (0, [])
    await look(post)
    assert await post.shown_version() == 2
    asked_so_far = len(post.wire.asked)
    await look(post)
    assert len(post.wire.asked) == asked_so_far


async def test_an_offer_is_asked_by_its_own_press_or_by_the_next_one(post: Post) -> None:
    await begin_match(post)
    interaction = post.begin_press(CHANNEL)
    await post.club.play.offers.offer(1, Act(ANN.id, interaction), OfferKind.DRAW)
    post.tokens.note_answer(interaction, answered=True)
    await post.run()
    assert len(post.wire.live(CHANNEL, "draw")) == 1
    await post.club.play.offers.decline(1, act(BEN), OfferKind.DRAW)
    await post.move(1)
    await post.move(1)
    await post.club.play.offers.offer(1, act(BEN), OfferKind.DRAW)
    await post.run()
    assert len(post.wire.live(CHANNEL, "draw")) == 1
    await look(post)
    assert len(post.wire.live(CHANNEL, "draw")) == 2
    asked_so_far = len(post.wire.asked)
    await look(post)
    assert len(post.wire.asked) == asked_so_far
    assert await post.waiting_of(PostKind.LAPSE) == 0


async def test_whoever_asks_for_it_nothing_else_gets_into_the_outbox(post: Post) -> None:
    await begin_match(post, "one-zero-one")
    kinds = [kind for kind in PostKind if not kind.rule.in_user_installs]

    async def job(tx: Transaction) -> None:
        for kind in kinds:
            match_id, challenge_id = (None, 1) if kind in OF_CHALLENGES else (1, None)
            await outbox.put(
                tx,
                dedup=f"x{kind}",
                kind=kind,
                version=0,
                at=post.time,
                match_id=match_id,
                challenge_id=challenge_id,
            )

    await post.store.write(job)
    assert [await post.waiting_of(kind) for kind in kinds] == [0] * len(kinds)


async def test_no_server_s_doings_and_limits_reach_there(post: Post) -> None:
    full = Limits(open_per_server=1, running_per_server=1)
    post.club.play.challenges._limits = full
    await post.club.members.servers.change(GUILD, moderator_id=ANN.id, running_limit=1, open_limit=1)
    await begin_match(post)
    await begin_match(post, "yin-yang")
    open_one = await make_challenge(post.club, "binary", abroad="en")
    assert (
        await post.club.play.places.suspend_server(GUILD)
        == await post.club.play.places.suspend_channel(CHANNEL)
        == 0
    )
    assert (await post.club.play.matches.load(1)).is_running
    assert (await post.club.play.challenges.get(open_one.id)).status is ChallengeStatus.OPEN
    assert await post.club.play.lists.list_on_server(GUILD) == []
    assert await post.club.play.lists.list_running(ANN.id, guild_id=GUILD) == []
