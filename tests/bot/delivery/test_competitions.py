"""The cards of leagues at Discord: each exists once, whatever fails on the way.

Each match has a thread.
"""

from collections import Counter

import pytest

from bot.cards.competitions.league import LeagueCards
from bot.codes import Code, NoAnswer
from club.competitions.lookup import Official
from club.members.people import Person
from tests.bot.memory_wire import Post
from tests.club.leagues import EMI, MO, create_league, start_season
from tests.club.people import CHANNEL, act
from tests.club.tournaments import PEOPLE, tournament
from tests.fake_wire import refusal

MINUTE, HOUR = 60.0, 3600.0


def there(post: Post, mark: str) -> int:
    """How many messages of the channel have this mark."""
    return sum(mark in sent.marks for sent in post.wire.messages.values() if sent.channel_id == CHANNEL)


def notices(post: Post) -> set[int | None]:
    """The threads of which Discord's notice stands in the channel."""
    return {sent.thread_id for sent in post.wire.messages.values()} - {None}


@pytest.mark.ci
async def test_a_match_has_a_thread_without_a_line_above_it_and_its_end_is_told_there_alone(
    post: Post,
) -> None:
    await start_season(post.club)
    await post.run(MINUTE)
    row = (await post.club.play.matches.load(1)).row
    assert row.thread_id is not None and row.thread_id not in post.wire.messages
    assert notices(post) == set()
    standing = [sent for sent in post.wire.messages.values() if sent.channel_id == CHANNEL]
    assert len(standing) == 2  # the season's card, and the section's
    await post.club.play.matches.resign(1, act(Person(row.user_ids[0], "")))
    await post.run(MINUTE)
    assert "won" in post.wire.words[CHANNEL]
    assert sum(sent.channel_id == CHANNEL for sent in post.wire.messages.values()) == 2


async def test_a_notice_that_may_not_be_deleted_stays(post: Post) -> None:
    post.wire.fault = lambda request, _: refusal(403, 50013) if request == "delete" else None
    await start_season(post.club)
    await post.run(MINUTE)
    rows = [(await post.club.play.matches.load(match_id)).row for match_id in range(1, 7)]
    assert notices(post) == {row.thread_id for row in rows}


async def test_a_thread_of_another_match_of_the_same_two_is_not_taken_for_this_one_s(post: Post) -> None:
    post.wire.fault = lambda request, _: refusal(403, 50013) if request == "delete" else None
    await start_season(post.club)
    await post.run(MINUTE)
    await start_season(post.club)
    post.wire.fault = lambda request, _: NoAnswer("reset") if request in ("thread", "delete") else None
    await post.run(MINUTE)
    post.wire.fault = lambda request, _: None
    await post.run(HOUR)
    rows = [(await post.club.play.matches.load(match_id)).row for match_id in range(1, 13)]
    assert len({row.thread_id for row in rows} - {None}) == 12


@pytest.mark.ci
@pytest.mark.parametrize("taken", [True, False])
@pytest.mark.parametrize("request_", ["post", "thread"])
async def test_after_a_crash_on_the_way_each_card_and_each_thread_is_there_once(
    post: Post, taken: bool, request_: str
) -> None:
    post.wire.accepts = taken
    post.wire.fault = lambda request, _: NoAnswer("reset") if request == request_ else None
    stage = await start_season(post.club)
    await post.run(MINUTE)
    await post.restart()
    await post.run(2 * HOUR)
    assert (
        there(post, LeagueCards().stage_marker_id(stage.id))
        == there(post, LeagueCards().section_marker_id(1))
        == 1
    )
    assert sum(kind == "thread" for kind, _ in post.wire.asked) >= 6
    rows = [(await post.club.play.matches.load(match_id)).row for match_id in range(1, 7)]
    threads = Counter(row.thread_id for row in rows)
    assert None not in threads and len(threads) == 6
    assert notices(post) == set()
    season, sheet = (
        await post.club.competitions.all.load_stage_view(stage.id),
        await post.club.competitions.all.load_crosstable(1),
    )
    assert {season.stage.message_id, sheet.section.message_id} <= post.wire.messages.keys()


async def test_a_card_that_is_too_old_to_be_edited_is_posted_anew(post: Post) -> None:
    await create_league(post.club)
    await post.run(MINUTE)
    assert there(post, LeagueCards().stage_marker_id(1)) == 1
    post.wire.fault = lambda request, _: refusal(429, Code.OLD_EDITS) if request == "edit" else None
    await post.club.competitions.all.join(1, EMI)
    await post.run(MINUTE)
    assert there(post, LeagueCards().stage_marker_id(1)) == 1
    newest = max(post.wire.messages)
    assert (await post.club.competitions.all.load_stage_view(1)).stage.message_id == newest


@pytest.mark.parametrize("taken", [True, False])
async def test_after_a_crash_the_card_of_a_round_is_there_once_and_that_of_its_call_is_gone(
    post: Post, taken: bool
) -> None:
    await tournament(post.club)
    for person in PEOPLE[:4]:
        await post.club.competitions.all.join(1, person)
    await post.club.competitions.tournaments.start(1, official=Official(MO.id))
    await post.club.competitions.scheduler.take_due_steps()
    await post.run(MINUTE)
    assert there(post, LeagueCards().section_marker_id(1)) == 1
    post.wire.accepts = taken
    post.wire.fault = lambda request, _: NoAnswer("reset") if request == "post" else None
    for person in PEOPLE[:4]:
        await post.club.competitions.tournaments.check_in(1, person.id)
    await post.club.competitions.scheduler.take_due_steps()
    await post.run(MINUTE)
    await post.restart()
    await post.run(HOUR / 12)
    assert there(post, LeagueCards().section_marker_id(1)) == 1
    assert (await post.club.competitions.all.load_crosstable(1)).section.message_id is not None
