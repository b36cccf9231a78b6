"""Posts that a player waits for do not wait behind others.

A slow channel, or posts that no one waits for, take their own time.
"""

from dataclasses import replace

import pytest

from bot.delivery.drain import AT_ONCE
from data.database.transaction import Transaction
from data.outbox.lanes import A_LANE, UNAWAITED
from data.outbox.post_kinds import PostKind
from data.play import challenges
from tests.bot.memory_wire import Post
from tests.data.samples import NEW_CHALLENGE


@pytest.mark.ci
@pytest.mark.parametrize("channels", [1, 300])
async def test_a_board_waits_for_no_cards_that_lapse_wherever_they_are(post: Post, channels: int) -> None:
    table = await post.match()

    async def lapsing(tx: Transaction) -> None:
        at = post.now()
        for number in range(300):
            asked = replace(NEW_CHALLENGE, challenger_id=1000 + number, channel_id=6000 + number % channels)
            row = await challenges.create(
                tx, asked, at=at - 9, expires_at=at - 1, interaction_id=10**9 + number
            )
            await challenges.set_message(tx, row.id, 7000 + number)

    await post.store.write(lapsing)
    await post.club.play.challenges.expire_due()
    answers = post.wire.hold("edit")
    await post.run()
    claims = post.claims
    assert post.wire.waiting == min(UNAWAITED, channels * A_LANE)
    await post.move(1)
    await post.run(1)
    assert (await post.club.play.matches.load(1)).row.board_version == 1
    assert post.wire.live(table.row.place_id)
    assert post.claims - claims < 9
    answers.set()
    await post.run()
    assert await post.waiting_of(PostKind.CHALLENGE) == 0


def test_what_is_awaited_has_room() -> None:
    assert UNAWAITED < AT_ONCE
