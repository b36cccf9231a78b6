"""A process that stalls while another takes over its posts spoils nothing later."""

from typing import Final

import pytest

from bot.codes import Code
from data.outbox.post_kinds import PostKind
from tests.bot.delivery.post_kinds import bring_about, do_it, is_delivering
from tests.bot.memory_wire import Post
from tests.fake_wire import refusal
from tests.sets import leave_to_ci

COURTESIES: Final = tuple(map(PostKind, ("moved", "turn", "greeting", "withdrawn", "unposted")))
"""Kinds that a process taking them over does not post: nothing looks for them."""
REPEATABLE: Final = tuple(map(PostKind, ("place", "lapse", "archive", "event", "whereabouts")))
"""Kinds with repeatable requests.

Making one twice changes nothing, or the post is looked for afterwards.
"""


@pytest.mark.ci
@pytest.mark.parametrize("by_token", [True, False])
async def test_what_another_may_have_taken_over_is_not_sent_any_more(post: Post, by_token: bool) -> None:
    place = (await post.match()).row.place_id
    holds = iter([False, False])
    since: list[float] = []

    def is_held(at: float) -> bool:
        since.append(at)
        return next(holds, True)

    told: list[bool] = []
    post.club.processes.announce_shards = lambda: told.append(True)  # pyrefly: ignore[method-assign]  # what it does is not asked here
    post.delivery.claims.held_claims = is_held
    post.time += 100.0
    claimed = post.time
    await post.move(1, at=place if by_token else None)
    post.wire.asked.clear()
    await post.run()
    assert since == [claimed]
    assert told == [True]  # the others are to see at once that it is there again
    assert [request for request, _ in post.wire.asked] == []
    [row] = await post.waiting(1)
    assert row.kind is PostKind.BOARD and row.unclear  # any process that posts it looks first
    await post.run(10.0)
    (live,) = post.wire.live(place)
    assert live.marks >= {"v1:1:play:1"}
    assert post.wire.asked[0][0] == "look"
    assert await post.waiting(1) == []


async def test_an_edit_is_not_sent_either(post: Post) -> None:
    await post.match()
    await post.move(1)
    await post.run()
    posted = iter([True])  # the next board goes out; the former one's buttons wait
    post.delivery.claims.held_claims = lambda since: next(posted, False)
    await post.move(1)
    post.wire.asked.clear()
    await post.run(0.5)
    assert [request for request, _ in post.wire.asked] == ["post"]
    assert [row.kind for row in await post.waiting(1)] == [PostKind.STRIP]


class Standing:
    """A process that stalled while it had posts of one kind in hand.

    `sent` holds what went out for them all the same.
    """

    def __init__(self, post: Post, kind: PostKind) -> None:
        self.sent: list[str] = []
        self.kind = kind
        self.still, self.asked = True, 0
        post.wire.fault = self._note
        post.delivery.claims.held_claims = self._is_held

    def _is_held(self, since: float) -> bool:
        """Whether the claim still holds, for posts of this kind."""
        self.asked += is_delivering(self.kind)
        return not (self.still and is_delivering(self.kind))

    def _note(self, request: str, channel: int) -> Exception | None:
        if is_delivering(self.kind) and request in ("post", "follow-up", "edit", "edit by token", "delete"):
            self.sent.append(request)
        closed = self.kind is PostKind.NOTICE and request == "open"
        return refusal(403, Code.DM_REFUSED) if closed else None


@pytest.mark.parametrize(
    "kind", leave_to_ci([kind for kind in PostKind if kind not in (*COURTESIES, *REPEATABLE)], after=4)
)
async def test_no_kind_of_post_is_sent_by_who_stood_still_and_each_comes_later(
    post: Post, kind: PostKind
) -> None:
    await bring_about(post, kind)
    process = Standing(post, kind)
    await do_it(post, kind)
    await post.run(6.0)
    assert process.asked and not process.sent
    process.still = False
    await post.run(60.0)
    assert process.sent


@pytest.mark.parametrize("recorded", [True, False], ids=["the other's is known", "not known yet"])
async def test_a_board_that_came_after_another_process_posted_it_loses_its_buttons(
    post: Post, recorded: bool
) -> None:
    """The process stalls between its look at the clock and its request.

    It cannot know that another posted meanwhile.
    """
    opened = (await post.match()).row
    place, former = opened.place_id, opened.board_message_id
    release = post.wire.hold("follow-up")
    await post.move(1, at=place)
    await post.run()
    await post.store.write(lambda tx: tx.run("UPDATE outbox SET owner = 'another' WHERE kind = 'board'"))
    if recorded:
        await post.store.write(
            lambda tx: tx.run(
                "UPDATE match SET board_version = 1, board_message_id = 77, board_posted_at = 5"
            )
        )
    release.set()
    await post.run(1.0)
    live = post.wire.live(place)
    row = (await post.club.play.matches.load(1)).row
    if recorded:
        assert row.board_message_id == 77
        assert [sent.message_id for sent in live] == [former]  # which is the other process's to strip
    else:
        assert [sent.message_id for sent in live] == [row.board_message_id]
        assert row.board_version == 1
