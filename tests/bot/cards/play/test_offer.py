"""Cards of offers: the question, the answers, and what became of it."""

from bot.cards.play.offer import closed_offer_card, offer_card, resign_card
from club.play.course.offers import Offer, OfferKind
from data.play.matches import EventKind
from tests.bot.cards.made_tables import match_of, table_with
from tests.bot.cards.whole_card import SAY, framed_lines, lines_of

TABLE = table_with(match_of("russian", "c3-b4", "b6-a5"))


def test_the_opponent_is_asked_for_a_draw() -> None:
    cards = [offer_card(TABLE, Offer(OfferKind.DRAW, seat), SAY) for seat in (0, 1)]
    assert [card.pings for card in cards] == [(102,), (101,)]
    assert [framed_lines(card) for card in cards] == [
        [
            "offered",
            "Ann (White) offers a draw. <@102>, do you accept?",
            "[Accept the draw] 7:draw:3 success",
            "[Decline] 7:nodraw:3",
        ],
        [
            "offered",
            "Ben (Black) offers a draw. <@101>, do you accept?",
            "[Accept the draw] 7:draw:3 success",
            "[Decline] 7:nodraw:3",
        ],
    ]


def test_a_guest_is_asked_by_name_alone() -> None:
    table = table_with(match_of("russian", "c3-b4", "b6-a5"), ben={"guest": True})
    card = offer_card(table, Offer(OfferKind.DRAW, 0), SAY)
    assert (card.pings, framed_lines(card)[1]) == ((), "Ann (White) offers a draw. Ben, do you accept?")


def test_a_take_back_names_the_moves_that_go() -> None:
    assert [lines_of(offer_card(TABLE, Offer(OfferKind.TAKEBACK, seat), SAY)) for seat in (0, 1)] == [
        [
            "Ann (White) asks to take back `c3-b4`, and with it `b6-a5`, which followed. <@102>, do you …",
            "[Agree to the take-back] 7:undo:3 success",
            "[Decline] 7:noundo:3",
        ],
        [
            "Ben (Black) asks to take back `b6-a5`. <@101>, do you agree?",
            "[Agree to the take-back] 7:undo:3 success",
            "[Decline] 7:noundo:3",
        ],
    ]


def test_what_became_of_an_offer() -> None:
    kinds = (
        EventKind.DRAW,
        EventKind.DRAW_DECLINE,
        EventKind.TAKEBACK,
        EventKind.TAKEBACK_DECLINE,
        EventKind.RESIGN,
        None,
    )
    assert [framed_lines(closed_offer_card(kind, SAY)) for kind in kinds] == [
        ["over", "The draw is agreed."],
        ["over", "The draw offer was declined; the match goes on."],
        ["over", "The take-back is agreed: the board stands as before."],
        ["over", "The take-back was declined; the match goes on as it stands."],
        ["over", "This offer was open until the next move; the match went on."],
        ["over", "This offer was open until the next move; the match went on."],
    ]
    assert framed_lines(closed_offer_card(None, SAY, is_open=True)) == [
        "over",
        "This offer is still open, and asked once more where the match goes on.",
    ]


def test_who_resigns_is_asked_first() -> None:
    assert framed_lines(resign_card(TABLE, 0, SAY)) == [
        "asked",
        "Resign your match of Russian checkers against Ben?",
        "[Resign] 7:resign-yes:3 danger",
        "[Keep playing] 7:resign-no:3 success",
    ]
