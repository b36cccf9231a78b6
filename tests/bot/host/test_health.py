"""The age of the outbox shows whether boards fail to appear.

Faults that the bot cannot mend do not make it unhealthy.
"""

import discord
import pytest

from bot.codes import Code, NoAnswer
from bot.host.health import POSTED_WITHIN, Health
from club.members.people import Act
from data import figures
from tests.bot.memory_wire import Post
from tests.fake_wire import refusal
from tests.sets import leave_to_ci

pytestmark = pytest.mark.ci

HOUR = 3600.0
NOTED_EVERY = 30.0


async def age(post: Post) -> float:
    due = await post.store.read(lambda tx: figures.oldest_due_time(tx, post.now()))
    return 0.0 if due is None else post.now() - due


async def ages(post: Post, seconds: float) -> list[float]:
    """How old the outbox is whenever the bot notes it."""
    noted = []
    for _ in range(round(seconds / NOTED_EVERY)):
        await post.run(NOTED_EVERY)
        noted.append(await age(post))
    return noted


@pytest.mark.parametrize(
    "fault",
    leave_to_ci([refusal(503), refusal(401), discord.RateLimited(600.0), NoAnswer()], after=1),
    ids=str,
)
async def test_while_no_board_can_be_posted_the_outbox_grows_old_without_a_break(
    post: Post, fault: Exception
) -> None:
    await post.match()
    post.wire.fault = lambda request, channel: fault
    await post.move(1)
    noted = await ages(post, 6 * HOUR)
    assert noted == [NOTED_EVERY * number for number in range(1, len(noted) + 1)]
    assert Health({}, noted[-1]).problem(0.0) is not None
    post.wire.fault = lambda request, channel: None
    await post.run(HOUR)
    assert (await post.club.play.matches.load(1)).row.board_version == 1
    assert await age(post) == 0


async def test_another_process_knows_how_long_boards_have_not_appeared(post: Post) -> None:
    await post.match()
    post.wire.fault = lambda request, channel: refusal(503)
    await post.move(1)
    await post.run(HOUR)
    await post.kill()
    await post.start()
    assert await age(post) == HOUR


@pytest.mark.parametrize("code", [Code.MISSING_PERMISSION, Code.MISSING_ACCESS, Code.THREAD_LOCKED])
async def test_a_channel_that_refuses_makes_nobody_unwell(post: Post, code: Code) -> None:
    await post.match()
    post.wire.fault = lambda request, channel: refusal(403, code)
    await post.move(1)
    assert max(await ages(post, 6 * HOUR)) < POSTED_WITHIN
    assert await post.waiting(1)


async def test_direct_messages_that_wait_for_their_pace_make_nobody_unwell(post: Post) -> None:
    post.wire.fault = lambda request, channel: refusal(400, Code.DMS_TOO_FAST) if request == "open" else None
    await post.match("one-zero-one")
    assert max(await ages(post, 2 * HOUR)) < POSTED_WITHIN
    assert await post.waiting(1)


async def test_what_is_meant_for_later_is_late_only_then(post: Post) -> None:
    await post.match()
    post.wire.fault = lambda request, channel: refusal(503) if request == "archive" else None
    await post.club.play.matches.resign(1, Act(1, 77))
    assert max(await ages(post, HOUR - NOTED_EVERY)) == 0
    assert max(await ages(post, HOUR)) > HOUR / 2
