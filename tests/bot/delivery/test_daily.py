"""The daily puzzle is posted to Discord once a day, whatever fails on the way.

If its channel is shut, it is stopped, and that is told once.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.codes import Code
from bot.delivery.drain import LEASE
from tests.bot.memory_wire import Post, posting
from tests.club.people import ANN, BEN, GUILD
from tests.fake_wire import refusal

CHANNEL = 11
HOUR, DAY = 3600.0, 86_400.0
DM = 100_000 + ANN.id


@pytest.fixture
async def post(tmp_path: Path) -> AsyncIterator[Post]:
    """A server whose puzzle comes within the hour."""
    async with posting(tmp_path / "twotone.db") as opened:
        hour = int(opened.now() // HOUR + 1) % 24
        await opened.club.puzzles.daily.change_settings(
            GUILD, moderator_id=ANN.id, puzzle_channel=CHANNEL, puzzle_hour=hour
        )
        yield opened


async def pass_time(post: Post, seconds: float) -> None:
    """Let time pass, and the puzzles come that are due until then."""
    until = post.now() + seconds
    while (due := await post.club.puzzles.daily.queue_due_puzzles()) is not None and due <= until:
        await post.run(max(due - post.now(), 0.0))
    await post.run(until - post.now())


def there(post: Post, channel: int = CHANNEL) -> int:
    """How many messages are in a channel."""
    return sum(sent.channel_id == channel for sent in post.wire.messages.values())


@pytest.mark.ci
async def test_a_server_gets_its_puzzle_every_day_once(post: Post) -> None:
    await pass_time(post, 5 * DAY)
    assert there(post) == 5
    assert {len(sent.marks) for sent in post.wire.messages.values()} == {2}


@pytest.mark.ci
async def test_what_an_outage_of_discord_s_kept_past_midnight_does_not_come_with_the_next(post: Post) -> None:
    post.wire.fault = lambda request, _: refusal(503) if request == "post" else None
    await pass_time(post, 24.5 * HOUR)
    assert there(post) == 0
    post.wire.fault = lambda request, _: None
    await pass_time(post, 6 * HOUR)
    assert there(post) == 1
    await pass_time(post, DAY)
    assert there(post) == 2


@pytest.mark.parametrize("code", [Code.UNKNOWN_CHANNEL, Code.MISSING_ACCESS, Code.MISSING_PERMISSION])
async def test_where_the_channel_is_gone_or_shut_it_stops_and_whoever_chose_it_is_told_once(
    post: Post, code: Code
) -> None:
    status = 404 if code is Code.UNKNOWN_CHANNEL else 403
    post.wire.fault = lambda request, channel: refusal(status, code) if channel == CHANNEL else None
    await pass_time(post, HOUR)
    assert there(post, DM) == 1
    asked = len(post.wire.asked)
    await pass_time(post, 3 * DAY)
    assert (there(post), there(post, DM), len(post.wire.asked)) == (0, 1, asked)
    plan = await post.club.puzzles.daily.load_plan(GUILD)
    assert (plan.server.puzzle_channel, plan.server.puzzle_by, plan.next_at) == (None, None, None)


async def test_where_a_server_has_switched_it_off_meanwhile_nothing_comes(post: Post) -> None:
    post.wire.fault = lambda request, _: refusal(503) if request == "post" else None
    await pass_time(post, HOUR)
    await post.club.puzzles.daily.change_settings(GUILD, moderator_id=ANN.id, puzzle_channel=None)
    post.wire.fault = lambda request, _: None
    await pass_time(post, DAY)
    assert there(post) == 0


async def test_whoever_solves_it_while_it_or_its_names_are_on_their_way_is_named(post: Post) -> None:
    async def solve(user_id: int) -> None:
        await post.club.puzzles.daily.record_result(
            GUILD, (await post.club.puzzles.daily.load_today(GUILD)).puzzle, user_id=user_id, tries=1
        )

    def edits() -> int:
        return sum(request == "edit" for request, _ in post.wire.asked)

    held = post.wire.hold("post")
    due = await post.club.puzzles.daily.queue_due_puzzles()
    assert due is not None
    await pass_time(post, due - post.now())
    await post.club.puzzles.daily.queue_due_puzzles()
    await post.run()
    await solve(BEN.id)
    await post.run()
    held.set()
    await post.run(LEASE)
    assert edits() == 1
    held = post.wire.hold("edit")
    await solve(ANN.id)
    await post.run()
    await solve(3)
    await post.run()
    held.set()
    await post.run(LEASE)
    assert edits() == 3
    await post.run(DAY / 24)
    assert edits() == 3
    assert there(post) == 1
