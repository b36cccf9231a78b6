"""A hand of cards: in a direct message, and as a private answer."""

from bot.cards.play.hand import hand_card, hand_dms_closed_card, own_hand_card
from data.play.matches import MatchStatus
from tests.bot.cards.made_tables import match_of, table_with
from tests.bot.cards.whole_card import SAY, framed_lines

TABLE = table_with(match_of("one-zero-one"))


def test_a_hand_says_whose_turn_it_is() -> None:
    assert [framed_lines(hand_card(TABLE, seat, SAY)) for seat in (0, 1)] == [
        [
            "running",
            "### One Zero One against Ben",
            "You play **0**. **Your turn.**",
            "(picture)",
            "PLAIN, IF-v (up or down), PRINT-v (up or down)",
            "[Play] 7:play:3 primary",
            "[My view] 7:view:3",
            "[To the match] https://discord.com/channels/10/30",
        ],
        [
            "running",
            "### One Zero One against Ann",
            "You play **1**. Ann is to move.",
            "(picture)",
            "ENTER-h (left or right), PRINT-h (left or right), SAVE-v (up or down)",
            "[Play] 7:play:3 primary",
            "[My view] 7:view:3",
            "[To the match] https://discord.com/channels/10/30",
        ],
    ]


def test_the_hand_of_a_finished_match_is_open() -> None:
    match = match_of("one-zero-one")
    match.resign(0)
    assert framed_lines(hand_card(table_with(match, status=MatchStatus.OVER, winner=1), 0, SAY)) == [
        "over",
        "### One Zero One against Ben",
        "You play **0**. **Ben (1) wins: Ann resigned**",
        "(picture)",
        "[To the match] https://discord.com/channels/10/30",
    ]


def test_a_player_s_own_hand_leads_to_the_next_move() -> None:
    assert [framed_lines(own_hand_card(TABLE, seat, SAY, theme="paper")) for seat in (0, 1)] == [
        [
            "no frame",
            "### Your hand against Ben",
            "(picture)",
            "PLAIN, IF-v (up or down), PRINT-v (up or down)",
            "[Play] 7:play:3 primary",
        ],
        [
            "no frame",
            "### Your hand against Ann",
            "(picture)",
            "ENTER-h (left or right), PRINT-h (left or right), SAVE-v (up or down)",
        ],
    ]


def test_whom_no_message_reaches_opens_their_hand_on_the_server() -> None:
    card = hand_dms_closed_card(TABLE, 1, SAY)
    assert card.pings == (102,)
    assert framed_lines(card) == [
        "offered",
        "<@102>, I cannot send you direct messages. Your hand is behind the button **Hand**, or </ha…",
        "[Hand] 7:hand:3:1",
    ]
