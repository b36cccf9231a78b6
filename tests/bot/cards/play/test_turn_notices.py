"""Direct messages about turns and time."""

from bot.cards.play.turn_notices import reminder_card, reminder_marker_id, time_up_card, turn_card
from data.play.clocks import ClockRow
from tests.bot.cards.made_tables import NUMBER, match_of, table_with
from tests.bot.cards.whole_card import SAY, framed_lines

CLOCK = ClockRow(NUMBER, "3 days", "", 1, 7200.0, None, 0)
TABLE = table_with(match_of("russian", "c3-b4"), clock=CLOCK)
GUEST = table_with(match_of("russian", "c3-b4"), clock=CLOCK, ben={"guest": True}, ann={"guest": True})


def test_a_player_learns_that_it_is_their_turn() -> None:
    assert framed_lines(turn_card(TABLE, 1, SAY)) == [
        "running",
        "**Your turn** in Russian checkers against Ann.",
        "Ann moved from c3 to b4.",
        "[To the match] https://discord.com/channels/10/30",
    ]


def test_who_waits_learns_that_the_other_s_time_is_up() -> None:
    assert [framed_lines(time_up_card(table, 0, SAY)) for table in (TABLE, GUEST)] == [
        [
            "asked",
            "Ben's time was up <t:7200:R> in Russian checkers: you can claim the win, or give more time.",
            "[Claim or adjourn] 7:claim:3",
            "[Give more time] 7:give-time:3",
            "[To the match] https://discord.com/channels/10/30",
        ],
        [
            "asked",
            "Ben's time was up <t:7200:R> in Russian checkers: you can claim the win, or give more time.",
            "[Claim or adjourn] 7:claim:3",
            "[Give more time] 7:give-time:3",
        ],
    ]
    without = table_with(match_of("russian", "c3-b4"))
    assert (
        framed_lines(time_up_card(without, 0, SAY))[1]
        == "Ben's time was up <t:0:R> in Russian checkers: you can claim the win, or give more time."
    )


def test_a_reminder_leads_to_the_match_and_to_the_settings() -> None:
    card = reminder_card(TABLE, 1, 5, SAY)
    assert card.pings == ()
    assert framed_lines(card) == [
        "asked",
        "**Your time runs low** in Russian checkers against Ann: it is up <t:7200:R>, <t:7200:f>.",
        "-# Quiet hours, quiet days and vacation are under </settings me:0000000000000000000>, and s…",
        "[To the match] https://discord.com/channels/10/30",
        "[Quiet hours, vacation] 7:my-time:5",
    ]
    assert framed_lines(reminder_card(GUEST, 1, 5, SAY))[3:] == [
        "[My view] 7:view:5",
        "[Quiet hours, vacation] 7:my-time:5",
    ]
    assert reminder_marker_id(TABLE, 5) == "v1:7:my-time:5"


def test_a_reminder_in_the_channel_mentions_the_player() -> None:
    card = reminder_card(TABLE, 1, 5, SAY, in_public=True)
    assert card.pings == (102,)
    assert framed_lines(card) == [
        "asked",
        "<@102>, **your time runs low** in Russian checkers against Ann: it is up <t:7200:R>, <t:720…",
        "-# Quiet hours, quiet days and vacation are under </settings me:0000000000000000000>, and s…",
        "[Quiet hours, vacation] 7:my-time:5",
    ]
    guest = reminder_card(GUEST, 1, 5, SAY, in_public=True)
    assert guest.pings == (102,) and framed_lines(guest)[-2:] == [
        "[My view] 7:view:5",
        "[Quiet hours, vacation] 7:my-time:5",
    ]
