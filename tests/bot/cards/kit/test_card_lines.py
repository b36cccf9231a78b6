"""Lines that many cards share: players, moves, ratings, series, links."""

from typing import Any

from bot.cards.kit.card_lines import (
    clock_line,
    fairness_line,
    message_link,
    odds_line,
    place_link,
    player_names,
    players_line,
    quote_moves,
    rated_line,
    rating_lines,
    rating_phrase,
    result_line,
    series_line,
    shared_by_line,
    thread_link,
    title_line,
)
from club.play.match.matches import Table
from club.standing.counted_matches import RatingUpdate
from club.standing.glicko import Rating
from club.standing.ratings import MatchRatingChanges
from data.database.persons import COMPUTER
from data.play.matches import MatchStatus
from data.play.rematches import SeriesScore
from tests.bot.cards.competitions.made_sheets import listed
from tests.bot.cards.made_tables import ANN, BEN, match_of, table_with
from tests.bot.cards.whole_card import SAY
from words import Phrase

TABLE = table_with(match_of())
OVER = MatchStatus.OVER


def test_players_are_named_as_what_they_are() -> None:
    seats: list[dict[str, Any]] = [{}, {"guest": True}, {"team": True}, {"user_id": COMPUTER, "level": 2}]
    assert [players_line(table_with(match_of(), ben=each), SAY) for each in seats] == [
        "<@101> (White) — <@102> (Black)",
        "<@101> (White) — Ben (Black)",
        "<@101> (White) — <@102>'s team (Black)",
        "<@101> (White) — Twotone ★★☆☆☆☆ easy (Black)",
    ]
    assert player_names(TABLE) == ("Ann", "Ben")


def series(**given: Any) -> SeriesScore:
    usual: dict[str, Any] = {"wins": {ANN: 2, BEN: 1}, "draws": 0, "is_first_match": False}
    return SeriesScore(**usual | given)


def test_a_series_has_its_score() -> None:
    assert [
        series_line(TABLE, each, SAY)
        for each in (None, series(), series(draws=3), series(is_first_match=True))
    ] == [None, "-# So far: Ann 2, Ben 1.", "-# So far: Ann 2, Ben 1, 3 draws.", None]


def test_a_mini_match_names_its_game() -> None:
    ended = match_of()
    ended.resign(0)
    tables = (TABLE, table_with(ended, status=OVER, winner=1), table_with(match_of(), status=OVER))
    assert [
        series_line(table, series(is_first_match=True, game=game), SAY) for table in tables for game in (1, 2)
    ] == [
        "-# Game 1 of 2; the second begins as this one ends.",
        "-# Game 2 of 2, from the same beginning with sides swapped.",
        "-# Game 1 of 2; the second has begun.",
        "-# Game 2 of 2, from the same beginning with sides swapped.",
        None,
        "-# Game 2 of 2, from the same beginning with sides swapped.",
    ]
    assert (
        series_line(TABLE, series(game=2), SAY)
        == "-# Game 2 of 2, from the same beginning with sides swapped. So far: Ann 2, Ben 1."
    )


def test_the_first_move_as_odds_is_said_on_the_first_board_alone() -> None:
    assert [odds_line(TABLE, each, SAY) for each in (None, series(), series(move_given=True))] == [
        None,
        None,
        "-# **Odds:** Ben lets the other one move first.",
    ]


def test_a_clock_and_a_rating_are_said_if_there_are_any() -> None:
    assert [clock_line(clock, SAY) for clock in (None, "", "none", "3 days")] == [
        None,
        None,
        None,
        "-# Clock: 3 days a move",
    ]
    assert [rated_line(code, SAY) for code in (None, "rated")] == [None, "-# Rated"]


def test_moves_are_quoted_as_notation_or_in_words() -> None:
    assert quote_moves(["a1", "b2"]) == "`a1` `b2`"
    assert SAY.text(quote_moves(["a1", Phrase("card.more", count=2)])) == "a1; … and 2 more"


def test_a_deal_is_sealed_before_the_first_move_and_checked_after_the_last() -> None:
    hidden = match_of("one-zero-one")
    begun = match_of("one-zero-one")
    begun.play(begun.moves()[0])
    tables: list[Table] = [
        table_with(hidden),
        table_with(begun),
        table_with(begun, status=OVER),
        TABLE,
        table_with(match_of(), status=OVER),
    ]
    assert [fairness_line(each, SAY) for each in tables] == [
        "-# The deal is sealed: after the end </verify:0000000000000000000> shows that it was fair.",
        None,
        "-# </verify:0000000000000000000> shows that the deal was fair.",
        None,
        None,
    ]


def test_a_private_match_is_against_the_computer() -> None:
    private = table_with(match_of(), channel_id=0, guild_id=0, thread_id=None)
    assert title_line(TABLE, SAY) == "### Russian checkers"
    assert title_line(private, SAY) == "### Russian checkers against Twotone"


def test_a_result_is_bold() -> None:
    ended = match_of()
    ended.resign(0)
    assert result_line(table_with(ended, status=OVER, winner=1), SAY) == "**Ben (Black) wins: Ann resigned**"


def test_links_lead_to_threads_messages_and_places() -> None:
    assert [
        thread_link(listed(1)),
        thread_link(listed(1, thread_id=None)),
        thread_link(listed(1, thread_id=None, board_channel_id=20, board_message_id=44)),
    ] == [
        "https://discord.com/channels/10/1001",
        "https://discord.com/channels/10/20",
        "https://discord.com/channels/10/20",
    ]
    assert [
        place_link(table_with(match_of(), **place).row)
        for place in (
            {},
            {"thread_id": None},
            {"guild_id": 0},
            {"board_channel_id": 30, "board_message_id": 44, "board_version": 3},
            {"board_channel_id": 30, "board_message_id": 44, "board_version": 2},
            {"board_channel_id": 31, "board_message_id": 44, "board_version": 3},
        )
    ] == [
        "https://discord.com/channels/10/30",
        "https://discord.com/channels/10/20",
        "https://discord.com/channels/@me/30",
        "https://discord.com/channels/10/30/44",
        "https://discord.com/channels/10/30",
        "https://discord.com/channels/10/30",
    ]
    assert [message_link(10, 20, None), message_link(10, 20, 30), message_link(0, 20, 30)] == [
        "https://discord.com/channels/10/20",
        "https://discord.com/channels/10/20/30",
        "https://discord.com/channels/@me/20/30",
    ]


def test_who_shares_is_named() -> None:
    assert [shared_by_line(name, SAY) for name in (None, "Ann")] == [None, "-# Shared by Ann"]


def test_a_rating_is_rounded() -> None:
    assert SAY.text(rating_phrase(Rating(1512.6, 80.4))) == "1513\xa0±\xa080"


def test_ratings_are_told_before_and_after() -> None:
    update = RatingUpdate(Rating(1500.0, 80.0), Rating(1512.0, 79.0))
    changes = [
        MatchRatingChanges((update, update)),
        MatchRatingChanges((None, update)),
        MatchRatingChanges((update, update), is_waiting=True),
        MatchRatingChanges((update, update), is_over_newcomer_limit=True),
        MatchRatingChanges((update, update), void_reason="a *cheat*"),
        MatchRatingChanges(),
    ]
    assert [rating_lines(TABLE, each, SAY) for each in changes] == [
        [
            "-# <@101>: 1500\xa0±\xa080\xa0→ 1512\xa0±\xa079",
            "-# <@102>: 1500\xa0±\xa080\xa0→ 1512\xa0±\xa079",
        ],
        ["-# <@102>: 1500\xa0±\xa080\xa0→ 1512\xa0±\xa079"],
        ["-# Changes ratings once both have also played somebody else."],
        [
            (
                "-# Counts for no rating: a player whose rating is known had 3 rated matches against "
                "newcomers within a week already."
            )
        ],
        ["-# **Counts for nothing**: a moderator decided so. Why: a \\*cheat\\*"],
        [],
    ]
