"""The direct message with a guest's match, and the note where none reaches them."""

from typing import Any

from bot.cards.play.guest import guest_dms_closed_card, guest_marker_id, guest_match_card
from club.play.after.history import MatchContext, PlaceChange
from club.play.course.offers import Offer, OfferKind
from club.play.match.matches import Table
from data.competitions.pairings import PairingReason
from data.play.matches import MatchStatus
from tests.bot.cards.competitions.made_sheets import team
from tests.bot.cards.made_tables import match_of, table_with
from tests.bot.cards.whole_card import SAY, frame_of, framed_lines, lines_of

TABLE = table_with(match_of("russian", "c3-b4"), ben={"guest": True})


def shown(table: Table, seat: int, team_row: Any = None, **story: Any) -> list[str]:
    card = guest_match_card(table, seat, SAY, MatchContext(**story), team_row)
    return framed_lines(card)


def test_a_guest_sees_the_board_and_may_play_in_their_turn() -> None:
    assert shown(TABLE, 1) == [
        "running",
        "### Russian checkers",
        "Ann (White) — Ben (Black)",
        "(picture)",
        "Ann moved from c3 to b4.",
        "-# Pieces: Ann 12 · Ben 12",
        "**Ben to move** (Black)",
        "[Play] 7:play:3 primary",
        "[My view] 7:view:3",
        "[More] 7:more:3",
    ]
    assert shown(TABLE, 0)[5:] == [
        "-# Pieces: Ann 12 · Ben 12",
        "Ben (Black) is to move.",
        "[Play] 7:play:3 primary disabled",
        "[My view] 7:view:3",
        "[More] 7:more:3",
    ]


def test_the_reason_of_the_pairing_is_said() -> None:
    reason = PairingReason("Autumn", "teams", 0, 0, turned=False, result=None, judged=False)
    assert (
        shown(TABLE, 1, reason=reason)[3]
        == "-# Board 1 of Autumn. Ann begins, for sides take turns by board."
    )


def test_a_guest_reads_of_no_channel_and_no_moderator_of_the_other_server() -> None:
    over = table_with(match_of("russian", "c3-b4"), status=MatchStatus.OVER, ben={"guest": True})
    moved = shown(TABLE, 1, place_change=PlaceChange(7, None, 20))
    ended = shown(over, 1, ended_by=7, ended_why="It hung")
    assert not any("<@" in line or "<#" in line or "here" in line for line in (*moved, *ended))
    assert "Why: It hung" in ended


def test_only_the_other_s_offer_is_answered() -> None:
    draw = Offer(OfferKind.DRAW, 0)
    assert presses(shown(TABLE, 1, offer=draw)) == [
        "[Play] 7:play:3 primary",
        "[My view] 7:view:3",
        "[More] 7:more:3",
        "[Accept the draw] 7:draw:3 success",
        "[Decline] 7:nodraw:3",
    ]
    assert presses(shown(TABLE, 0, offer=draw)) == [
        "[Play] 7:play:3 primary disabled",
        "[My view] 7:view:3",
        "[More] 7:more:3",
    ]
    over = table_with(match_of("russian", "c3-b4"), status=MatchStatus.OVER)
    assert presses(shown(over, 1, offer=draw)) == [
        "[My view] 7:view:3",
        "[Replay] 7:replay:3",
        "[Moves] 7:moves:3",
    ]


def presses(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith("[")]


def test_who_waits_may_nudge_and_who_is_to_move_may_not() -> None:
    assert [presses(shown(TABLE, seat, may_nudge=True)) for seat in (0, 1)] == [
        ["[Play] 7:play:3 primary disabled", "[My view] 7:view:3", "[More] 7:more:3", "[Nudge] 7:nudge:3"],
        ["[Play] 7:play:3 primary", "[My view] 7:view:3", "[More] 7:more:3"],
    ]


def test_a_hidden_hand_is_shown_instead_of_the_board() -> None:
    assert shown(table_with(match_of("one-zero-one")), 0) == [
        "running",
        "### One Zero One",
        "Ann (0) — Ben (1)",
        "-# base deck, hidden hands",
        "(picture)",
        "PLAIN, IF-v (up or down), PRINT-v (up or down)",
        "-# Points: Ann 0 · Ben 0",
        "-# Line 50 holds 0 of the three cards at which the program runs.",
        "**Ann to move** (0)",
        "[Play] 7:play:3 primary",
        "[My view] 7:view:3",
        "[More] 7:more:3",
    ]


def test_a_finished_match_leads_to_the_table_on_the_team_s_server() -> None:
    match = match_of("russian", "c3-b4")
    match.resign(1)
    over = table_with(match, status=MatchStatus.OVER, winner=0)
    away = team(1, guest=True, guild_id=11, channel_id=21, section_message_id=41)
    assert shown(over, 1, away) == [
        "over",
        "### Russian checkers",
        "Ann (White) — Ben (Black)",
        "Ann moved from c3 to b4.",
        "**Ann (White) wins: Ben resigned**",
        "(picture)",
        "It is over: [the table](https://discord.com/channels/11/21/41).",
        "[My view] 7:view:3",
        "[Replay] 7:replay:3",
        "[Moves] 7:moves:3",
    ]
    assert [
        line
        for each in (None, team(1, guest=True, guild_id=11, channel_id=21), team(0, section_message_id=41))
        for line in shown(over, 1, each)
        if "table" in line
    ] == []
    assert [line for line in shown(TABLE, 1, away) if "table" in line] == []


def test_a_guest_whom_no_message_reaches_is_told_on_their_server() -> None:
    card = guest_dms_closed_card(TABLE, 1, 3, SAY)
    assert (frame_of(card), card.pings) == ("offered", (102,))
    assert lines_of(card) == [
        "<@102>, your board against Ann cannot reach you: your direct messages are closed. Open them…",
        "[Send it again] 7:guest-send:0:1 primary",
        "[My board] 0:team-board:0:3",
    ]
    assert guest_marker_id(TABLE, 1) in [
        getattr(each, "custom_id", None) for each in card.view.walk_children()
    ]


def test_a_nudge_speaks_to_the_guest_only_in_their_turn() -> None:
    nudged = table_with(match_of("russian", "c3-b4"), ben={"guest": True}, turn_at=60.0, nudged_at=90.0)
    assert [any("waited" in line for line in shown(nudged, seat)) for seat in (0, 1)] == [False, True]
