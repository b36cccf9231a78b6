"""What More unfolds, for players and spectators, before and after the end."""

from typing import Any

from bot.cards.kit.unfolding import ALL, OWN
from bot.cards.play.more import follow_card, more_actions_card, more_rows
from club.play.match.matches import Table
from data.database.persons import COMPUTER
from data.play.matches import MatchStatus
from tests.bot.cards.made_tables import match_of, table_with
from tests.bot.cards.whole_card import SAY, lines_of, presses_of

MOVES = ("c3-b4", "b6-a5")
TABLE = table_with(match_of("russian", *MOVES))
OVER = table_with(match_of("russian", *MOVES), status=MatchStatus.OVER)
PRIVATE: dict[str, Any] = {
    "channel_id": 0,
    "guild_id": 0,
    "thread_id": None,
    "ben": {"user_id": COMPUTER, "level": 2},
}
USUAL = ["[Resign] 7:resign:3 danger", "[Replay] 7:replay:3", "[Moves] 7:moves:3", "[More] 7:more:3:all"]
"""What a player has in a match that runs."""


def presses(table: Table, seat: int | None, **given: Any) -> list[str]:
    usual: dict[str, Any] = {"now": 0.0}
    rows = more_rows(table, seat, SAY, **usual | given)
    assert all(len(each.children) <= 5 for each in rows)
    return presses_of(more_actions_card(table, seat, SAY, rows))


def test_a_player_resigns_and_looks_back() -> None:
    assert presses(TABLE, 0) == USUAL
    assert presses(TABLE, 1, can_cancel=True, has_board=True) == [
        "[Open the board] 7:live:3",
        "[Moves in advance] 7:advance:3",
        "[Cancel the match] 7:call-off:3",
        "[Resign] 7:resign:3 danger",
        "[Replay] 7:replay:3",
        "[More] 7:more:3:all",
    ]


def test_the_second_more_has_the_rest() -> None:
    assert presses(TABLE, 0, marks=(ALL,))[2:] == [
        "[Moves] 7:moves:3",
        "[Offer a draw] 7:offer:3",
        "[Take back] 7:takeback:3",
        "[My notes] 7:notes:3",
        "[Record] 7:record:3",
        "[Rules] 7:howto:0:russian",
    ]
    assert presses(TABLE, 0, marks=(OWN,))[-1] == "[More] 7:more:3:own,all"


def test_a_spectator_follows() -> None:
    assert presses(TABLE, None) == [
        "[Guess the move] 7:guess:3",
        "[Follow] 7:follow:0",
        "[Replay] 7:replay:3",
        "[Moves] 7:moves:3",
        "[More] 7:more:3:all",
    ]
    assert presses(table_with(match_of(), thread_id=None), None) == [
        "[Guess the move] 7:guess:3",
        "[Moves] 7:moves:3",
        "[More] 7:more:3:all",
    ]


def test_against_the_computer_there_is_a_hint_in_one_s_turn() -> None:
    private = table_with(match_of("russian", *MOVES), **PRIVATE)
    assert presses(private, 0, can_open=True) == [
        "[Hint] 7:hint:3",
        "[Play it in the open] 7:open:3",
        *USUAL,
    ]
    assert presses(table_with(match_of("russian", MOVES[0]), **PRIVATE), 0) == USUAL


def test_after_the_end_one_goes_on() -> None:
    assert presses(OVER, 0, has_board=True) == [
        "[Next match] 7:next:3",
        "[In words] 7:words:3",
        "[Moves] 7:moves:3",
        "[More] 7:more:3:all",
    ]
    assert presses(table_with(match_of("russian", *MOVES), status=MatchStatus.OVER, **PRIVATE), 0) == [
        "[Another game] 0:games:0:twotone,flying",
        "[In words] 7:words:3",
        "[Moves] 7:moves:3",
        "[More] 7:more:3:all",
    ]


def test_a_match_that_stands_still_is_resumed() -> None:
    assert presses(table_with(match_of("russian", *MOVES), status=MatchStatus.SUSPENDED), 0) == [
        "[Go on here] 7:resume:0 primary",
        "[Replay] 7:replay:3",
        "[Moves] 7:moves:3",
        "[More] 7:more:3:all",
    ]


def test_who_waits_for_long_may_nudge_or_claim() -> None:
    assert [presses(TABLE, 1, now=days * 86400.0)[:2] for days in (0, 2, 30)] == [
        ["[Moves in advance] 7:advance:3", "[Resign] 7:resign:3 danger"],
        ["[Moves in advance] 7:advance:3", "[Resign] 7:resign:3 danger"],
        ["[Moves in advance] 7:advance:3", "[Nudge] 7:nudge:3"],
    ]


def test_a_hidden_hand_is_verified() -> None:
    assert presses(table_with(match_of("one-zero-one")), 0, marks=(ALL,))[-1] == "[Check the deal] 7:verify:3"


def test_where_there_is_no_thread_a_spectator_reads_how_to_follow() -> None:
    told = [
        lines_of(more_actions_card(table, seat, SAY, []))
        for table in (TABLE, table_with(match_of(), thread_id=None))
        for seat in (0, None)
    ]
    assert told == [
        ["### Russian checkers"],
        ["### Russian checkers"],
        ["### Russian checkers"],
        [
            "### Russian checkers",
            "-# This match is played in the channel itself, where everybody sees every move.",
        ],
    ]


def test_one_follows_or_no_longer() -> None:
    assert [lines_of(follow_card(TABLE, SAY, is_following=each)) for each in (True, False)] == [
        ["You follow this match: Discord shows you what is new in <#30>.", "[Unfollow] 7:unfollow:0"],
        ["You do not follow <#30> any more.", "[Follow] 7:follow:0"],
    ]
