"""Discord's answer about a place tells whether it is gone.

Everything in that place follows.
"""

import pytest

from bot.codes import Code
from club.members.people import Act
from club.play.course.places import put_place_checks
from data.outbox.post_kinds import PostKind
from data.play.matches import MatchStatus
from data.play.silence import DAY
from tests.bot.memory_wire import Post
from tests.club.leagues import create_league, start_season
from tests.club.people import CHANNEL, GUILD
from tests.fake_wire import refusal

GONE = refusal(404, Code.UNKNOWN_CHANNEL)


async def looked_up(post: Post, place: int, answer: Exception | None) -> None:
    """Discord is asked for a place, and answers so."""
    post.wire.fault = lambda request, channel: answer if request == "look up" else None
    await post.store.write(lambda tx: put_place_checks(tx, GUILD, [place], post.now()))
    await post.run(1.0)
    assert await post.waiting_of(PostKind.WHEREABOUTS) == 0


async def test_a_thread_that_is_gone_is_left_for_its_channel(post: Post) -> None:
    row = (await post.match()).row
    assert row.thread_id
    await looked_up(post, row.thread_id, refusal(403, Code.MISSING_ACCESS))
    await looked_up(post, row.thread_id, None)
    assert (await post.club.play.matches.load(1)).row.thread_id == row.thread_id
    await looked_up(post, row.thread_id, GONE)
    assert (await post.club.play.matches.load(1)).row.thread_id is None
    assert post.wire.live(CHANNEL)


async def test_a_channel_that_is_there_gives_back_what_stood_still(post: Post) -> None:
    await post.match()
    await post.club.play.places.suspend_server(GUILD)
    await looked_up(post, CHANNEL, None)
    assert (await post.club.play.matches.load(1)).row.status is MatchStatus.RUNNING


async def test_what_no_channel_has_refused_is_no_word_that_it_is_gone(post: Post) -> None:
    row = (await post.match()).row
    await looked_up(post, row.thread_id or 0, refusal(404))
    assert (await post.club.play.matches.load(1)).row.thread_id == row.thread_id


def kept_awake(post: Post) -> list[int]:
    """The threads that Discord was asked to keep awake."""
    return [place for request, place in post.wire.asked if request == "keep awake"]


async def test_a_silent_thread_is_kept_awake_before_its_week_ends_as_long_as_its_match_runs(
    post: Post,
) -> None:
    row = (await post.match()).row
    due = await post.club.play.places.check_silent_threads()
    assert due is not None and post.now() < due < post.now() + 7 * DAY
    for times in (1, 2):
        post.time += 6 * DAY
        due = await post.club.play.places.check_silent_threads()
        assert due is not None and due > post.now(), "not at once again"
        await post.run(1.0)
        assert kept_awake(post) == [row.thread_id] * times
    await post.club.play.matches.resign(1, Act(1, 77))
    post.time += 6 * DAY
    assert await post.club.play.places.check_silent_threads() is None
    await post.run(1.0)
    assert len(kept_awake(post)) == 2


async def test_where_somebody_has_moved_since_a_thread_is_looked_at_later(post: Post) -> None:
    await post.match()
    await post.run(2 * DAY)
    await post.move(1)
    moved = post.now()
    await post.run(4 * DAY)
    due = await post.club.play.places.check_silent_threads()
    await post.run(1.0)
    assert kept_awake(post) == []
    assert due == pytest.approx(moved + 6 * DAY, abs=60)


async def test_a_thread_that_a_session_does_not_name_is_woken(post: Post) -> None:
    row = (await post.match()).row
    await looked_up(post, row.thread_id or 0, None)
    assert kept_awake(post) == [row.thread_id]
    await looked_up(post, CHANNEL, None)
    assert kept_awake(post) == [row.thread_id], "a channel never sleeps"


async def test_a_locked_thread_is_left_for_its_channel(post: Post) -> None:
    row = (await post.match()).row
    post.wire.server.channels[row.thread_id or 0].locked = True
    await looked_up(post, row.thread_id or 0, None)
    await post.run(1.0)
    assert (await post.club.play.matches.load(1)).row.thread_id is None
    assert post.wire.live(CHANNEL)


async def test_what_was_refused_is_tried_again_at_a_new_session(post: Post) -> None:
    """Roles and permissions may have changed while the bot was not told."""
    await post.match()
    post.wire.fault = lambda request, channel: refusal(403, Code.MISSING_PERMISSION)
    await post.move(1)
    await post.run(30.0)
    post.wire.fault = lambda request, channel: None
    await post.club.play.places.retry_all_posts()
    await post.run(1.0)
    assert (await post.club.play.matches.load(1)).row.board_version == 1


@pytest.mark.parametrize("begun", [False, True])
async def test_a_league_learns_from_its_cards_and_matches_that_its_channel_is_gone(
    post: Post, begun: bool
) -> None:
    await (start_season(post.club) if begun else create_league(post.club))
    post.wire.fault = lambda request, channel: GONE if channel == CHANNEL and request != "open" else None
    await post.run(1.0)
    league = (await post.club.competitions.all.load_stage_view(1)).competition
    assert league.adrift and league.paused_at is not None
    rows = await post.store.read(lambda tx: tx.all("SELECT DISTINCT status FROM match"))
    assert [row["status"] for row in rows] == [MatchStatus.SUSPENDED] * begun
    assert "Autumn league" in post.wire.words[100_000 + league.organiser_id]


async def test_a_match_learns_from_its_board_for_all_others_of_its_channel(post: Post) -> None:
    await post.match()
    await looked_up(post, (await post.club.play.matches.load(1)).row.thread_id or 0, GONE)
    await create_league(post.club)
    await post.run(1.0)
    post.wire.fault = lambda request, channel: GONE if channel == CHANNEL else None
    await post.move(1)
    await post.run(1.0)
    assert (await post.club.play.matches.load(1)).row.status is MatchStatus.SUSPENDED
    assert (await post.club.competitions.all.load_stage_view(1)).competition.adrift
