"""Posts under way when their place goes are neither forgotten nor sent twice.

They are sent when the place comes back.
"""

import pytest

from bot.codes import Code, NoAnswer
from club.members.people import Act
from data.outbox.post_kinds import PostKind
from data.play.matches import MatchStatus
from tests.bot.memory_wire import Post
from tests.club.people import ANN, GUILD, act, interactions
from tests.fake_wire import refusal

HOUR = 3600.0
ELSEWHERE = 99


@pytest.mark.ci
@pytest.mark.parametrize("code", [Code.MISSING_ACCESS, Code.UNKNOWN_CHANNEL])
async def test_what_is_refused_of_a_suspended_match_is_given_up_at_once(post: Post, code: Code) -> None:
    await post.match()
    answer = post.wire.hold("post")
    await post.move(1)
    await post.run()
    await post.club.play.places.suspend_server(GUILD)
    post.wire.fault = lambda request, _: refusal(403, code)
    post.wire.server.messages.clear()
    post.wire.held.clear()
    asked = len(post.wire.asked)
    answer.set()
    await post.run()
    await post.kill()
    await post.start(chance=2)
    await post.run(HOUR)
    assert len(post.wire.asked) <= asked + 1
    assert await post.waiting_of(PostKind.BOARD) == 0
    assert (await post.club.play.matches.load(1)).row.status is MatchStatus.SUSPENDED


@pytest.mark.parametrize("game", ["binar", "one-zero-one"])
async def test_nothing_of_a_suspended_match_is_tried_again(post: Post, game: str) -> None:
    await post.match(game)
    held = {request: post.wire.hold(request) for request in ("post", "edit")}
    post.wire.fault = lambda request, _: NoAnswer("reset") if request in held else None
    post.wire.accepts = True
    await post.move(1)
    await post.run()
    await post.club.play.places.suspend_server(GUILD)
    asked = len(post.wire.asked)
    for answer in held.values():
        answer.set()
    await post.run(HOUR)
    assert post.wire.asked[asked:] == []
    assert await post.waiting(1) == []


@pytest.mark.parametrize("status", [None, 403, 404])
async def test_a_board_that_came_unnoticed_before_a_match_was_moved_loses_its_buttons(
    post: Post, status: int | None
) -> None:
    place = (await post.match()).row.place_id
    post.wire.fault = lambda request, _: NoAnswer("reset") if request == "post" else None
    post.wire.accepts = True
    await post.move(1)
    await post.run()
    await post.club.play.mover.move(1, Act(3, next(interactions)), channel_id=ELSEWHERE)
    post.wire.accepts = False
    post.wire.fault = lambda _, where: refusal(status) if status and where == place else None
    await post.run(HOUR)
    assert [sent.channel_id for sent in post.wire.live(ELSEWHERE)] == [ELSEWHERE]
    assert (post.wire.live(place) == []) == (
        status is None
    )  # where nothing can be done, the match goes on all the same
    assert await post.waiting(1) == []


@pytest.mark.parametrize("back", [True, False])
async def test_the_end_of_a_match_is_shown_though_the_server_went_and_came_back(
    post: Post, back: bool
) -> None:
    place = (await post.match("one-zero-one")).row.place_id
    post.wire.fault = lambda request, _: NoAnswer("reset") if request in ("post", "edit") else None
    post.wire.accepts = True
    await post.club.play.matches.resign(1, act(ANN))
    await post.run()
    await post.club.play.places.suspend_server(GUILD)
    post.wire.accepts = False
    post.wire.fault = lambda _, where: refusal(403, Code.MISSING_ACCESS) if where < 100_000 else None
    await post.run(60)
    if back:
        await post.club.play.places.resume_server(GUILD)
        post.wire.fault = lambda request, _: None
    await post.run(48 * HOUR)
    row = (await post.club.play.matches.load(1)).row
    assert [seat.dm_version for seat in row.seats] == [1, 1]
    assert row.board_version == (1 if back else 0)
    assert len(post.wire.live(place)) == (0 if back else 1)
    assert await post.waiting(1) == []
