"""A challenge is seen once, whatever becomes of the answer that was to show it."""

import gzip
import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.cards.play.challenge import challenge_card
from bot.codes import Code, NoAnswer
from bot.delivery.wire import SentMessage
from club.members.people import Act
from club.play.seek.challenges import LIFETIME
from data.outbox.post_kinds import PostKind
from data.play.challenges import ChallengeRow, ChallengeStatus
from data.store_opening import open_store
from tests.bot.memory_wire import Post, posting
from tests.club.people import ANN, BEN, CHANNEL, GUILD, act, interactions, make_challenge
from tests.fake_wire import marks_of, refusal
from words import ENGLISH, speaker

FIXTURES = Path(__file__).parents[2] / "data" / "fixtures"
DMS = 100_000


@pytest.fixture
async def post(tmp_path: Path) -> AsyncIterator[Post]:
    async with posting(tmp_path / "twotone.db") as opened:
        yield opened


def answer_taken(post: Post, row: ChallengeRow, message_id: int = 77) -> None:
    """Discord takes the answer that shows the card."""
    card = challenge_card(row, speaker(ENGLISH))
    post.wire.messages[message_id] = SentMessage(
        row.channel_id, message_id, None, marks_of(card.view), post.wire.now()
    )


async def test_a_card_is_found_though_the_clock_was_set_forward(post: Post) -> None:
    """The card is found even if this machine dates the challenge long after it."""
    row = await make_challenge(post.club)
    answer_taken(post, row)
    post.wire.messages[77] = replace(post.wire.messages[77], posted_at=post.time - 7200)
    await post.run(60)
    assert requests(post, "post") == 0
    assert (await post.club.challenges.get(row.id)).message_id == 77


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
    now_so = await post.club.challenges.decline(row.id, Act(BEN.id, declined))
    answer_taken(post, now_so)
    await post.club.challenges.confirm_change(declined)
    arrives.set()
    await post.run(60)
    assert post.wire.live(CHANNEL, "accept") == []
    assert requests(post, "edit") == 2
    assert await post.waiting_of(PostKind.CHALLENGE) == 0


async def test_a_card_that_comes_after_its_challenge_was_taken_loses_its_buttons(post: Post) -> None:
    """The second press on Rematch takes the challenge while its card is posted.

    A member presses on that card before the bot knows it.
    """
    row = await make_challenge(post.club)
    arrives = post.wire.hold("post")
    await post.run(PostKind.CARD.rule.wait + 1)
    assert post.wire.waiting == 1
    await post.club.challenges.accept(row.id, taker=BEN, interaction_id=next(interactions))
    answer_taken(post, row)
    await post.club.challenges.note_message(row.id, 77)
    await post.run(1)
    assert post.wire.live(CHANNEL, "accept") == []
    arrives.set()
    await post.run(60)


async def test_a_thread_made_while_its_card_is_edited_is_on_the_card(post: Post) -> None:
    """The thread is made while the second edit of a found card is under way.

    A member has taken the seat before that edit.
    """
    row = await make_challenge(post.club)
    answer_taken(post, row)
    found = post.wire.hold("edit")
    await post.run(PostKind.CARD.rule.wait + 1)
    thread = post.wire.hold("thread")
    await post.club.challenges.accept(row.id, taker=BEN, interaction_id=next(interactions))
    await post.run(1)
    taken = post.wire.hold("edit")
    found.set()
    await post.run(1)
    assert post.wire.waiting == 2
    thread.set()
    await post.run(1)
    taken.set()
    await post.run(60)
    assert "<#77>" in post.wire.words[CHANNEL]
    assert await post.waiting_of(PostKind.CHALLENGE) == 0


def requests(post: Post, request: str) -> int:
    return sum(asked == request for asked, _ in post.wire.asked)


async def test_a_card_that_an_answer_shows_costs_no_request(post: Post) -> None:
    row = await make_challenge(post.club)
    await post.run(1)
    answer_taken(post, row)
    await post.club.challenges.confirm_card(row.id, 77)
    assert await post.waiting_of(PostKind.CARD) == 0
    await post.run(LIFETIME - 10)
    assert post.wire.asked == []
    assert (await post.club.challenges.get(row.id)).message_id == 77


async def test_a_challenge_whose_answer_was_lost_gets_its_card_in_seconds(post: Post) -> None:
    row = await make_challenge(post.club)
    await post.run(PostKind.CARD.rule.wait - 0.1)
    assert post.wire.asked == []
    await post.run(0.2)
    [card] = post.wire.live(CHANNEL, "accept")
    assert (await post.club.challenges.get(row.id)).message_id == card.message_id
    await post.run(100)
    assert requests(post, "post") == 1


async def test_a_card_that_no_answer_shows_offers_the_computer_as_the_server_has_set_it(post: Post) -> None:
    await post.club.servers.change(GUILD, by=ANN.id, computers=False)
    row = await make_challenge(post.club, people=(ANN, None))
    await post.run(PostKind.CARD.rule.wait + 1)
    offered = []
    for allowed in (False, True, False):
        await post.club.servers.change(GUILD, by=ANN.id, computers=allowed)
        await post.club.challenges.change_options(
            row.id, act(ANN), options={"size": 4}, clock=None, side="random", rated=False
        )
        offered.append(len(post.wire.live(CHANNEL, "meanwhile")))
        await post.run(PostKind.CARD.rule.wait + 1)
        assert len(post.wire.live(CHANNEL, "accept")) == 1
    offered.append(len(post.wire.live(CHANNEL, "meanwhile")))
    assert (offered, requests(post, "edit")) == ([0, 0, 1, 0], 3)


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
    assert (await post.club.challenges.get(row.id)).message_id == 77
    assert requests(post, "post") == 0


@pytest.mark.parametrize("busy", [False, True])
async def test_a_card_whose_post_was_lost_is_found_too(post: Post, busy: bool) -> None:
    row = await make_challenge(post.club)
    post.wire.busy = busy
    post.wire.fault = lambda request, channel: NoAnswer("reset") if request == "post" else None
    post.wire.accepts = True
    await post.run(10)
    post.wire.fault = lambda request, channel: None
    await post.run(100)
    [card] = post.wire.live(CHANNEL, "accept")
    assert (await post.club.challenges.get(row.id)).message_id == card.message_id
    assert requests(post, "post") == 1


async def test_where_no_answer_is_going_to_come_the_card_is_posted_at_once(post: Post) -> None:
    row = await make_challenge(post.club)
    await post.club.challenges.post_card_now(row.id)
    await post.run()
    assert len(post.wire.live(CHANNEL, "accept")) == 1
    assert requests(post, "look") == 0
    await post.run(10)
    await post.club.challenges.post_card_now(row.id)
    await post.run(10)
    assert len(post.wire.live(CHANNEL, "accept")) == 1


async def test_a_press_on_a_card_that_nobody_has_noted_tells_where_it_is(post: Post) -> None:
    row = await make_challenge(post.club)
    answer_taken(post, row)
    await post.club.challenges.note_message(row.id, 77)
    await post.club.challenges.accept(row.id, taker=BEN, interaction_id=next(interactions))
    await post.run(10)
    table = await post.club.matches.load(1)
    assert table.row.thread_id == 77
    assert post.wire.live(CHANNEL, "accept") == []
    assert requests(post, "look") == 0


async def test_a_found_card_shows_what_has_become_of_its_challenge_meanwhile(post: Post) -> None:
    row = await make_challenge(post.club)
    answer_taken(post, row)
    post.wire.fault = lambda request, channel: refusal(500) if request == "look" else None
    await post.run(600)
    post.time += LIFETIME - 610
    await post.run()
    await post.club.challenges.expire()
    post.time += 20
    await post.club.challenges.expire()
    post.wire.fault = lambda request, channel: None
    await post.run(400)
    assert (await post.club.challenges.get(row.id)).status is ChallengeStatus.EXPIRED
    assert post.wire.live(CHANNEL, "accept") == []
    assert requests(post, "post") == 0


async def test_a_card_that_was_pressed_while_it_was_looked_for_is_not_posted_again(post: Post) -> None:
    row = await make_challenge(post.club)
    answer_taken(post, row)
    looking = post.wire.hold("look")
    await post.run(PostKind.CARD.rule.wait + 1)
    await post.club.challenges.note_message(row.id, 77)
    await post.club.challenges.accept(row.id, taker=BEN, interaction_id=next(interactions))
    post.wire.messages[77] = replace(
        post.wire.messages[77], marks=frozenset()
    )  # no one knows it by its buttons now
    looking.set()
    await post.run(60)
    assert post.wire.live(CHANNEL, "accept") == []
    assert len([sent for sent in post.wire.messages.values() if sent.channel_id == CHANNEL]) == 1


async def test_a_challenge_that_has_expired_gets_no_card_any_more(post: Post) -> None:
    row = await make_challenge(post.club)
    await post.kill()
    post.time += LIFETIME
    await post.start(chance=2)
    await post.run(10)
    assert requests(post, "post") == 0
    await post.club.challenges.expire()
    assert (await post.club.challenges.get(row.id)).status is ChallengeStatus.EXPIRED
    assert await post.waiting_of(PostKind.CARD) == 0


async def test_options_that_change_while_the_card_is_posted_are_shown(post: Post) -> None:
    row = await make_challenge(post.club)
    held = post.wire.hold("post")
    await post.run(6)
    interaction = next(interactions)
    await post.club.challenges.change_options(
        row.id, Act(ANN.id, interaction), options={"size": 4}, clock=None, side="random", rated=False
    )
    await post.club.challenges.confirm_change(interaction)
    held.set()
    await post.run(20)
    assert requests(post, "edit") == 1


@pytest.mark.parametrize("act", ["decline", "cancel", "options"])
@pytest.mark.parametrize("answered", [True, False])
async def test_what_became_of_a_challenge_is_on_its_card_though_the_answer_was_lost(
    post: Post, act: str, answered: bool
) -> None:
    row = await make_challenge(post.club)
    answer_taken(post, row)
    await post.club.challenges.confirm_card(row.id, 77)
    interaction = next(interactions)
    if act == "options":
        await post.club.challenges.change_options(
            row.id, Act(ANN.id, interaction), options={"size": 4}, clock=None, side="random", rated=False
        )
    else:
        who = BEN if act == "decline" else ANN
        await getattr(post.club.challenges, act)(row.id, Act(who.id, interaction))
    await post.run(PostKind.CARD.rule.wait - 1)
    if answered:
        await post.club.challenges.confirm_change(interaction)
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
    assert (await post.club.challenges.get(row.id)).status is ChallengeStatus.EXPIRED
    assert "challenge withdrawn" in caplog.messages
    told = [place for request, place in post.wire.asked if request == "post" and place > DMS]
    assert told == [DMS + ANN.id]
    post.wire.fault = lambda request, channel: None
    await post.run(600)
    assert post.wire.live(CHANNEL, "accept") == []
    assert (await make_challenge(post.club)).id != row.id  # they can ask again


async def test_a_refusal_that_passes_within_minutes_withdraws_nothing(post: Post) -> None:
    row = await make_challenge(post.club)
    post.wire.fault = lambda request, channel: refusal(403, 50013) if request == "post" else None
    await post.run(100)
    post.wire.fault = lambda request, channel: None
    await post.run(300)
    assert (await post.club.challenges.get(row.id)).status is ChallengeStatus.OPEN
    assert len(post.wire.live(CHANNEL, "accept")) == 1


async def test_a_mistake_of_ours_leaves_no_challenge_that_nobody_sees(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = await make_challenge(post.club)

    def fail(*_: object) -> None:
        raise KeyError

    monkeypatch.setattr("bot.delivery.challenges.challenge_card", fail)
    await post.run(1000)
    assert (await post.club.challenges.get(row.id)).status is ChallengeStatus.EXPIRED


async def test_word_to_a_challenger_that_may_have_arrived_is_not_sent_again(post: Post) -> None:
    await make_challenge(post.club)
    post.wire.fault = lambda request, channel: (
        NoAnswer("reset")
        if request == "post" and channel > DMS
        else refusal(404, 10003)
        if request == "post"
        else None
    )
    await post.run(3600)
    assert sum(place > DMS for request, place in post.wire.asked if request == "post") == 1
    assert await post.waiting_of(PostKind.WITHDRAWN) == 0


async def test_who_takes_no_direct_messages_is_not_told(post: Post) -> None:
    await make_challenge(post.club)
    post.wire.fault = lambda request, channel: (
        refusal(403, Code.DM_REFUSED) if channel > DMS or request == "open" else refusal(404, 10003)
    )
    await post.run(600)
    assert await post.waiting_of(PostKind.WITHDRAWN) == 0


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
