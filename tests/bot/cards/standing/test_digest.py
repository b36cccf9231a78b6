"""The weekly digest: each part only where there is something to tell."""

from typing import Any

from bot.cards.kit.kit import TEXT_LIMIT
from bot.cards.standing.digest import digest_card, digest_stopped_card
from club.competitions.decided import find_decided
from club.play.match.match_lists import ListedMatch
from club.standing.club_card import ServerActivity
from club.standing.digest import Digest, Riser, UpcomingStage
from club.standing.glicko import Rating
from club.standing.rankings import RankedPlayer
from data.competitions.competitions import StageStatus
from data.competitions.pairings import PairingResult
from data.play.matches import MatchStatus
from data.standing.digests import DailySolveCount
from rendering.replay import Replay
from tests.bot.cards.competitions import made_sheets
from tests.bot.cards.competitions.made_sheets import listed
from tests.bot.cards.made_tables import match_of, open_seat, table_with
from tests.bot.cards.whole_card import SAY, drawn, lines_of, told_by

BOARD = table_with(match_of("russian", "c3-b4"))
ENDED = match_of("russian", "c3-b4")
ENDED.resign(1)
OVER = table_with(ENDED, status=MatchStatus.OVER, turn=None, winner=0)
RISEN = RankedPlayer(101, "Ann", "russian", Rating(1600.4, 60.2), 12, 1)
REPLAY = Replay(b"gif", "All moves.")


def made(
    activity: dict[str, Any], replay: Replay | None = None, final: Any = None, decided: Any = (), **given: Any
) -> Any:
    usual: dict[str, Any] = {"matches": [], "open_challenges": [], "puzzle": None, "top_players": []}
    week: dict[str, Any] = {
        "matches": [],
        "risers": [],
        "solvers": [],
        "upcoming_stages": [],
        "closest_match": None,
    }
    digest = Digest(activity=ServerActivity(**usual | activity), **week | given)
    return digest_card(digest, replay, 3, SAY, decided, final)


def lines(*given: Any, **more: Any) -> list[str]:
    card = made(*given, **more)
    assert card.silent
    return told_by(card)


def test_an_empty_week_has_its_buttons_alone() -> None:
    assert lines({}) == [
        "offered",
        "### The week on this server",
        "0:club-mine:0:3 primary, 0:games:0:anyone, 0:today:0",
    ]


def test_all_of_a_week_is_told_in_its_order() -> None:
    people = made_sheets.entrants(2)
    sheet = made_sheets.sheet(people, [made_sheets.pairing(1, 1, 2, PairingResult.FIRST)])
    stages = [
        UpcomingStage(made_sheets.competition(), made_sheets.stage(status, number=number))
        for number, status in enumerate(
            (StageStatus.OPEN, StageStatus.RUNNING, StageStatus.OPEN, StageStatus.OPEN)
        )
    ]
    won = ListedMatch(listed(3, status=MatchStatus.OVER, turn=None, winner=1))
    told = lines(
        {
            "matches": [ListedMatch(listed(1))],
            "open_challenges": [open_seat(1, rated=True), *map(open_seat, range(2, 5))],
            "top_players": [RISEN],
            "board": BOARD,
        },
        REPLAY,
        decided=[find_decided(sheet)],
        matches=[won],
        risers=[Riser(RISEN, 31)],
        solvers=[DailySolveCount(20, 104, 5)],
        upcoming_stages=stages,
        closest_match=OVER,
    )
    assert told == [
        "offered",
        "### The week on this server",
        "**Who won**",
        "**Ann** has won [Autumn](https://discord.com/channels/10/20/40)",
        "**Match of the week**, the closest by its analysis: [Russian checkers](https://discord.com/…",
        "<@101> (White) — <@102> (Black)",
        "**Ann (White) wins: Ben resigned**",
        "**Results**",
        "**Ben** won against Ann · [Russian checkers](https://discord.com/channels/10/1003)",
        "**The best in Russian checkers**",
        "1. **Ann** 1600\xa0±\xa060",
        "**Up in the tables**",
        "**Ann** +31 in Russian checkers, now 1600\xa0±\xa060",
        "**Daily puzzles solved without a hint**",
        "<@104> · 5 puzzles",
        "**Whose turn it is**",
        "**Ann** · [Russian checkers](https://discord.com/channels/10/1001) against Ben · <t:0:R>",
        "**Open seats**",
        "[Russian checkers](https://discord.com/channels/10/20/61) with Ann · no clock · rated",
        "[Russian checkers](https://discord.com/channels/10/20/62) with Ann · no clock",
        "[Russian checkers](https://discord.com/channels/10/20/63) with Ann · no clock",
        "… and 1 more",
        "**What is next**",
        "[Autumn](https://discord.com/channels/10/20/30) starts <t:3600:f>. Sign up on its card.",
        "[Autumn](https://discord.com/channels/10/20/30) is being played.",
        "[Autumn](https://discord.com/channels/10/20/30) starts <t:3600:f>. Sign up on its card.",
        "0:club-mine:0:3 primary, 0:games:0:anyone, 0:today:0",
    ]


def test_a_winner_s_last_match_stands_in_the_newest_board_s_place() -> None:
    assert lines({"board": BOARD})[1:4] == [
        "### The week on this server",
        "[Russian checkers](https://discord.com/channels/10/30), **Ann** against **Ben**",
        "(picture)",
    ]
    assert lines({"board": BOARD}, final=OVER)[1:4] == [
        "### The week on this server",
        "(picture)",
        "0:club-mine:0:3 primary, 0:games:0:anyone, 0:today:0",
    ]
    [(name, alt)] = drawn(made({"board": BOARD}, final=OVER))
    assert name == "board.png" and "White wins: Black resigned." in alt
    assert lines({"board": BOARD}, None, closest_match=OVER)[1:4] == [
        "### The week on this server",
        "[Russian checkers](https://discord.com/channels/10/30), **Ann** against **Ben**",
        "(picture)",
    ]


def test_another_aim_is_named_wherever_a_match_or_a_seat_is() -> None:
    giveaway = {"options": '{"aim": "lose"}'}
    board = table_with(match_of("russian", "c3-b4"), **giveaway)
    best = table_with(ENDED, status=MatchStatus.OVER, turn=None, winner=0, **giveaway)
    activity = {"board": board, "open_challenges": [open_seat(1, **giveaway)]}
    found = [*lines(activity), *lines(activity, REPLAY, closest_match=best)]
    named = [line for line in found if "Russian" in line]
    assert len(named) == 4 and all("[Russian checkers, giveaway]" in line for line in named), named


def test_three_seats_need_no_line_for_more() -> None:
    seats = [*map(open_seat, range(1, 4))]
    assert [line for line in lines({"open_challenges": seats}) if "more" in line] == []


def test_a_digest_that_can_be_posted_no_longer_is_told_of() -> None:
    assert lines_of(digest_stopped_card(20, SAY)) == [
        "The weekly digest is not posted in <#20> any more: the channel is gone, or I may not write …"
    ]


def test_a_week_in_which_much_was_decided_fits_a_message() -> None:
    people = [made_sheets.entrant(number, name="*" * 32) for number in (1, 2)]
    sheet = made_sheets.sheet(people, [made_sheets.pairing(1, 1, 2, PairingResult.FIRST)])
    won = ListedMatch(listed(3, status=MatchStatus.OVER, turn=None, winner=1, names=("*" * 32, "_" * 32)))
    waits = ListedMatch(listed(1, names=("*" * 32, "_" * 32)))
    card = made(
        {
            "matches": [waits] * 9,
            "open_challenges": [open_seat(number, challenger_name="*" * 32) for number in range(4)],
        },
        REPLAY,
        decided=[find_decided(sheet)] * 6,
        matches=[won] * 30,
        upcoming_stages=[
            UpcomingStage(made_sheets.competition(name="*" * 60), made_sheets.stage(StageStatus.OPEN))
        ]
        * 3,
        closest_match=OVER,
    )
    assert 3500 < card.view.content_length() <= TEXT_LIMIT
