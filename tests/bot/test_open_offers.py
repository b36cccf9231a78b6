"""The card of an offer that stays open while the match goes on."""

import pytest

from bot.cards.play.offer import ACCEPT
from club.play.course.offers import OfferKind
from data.outbox.post_kinds import PostKind
from tests.bot.memory_wire import Post
from tests.bot.server import Server, buttons, texts
from tests.club.people import ANN, BEN, CHANNEL, CLEO, act
from tests.fake_wire import refusal


async def test_an_offer_has_its_card_where_its_match_is_moved_to(post: Post) -> None:
    former = (await post.match()).row.place_id
    await post.club.play.offers.offer(1, act(ANN), OfferKind.DRAW)
    await post.run(3)
    await post.club.play.mover.move(1, act(CLEO), channel_id=CHANNEL + 1)
    await post.run(60)
    now = (await post.club.play.matches.load(1)).row.place_id
    assert post.wire.live(former, ACCEPT[OfferKind.DRAW]) == []
    assert len(post.wire.live(now, ACCEPT[OfferKind.DRAW])) == 1
    await post.club.play.offers.decline(1, act(BEN), OfferKind.DRAW)
    await post.run(60)
    assert post.wire.live(now, ACCEPT[OfferKind.DRAW]) == []


async def test_an_offer_has_one_card_if_its_player_moves_before_that_is_posted(post: Post) -> None:
    place = (await post.match()).row.place_id
    post.wire.fault = lambda request, channel: refusal(503) if request == "post" else None
    await post.club.play.offers.offer(1, act(BEN), OfferKind.DRAW)
    await post.run(3)
    await post.club.play.matches.play(1, act(BEN), "c3")
    post.wire.fault = lambda request, channel: None
    await post.run(60)
    assert len(post.wire.live(place, ACCEPT[OfferKind.DRAW])) == 1
    assert await post.waiting_of(PostKind.OFFER) == 0


@pytest.mark.ci
async def test_who_offers_a_draw_and_moves_is_answered_below_the_move(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    await room.ann.slash(place, "draw")
    former = place.history()[-1]
    await room.ann.slash(place, "move", move="c3")
    [card] = [message for message in place.history() if message.id == former.id]
    assert buttons(card) == {}
    assert "still open" in texts(card)
    asked = place.history()[-1]
    assert asked.id != former.id
    await room.ben.click(asked, label="Accept the draw")
    assert (await room.match()).outcome is not None
