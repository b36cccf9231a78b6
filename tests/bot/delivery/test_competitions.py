"""The cards of leagues at Discord: each exists once, whatever fails on the way.

Each match has a thread.
"""

from collections import Counter

import pytest

from bot.cards.competitions.league import LeagueCards
from bot.cards.competitions.meetings import match_start_marker_id
from bot.codes import Code, NoAnswer
from club.competitions.lookup import Official
from tests.bot.memory_wire import Post
from tests.club.leagues import EMI, MO, create_league, start_season
from tests.club.people import CHANNEL
from tests.club.tournaments import PEOPLE, tournament
from tests.fake_wire import refusal

MINUTE, HOUR = 60.0, 3600.0


def there(post: Post, mark: str) -> int:
    """How many messages of the channel have this mark."""
    return sum(mark in sent.marks for sent in post.wire.messages.values() if sent.channel_id == CHANNEL)


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
    await post.kill()
    post.wire.fault = lambda request, _: None
    await post.start(chance=2)
    await post.run(2 * HOUR)
    assert (
        there(post, LeagueCards().stage_marker_id(stage.id))
        == there(post, LeagueCards().section_marker_id(1))
        == 1
    )
    assert [there(post, match_start_marker_id(match_id)) for match_id in range(1, 7)] == [1] * 6
    rows = [(await post.club.play.matches.load(match_id)).row for match_id in range(1, 7)]
    threads = Counter(row.thread_id for row in rows)
    assert None not in threads and len(threads) == 6
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
    assert there(post, LeagueCards().stage_marker_id(1)) == 2
    newest = max(post.wire.messages)
    assert (await post.club.competitions.all.load_stage_view(1)).stage.message_id == newest


@pytest.mark.parametrize("taken", [True, False])
async def test_after_a_crash_the_card_of_a_round_is_there_once_beside_that_of_its_call(
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
    await post.kill()
    post.wire.fault = lambda request, _: None
    await post.start(chance=2)
    await post.run(HOUR / 12)
    assert there(post, LeagueCards().section_marker_id(1)) == 2
    assert [there(post, match_start_marker_id(match_id)) for match_id in (1, 2)] == [1, 1]
    assert (await post.club.competitions.all.load_crosstable(1)).section.message_id is not None
