"""Discord's answer about a place tells whether it is gone.

Everything in that place follows.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.codes import Code
from club.play.course.places import put_whereabouts
from data.outbox.post_kinds import PostKind
from data.play.matches import MatchStatus
from tests.bot.memory_wire import Post, posting
from tests.club.leagues import create_league, start_season
from tests.club.people import CHANNEL, GUILD
from tests.fake_wire import refusal

GONE = refusal(404, Code.UNKNOWN_CHANNEL)


@pytest.fixture
async def post(tmp_path: Path) -> AsyncIterator[Post]:
    async with posting(tmp_path / "twotone.db") as opened:
        yield opened


async def looked_up(post: Post, place: int, answer: Exception | None) -> None:
    """Discord is asked for a place, and answers so."""
    post.wire.fault = lambda request, channel: answer if request == "look up" else None
    await post.store.write(lambda tx: put_whereabouts(tx, GUILD, [place], post.now()))
    await post.run(1.0)
    assert await post.waiting_of(PostKind.WHEREABOUTS) == 0


async def test_a_thread_that_is_gone_is_left_for_its_channel(post: Post) -> None:
    row = (await post.match()).row
    assert row.thread_id
    await looked_up(post, row.thread_id, refusal(403, Code.MISSING_ACCESS))
    await looked_up(post, row.thread_id, None)
    assert (await post.club.matches.load(1)).row.thread_id == row.thread_id
    await looked_up(post, row.thread_id, GONE)
    assert (await post.club.matches.load(1)).row.thread_id is None
    assert post.wire.live(CHANNEL)


async def test_a_channel_that_is_there_gives_back_what_stood_still(post: Post) -> None:
    await post.match()
    await post.club.places.server_gone(GUILD)
    await looked_up(post, CHANNEL, None)
    assert (await post.club.matches.load(1)).row.status is MatchStatus.RUNNING


async def test_what_no_channel_has_refused_is_no_word_that_it_is_gone(post: Post) -> None:
    row = (await post.match()).row
    await looked_up(post, row.thread_id or 0, refusal(404))
    assert (await post.club.matches.load(1)).row.thread_id == row.thread_id


@pytest.mark.parametrize("begun", [False, True])
async def test_a_league_learns_from_its_cards_and_matches_that_its_channel_is_gone(
    post: Post, begun: bool
) -> None:
    await (start_season(post.club) if begun else create_league(post.club))
    post.wire.fault = lambda request, channel: GONE if channel == CHANNEL and request != "open" else None
    await post.run(1.0)
    league = (await post.club.competitions.stage_view(1)).competition
    assert league.adrift and league.paused_at is not None
    rows = await post.store.read(lambda tx: tx.all("SELECT DISTINCT status FROM match"))
    assert [row["status"] for row in rows] == [MatchStatus.SUSPENDED] * begun
    assert "Autumn league" in post.wire.words[100_000 + league.organiser_id]


async def test_a_match_learns_from_its_board_for_all_others_of_its_channel(post: Post) -> None:
    await post.match()
    await looked_up(post, (await post.club.matches.load(1)).row.thread_id or 0, GONE)
    await create_league(post.club)
    await post.run(1.0)
    post.wire.fault = lambda request, channel: GONE if channel == CHANNEL else None
    await post.move(1)
    await post.run(1.0)
    assert (await post.club.matches.load(1)).row.status is MatchStatus.SUSPENDED
    assert (await post.club.competitions.stage_view(1)).competition.adrift
