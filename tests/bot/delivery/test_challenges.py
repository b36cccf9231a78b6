"""A challenge is seen once, whatever becomes of the answer that was to show it."""

import gzip
import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.cards.play.challenge import challenge_card
from bot.codes import Code
from club.members.people import Act
from club.play.match.sides import RANDOM_SIDE
from club.play.seek.challenges import LIFETIME
from data.outbox.post_kinds import PostKind
from data.play.challenges import ChallengeRow, ChallengeStatus
from data.store_opening import open_store
from tests.bot.memory_wire import Post
from tests.club.people import ANN, BEN, CHANNEL, interactions, make_challenge
from tests.fake_wire import marks_of, refusal
from words import ENGLISH, localizer_for

FIXTURES = Path(__file__).parents[2] / "data" / "fixtures"
DMS = 100_000


def answer_taken(post: Post, row: ChallengeRow, message_id: int = 77) -> None:
    """Discord takes the answer that shows the card."""
    card = challenge_card(row, localizer_for(ENGLISH))
    post.wire.server.put(row.channel_id, marks_of(card.view), number=message_id)


async def test_an_edit_that_comes_after_a_newer_answer_is_mended(post: Post) -> None:
    """A found card is brought up to date while a member declines.

    The member's answer shows that, and the late edit is mended.
    """
    row = await make_challenge(post.club)
    answer_taken(post, row)
    arrives = post.wire.hold("edit")
    await post.run(PostKind.CARD.rule.wait + 1)
    assert post.wire.waiting == 1
    declined = next(interactions)
    now_so = await post.club.play.challenges.decline(row.id, Act(BEN.id, declined))
    answer_taken(post, now_so)
    await post.club.play.challenges.confirm_card_change(declined)
    arrives.set()
    await post.run(60)
    assert post.wire.live(CHANNEL, "accept") == []
    assert requests(post, "edit") == 2
    assert await post.waiting_of(PostKind.CHALLENGE) == 0


def requests(post: Post, request: str) -> int:
    return sum(asked == request for asked, _ in post.wire.asked)


async def test_a_card_that_an_answer_shows_costs_no_request(post: Post) -> None:
    row = await make_challenge(post.club)
    await post.run(1)
    answer_taken(post, row)
    await post.club.play.challenges.confirm_card(row.id, 77)
    assert await post.waiting_of(PostKind.CARD) == 0
    await post.run(LIFETIME - 10)
    assert post.wire.asked == []
    assert (await post.club.play.challenges.get(row.id)).message_id == 77


async def test_a_challenge_whose_answer_was_lost_gets_its_card_in_seconds(post: Post) -> None:
    row = await make_challenge(post.club)
    await post.run(PostKind.CARD.rule.wait - 0.1)
    assert post.wire.asked == []
    await post.run(0.2)
    [card] = post.wire.live(CHANNEL, "accept")
    assert (await post.club.play.challenges.get(row.id)).message_id == card.message_id
    await post.run(100)
    assert requests(post, "post") == 1


@pytest.mark.parametrize("killed", [False, True])
async def test_a_card_that_discord_took_though_its_answer_was_lost_is_found_and_not_doubled(
    post: Post, killed: bool
) -> None:
    row = await make_challenge(post.club)
    answer_taken(post, row)
    if killed:
        await post.kill()
        await post.start(chance=2)
    await post.run(10)
    assert [sent.message_id for sent in post.wire.live(CHANNEL, "accept")] == [77]
    assert (await post.club.play.challenges.get(row.id)).message_id == 77
    assert requests(post, "post") == 0


async def test_where_no_answer_is_going_to_come_the_card_is_posted_at_once(post: Post) -> None:
    row = await make_challenge(post.club)
    await post.club.play.challenges.post_card_now(row.id)
    await post.run()
    assert len(post.wire.live(CHANNEL, "accept")) == 1
    assert requests(post, "look") == 0
    await post.run(10)
    await post.club.play.challenges.post_card_now(row.id)
    await post.run(10)
    assert len(post.wire.live(CHANNEL, "accept")) == 1


async def test_a_press_on_a_card_that_nobody_has_noted_tells_where_it_is(post: Post) -> None:
    row = await make_challenge(post.club)
    answer_taken(post, row)
    await post.club.play.challenges.confirm_pressed_card(row.id, 77)
    await post.club.play.challenges.accept(row.id, taker=BEN, interaction_id=next(interactions))
    await post.run(10)
    table = await post.club.play.matches.load(1)
    assert table.row.thread_id == 77
    assert post.wire.live(CHANNEL, "accept") == []
    assert requests(post, "look") == 0


@pytest.mark.parametrize(("options", "side"), [({"size": 4}, RANDOM_SIDE), ({}, "side.odd")])
async def test_options_that_change_while_the_card_is_posted_are_shown(
    post: Post, options: dict[str, object], side: str
) -> None:
    row = await make_challenge(post.club)
    held = post.wire.hold("post")
    await post.run(6)
    interaction = next(interactions)
    await post.club.play.challenges.change_options(
        row.id, Act(ANN.id, interaction), options=options, clock=None, side=side, rated=False
    )
    await post.club.play.challenges.confirm_card_change(interaction)
    held.set()
    await post.run(20)
    assert requests(post, "edit") == 1


@pytest.mark.ci
@pytest.mark.parametrize("act", ["decline", "cancel", "options"])
@pytest.mark.parametrize("answered", [True, False])
async def test_what_became_of_a_challenge_is_on_its_card_though_the_answer_was_lost(
    post: Post, act: str, answered: bool
) -> None:
    row = await make_challenge(post.club)
    answer_taken(post, row)
    await post.club.play.challenges.confirm_card(row.id, 77)
    interaction = next(interactions)
    if act == "options":
        await post.club.play.challenges.change_options(
            row.id, Act(ANN.id, interaction), options={"size": 4}, clock=None, side="random", rated=False
        )
    else:
        who = BEN if act == "decline" else ANN
        await getattr(post.club.play.challenges, act)(row.id, Act(who.id, interaction))
    await post.run(PostKind.CARD.rule.wait - 1)
    if answered:
        await post.club.play.challenges.confirm_card_change(interaction)
    await post.run(10)
    assert requests(post, "edit") == (0 if answered else 1)
    assert bool(post.wire.live(CHANNEL, "accept")) == (answered or act == "options")


@pytest.mark.parametrize("code", [Code.UNKNOWN_CHANNEL, Code.MISSING_PERMISSION, 50035])
async def test_a_challenge_that_cannot_be_posted_is_closed_and_its_challenger_told(
    post: Post, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    row = await make_challenge(post.club)
    status = 400 if code == 50035 else 403
    post.wire.fault = lambda request, channel: (
        refusal(status, code) if request == "post" and channel == CHANNEL else None
    )
    with caplog.at_level(logging.WARNING):
        await post.run(600)
    assert (await post.club.play.challenges.get(row.id)).status is ChallengeStatus.EXPIRED
    assert "challenge withdrawn" in caplog.messages
    told = [place for request, place in post.wire.asked if request == "post" and place > DMS]
    assert told == [DMS + ANN.id]
    post.wire.fault = lambda request, channel: None
    await post.run(600)
    assert post.wire.live(CHANNEL, "accept") == []
    assert (await make_challenge(post.club)).id != row.id  # they can ask again


@pytest.mark.ci
async def test_open_challenges_of_an_older_database_that_have_no_card_get_one(tmp_path: Path) -> None:
    path = tmp_path / "twotone.db"
    path.write_bytes(gzip.decompress((FIXTURES / "first_version.db.gz").read_bytes()))
    with closing(sqlite3.connect(path)) as old:
        unseen = old.execute(
            "SELECT id FROM challenge WHERE status = 'open' AND message_id IS NULL ORDER BY id"
        ).fetchall()
        assert unseen
    store = await open_store(path)
    rows = await store.read(
        lambda tx: tx.all("SELECT challenge_id, unclear FROM outbox WHERE kind = 'card' ORDER BY id")
    )
    await store.close()
    assert [(row["challenge_id"], row["unclear"]) for row in rows] == [(number, 1) for (number,) in unseen]
