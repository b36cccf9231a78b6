"""Word that exercises are due: once by direct message, whatever fails on the way."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.codes import Code, NoAnswer
from data.outbox.post_kinds import PostKind
from tests.bot.delivery.post_kinds import learner
from tests.bot.memory_wire import Post, posting
from tests.club.people import ANN
from tests.fake_wire import refusal

HOUR, DAY = 3600.0, 86_400.0
DIRECT = 100_000 + ANN.id


@pytest.fixture
async def post(tmp_path: Path) -> AsyncIterator[Post]:
    async with posting(tmp_path / "twotone.db") as opened:
        await learner(opened)
        yield opened


async def word(post: Post, *, after: float = HOUR) -> None:
    """Let time go on, and send the messages that are due then."""
    await post.run(after)
    await post.club.learning.reminders.queue_due_reminders()
    await post.run(60.0)


def count_words(post: Post) -> int:
    """Return how many messages Ann has got."""
    return sum(sent.channel_id == DIRECT for sent in post.wire.messages.values())


async def test_who_takes_no_direct_messages_hears_nothing_and_holds_nobody_up(post: Post) -> None:
    post.wire.fault = lambda _, place: refusal(403, Code.DM_REFUSED) if place == DIRECT else None
    await word(post)
    await post.run(2 * HOUR)
    assert ("open", ANN.id) in post.wire.asked
    assert (count_words(post), await post.waiting_of(PostKind.LEARN)) == (0, 0)


async def test_what_is_solved_before_it_is_sent_is_told_no_more(post: Post) -> None:
    post.wire.fault = lambda request, _: NoAnswer("reset") if request == "open" else None
    await word(post)
    assert await post.waiting_of(PostKind.LEARN) == 1
    kept = (await post.club.learning.exercises.enrol_and_load(ANN.id)).next_exercise
    assert kept is not None
    await post.club.learning.exercises.record_answer(ANN.id, kept.key, solved=True)
    post.wire.fault = lambda request, _: None
    await post.run(2 * HOUR)
    assert (count_words(post), await post.waiting_of(PostKind.LEARN)) == (0, 0)
