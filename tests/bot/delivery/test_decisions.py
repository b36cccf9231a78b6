"""Every answer from Discord to every kind of post has a decision.

Every decision comes to an end.
"""

import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.cards.kit.card_lines import place_link
from bot.codes import LIMITED_FOR, Code, NoAnswer, error_code, retry_delay
from bot.delivery import drain
from bot.delivery.claims import OUTAGE_WAITS
from bot.delivery.decisions import CLASSES, TABLE, Fate, decide
from bot.delivery.drain import EACH_MINUTE, HELD_TRIES, HOPED_FOR
from club.play.course.unplayable_matches import resume_readable_matches
from club.refusals import Refusal
from data.outbox.post_kinds import PostKind, Purpose
from data.play.challenges import ChallengeStatus
from data.play.matches import MatchStatus
from tests.bot.delivery.faults import FAULTS
from tests.bot.delivery.post_kinds import (
    ASKED,
    DIRECT,
    ELSEWHERE,
    OF_SERVERS,
    REQUESTS,
    bring_about,
    do_it,
    spoil_match,
)
from tests.bot.memory_wire import Post, posting
from tests.club.people import GUILD, start_match
from tests.fake_wire import refusal

DAY = 86_400.0
HOURS = DAY / 4
MINUTES = 900.0
"""Seconds in which a frequent try is refused more often than the limit allows.

A post tried every few seconds is refused more often than anything is tried in vain.
"""
DMS = 100_000
"""Channels above this number are direct messages."""


PASSES = (Fate.RETRY, Fate.WAIT, Fate.LOOK, Fate.HURRIED)
"""What is done where the same post may be taken later."""


def one_for_each_decision() -> Iterator[tuple[PostKind, str]]:
    """For each kind of post one fault for each thing that is ever done with it."""
    for kind in PostKind:
        seen: dict[Fate, str] = {}
        for name, fault in FAULTS.items():
            seen.setdefault(decide(kind, fault), name)
        yield from ((kind, name) for name in seen.values())


def test_every_row_has_an_entry_for_each_purpose_of_posts() -> None:
    assert {purpose.value for purpose in Purpose} == set(range(6))
    assert all(len(row) == len(Purpose) for row in TABLE.values())
    assert set(TABLE) - set(Code) == set(CLASSES)


@pytest.mark.parametrize("kind", PostKind)
def test_every_answer_to_every_kind_of_post_is_decided(kind: PostKind) -> None:
    for fault in FAULTS.values():
        for editing in (False, True):
            assert isinstance(decide(kind, fault, editing=editing), Fate)
        assert isinstance(error_code(fault), int)
        if isinstance(fault, NoAnswer | discord.DiscordServerError):
            assert decide(kind, fault) is Fate.LOOK
        if isinstance(fault, discord.HTTPException) and fault.status == 400 and fault.code not in TABLE:
            assert decide(kind, fault) is (Fate.IN_CHANNEL if kind is PostKind.PLACE else Fate.FAIL)


def one_for_each_fate() -> list[Any]:
    """For each thing that is ever done one post; the deep run has one of each kind."""
    first: dict[Fate, tuple[PostKind, str]] = {}
    for kind, name in one_for_each_decision():
        first.setdefault(decide(kind, FAULTS[name]), (kind, name))
    return [
        pytest.param(*each, marks=() if each in first.values() else pytest.mark.deep)
        for each in one_for_each_decision()
    ]


@pytest.mark.ci
@pytest.mark.parametrize(("kind", "name"), one_for_each_fate())
async def test_no_post_is_tried_for_ever_for_what_will_not_change_nor_given_up_for_what_will(
    post: Post, name: str, kind: PostKind, caplog: pytest.LogCaptureFixture
) -> None:
    do = decide(kind, FAULTS[name])
    # What is tried each few seconds is refused too often, and then for too long; the deep run sees all of two days.
    often = do in (Fate.RETRY, Fate.LOOK)
    seconds = MINUTES if often else HOURS if do in PASSES else 2 * DAY
    await refused_for(seconds, post, name, kind, caplog, asleep=2 * DAY if often else 0)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("kind", "name"),
    [(kind, name) for kind, name in one_for_each_decision() if decide(kind, FAULTS[name]) in PASSES],
)
async def test_nothing_is_given_up_within_two_days_for_what_will_change(
    post: Post, name: str, kind: PostKind, caplog: pytest.LogCaptureFixture
) -> None:
    await refused_for(2 * DAY, post, name, kind, caplog)


async def refused_for(
    seconds: float, post: Post, name: str, kind: PostKind, caplog: pytest.LogCaptureFixture, asleep: float = 0
) -> None:
    """Refuse all posts of a kind for so many seconds, then take them.

    The refusals go on after `asleep` seconds without a try.
    """
    fault, do = FAULTS[name], decide(kind, FAULTS[name])
    refused = 0

    def refuse(request: str, channel: int) -> Exception | None:
        nonlocal refused
        if kind is PostKind.NOTICE and request == "open":
            return refusal(403, Code.DM_REFUSED)
        if kind is PostKind.WITHDRAWN and request == "post" and channel < DMS:
            return refusal(400, 50035)
        if kind is PostKind.UNPOSTED and request == "post" and channel < DMS:
            return refusal(404, Code.UNKNOWN_CHANNEL)
        mine = request in REQUESTS[kind] and (kind in DIRECT) == (channel > DMS) and channel != ELSEWHERE
        refused += mine
        return fault if mine else None

    await bring_about(post, kind)
    post.wire.fault = refuse
    with caplog.at_level(logging.ERROR):
        await do_it(post, kind)
        await post.run(seconds)
        post.time += asleep
        await post.run(MINUTES / 3)
    assert refused > 0
    waiting = await post.waiting_of(kind)
    if do in PASSES:
        # Only the looks of old cards are not worth so many tries.
        assert waiting or kind.rule.purpose is Purpose.LOOKS
        assert refused <= 7 * DAY / OUTAGE_WAITS[-1]
    else:
        assert waiting == 0
        assert refused <= 4 * (HELD_TRIES + HOPED_FOR / EACH_MINUTE)
    errors = [record.__dict__ for record in caplog.records]
    given_up = [each for each in errors if each["message"] == "post given up" and each["kind"] is kind]
    assert bool(given_up) == (do in (Fate.FAIL, Fate.ANEW))
    if kind in ASKED:
        row = await post.club.play.challenges.get(1)
        assert (row.status is ChallengeStatus.OPEN) == (kind is PostKind.CARD and bool(waiting))
    elif kind not in (PostKind.UNPLAYABLE, PostKind.GREETING, PostKind.SEAT, PostKind.LEARN, *OF_SERVERS):
        shut = (
            Fate.SUSPEND,
            Fate.GONE,
            Fate.LEAVE,
            Fate.LEAVE_LATER,
            Fate.REOPEN,
        )
        assert (await post.club.play.matches.load(1)).row.status is not MatchStatus.SUSPENDED or do in shut
    # As soon as Discord takes posts again, whatever was not given up is shown.
    post.wire.fault = lambda request, channel: None
    await post.run(DAY)
    assert await post.waiting_of(kind) == 0


GIVEN_UP_AFTER_SOME: dict[str, tuple[PostKind, Exception]] = {
    "a thread is left": (PostKind.BOARD, FAULTS["50013"]),
    "a channel is given up": (PostKind.RESULT, FAULTS["50013"]),
    "a thread stays shut": (PostKind.BOARD, FAULTS["50083"]),
    "a challenge is withdrawn": (PostKind.CARD, FAULTS["50001"]),
    "a hand finds no channel": (PostKind.HAND, FAULTS["10003"]),
    "a mistake of ours": (PostKind.BOARD, ZeroDivisionError()),
}


CASES = ("a hand finds no channel", "a mistake of ours")
"""What CI sees of these: direct messages, and what is no refusal.

The first is everybody's.
"""


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, marks=() if number == 0 else pytest.mark.ci if case in CASES else pytest.mark.deep)
        for number, case in enumerate(GIVEN_UP_AFTER_SOME)
    ],
)
async def test_an_outage_of_discord_s_counts_for_no_refusal(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HELD_FOR", "LEFT_WITHIN"):  # refusals are counted, not how many of them a day has by chance
        monkeypatch.setattr(drain, name, 0.0)
    kind, fault = GIVEN_UP_AFTER_SOME[case]
    usual = await refusals(tmp_path / "usual.db", kind, fault, outage=0)
    assert usual > 1
    assert await refusals(tmp_path / "outage.db", kind, fault, outage=DAY / 24) == usual


async def refusals(path: Path, kind: PostKind, fault: Exception, *, outage: float) -> int:
    """Return how often a kind of post is refused after an outage.

    The count ends when the post goes elsewhere or is given up.
    """
    refused = 0
    async with posting(path) as post:
        await bring_about(post, kind)
        ends = post.now() + outage

        def refuse(request: str, channel: int) -> Exception | None:
            nonlocal refused
            if request == "archive":
                return None
            if request not in REQUESTS[kind] or (kind in DIRECT) != (channel > DMS) or channel in left:
                return None
            if post.now() < ends:
                return FAULTS["status 500"]
            refused += 1
            return fault

        left: list[int] = []
        row = (
            (await post.club.play.matches.load(1)).row if kind in (PostKind.BOARD, PostKind.RESULT) else None
        )
        if row is not None:  # a thread is left for its channel; a result is for the channel alone
            left.append(row.channel_id if kind is PostKind.BOARD else row.thread_id or 0)
        post.wire.fault = refuse
        await do_it(post, kind)
        await post.run(outage + 2 * DAY)
    return refused


async def test_players_are_told_once_where_they_play_that_their_match_is_set_aside(post: Post) -> None:
    table = await post.match()
    place = table.row.thread_id
    before = len(post.wire.messages)
    await spoil_match(post)
    for _ in range(2):
        await post.run()
        await resume_readable_matches(post.club.play.matches)
        with pytest.raises(Refusal):
            await post.club.play.matches.load(1)
    assert [sent.channel_id for sent in post.wire.messages.values()][before:] == [place]
    await post.club.store.write(lambda tx: tx.run("UPDATE match SET record = ?", table.match.save()))
    await resume_readable_matches(post.club.play.matches)
    await post.move(1)
    await post.run()
    assert (await post.club.play.matches.load(1)).row.board_version == 1


@pytest.mark.parametrize(
    "sql", ["DELETE FROM seat WHERE seat = 1", "UPDATE clock SET state = substr(state, 2)"]
)
async def test_they_are_told_it_also_where_nobody_comes_upon_it_but_the_bot_itself(
    post: Post, sql: str
) -> None:
    await post.confirm_card(await start_match(post.club, clock="1d"))
    await post.run()
    thread = (await post.club.play.matches.load(1)).row.thread_id
    await post.club.store.write(lambda tx: tx.run(sql))
    before = len(post.wire.messages)
    post.time += 2 * DAY
    for _ in range(2):
        await post.club.run_due_work()
        await post.run()
    [sent] = list(post.wire.messages.values())[before:]
    assert sent.channel_id == thread
    assert any(mark.startswith(f"https://discord.com/channels/{GUILD}/{thread}") for mark in sent.marks)


async def test_a_permanent_refusal_is_logged_once_and_the_next_board_is_posted(
    post: Post, caplog: pytest.LogCaptureFixture
) -> None:
    await post.match()
    post.wire.fault = lambda request, channel: refusal(400, 50035) if request == "post" else None
    with caplog.at_level(logging.INFO):
        await post.move(1)
        await post.run(DAY)
    assert [(record.levelname, record.message) for record in caplog.records] == [("ERROR", "post given up")]
    post.wire.fault = lambda request, channel: None
    await post.move(1)
    await post.run()
    assert (await post.club.play.matches.load(1)).row.board_version == 2


def test_only_a_rate_limit_says_how_long_to_wait() -> None:
    assert [retry_delay(fault) for fault in (refusal(500), NoAnswer("reset"), discord.RateLimited(7.0))] == [
        0,
        0,
        7,
    ]


@pytest.mark.parametrize(("headers", "wait"), [({}, LIMITED_FOR), ({"Retry-After": "500"}, 500.0)])
async def test_a_rate_limit_that_the_library_does_not_wait_out_is_waited_out_here(
    post: Post, headers: dict[str, str], wait: float
) -> None:
    await post.match()
    limit = refusal(429)
    limit.response.headers = headers  # pyrefly: ignore[bad-argument-type]  # any mapping will do
    post.wire.fault = lambda request, channel: limit if request == "post" else None
    await post.move(1)
    await post.run()
    post.wire.fault = lambda request, channel: None
    asked = len(post.wire.asked)
    await post.run(wait - 1)
    assert len(post.wire.asked) == asked
    await post.run(wait)  # it is waited up to a fifth longer, by chance
    assert (await post.club.play.matches.load(1)).row.board_version == 1


@pytest.mark.parametrize("code", [Code.MISSING_PERMISSION, Code.MISSING_ACCESS])
async def test_a_refusal_that_passes_within_minutes_costs_no_match_its_thread(post: Post, code: Code) -> None:
    table = await post.match()
    post.wire.fault = lambda request, channel: refusal(403, code) if request == "post" else None
    await post.move(1)
    await post.run(100)
    post.wire.fault = lambda request, channel: None
    await post.run(300)
    after = (await post.club.play.matches.load(1)).row
    assert (after.thread_id, after.board_version) == (table.row.thread_id, 1)


async def test_a_match_leaves_a_thread_that_refuses_for_long_and_no_link_leads_back_there(post: Post) -> None:
    table = await post.match()
    thread, channel = table.row.thread_id, table.row.channel_id
    post.wire.fault = lambda *asked: refusal(403, 50013) if asked == ("post", thread) else None
    await post.move(1)
    await post.run(600)
    after = (await post.club.play.matches.load(1)).row
    assert (after.thread_id, after.board_channel_id, after.board_version) == (None, channel, 1)
    assert place_link(after) == f"https://discord.com/channels/{GUILD}/{channel}/{after.board_message_id}"
    assert post.wire.live(thread or 0) == []
    await post.club.play.places.leave_thread(1)
    behind = replace(after, board_channel_id=thread)
    assert place_link(behind) == f"https://discord.com/channels/{GUILD}/{channel}"
