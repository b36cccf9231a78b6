"""The board of a match: for everyone, for one person, and as it once was."""

from typing import Any

import discord
import pytest

from bot.cards.kit.after import WebAddresses
from bot.cards.play.board import board_card, former_board_card, own_board_card, text_board_card
from club.play.after.history import MatchContext
from club.play.match.matches import Table
from club.play.match.waiting import NUDGE_AFTER
from data.database.persons import COMPUTER
from data.play.matches import MatchStatus
from data.play.places import NOWHERE
from rules.choosing import reach_match_choice
from tests.bot.cards.made_tables import BEN, match_of, table_with
from tests.bot.cards.whole_card import SAY, drawn, lines_of, presses_of, told_by

RUNNING = table_with(match_of("russian", "c3-b4"))
RESIGNED = match_of("russian", "c3-b4", "b6-a5")
RESIGNED.resign(1)
OVER = table_with(RESIGNED, status=MatchStatus.OVER, turn=None, winner=0)
PRIVATE: dict[str, Any] = {"thread_id": None, "channel_id": NOWHERE, "guild_id": NOWHERE}


def test_a_board_says_whose_turn_it_is_and_pings_them() -> None:
    card = board_card(RUNNING, SAY)
    assert card.pings == (BEN,)
    assert told_by(card) == [
        "running",
        "### Russian checkers",
        "<@101> (White) — <@102> (Black)",
        "(picture)",
        "Ann moved from c3 to b4.",
        "-# Pieces: Ann 12 · Ben 12",
        "**<@102> to move** (Black)",
        "7:play:3 primary, 7:view:3, 7:more:3",
    ]


def test_an_end_that_counts_for_no_rating_is_not_called_rated() -> None:
    long = match_of("russian", "c3-b4", "b6-a5", "b4-c5", "d6xb4", "a3xc5", "a7-b6")
    for match, is_rated in ((RESIGNED, False), (long, False), (long, True)):
        if is_rated:
            match.resign(1)
        rated = table_with(match, status=MatchStatus.OVER, turn=None, rated="rated")
        assert ("-# Rated" in told_by(board_card(rated, SAY))) is is_rated
    assert "-# Rated" in told_by(board_card(table_with(match_of("russian", "c3-b4"), rated="rated"), SAY))


def test_the_end_is_told_above_the_picture() -> None:
    card = board_card(OVER, SAY, addresses=WebAddresses("https://page", "https://lab"))
    assert card.pings == ()
    assert told_by(card) == [
        "over",
        "### Russian checkers",
        "<@101> (White) — <@102> (Black)",
        "Ben moved from b6 to a5.",
        "**Ann (White) wins: Ben resigned**",
        "-# [Page](https://page) · [Open in the lab](https://lab)",
        "(picture)",
        "7:rematch:3 primary, 7:replay:3, 7:share-end:3, 7:more:3",
    ]


@pytest.mark.parametrize(
    ("ben", "computer", "pinged"),
    [
        ({}, None, (BEN,)),
        ({}, 0, ()),
        ({"team": True}, None, (BEN,)),
        ({"team": True}, 0, (BEN,)),
        ({"guest": True}, None, ()),
        ({"team": True, "guest": True}, None, ()),
    ],
)
def test_who_is_there_anyway_or_is_no_member_is_not_pinged(
    ben: dict[str, Any], computer: int | None, pinged: tuple[int, ...]
) -> None:
    seat = {"ann": {"user_id": COMPUTER}} if computer == 0 else {}
    table = table_with(RUNNING.match, ben=ben, **seat)
    assert board_card(table, SAY).pings == pinged


def test_a_hand_and_a_vote_have_buttons_of_their_own() -> None:
    hidden = table_with(match_of("one-zero-one"))
    team = table_with(RUNNING.match, ben={"team": True})
    assert [presses_of(board_card(table, SAY)) for table in (hidden, team)] == [
        ["[Play] 7:play:3 primary", "[My view] 7:view:3", "[Hand] 7:hand:3", "[More] 7:more:3"],
        ["[Vote] 7:ballot:3 primary", "[My view] 7:view:3", "[More] 7:more:3"],
    ]


def test_who_waits_can_nudge_or_claim() -> None:
    stories = MatchContext(may_nudge=True, now=NUDGE_AFTER), MatchContext(may_claim=True, now=NUDGE_AFTER)
    told = [presses_of(board_card(RUNNING, SAY, story))[3:] for story in stories]
    assert told == [["[Nudge] 7:nudge:3"], ["[Claim or adjourn] 7:claim:3"]]


def test_a_former_board_keeps_its_picture_and_no_button() -> None:
    assert told_by(former_board_card(OVER, 1, SAY, has_picture=True)) == [
        "over",
        "### Russian checkers",
        "<@101> (White) — <@102> (Black)",
        "Ann moved from c3 to b4.",
    ]
    assert told_by(former_board_card(OVER, 0, SAY, has_picture=False))[:5] == [
        "over",
        "### Russian checkers",
        "<@101> (White) — <@102> (Black)",
        "```",
        "White to move.",
    ]
    undone = [former_board_card(OVER, None, SAY, has_picture=seen) for seen in (True, False)]
    assert [lines_of(card) for card in undone] == [
        ["### Russian checkers", "What this board showed was taken back."]
    ] * 2
    assert [
        any(isinstance(item, discord.ui.MediaGallery) for item in card.view.walk_children())
        for card in undone
    ] == [True, False]


def own(table: Table, seat: int | None, **given: Any) -> list[str]:
    return told_by(own_board_card(table, seat, SAY, theme="paper", **given))


def test_one_s_own_board_leads_to_one_s_next_action() -> None:
    assert own(RUNNING, 1, note="Well.") == [
        "no frame",
        "### Russian checkers",
        "Well.",
        "Ann moved from c3 to b4.",
        "(picture)",
        "-# Pieces: Ann 12 · Ben 12",
        "Ben (Black) is to move.",
        "7:play:3 primary, 7:words:3",
    ]
    assert own(RUNNING, 0)[3:] == [
        "(picture)",
        "-# Pieces: Ann 12 · Ben 12",
        "Ben (Black) is to move.",
        "7:advance:3, 7:words:3",
    ]
    assert own(RUNNING, None)[3:] == [
        "(picture)",
        "-# Pieces: Ann 12 · Ben 12",
        "Ben (Black) is to move.",
        "7:words:3",
    ]
    assert own(table_with(RUNNING.match, status=MatchStatus.SUSPENDED), 0)[3:] == [
        "(picture)",
        "-# Pieces: Ann 12 · Ben 12",
        "**This match is suspended: the channel it was played in is gone. Either player can take it …",
        "7:resume:0 primary, 7:words:3",
    ]
    assert own(table_with(RUNNING.match, ben={"team": True}), 1)[3:] == [
        "(picture)",
        "-# Pieces: Ann 12 · Ben 12",
        "Ben (Black) is to move.",
        "7:ballot:3 primary, 7:words:3",
    ]


def test_an_own_board_marks_what_can_be_moved(undrawn: None) -> None:
    node = reach_match_choice(RUNNING.match, ())
    [(_, alt)] = drawn(own_board_card(RUNNING, 1, SAY, theme="paper", first_node=node))
    assert "You can choose: h6 f6 d6 b6." in alt
    told = told_by(text_board_card(RUNNING, 1, SAY, first_node=node, note="Well."))
    assert told[2] == "Well." and "You can choose: h6 f6 d6 b6." in told
    assert told[-3:] == ["-# Pieces: Ann 12 · Ben 12", "Ben (Black) is to move.", "7:play:3 primary"]


def test_a_duty_is_said_to_whoever_is_to_move() -> None:
    taking = table_with(match_of("russian", "c3-d4", "f6-e5"))
    node = reach_match_choice(taking.match, ())
    duty = "You must capture (Russian checkers: captures are mandatory)."
    assert duty in own(taking, 0, first_node=node)
    assert duty not in own(taking, 0)


def test_the_end_of_one_s_match_offers_another() -> None:
    assert own(OVER, 0) == [
        "no frame",
        "### Russian checkers",
        "Ben moved from b6 to a5.",
        "**Ann (White) wins: Ben resigned**",
        "(picture)",
        "7:rematch:3 primary, 7:replay:3, 7:share-end:3, 7:more:3:own",
    ]
    assert own(OVER, None)[3:] == ["**Ann (White) wins: Ben resigned**", "(picture)", "7:words:3"]
    private = table_with(RESIGNED, status=MatchStatus.OVER, turn=None, winner=0, **PRIVATE)
    assert [
        presses_of(own_board_card(private, 0, SAY, theme="paper", can_open=others))
        for others in (True, False)
    ] == [
        [
            "[Play a friend] 7:friend:3 primary",
            "[Again] 7:rematch:3",
            "[Replay] 7:replay:3",
            "[Share] 7:share-end:3",
            "[More] 7:more:3:own",
        ],
        [
            "[Again] 7:rematch:3 primary",
            "[Replay] 7:replay:3",
            "[Share] 7:share-end:3",
            "[More] 7:more:3:own",
        ],
    ]
