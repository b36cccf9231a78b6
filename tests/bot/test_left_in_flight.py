"""Posts under way when their place goes are neither forgotten nor sent twice.

They are sent when the place comes back.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.codes import Code, NoAnswer
from club.members.people import Act
from club.play.course.offers import OfferKind
from data.outbox.post_kinds import PostKind
from data.play.matches import MatchStatus
from tests.bot.memory_wire import REMEMBERS, Post, posting
from tests.club.people import ANN, GUILD, act, interactions
from tests.fake_wire import refusal

HOUR = 3600.0
ELSEWHERE = 99


@pytest.fixture
async def post(tmp_path: Path) -> AsyncIterator[Post]:
    async with posting(tmp_path / "twotone.db") as opened:
        yield opened


async def test_a_board_on_its_way_is_posted_once_though_the_server_went_and_came_back(post: Post) -> None:
    place = (await post.match()).row.place_id
    answer = post.wire.hold("post")
    await post.move(1)
    await post.run()
    await post.club.places.server_gone(GUILD)
    await post.club.places.server_back(GUILD)
    await post.run(60)
    answer.set()
    await post.run(HOUR)
    (live,) = post.wire.live(place)
    assert live.marks >= {"v1:1:play:1"}
    assert [sent.channel_id for sent in post.wire.messages.values()].count(place) == 2
    assert await post.waiting(1) == []


async def test_a_first_board_whose_answer_was_lost_is_found_when_the_server_is_back(post: Post) -> None:
    """Nothing is known of it but its place, and that is made again."""
    post.wire.fault = lambda request, _: NoAnswer("reset") if request in ("post", "look") else None
    post.wire.accepts = True
    place = (await post.match()).row.place_id
    assert [sent.channel_id for sent in post.wire.messages.values()].count(place) == 1
    await post.run(2 * REMEMBERS)  # its nonce is forgotten
    await post.club.places.server_gone(GUILD)
    post.wire.fault = lambda request, _: None
    await post.club.places.server_back(GUILD)
    await post.run(HOUR)
    assert [sent.channel_id for sent in post.wire.messages.values()].count(place) == 1
    assert (await post.club.matches.load(1)).row.board_version == 0


async def test_a_board_whose_answer_was_lost_is_found_when_the_server_is_back(post: Post) -> None:
    place = (await post.match()).row.place_id
    post.wire.fault = lambda request, _: NoAnswer("reset") if request == "post" else None
    post.wire.accepts = True
    await post.move(1)
    await post.run()
    await post.club.places.server_gone(GUILD)
    post.wire.fault = lambda request, _: None
    await post.run(HOUR)
    await post.club.places.server_back(GUILD)
    await post.run(HOUR)
    assert [sent.channel_id for sent in post.wire.messages.values()].count(place) == 2
    assert (await post.club.matches.load(1)).row.board_version == 1


@pytest.mark.parametrize("code", [Code.MISSING_ACCESS, Code.UNKNOWN_CHANNEL])
async def test_what_is_refused_of_a_suspended_match_is_given_up_at_once(post: Post, code: Code) -> None:
    await post.match()
    answer = post.wire.hold("post")
    await post.move(1)
    await post.run()
    await post.club.places.server_gone(GUILD)
    post.wire.fault = lambda request, _: refusal(403, code)
    post.wire.messages.clear()
    post.wire.held.clear()
    asked = len(post.wire.asked)
    answer.set()
    await post.run()
    await post.kill()
    await post.start(chance=2)
    await post.run(HOUR)
    assert len(post.wire.asked) <= asked + 1
    assert await post.waiting_of(PostKind.BOARD) == 0
    assert (await post.club.matches.load(1)).row.status is MatchStatus.SUSPENDED


async def test_a_hand_that_waited_is_sent_when_the_server_is_back(post: Post) -> None:
    await post.match("one-zero-one")
    post.wire.hold("post")
    await post.move(1)
    await post.club.places.server_gone(GUILD)
    post.wire.held.clear()
    await post.club.places.server_back(GUILD)
    await post.run(HOUR)
    seats = (await post.club.matches.load(1)).row.seats
    assert [seat.dm_version for seat in seats] == [1, 1]


@pytest.mark.parametrize("game", ["binar", "one-zero-one"])
async def test_nothing_of_a_suspended_match_is_tried_again(post: Post, game: str) -> None:
    await post.match(game)
    held = {request: post.wire.hold(request) for request in ("post", "edit")}
    post.wire.fault = lambda request, _: NoAnswer("reset") if request in held else None
    post.wire.accepts = True
    await post.move(1)
    await post.run()
    await post.club.places.server_gone(GUILD)
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
    await post.club.match_mover.move(1, Act(3, next(interactions)), channel_id=ELSEWHERE)
    post.wire.accepts = False
    post.wire.fault = lambda _, where: refusal(status) if status and where == place else None
    await post.run(HOUR)
    assert [sent.channel_id for sent in post.wire.live(ELSEWHERE)] == [ELSEWHERE]
    assert (post.wire.live(place) == []) == (
        status is None
    )  # where nothing can be done, the match goes on all the same
    assert await post.waiting(1) == []


@pytest.mark.parametrize("status", [None, 403, 404])
async def test_an_offer_that_came_unnoticed_before_a_match_was_moved_loses_its_buttons(
    post: Post, status: int | None
) -> None:
    place = (await post.match()).row.place_id
    post.wire.fault = lambda request, _: NoAnswer("reset") if request == "post" else None
    post.wire.accepts = True
    await post.club.offers.offer(1, act(ANN), OfferKind.DRAW)
    await post.run()
    assert len(post.wire.live(place, "draw")) == 1
    await post.club.match_mover.move(1, Act(3, next(interactions)), channel_id=ELSEWHERE)
    post.wire.accepts = False
    post.wire.fault = lambda _, where: refusal(status) if status and where == place else None
    await post.run(HOUR)
    assert len(post.wire.live(place, "draw")) == (0 if status is None else 1)
    assert post.wire.live(ELSEWHERE, "draw") == []
    assert len(post.wire.live(ELSEWHERE)) == 1
    assert await post.waiting(1) == []


@pytest.mark.parametrize("back", [True, False])
async def test_the_end_of_a_match_is_shown_though_the_server_went_and_came_back(
    post: Post, back: bool
) -> None:
    place = (await post.match("one-zero-one")).row.place_id
    post.wire.fault = lambda request, _: NoAnswer("reset") if request in ("post", "edit") else None
    post.wire.accepts = True
    await post.club.matches.resign(1, act(ANN))
    await post.run()
    await post.club.places.server_gone(GUILD)
    post.wire.accepts = False
    post.wire.fault = lambda _, where: refusal(403, Code.MISSING_ACCESS) if where < 100_000 else None
    await post.run(60)
    if back:
        await post.club.places.server_back(GUILD)
        post.wire.fault = lambda request, _: None
    await post.run(48 * HOUR)
    row = (await post.club.matches.load(1)).row
    assert [seat.dm_version for seat in row.seats] == [1, 1]
    assert row.board_version == (1 if back else 0)
    assert len(post.wire.live(place)) == (0 if back else 1)
    assert await post.waiting(1) == []
