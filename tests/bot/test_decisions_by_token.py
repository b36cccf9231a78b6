"""Every answer to a try by a token has a decision too.

The post goes by the channel at once, or after a look, or never again that way.
"""

import pytest

from bot.codes import Code
from bot.delivery.decisions import BY_TOKEN, CLASSES, Fate, decide_by_token
from bot.delivery.drain import LONGEST_WAIT
from club.play.course.offers import OfferKind
from tests.bot.delivery.faults import FAULTS
from tests.bot.memory_wire import Post
from tests.club.people import ANN, BEN, CHANNEL, act
from tests.sets import leave_to_ci

SHUT = {"50001", "50013", "status 403", "a code of tomorrow"}
"""Refusals of the place, not of the token."""
UNCLEAR = {"status 500", "status 502", "status 503", "status 524", "no answer"}
"""Answers after which it is unclear whether Discord took the post."""


def test_the_table_names_answers_that_there_are() -> None:
    assert set(BY_TOKEN) <= {*Code, *CLASSES}


@pytest.mark.parametrize("name", FAULTS)
def test_only_refusals_of_a_place_shun_it_and_only_silence_is_looked_into(name: str) -> None:
    do = decide_by_token(FAULTS[name])
    assert (do is Fate.SHUN) == (name in SHUT)
    assert (do is Fate.LOOK) == (name in UNCLEAR)
    assert do in (Fate.SHUN, Fate.LOOK, Fate.BY_CHANNEL)


@pytest.mark.ci
@pytest.mark.parametrize("request_", ["follow-up", "edit by token"])
@pytest.mark.parametrize("name", leave_to_ci(FAULTS, every=4))
async def test_whatever_a_token_is_answered_one_board_is_live_and_nothing_is_sent_twice(
    post: Post, name: str, request_: str
) -> None:
    place = (await post.match()).row.place_id
    fault, do = FAULTS[name], decide_by_token(FAULTS[name])
    post.wire.fault = lambda request, _: fault if request == request_ else None
    post.wire.accepts = do is Fate.LOOK  # the worst: Discord has taken it, and no one was told
    await post.press(1)
    post.wire.asked.clear()
    await post.move(1, at=place)
    await post.run()
    asked = [request for request, where in post.wire.asked if where == place]
    instead = {"follow-up": "post", "edit by token": "edit"}[request_]
    assert asked.count(request_) == 1
    # What may have been taken waits until it has been looked for; all else goes by the channel at once.
    assert (asked[asked.index(request_) + 1 :][:1] == [instead]) == (do is not Fate.LOOK)
    shunned = do is Fate.SHUN and request_ == "follow-up"
    assert post.tokens.is_channel_disabled(CHANNEL) == shunned
    post.wire.fault, post.wire.accepts = (lambda request, _: None), False
    await post.run(LONGEST_WAIT)
    assert await post.waiting(1) == []
    (live,) = post.wire.live(place)
    assert live.marks >= {"v1:1:play:1"}
    boards = [sent for sent in post.wire.messages.values() if sent.channel_id == place]
    assert len(boards) == 2
    # The next token is tried, but where the place itself refuses posts.
    post.wire.asked.clear()
    await post.move(1, at=place)
    await post.run()
    assert post.wire.asked[0][0] == ("post" if shunned else "follow-up")


async def test_a_token_that_did_not_serve_one_post_is_not_tried_for_the_next_of_the_same_act(
    post: Post,
) -> None:
    """The posts are the deleted board of an offer, and the offer itself."""
    place = (await post.match()).row.place_id
    faults = {"edit": FAULTS["10008"], "follow-up": FAULTS["status 404"]}
    post.wire.fault = lambda request, _: faults.get(request)
    offering = act(ANN)
    post.tokens.add(offering.interaction_id, post.tokens.make_token(1, "", place))
    post.wire.asked.clear()
    await post.club.play.offers.offer(1, offering, OfferKind.DRAW)
    post.tokens.note_answer(offering.interaction_id, answered=True)
    await post.run()
    posts = [
        request for request, where in post.wire.asked if where == place and request in ("follow-up", "post")
    ]
    assert posts == ["follow-up", "post", "post"]
    assert await post.waiting(1) == []


async def test_a_token_that_did_not_edit_a_card_is_not_tried_again_on_it(post: Post) -> None:
    place = (await post.match()).row.place_id
    await post.press(1)
    post.wire.fault = lambda request, _: FAULTS["status 404"] if request == "edit by token" else None
    post.wire.asked.clear()
    await post.club.play.offers.offer(1, act(ANN), OfferKind.DRAW)
    await post.run()
    await post.club.play.offers.decline(1, act(BEN), OfferKind.DRAW)
    await post.run()
    edits = [request for request, where in post.wire.asked if where == place and "edit" in request]
    assert edits[:2] == ["edit by token", "edit"]
    assert edits.count("edit by token") == 1
