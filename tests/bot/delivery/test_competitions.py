"""The cards of leagues at Discord: each exists once, whatever fails on the way.

Each match has a thread.
"""

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.cards.competitions.league import LeagueCards
from bot.cards.competitions.meetings import begins_mark
from bot.codes import Code, NoAnswer
from club.competitions.lookup import Official
from data.outbox.post_kinds import PostKind
from tests.bot.memory_wire import Post, posting
from tests.club.leagues import EMI, FOUR, MO, create_league, start_season
from tests.club.people import CHANNEL
from tests.club.tournaments import PEOPLE, tournament
from tests.fake_wire import refusal

MINUTE, HOUR = 60.0, 3600.0


@pytest.fixture
async def post(tmp_path: Path) -> AsyncIterator[Post]:
    async with posting(tmp_path / "twotone.db") as opened:
        yield opened


def there(post: Post, mark: str) -> int:
    """How many messages of the channel have this mark."""
    return sum(mark in sent.marks for sent in post.wire.messages.values() if sent.channel_id == CHANNEL)


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
    assert there(post, LeagueCards().stage_mark(stage.id)) == there(post, LeagueCards().section_mark(1)) == 1
    assert [there(post, begins_mark(match_id)) for match_id in range(1, 7)] == [1] * 6
    rows = [(await post.club.matches.load(match_id)).row for match_id in range(1, 7)]
    threads = Counter(row.thread_id for row in rows)
    assert None not in threads and len(threads) == 6
    season, sheet = (
        await post.club.competitions.stage_view(stage.id),
        await post.club.competitions.crosstable(1),
    )
    assert {season.stage.message_id, sheet.section.message_id} <= post.wire.messages.keys()


async def test_a_card_that_is_too_old_to_be_edited_is_posted_anew(post: Post) -> None:
    await create_league(post.club)
    await post.run(MINUTE)
    assert there(post, LeagueCards().stage_mark(1)) == 1
    post.wire.fault = lambda request, _: refusal(429, Code.OLD_EDITS) if request == "edit" else None
    await post.club.competitions.join(1, EMI)
    await post.run(MINUTE)
    assert there(post, LeagueCards().stage_mark(1)) == 2
    newest = max(post.wire.messages)
    assert (await post.club.competitions.stage_view(1)).stage.message_id == newest


async def test_what_changes_while_a_card_is_on_its_way_is_shown_after_it(post: Post) -> None:
    await create_league(post.club)
    for person in FOUR:
        await post.club.competitions.join(1, person)
    season = await post.club.competitions.stage_view(1)
    await post.run(MINUTE)
    await post.club.competitions.join(1, EMI)
    await post.club.store.write(lambda tx: tx.run("DELETE FROM outbox"))
    await post.club.store.write(lambda tx: post.club.competitions.mark_stage_shown(tx, season, 5))
    assert await post.waiting_of(PostKind.SEASON) == 1


@pytest.mark.parametrize("taken", [True, False])
async def test_after_a_crash_the_card_of_a_round_is_there_once_beside_that_of_its_call(
    post: Post, taken: bool
) -> None:
    await tournament(post.club)
    for person in PEOPLE[:4]:
        await post.club.competitions.join(1, person)
    await post.club.tournaments.start(1, by=Official(MO.id))
    await post.club.scheduler.due()
    await post.run(MINUTE)
    assert there(post, LeagueCards().section_mark(1)) == 1
    post.wire.accepts = taken
    post.wire.fault = lambda request, _: NoAnswer("reset") if request == "post" else None
    for person in PEOPLE[:4]:
        await post.club.tournaments.here(1, person.id)
    await post.club.scheduler.due()
    await post.run(MINUTE)
    await post.kill()
    post.wire.fault = lambda request, _: None
    await post.start(chance=2)
    await post.run(HOUR / 12)
    assert there(post, LeagueCards().section_mark(1)) == 2
    assert [there(post, begins_mark(match_id)) for match_id in (1, 2)] == [1, 1]
    assert (await post.club.competitions.crosstable(1)).section.message_id is not None
