"""Cards of ratings: the table page by page, profiles, and head-to-head scores."""

from typing import Any

from bot.cards.kit.kit import Card
from bot.cards.standing.standings import (
    PAGE,
    ProfileContent,
    hidden_profile_card,
    profile_card,
    profile_match_card,
    profile_page_card,
    standings_card,
)
from club.members.people import Person
from club.standing.counted_matches import CountedResult
from club.standing.glicko import Rating
from club.standing.rankings import RankedPlayer
from club.standing.ratings import GameStandings, RatingProfile
from data.play.listing import HeadToHead
from data.play.matches import MatchStatus
from tests.bot.cards.competitions.made_sheets import listed
from tests.bot.cards.made_tables import match_of, table_with
from tests.bot.cards.whole_card import SAY, drawn, frame_of, lines_of, presses_of

ANN = Person(101, "Ann")


def player(number: int, rank: int | None = 0, **given: Any) -> RankedPlayer:
    usual: dict[str, Any] = {
        "user_id": 100 + number,
        "name": f"Player {number}",
        "game": "russian",
        "rating": Rating(1600.4 - number, 60.2),
        "matches": 12,
        "rank": number if rank == 0 else rank,
    }
    return RankedPlayer(**usual | given)


def table(
    count: int,
    page: int = 0,
    own: RankedPlayer | None = None,
    games: tuple[str, ...] = ("russian",),
    **given: Any,
) -> Card:
    made = GameStandings("russian", games, [player(number) for number in range(1, count + 1)], own, {})
    return standings_card(made, page, "paper", SAY, **given)


def test_without_a_rating_there_is_no_table() -> None:
    card = standings_card(None, 0, "paper", SAY)
    assert (frame_of(card), lines_of(card)) == (
        "offered",
        [
            "### Standings",
            "Nobody has played a rated match here yet: </play:0000000000000000000>",
            "[Best guesses of the month] 0:guess-month:0",
        ],
    )
    assert lines_of(table(0)) == [
        "### Standings: Russian checkers",
        "Nobody has played a rated match of this game here yet.",
        "-# You have no rating in this game here.",
        "-# Twotone's levels, only estimated and in no table: 1★\xa0300, 2★\xa0850, 3★\xa01500, 4★\xa01850, 5★\xa02…",
        "[Share] 0:share-table:0:russian",
        "[Best guesses of the month] 0:guess-month:0",
    ]


def test_a_table_has_a_line_for_each_player() -> None:
    assert lines_of(table(2, own=player(1))) == [
        "### Standings: Russian checkers",
        "(picture)",
        "1. <@101> **1599** ± 60",
        "2. <@102> **1598** ± 60",
        "-# Twotone's levels, only estimated and in no table: 1★\xa0300, 2★\xa0850, 3★\xa01500, 4★\xa01850, 5★\xa02…",
        "[Share] 0:share-table:0:russian",
        "[Best guesses of the month] 0:guess-month:0",
    ]


def test_who_is_not_ranked_yet_learns_what_is_missing() -> None:
    made = GameStandings(
        "russian", ("russian",), [player(1), player(2, None, matches=3), player(3, None, matches=0)], None, {}
    )
    assert lines_of(standings_card(made, 0, "paper", SAY, computer=False)) == [
        "### Standings: Russian checkers",
        "(picture)",
        "1. <@101> **1599** ± 60",
        "-# <@102> 1598 · provisional, needs more matches",
        "-# <@103> · has to meet others",
        "-# You have no rating in this game here.",
        "[Share] 0:share-table:0:russian",
        "[Best guesses of the month] 0:guess-month:0",
    ]


def test_pages_begin_after_ten_players() -> None:
    assert [presses_of(table(count)) for count in (PAGE, PAGE + 1)] == [
        ["[Share] 0:share-table:0:russian", "[Best guesses of the month] 0:guess-month:0"],
        [
            "[Above] 0:standings:0:russian disabled",
            "[Below] 0:standings:1:russian",
            "[Share] 0:share-table:0:russian",
            "[Best guesses of the month] 0:guess-month:0",
        ],
    ]
    assert [presses_of(table(2 * PAGE + 1, page))[:3] for page in (1, 2)] == [
        ["[Above] 0:standings:0:russian", "[Below] 0:standings:2:russian", "[Share] 0:share-table:1:russian"],
        [
            "[Above] 0:standings:1:russian",
            "[Below] 0:standings:3:russian disabled",
            "[Share] 0:share-table:2:russian",
        ],
    ]
    assert lines_of(table(PAGE + 1, 5)) == lines_of(table(PAGE + 1, 1))
    assert lines_of(table(PAGE + 1, -1)) == lines_of(table(PAGE + 1, 0))
    assert [line for line in lines_of(table(PAGE + 1, 1)) if line.startswith("11. ")] == [
        "11. <@111> **1589** ± 60"
    ]


def test_one_s_own_line_is_said_if_it_is_not_on_the_page() -> None:
    owns = (None, player(1), player(11), player(12, None, matches=3))
    assert [lines_of(table(11, own=own, computer=False))[12] for own in owns] == [
        "-# You have no rating in this game here.",
        "[Above] 0:standings:0:russian disabled",
        "You: 11. **1589** ± 60",
        "You have no place yet: more matches.",
    ]


def test_several_games_have_a_menu() -> None:
    assert (
        presses_of(table(1, games=("russian", "binar")))[-1]
        == "<Which game?> 0:standings-of:0: russian=Russian checkers; binar=Binar"
    )


def test_a_shared_table_leads_to_a_challenge() -> None:
    assert lines_of(table(1, games=("russian", "binar"), sharer=ANN)) == [
        "-# Shared by Ann",
        "### Standings: Russian checkers",
        "(picture)",
        "1. <@101> **1599** ± 60",
        "-# Twotone's levels, only estimated and in no table: 1★\xa0300, 2★\xa0850, 3★\xa01500, 4★\xa01850, 5★\xa02…",
        "[Challenge Ann] 101:rival:0:russian primary",
    ]


def test_the_picture_has_the_page_and_one_s_own_line() -> None:
    assert drawn(table(2, own=player(12, 12))) == [
        (
            "chart.png",
            (
                "The table of Russian checkers. 1. Player 1: 1599 ± 60, 12 matches. 2. Player 2: 1598 ± "
                "60, 12 matches. You: 12. 1588 ± 60, 12 matches."
            ),
        )
    ]


def profile(
    lines: tuple[RankedPlayer, ...] = (),
    matches: tuple[CountedResult, ...] = (),
    faced: Any = None,
    match: Any = None,
    provisional: frozenset[str] = frozenset(),
    waiting: int = 0,
    **given: Any,
) -> Card:
    content = ProfileContent(ANN, RatingProfile(lines, provisional, waiting), matches, faced, match)
    usual: dict[str, Any] = {"is_own": False}
    return profile_card(content, "paper", SAY, **usual | given)


LINE = player(1)
OVER = table_with(
    match_of("russian", "c3-b4"), status=MatchStatus.OVER, winner=0, updated_at=0.0, reason="ended.left"
)


def test_a_profile_without_a_rating_is_empty() -> None:
    card = profile()
    assert (frame_of(card), lines_of(card)) == ("offered", ["### Ann", "No rating here yet."])


def test_one_s_own_profile_is_shared_and_has_a_page() -> None:
    assert presses_of(profile(is_own=True)) == ["[Share] 0:share-self:0"]
    assert presses_of(profile(is_own=True, offer_page=True)) == [
        "[Share] 0:share-self:0",
        "[Make a page of it] 0:page-make:0",
    ]
    assert presses_of(profile(is_own=True, page="https://x", offer_page=True)) == [
        "[Share] 0:share-self:0",
        "[Page] https://x",
        "[Remove the page] 0:page-remove:0",
    ]
    assert presses_of(profile(is_shared=True)) == ["[Challenge Ann] 101:rival:0 primary"]


def test_a_profile_says_what_is_provisional_and_what_waits() -> None:
    assert [
        lines_of(profile((LINE,), provisional=games, waiting=waiting))[1:]
        for games, waiting in (
            (frozenset(), 0),
            (frozenset({"russian"}), 0),
            (frozenset(), 2),
            (frozenset({"russian"}), 1),
        )
    ] == [
        ["Russian checkers: **1599** ± 60"],
        [
            "Russian checkers: **1599** ± 60, provisional",
            "-# Provisional: before matches against four people, and until the number after ± is under 1…",
        ],
        [
            "Russian checkers: **1599** ± 60",
            "-# 2 rated matches wait: each counts once both its players have met others here.",
        ],
        [
            "Russian checkers: **1599** ± 60, provisional",
            "-# Provisional: before matches against four people, and until the number after ± is under 1…",
            "-# 1 rated match waits: it counts once both its players have met others here.",
        ],
    ]


def test_a_head_to_head_score_leads_to_the_last_match() -> None:
    faced = HeadToHead(3, 1, 2, 7), listed(7)
    assert lines_of(profile(faced=faced)) == [
        "### Ann",
        "No rating here yet.",
        "**You and Ann**: 3 won, 1 drawn, 2 lost; the last was [match 7](https://discord.com/channel…",
    ]
    assert lines_of(hidden_profile_card("Ben", faced, SAY)) == [
        "Ben keeps their profile to themselves.",
        "**You and Ben**: 3 won, 1 drawn, 2 lost; the last was [match 7](https://discord.com/channel…",
    ]
    assert lines_of(hidden_profile_card("Ben", None, SAY)) == ["Ben keeps their profile to themselves."]


def test_results_and_ratings_are_drawn() -> None:
    matches = (
        CountedResult("russian", 0.0, 1.0, 1510.0),
        CountedResult("russian", 86400.0, 0.5, 1512.0),
        CountedResult("gone", 0.0, 0.0, 1.0),
    )
    assert drawn(profile((LINE,), matches)) == [
        (
            "chart.png",
            (
                "Ann: 2 rated matches. Favourite game: Russian checkers. The rating as a curve, from 1510 "
                "on 1970-01-01 to 1512 on 1970-01-02, at most 1512 and at least 1510. The last matches, "
                "the newest last: won, drawn, lost. Russian checkers: 1599 ± 60; 1 won, 1 drawn, 0 lost."
            ),
        )
    ]


def test_a_profile_has_been_changed() -> None:
    assert [lines_of(profile_match_card(SAY)), lines_of(profile_page_card("https://x", SAY))] == [
        [
            "Your profile on this server shows this match from now on: </profile:0000000000000000000>",
            "[Show it no more] 0:hide-match:0",
        ],
        [
            "Your profile on this server has a page now. Whoever has its address sees your ratings here …",
            "[Page] https://x",
            "[Remove the page] 0:page-remove:0",
        ],
    ]
