"""Posts under way when a member is forgotten store nothing of them any more.

The others are told.
"""

import pytest

from club.members.people import Person
from data.outbox.post_kinds import PostKind
from tests.bot.memory_wire import Post
from tests.club.people import BEN, start_match
from tests.marker import NAME, Marks

ZOE = Person(7_777_123_456_789_012_345, NAME)
MARKS = Marks(ZOE.id, 100_000 + ZOE.id)
HOUR = 3600.0


async def begin(post: Post, game: str = "one-zero-one") -> int:
    """A match of Zoe and Ben in a thread, with what is posted then under way."""
    table = await start_match(post.club, game, people=(ZOE, BEN))
    await post.confirm_card(table)
    await post.run()
    return table.row.id


async def forget(post: Post) -> None:
    await post.club.privacy.deletion.begin_deletion(ZOE.id)
    assert await post.club.privacy.deletion.work() is None
    await post.run()


@pytest.mark.ci
@pytest.mark.parametrize(
    ("request_", "killed"), [("open", False), ("post", False), ("edit", False), ("post", True)]
)
async def test_an_answer_that_comes_after_it_stores_nothing(post: Post, request_: str, killed: bool) -> None:
    answer = post.wire.hold(request_)
    match_id = await begin(post)
    await forget(post)
    assert MARKS.anywhere(post.path) == []
    if killed:
        post.wire.held.clear()
        await post.kill()
        await post.start(chance=2)
    answer.set()
    await post.run(2 * HOUR)
    assert MARKS.anywhere(post.path) == []
    assert await post.waiting(match_id) == []


async def test_the_opponent_sees_the_end_and_no_word_goes_to_who_has_left(post: Post) -> None:
    match_id = await begin(post)
    place = (await post.club.play.matches.load(match_id)).row.place_id
    mine = [sent for sent in post.wire.messages.values() if sent.channel_id == MARKS.dm_channel_id]
    before = len(post.wire.asked)
    await forget(post)
    after = post.wire.asked[before:]
    assert len(mine) == 1
    assert all(channel != MARKS.dm_channel_id and request != "open" for request, channel in after)
    assert ("edit", place) in after or ("post", place) in after
    assert ("post", 11) not in after, "being forgotten is quiet"
    assert ("rename", place) in after
    assert await post.waiting_of(PostKind.ARCHIVE) == 1
