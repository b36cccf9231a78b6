"""A server's club card and its settings, of whatever goes on there."""

from typing import Any

import discord

from bot.cards.standing.club_card import club_card, club_card_stopped_card, club_settings_card
from club.play.match.match_lists import ListedMatch
from club.standing.club_card import ServerActivity
from club.standing.glicko import Rating
from club.standing.rankings import RankedPlayer
from data.members.servers import ServerRow
from data.play.challenges import ChallengeRow
from data.play.matches import MatchStatus
from data.puzzles.daily import PuzzlePost
from tests.bot.cards.competitions.made_sheets import listed
from tests.bot.cards.made_tables import match_of, open_seat, table_with
from tests.bot.cards.whole_card import SAY, told_by


def ranked(number: int, rank: int | None) -> RankedPlayer:
    return RankedPlayer(100 + number, f"P{number}", "russian", Rating(1600.4, 60.2), 12, rank)


def shown(
    matches: list[ListedMatch] | None = None, seats: list[ChallengeRow] | None = None, **given: Any
) -> list[str]:
    usual: dict[str, Any] = {"puzzle": None, "top_players": []}
    return told_by(club_card(ServerActivity(matches or [], seats or [], **usual | given), 3, SAY))


def test_where_nothing_goes_on_one_is_invited() -> None:
    assert shown() == [
        "offered",
        "### Play here",
        "(picture)",
        "No match is going on here just now.",
        "Press **Find an opponent**: your challenge is shown here until somebody joins.",
        "0:club-mine:0:3 primary, 0:games:0:anyone, 0:today:0",
    ]
    assert shown(seats=[open_seat(1)])[3:6] == [
        "No match is going on here just now.",
        "**Open seats**",
        "[Russian checkers](https://discord.com/channels/10/20/61) with Ann · no clock",
    ]


def test_all_that_goes_on_is_told() -> None:
    matches = [
        ListedMatch(listed(1, turn=1, turn_at=60.0)),
        ListedMatch(listed(2, turn=0, deadline_at=7200.0), 9000.0),
    ]
    over = ListedMatch(listed(3, status=MatchStatus.OVER, turn=None, winner=1))
    made = shown(
        matches,
        [open_seat(1, clock="5m+3s"), open_seat(2, rated=True), *map(open_seat, range(3, 6))],
        puzzle=PuzzlePost(1, 10, 20, 20_460, "key", 0.0, 50),
        top_players=[ranked(1, 1), ranked(2, None)],
        last_result=over,
        board=table_with(match_of("russian", "c3-b4")),
    )
    assert made == [
        "offered",
        "### Playing here now",
        "[Russian checkers](https://discord.com/channels/10/30), **Ann** against **Ben**",
        "(picture)",
        "**Whose turn it is**",
        "**Ben** · [Russian checkers](https://discord.com/channels/10/1001) against Ann · <t:60:R>",
        "**Ann** · [Russian checkers](https://discord.com/channels/10/1002) against Ben · time is up…",
        "**Last result**",
        "**Ben** won against Ann · [Russian checkers](https://discord.com/channels/10/1003)",
        "**Open seats**",
        "[Russian checkers](https://discord.com/channels/10/20/61) with Ann · 5 minutes, and 3 secon…",
        "c1:accept:0:list success",
        "[Russian checkers](https://discord.com/channels/10/20/62) with Ann · no clock · rated",
        "c2:accept:0:list success",
        "[Russian checkers](https://discord.com/channels/10/20/63) with Ann · no clock",
        "c3:accept:0:list success",
        "[Russian checkers](https://discord.com/channels/10/20/64) with Ann · no clock",
        "c4:accept:0:list success",
        "… and 1 more",
        "**Today's puzzle** is [no. 7](https://discord.com/channels/10/20/50).",
        "**The best in Russian checkers**",
        "1. **P1** 1600\xa0±\xa060",
        "-# P2 1600 · provisional, needs more matches",
        "0:club-mine:0:3 primary, 0:games:0:anyone, 0:today:0",
    ]


def test_a_team_is_no_person_whose_turn_it_is_or_who_has_won() -> None:
    won = ListedMatch(listed(2, status=MatchStatus.OVER, turn=None, winner=1, teams=(False, True)))
    told = shown([ListedMatch(listed(1, teams=(True, False)))], last_result=won)
    assert [line.partition(" · ")[0] for line in told if "team" in line] == [
        "**Ann's team**",
        "**Ben's team** won against Ann",
    ]


def test_a_result_without_a_winner_is_a_draw() -> None:
    over = {"status": MatchStatus.OVER, "turn": None}
    told = [
        next(
            line for line in shown(last_result=ListedMatch(listed(3, **over, winner=winner))) if "Ann" in line
        )
        for winner in (None, 0, 1)
    ]
    assert told == [
        "Ann and Ben drew · [Russian checkers](https://discord.com/channels/10/1003)",
        "**Ann** won against Ben · [Russian checkers](https://discord.com/channels/10/1003)",
        "**Ben** won against Ann · [Russian checkers](https://discord.com/channels/10/1003)",
    ]


def test_four_seats_need_no_line_for_more() -> None:
    assert sum("more" in line for line in shown(seats=[*map(open_seat, range(1, 5))])) == 0


def test_the_settings_offer_a_digest_s_time_where_there_is_one() -> None:
    server = ServerRow(10, card_channel=20, digest_channel=21, digest_day=2, digest_hour=7)

    def told(at: float | None) -> list[str]:
        return told_by(club_settings_card(server, at, 3600.0, SAY, "Done."))

    assert told(None) == [
        "offered",
        "### The card of this server",
        "Done.",
        "One message that says whose turn it is, which seats are open, what today's puzzle is and wh…",
        "**Channel** in which it is; with none chosen, there is none",
        "### The weekly digest",
        "Once a week one post: the closest match, if both players let it be shown, results, who has …",
        "**Channel** in which it is posted; with none chosen, there is none",
        "-# Both show only what everybody who sees the channel may see. To have the card pinned, let…",
        "0:server-more:0",
    ]
    assert [line.partition(":")[0] for line in told(7200.0)[7:-4]] == [
        "**Channel** in which it is posted; with none chosen, there is none",
        "**Time zone** of this server",
        "**Day** and **hour** at which it comes. The next one comes <t",
    ]

    def chosen(row: ServerRow, at: float | None) -> list[list[Any]]:
        """What each menu has chosen."""
        items: Any = club_settings_card(row, at, 3600.0, SAY, None).view.walk_children()
        return [
            [each.id for each in item.default_values]
            if item.type is discord.ComponentType.channel_select
            else [each.value for each in item.options if each.default]
            for item in items
            if item.type in (discord.ComponentType.channel_select, discord.ComponentType.select)
        ]

    assert chosen(server, 7200.0) == [[20], [21], ["2"], ["7"]]
    assert chosen(ServerRow(10), None) == [[], []]


def test_a_card_that_can_be_shown_no_longer_is_told_of() -> None:
    assert told_by(club_card_stopped_card(20, SAY)) == [
        "over",
        "The card of that server is not in <#20> any more: the channel is gone, or I may not write t…",
    ]
