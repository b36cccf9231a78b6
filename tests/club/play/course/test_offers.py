"""Offers that need consent.

An offer is open until the other player answers or moves. A player makes it at most once between
two of their own moves.
"""

import pytest

from club.club import Club
from club.members.people import Act
from club.play.course.offers import Offer, OfferKind, find_open_offer
from club.refusals import Refusal, StaleBoard
from data.outbox.post_kinds import PostKind
from tests.club.people import ANN, BEN, CHANNEL, CLEO, act, interactions, start_match
from tests.club.refusing import refused_code
from tests.pending_posts import for_match

pytestmark = pytest.mark.both_databases


async def standing(club: Club, match_id: int) -> Offer | None:
    _, events = await club.play.matches.load_with_events(match_id)
    return find_open_offer(events)


async def test_an_offer_is_open_until_the_other_moves(club: Club) -> None:
    number = (await start_match(club)).row.id
    assert await standing(club, number) is None
    await club.play.offers.offer(number, act(BEN), OfferKind.DRAW)
    assert await standing(club, number) == Offer(OfferKind.DRAW, 1)
    await club.play.matches.play(number, act(ANN), "c3")
    assert await standing(club, number) is None
    with pytest.raises(Refusal):
        await club.play.offers.accept(number, act(ANN), OfferKind.DRAW)


async def test_an_offer_is_accepted_by_making_the_same_one(club: Club) -> None:
    number = (await start_match(club)).row.id
    for person in (ANN, BEN):
        table = await club.play.offers.offer(number, act(person), OfferKind.DRAW)
    assert table.is_over
    assert table.row.winner is None


async def test_who_asks_for_a_take_back_too_allows_none_by_it(club: Club) -> None:
    number = (await start_match(club)).row.id
    for person in (ANN, BEN):
        table = await club.play.matches.load(number)
        await club.play.matches.play(number, act(person), table.match.moves()[0])
    await club.play.offers.offer(number, act(ANN), OfferKind.TAKEBACK)
    asked = club.play.offers.offer(number, act(BEN), OfferKind.TAKEBACK)
    assert await refused_code(asked) == "offer.takeback.first"
    assert await standing(club, number) == Offer(OfferKind.TAKEBACK, 0)


async def test_a_declined_offer_may_be_made_again_after_a_move(club: Club) -> None:
    number = (await start_match(club)).row.id
    await club.play.offers.offer(number, act(ANN), OfferKind.DRAW)
    await club.play.offers.decline(number, act(BEN), OfferKind.DRAW)
    with pytest.raises(Refusal):
        await club.play.offers.offer(number, act(ANN), OfferKind.DRAW)
    await club.play.matches.play(number, act(ANN), "c3")
    await club.play.offers.offer(number, act(ANN), OfferKind.DRAW)
    assert await standing(club, number) == Offer(OfferKind.DRAW, 0)


async def test_one_s_own_move_leaves_one_s_offer_open(club: Club) -> None:
    number = (await start_match(club)).row.id
    await club.play.offers.offer(number, act(ANN), OfferKind.DRAW)
    await club.play.matches.play(number, act(ANN), "c3")
    assert await standing(club, number) == Offer(OfferKind.DRAW, 0)
    assert (await club.play.offers.accept(number, act(BEN), OfferKind.DRAW)).is_over


async def test_who_asks_for_a_take_back_and_moves_does_not_ask_for_that_move(club: Club) -> None:
    number = (await start_match(club)).row.id
    for person, move in ((ANN, "c3"), (BEN, "c2")):
        await club.play.matches.play(number, act(person), move)
    await club.play.offers.offer(number, act(ANN), OfferKind.TAKEBACK)
    await club.play.matches.play(number, act(ANN), "c4")
    assert await standing(club, number) is None
    assert (
        await refused_code(club.play.offers.accept(number, act(BEN), OfferKind.TAKEBACK))
        == "offer.takeback.none"
    )
    await club.play.offers.offer(number, act(ANN), OfferKind.TAKEBACK)
    assert len((await club.play.offers.accept(number, act(BEN), OfferKind.TAKEBACK)).match.plies) == 2


async def test_a_match_that_is_moved_keeps_the_open_offer(club: Club) -> None:
    number = (await start_match(club)).row.id
    await club.play.matches.play(number, act(ANN), "c3")
    await club.play.offers.offer(number, act(ANN), OfferKind.DRAW)
    await club.play.mover.move(number, act(CLEO), channel_id=CHANNEL + 1)
    assert await standing(club, number) == Offer(OfferKind.DRAW, 0)
    asked = club.play.offers.offer(number, act(ANN), OfferKind.DRAW)
    assert await refused_code(asked) == "offer.draw.open", "nobody has declined it"
    assert (await club.play.offers.accept(number, act(BEN), OfferKind.DRAW)).is_over


async def test_an_offer_leaves_the_buttons_of_the_board_as_they_were(club: Club) -> None:
    number = (await start_match(club)).row.id
    await club.play.matches.play(number, act(ANN), "c3")
    await club.play.offers.offer(number, act(ANN), OfferKind.DRAW)
    with pytest.raises(StaleBoard):
        await club.play.matches.play(number, act(BEN), "a1", version=0)
    assert (await club.play.matches.play(number, act(BEN), "a1", version=1)).row.version == 3


async def test_an_offer_tells_nobody_once_more_that_it_is_their_turn(club: Club) -> None:
    number = (await start_match(club)).row.id
    await club.members.preferences.change(BEN.id, dm_turn=True)
    await club.play.matches.play(number, act(ANN), "c3")
    await club.play.offers.offer(number, act(ANN), OfferKind.DRAW)
    waiting = await club.store.read(lambda tx: for_match(tx, number))
    assert [row.version for row in waiting if row.kind is PostKind.TURN] == [1]


async def test_one_interaction_answers_once(club: Club) -> None:
    number = (await start_match(club)).row.id
    once = next(interactions)
    first = await club.play.offers.offer(number, Act(ANN.id, once), OfferKind.DRAW)
    again = await club.play.offers.offer(number, Act(ANN.id, once), OfferKind.DRAW)
    assert first.row.version == again.row.version == 1
