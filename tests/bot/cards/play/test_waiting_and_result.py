"""Cards of claims, results, dealt hands, and alerts of open seats."""

from typing import Any

from bot.cards.kit.kit import Card
from bot.cards.play.result import (
    deal_check_card,
    deal_details_card,
    reopened_card,
    result_card,
    void_card,
)
from bot.cards.play.seek_alerts import seek_alert_card, seek_alerts_card
from bot.cards.play.waiting import claim_card
from club.clocks.rest import Rest
from club.standing.ratings import NO_CHANGES
from data.play.clocks import ClockRow
from data.play.matches import MatchStatus
from data.play.seek_alerts import SeekAlertRow
from tests.bot.cards.made_tables import match_of, open_seat, table_with
from tests.bot.cards.whole_card import SAY, told_by

RESIGNED = match_of("russian", "c3-b4")
RESIGNED.resign(1)
OVER: dict[str, Any] = {"status": MatchStatus.OVER, "turn": None, "winner": 0}


def test_a_claim_ends_a_match_or_gives_time() -> None:
    running = match_of("russian", "c3-b4")
    assert told_by(claim_card(table_with(running, turn_at=60.0, nudged_at=90.0), 0, SAY)) == [
        "asked",
        "Your match of Russian checkers: Ben has been to move since <t:60:f>. Claim the win, or adjo…",
        "7:claim-win:3 success, 7:adjourn:3",
    ]
    clock = ClockRow(7, "1d", "", 1, deadline_at=7200.0, next_at=None, away_id=0)
    assert told_by(claim_card(table_with(running, clock=clock), 0, SAY)) == [
        "asked",
        "Your match of Russian checkers: Ben's time was up at <t:7200:f>. Claim the win, give 1 day …",
        "7:claim-win:3 success, 7:adjourn:3, 7:give-time:3",
    ]


def test_a_result_stands_in_the_channel_with_the_ways_on() -> None:
    assert told_by(result_card(table_with(RESIGNED, **OVER), SAY, NO_CHANGES, None)) == [
        "over",
        "### Russian checkers",
        "<@101> (White) — <@102> (Black)",
        "**Ann (White) wins: Ben resigned**",
        "-# [See the match](https://discord.com/channels/10/30)",
        "(picture)",
        "7:rematch:3 primary, 7:replay:3, 7:share-end:3, 7:more:3",
    ]


def test_what_a_moderator_has_undone_is_told_with_the_reason() -> None:
    table = table_with(RESIGNED, **OVER)
    cards = [void_card(table, SAY, void=void, why="Help.") for void in (True, False)]
    assert [told_by(card)[-1] for card in [*cards, reopened_card(table, SAY, why="Error.")]] == [
        "<@101>, <@102>: a moderator let this match count for nothing. Why: Help.",
        "<@101>, <@102>: a moderator let this match count again. Why: Help.",
        "<@101>, <@102>: a moderator lets this match go on. Why: Error.",
    ]


def test_a_deal_is_sealed_until_the_end() -> None:
    dealt = match_of("one-zero-one")
    running, over = table_with(dealt), table_with(dealt, **OVER)
    other = match_of("one-zero-one")
    other.secret = bytes([1] * 32)
    told = [told_by(deal_check_card(table, SAY))[1:] for table in (running, over, table_with(other, **OVER))]
    assert told == [
        [
            "### The deal of One Zero One",
            "**The deal is sealed:** it follows from a number that was drawn before the first move. Afte…",
            "7:deal:0",
        ],
        [
            "### The deal of One Zero One",
            "**The deal was fair:** every card came from a number that was drawn before the first move, …",
            "7:deal:0",
        ],
        [
            "### The deal of One Zero One",
            "**The deal cannot be confirmed:** the number kept for this match deals other cards. Tell wh…",
            "7:deal:0",
        ],
    ]
    assert [len(told_by(deal_details_card(table, SAY))) for table in (running, over)] == [3, 7]


def chosen(card: Card) -> list[list[str]]:
    items: Any = card.view.walk_children()
    return [
        [each.value for each in item.options if each.default] for item in items if hasattr(item, "options")
    ]


def test_alerts_hold_what_somebody_has_set() -> None:
    usual = SeekAlertRow(1, 10, "[]", None, None, 3)
    some = SeekAlertRow(1, 10, '["russian"]', 9, 17, 5)
    cards = [seek_alerts_card(row, Rest(), 3600.0, SAY, None) for row in (usual, some)]
    assert [chosen(card) for card in cards] == [[[], ["auto"], ["3"]], [["russian"], ["9"], ["17"], ["5"]]]


def test_an_alert_leads_to_the_seat() -> None:
    assert told_by(seek_alert_card(open_seat(1, rated=True, clock="1d"), SAY)) == [
        "offered",
        "### Russian checkers",
        "Ann waits for somebody to play.",
        "-# Clock: 1 day a move",
        "-# Rated",
        "-# You wanted to hear of such challenges. </settings me:0000000000000000000> on that server…",
        "c1:accept:0:list success, https://discord.com/channels/10/20/61",
    ]
