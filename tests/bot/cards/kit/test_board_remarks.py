"""Remarks beside a board: what has happened since the last move."""

from typing import Any

from bot.cards.kit.board_remarks import offer_line, story_lines, waiting_buttons, waiting_lines
from club.play.after.history import MatchContext, PlaceChange, TakeBack, TimeGift
from club.play.course.offers import Offer, OfferKind
from data.play.clocks import ClockRow
from tests.bot.cards.made_tables import NUMBER, match_of, table_with
from tests.bot.cards.whole_card import SAY

TABLE = table_with(match_of("russian", "c3-b4", "b6-a5"))


def story(**given: Any) -> list[str]:
    return story_lines(TABLE, MatchContext(**given), SAY)


def test_where_nothing_has_happened_nothing_is_said() -> None:
    assert story() == []


def test_a_move_that_was_prepared_names_what_it_answers() -> None:
    assert story(is_conditional=True) == ["Ben had made this move in advance, as an answer to `c3-b4`."]


def test_moves_taken_back_are_counted() -> None:
    assert [story(take_back=TakeBack(seat, count)) for seat, count in ((0, 1), (1, 2))] == [
        ["Ann took a move back: 1 move was undone."],
        ["Ben took a move back: 2 moves were undone."],
    ]


def test_a_match_that_moved_says_where_to() -> None:
    assert [story(place_change=PlaceChange(101, seat, 21)) for seat in (None, 0, 1)] == [
        ["<@101> moved this match here; it was played in <#21> before."],
        ["<@101> brought this match here: <#21>, where it was played before, is gone."],
        ["<@101> brought this match here: <#21>, where it was played before, is gone."],
    ]


def test_who_ended_a_match_is_named_with_the_reason() -> None:
    assert [story(ended_by=109), story(ended_by=109, ended_why="*Spam*"), story(ended_why="Spam")] == [
        ["-# Ended by <@109>, who moderates here."],
        ["-# Ended by <@109>, who moderates here.", "Why: \\*Spam\\*"],
        [],
    ]


def test_time_that_was_given_is_said() -> None:
    assert [story(time_gift=TimeGift(seat, 7200.0)) for seat in (0, 1)] == [
        ["Ann gave Ben 2 hours more."],
        ["Ben gave Ann 2 hours more."],
    ]


def test_time_that_came_back_is_said_from_a_minute_on() -> None:
    assert [story(seconds_given_back=seconds) for seconds in (0.0, 59.9, 60.0)] == [
        [],
        [],
        ["-# I was away for 1 minute: that counts for nobody's clock."],
    ]


def test_a_vacation_runs_or_is_planned() -> None:
    assert [story(vacation=(3600.0, 7200.0), now=now) for now in (3599.0, 3600.0)] == [
        ["Ann is on vacation from <t:3600:f> to <t:7200:f>."],
        ["**Ann is on vacation** until <t:7200:f>."],
    ]


def test_offers_are_said() -> None:
    assert story(offer=Offer(OfferKind.DRAW, 0)) == ["Ann offers a draw."]
    assert [offer_line(TABLE, Offer(OfferKind.TAKEBACK, seat), SAY) for seat in (0, 1)] == [
        "Ann asks to take back `c3-b4`.",
        "Ben asks to take back `b6-a5`.",
    ]


def test_a_long_wait_is_said() -> None:
    waits: list[dict[str, Any]] = [
        {"nudged_at": 90.0},
        {"absent_at": 90.0},
        {"nudged_at": 90.0, "absent_at": 90.0, "turn_at": 60.0},
        {"absent_at": 90.0, "clock": ClockRow(NUMBER, "3 days", "", 1, 7200.0, None, 0)},
    ]
    assert [waiting_lines(table_with(match_of(), **each), SAY, to_mover=True) for each in waits] == [
        ["Ann, Ben has waited for your move since <t:0:f>."],
        [
            (
                "Ann has left this server. If they do not come back, Ben can claim the win or adjourn from "
                "<t:86490:f> on."
            )
        ],
        [
            "Ann, Ben has waited for your move since <t:60:f>.",
            (
                "Ann has left this server. If they do not come back, Ben can claim the win or adjourn from "
                "<t:86490:f> on."
            ),
        ],
        [
            (
                "Ann has left this server. If they do not come back, Ben can claim the win or adjourn from "
                "<t:7200:f> on."
            )
        ],
    ]
    assert waiting_lines(table_with(match_of(), **waits[0]), SAY, to_mover=False) == [], "it speaks to Ann"
    ended = match_of()
    ended.resign(0)
    assert waiting_lines(table_with(ended, nudged_at=90.0), SAY, to_mover=True) == []


def test_who_waits_may_nudge_or_claim() -> None:
    clock = ClockRow(NUMBER, "3 days", "", 1, 7200.0, None, 0)
    found = [
        [str(each.custom_id) for each in waiting_buttons(table, SAY, may_nudge=nudge, may_claim=claim)]
        for table in (TABLE, table_with(match_of(), clock=clock))
        for nudge, claim in ((False, False), (True, False), (False, True), (True, True))
    ]
    assert found == [
        [],
        ["v1:7:nudge:3"],
        ["v1:7:claim:3"],
        ["v1:7:claim:3"],
        [],
        ["v1:7:nudge:3"],
        ["v1:7:claim:3", "v1:7:give-time:3"],
        ["v1:7:claim:3", "v1:7:give-time:3"],
    ]
