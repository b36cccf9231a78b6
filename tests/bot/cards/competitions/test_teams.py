"""Cards of team matches: sign-up and score, at home and in the guests' server."""

from dataclasses import replace
from typing import Any

from bot.cards.competitions.every_kind import cards_for_kind
from bot.cards.competitions.teams import NAMES_LIMIT
from bot.cards.kit.kit import Card
from bot.cards.kit.names import safe_name
from club.competitions.crosstable import Crosstable
from club.competitions.decided import DecidedSection
from data.competitions.competitions import StageRow, StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingResult, PairingRow, TableChange
from data.competitions.teams import TeamRow
from data.database.persons import NOBODY
from tests.bot.cards.competitions.made_sheets import (
    change,
    competition,
    entrant,
    pairing,
    section,
    sheet,
    stage,
    stage_view,
    team,
)
from tests.bot.cards.whole_card import SAY, drawn, frame_of, lines_of, presses_of
from tests.bot.unsent_cards import card_text

FIRST, SECOND, DRAW, NONE = PairingResult.FIRST, PairingResult.SECOND, PairingResult.DRAW, PairingResult.NONE
OPEN, RUNNING, OVER = StageStatus.OPEN, StageStatus.RUNNING, StageStatus.OVER
TEAMS = cards_for_kind("teams")
HOME = team(0, captain_id=101, role_id=55)
GUESTS = team(1, guest=True, guild_id=11, channel_id=21, captain_id=103, section_message_id=41)
PEOPLE = [entrant(1, side=0), entrant(2, side=0), entrant(3, side=1), entrant(4, side=1)]
BOARDS = [pairing(1, 1, 3, FIRST), pairing(2, 4, 2, round=1)]


def sign_up(
    teams: list[TeamRow],
    people: list[EntrantRow] = PEOPLE,
    of: StageRow | None = None,
    guest_team: TeamRow | None = None,
    *,
    new: bool = False,
    **given: Any,
) -> Card:
    usual: dict[str, Any] = {"competition": competition("teams", boards=4), "teams": teams}
    card = TEAMS.stage_card(
        stage_view(people, of or stage(OPEN), "teams", **usual | given), SAY, guest_team, is_new_post=new
    )
    assert card is not None
    return card


def match(
    met: list[PairingRow] = BOARDS,
    of: StageRow | None = None,
    people: list[EntrantRow] = PEOPLE,
    **given: Any,
) -> Crosstable:
    usual: dict[str, Any] = {"teams": [HOME, GUESTS], "competition": competition("teams", boards=4)}
    return sheet(people, met, kind="teams", of=of or stage(), **usual | given)


def shown(made: Crosstable, guest_team: TeamRow | None = None, *, new: bool = False) -> Card:
    return TEAMS.section_card(made, SAY, guest_team, is_new_post=new)


def test_two_teams_of_one_server_sign_up() -> None:
    card = sign_up([HOME, team(1)], [*PEOPLE[:2]])
    assert (frame_of(card), card.pings) == ("offered", ())
    assert lines_of(card) == [
        "### Autumn",
        "**Russian checkers**",
        "-# Clock: 3 days a move",
        "Two teams on up to 4 boards: the first of each line-up meet on board 1, and so on; sides ta…",
        "Starts <t:3600:f>, <t:3600:R>.",
        "Each team needs 2; the smaller one has 0.",
        "**Red** · 2 members, captain <@101>: <@101>, <@102>",
        "-# Red is for <@&55>.",
        "**Blue** · captain nobody. Nobody has joined yet.",
        "[Join Red] 0:team-in:0:2,0 primary",
        "[Join Blue] 0:team-in:0:2,1 primary",
        "[Leave] 0:season-out:0:2",
        "[Start now] 0:season-go:0:2",
        "[More] 0:team-more:0:2",
    ]


def test_a_team_of_another_server_is_awaited() -> None:
    card = sign_up([HOME, team(1, guest=True)], PEOPLE[:2])
    assert lines_of(card)[4:] == [
        "Starts <t:3600:f>, <t:3600:R>.",
        "**The other server is still awaited.** Somebody who may manage it enters `/team accept` the…",
        "Each team needs 2; the smaller one has 0.",
        "**Red** · 2 members, captain <@101>: <@101>, <@102>",
        "-# Red is for <@&55>.",
        "[Join Red] 0:team-in:0:2,0 primary",
        "[Leave] 0:season-out:0:2",
        "[Invitation] 0:team-code:0:2",
        "[Start now] 0:season-go:0:2",
        "[More] 0:team-more:0:2",
    ]


def test_at_home_the_guests_are_names() -> None:
    assert lines_of(sign_up([HOME, GUESTS]))[4:] == [
        "Server against server, unrated: the boards are at Red, and who plays for Blue gets theirs b…",
        "Starts <t:3600:f>, <t:3600:R>.",
        "**Red** · 2 members, captain <@101>: <@101>, <@102>",
        "-# Red is for <@&55>.",
        "**Blue** · 2 members: Cleo, Dan",
        "[Join Red] 0:team-in:0:2,0 primary",
        "[Leave] 0:season-out:0:2",
        "[Start now] 0:season-go:0:2",
        "[More] 0:team-more:0:2",
    ]
    assert lines_of(sign_up([HOME, GUESTS], []))[6:9] == [
        "Each team needs 2; the smaller one has 0.",
        "**Red** · captain <@101>. Nobody has joined yet.",
        "-# Red is for <@&55>.",
    ]


def test_in_the_guests_server_the_others_are_names() -> None:
    assert lines_of(sign_up([HOME, GUESTS], guest_team=GUESTS))[4:] == [
        "Server against server, unrated: the boards are at Red, and who plays for Blue gets theirs b…",
        "Starts <t:3600:f>, <t:3600:R>.",
        "**Red** · 2 members: Ann, Ben",
        "**Blue** · 2 members, captain <@103>: <@103>, <@104>",
        "[Join Blue] 0:team-in:0:2,1 primary",
        "[Leave] 0:season-out:0:2",
        "[Line-up of Blue] 0:team-line:0:2,1",
    ]


def test_a_rematch_mentions_the_players_of_the_last_match_who_are_here() -> None:
    former = [(0, 101), (1, 103), (0, 102), (0, 101)]
    again = competition("teams", boards=4, rematch_of=1)
    card = sign_up([HOME, GUESTS], competition=again, former_players=former, new=True)
    assert (card.pings, lines_of(card)[5]) == (
        (101, 102),
        "A rematch, with sides swapped: who wants to play joins anew.",
    )
    assert sign_up([HOME, GUESTS], competition=again, former_players=former).pings == ()
    assert sign_up([HOME, GUESTS], guest_team=GUESTS, former_players=former, new=True).pings == (103,)
    assert sign_up([HOME, GUESTS], of=stage(RUNNING), former_players=former, new=True).pings == ()


def test_after_the_start_nobody_joins_or_leaves() -> None:
    assert presses_of(sign_up([HOME, team(1, guest=True)], of=stage(RUNNING))) == [
        "[Join Red] 0:team-in:0:2,0 primary disabled",
        "[Leave] 0:season-out:0:2 disabled",
        "[Start now] 0:season-go:0:2 disabled",
        "[More] 0:team-more:0:2",
    ]
    assert frame_of(sign_up([HOME, GUESTS], of=stage(OVER))) == "over"


def state(of: StageRow, guest_team: TeamRow | None = None, **given: Any) -> str:
    return lines_of(sign_up([HOME, GUESTS], of=of, guest_team=guest_team, **given))[5]


def test_the_sign_up_card_links_to_the_score_in_its_own_server() -> None:
    parts = [section()]
    assert [
        state(stage(RUNNING)),
        state(stage(RUNNING), sections=[section(message_id=None)]),
        state(stage(RUNNING), sections=parts),
        state(stage(OVER), sections=parts),
    ] == [
        "It is called off: it was ended, a server has left, or a team had fewer than two members.",
        "It has started.",
        "It has started: [the table](https://discord.com/channels/10/20/40).",
        "It is over: [the table](https://discord.com/channels/10/20/40).",
    ]
    assert [
        state(stage(RUNNING), guest, sections=parts)
        for guest in (GUESTS, replace(GUESTS, section_message_id=None))
    ] == ["It has started: [the table](https://discord.com/channels/11/21/41).", "It has started."]


def test_the_names_of_a_team_are_cut_where_there_are_too_many() -> None:
    teams, name = [HOME, GUESTS], "*" * 30
    shown_names = len(str(SAY.text(safe_name(name)))) + 2
    fit = NAMES_LIMIT // shown_names
    for count, cut in ((fit, False), (fit + 1, True)):
        card = sign_up(teams, [entrant(number, side=1, name=name) for number in range(1, count + 1)])
        lines = [line for line in card_text(card).split("\n") if line.startswith("**Blue**")]
        assert (lines[0].count(", ") + 1 - cut, "…" in lines[0]) == (fit, cut)


def test_the_score_while_it_is_played() -> None:
    card = shown(match(), new=True)
    assert (frame_of(card), card.pings) == ("running", (102,))
    assert shown(match()).pings == ()
    assert lines_of(card)[3:] == [
        "Server against server, unrated: the boards are at Red, and who plays for Blue gets theirs b…",
        "(picture)",
        "**Red 2 : 0 Blue**",
        "**1 of 2 boards are over.** Until <t:7200:f>, <t:7200:R>: what is not finished then is judg…",
        "[Board 1](https://discord.com/channels/10/1501): <@101> **2 : 0** Cleo",
        "[Board 2](https://discord.com/channels/10/1502): <@102> – Dan",
        "-# A win gives a team 2 board points, a draw 1 for each. Who is ahead by the analysis at th…",
        "[My board] 0:team-board:0:3 primary",
        "[Withdraw] 0:withdraw:0:3",
        "[Rule on a result] 0:rule:0:3",
        "[Table as files] 0:table-record:0:3",
    ]


def test_in_the_guests_server_nothing_links_home() -> None:
    card = shown(match(), GUESTS, new=True)
    assert card.pings == (104,)
    assert lines_of(card)[3:] == [
        "Server against server, unrated: the boards are at Red, and who plays for Blue gets theirs b…",
        "(picture)",
        "**Red 2 : 0 Blue**",
        "**1 of 2 boards are over.** Until <t:7200:f>, <t:7200:R>: what is not finished then is judg…",
        "Board 1: Ann **2 : 0** <@103>",
        "Board 2: Ben – <@104>",
        "-# A win gives a team 2 board points, a draw 1 for each. Who is ahead by the analysis at th…",
        "[My board] 0:team-board:0:3 primary",
        "[Withdraw] 0:withdraw:0:3",
        "[Table as files] 0:table-record:0:3",
    ]


def test_two_teams_of_one_server_mention_all_who_play() -> None:
    assert shown(match(teams=[HOME, team(1)]), new=True).pings == (102, 104)
    people = [*PEOPLE[:3], entrant(4, side=1, user_id=NOBODY)]
    assert shown(match(teams=[HOME, team(1)], people=people), new=True).pings == (102,)


def test_a_team_match_that_is_over() -> None:
    met = [pairing(1, 1, 3, FIRST, judged=True), pairing(2, 4, 2, SECOND, round=1, ruling=SECOND)]
    card = shown(match(met, stage(OVER)), new=True)
    assert (frame_of(card), card.pings) == ("over", ())
    assert lines_of(card)[3:] == [
        "(picture)",
        "**Red 4 : 0 Blue**",
        "**Over: Red has won.**",
        "[Board 1](https://discord.com/channels/10/1501): <@101> **2 : 0** Cleo · at the close",
        "[Board 2](https://discord.com/channels/10/1502): <@102> **2 : 0** Dan · as the organiser ru…",
        "-# A win gives a team 2 board points, a draw 1 for each. Who is ahead by the analysis at th…",
        "[My board] 0:team-board:0:3",
        "[Rule on a result] 0:rule:0:3",
        "[Table as files] 0:table-record:0:3",
        "[Rematch] 0:team-again:0:3",
    ]
    assert (
        presses_of(shown(match(met, stage(OVER), has_rematch=True)))[-1]
        == "[Rematch] 0:team-again:0:3 disabled"
    )


def test_a_team_that_is_gone_plays_no_rematch() -> None:
    card = shown(match(BOARDS[:1], stage(OVER), teams=[HOME, replace(GUESTS, gone=True)]))
    assert lines_of(card)[6:] == [
        "[Board 1](https://discord.com/channels/10/1501): <@101> **2 : 0** Cleo",
        "-# The server of Blue has left: what was not played counts for the other team.",
        "-# A win gives a team 2 board points, a draw 1 for each. Who is ahead by the analysis at th…",
        "[My board] 0:team-board:0:3",
        "[Rule on a result] 0:rule:0:3",
        "[Table as files] 0:table-record:0:3",
    ]


def ends(met: list[PairingRow], **of: Any) -> list[str]:
    return lines_of(shown(match(met, stage(OVER, **of))))[4:6]


def test_how_a_team_match_ends() -> None:
    assert [
        ends(met)
        for met in ([], [pairing(1, 1, 3, DRAW)], [pairing(1, 1, 3, SECOND)], [pairing(1, 1, 3, FIRST)])
    ] == [
        ["**Red 0 : 0 Blue**", "**Over.**"],
        ["**Red 1 : 1 Blue**", "**Over: a draw.**"],
        ["**Red 0 : 2 Blue**", "**Over: Blue has won.**"],
        ["**Red 2 : 0 Blue**", "**Over: Red has won.**"],
    ]


def test_a_board_that_counts_nothing_was_not_judged() -> None:
    assert lines_of(
        shown(match([pairing(1, 1, 3, NONE, judged=True), pairing(2, 2, 4, round=1, match_id=None)]))
    )[6:8] == [
        "**1 of 2 boards are over.** Until <t:7200:f>, <t:7200:R>: what is not finished then is judg…",
        "[Board 1](https://discord.com/channels/10/1501): <@101> **0 : 0** Cleo",
    ]


def test_points_may_be_halves() -> None:
    assert lines_of(shown(match([pairing(1, 1, 3, DRAW)], stage(scoring="halves"))))[5:9] == [
        "**Red ½ : ½ Blue**",
        "**1 of 1 boards are over.** Until <t:7200:f>, <t:7200:R>: what is not finished then is judg…",
        "[Board 1](https://discord.com/channels/10/1501): <@101> **½ : ½** Cleo",
        "-# Who is ahead by the analysis at the close (90 of 100) wins what is not finished; who has…",
    ]


AWAY = [entrant(1, side=0, absent_at=0.0), *PEOPLE[1:]]
RESERVES = [entrant(5, side=0), entrant(6, side=0, user_id=NOBODY), entrant(7, side=1)]


def test_a_free_place_is_told_and_offered() -> None:
    open_ = [pairing(1, 1, 3), pairing(2, 4, 2, round=1)]
    alone = shown(match(open_, people=AWAY), new=True)
    assert (alone.pings, [line for line in lines_of(alone) if "<@101>" in line], presses_of(alone)[-1]) == (
        (101, 102),
        [
            "[Board 1](https://discord.com/channels/10/1501): <@101> – Cleo",
            "<@101> has not made a first move, and somebody waits. Who does not play in this match can t…",
        ],
        "[Take the place of Ann] 0:seat-take:0:3,1 primary",
    )
    assert "can take that place for Red;" in card_text(alone)
    again = section(former_id=39)
    card = shown(match(open_, people=AWAY, reserves=RESERVES, section=again), new=True)
    assert (card.pings, [line for line in lines_of(card) if "<@105>" in line]) == (
        (101, 105),
        ["<@101> has not made a first move, and somebody waits. <@105>, or anybody else who does not …"],
    )
    assert shown(match(open_, people=AWAY, section=again), GUESTS, new=True).pings == (103, 104)
    late = replace(GUESTS, former_id=38)
    assert shown(match(open_, people=AWAY, teams=[HOME, late]), late, new=True).pings == ()
    assert presses_of(shown(match(open_, people=AWAY), GUESTS))[-1] == "[Table as files] 0:table-record:0:3"


def test_a_free_place_without_a_captain_mentions_nobody() -> None:
    made = match(people=AWAY, teams=[team(0), GUESTS], section=section(former_id=39))
    assert shown(made, new=True).pings == ()


def test_guests_whom_no_message_reaches_are_named_until_it_is_over() -> None:
    assert (
        lines_of(shown(match(unreachable_guests=[103])))[9]
        == "-# No direct message reaches Cleo. On their server a message tells them how to open theirs;…"
    )
    assert (
        lines_of(shown(match(unreachable_guests=[103]), GUESTS))[9]
        == "-# No direct message reaches <@103>. On their server a message tells them how to open their…"
    )
    over = lines_of(shown(match(BOARDS[:1], stage(OVER), unreachable_guests=[103])))
    assert (
        over[7]
        == "-# A win gives a team 2 board points, a draw 1 for each. Who is ahead by the analysis at th…"
    )


def test_the_organiser_is_named_only_at_home() -> None:
    changes = [
        change(TableChange.WITHDRAWN),
        change(TableChange.WITHDRAWN, user_id=103),
        change(TableChange.WITHDRAWN, user_id=101),
    ]
    told = [
        [line for line in lines_of(shown(match(latest_changes=changes), guest)) if "1800" in line]
        for guest in (None, GUESTS)
    ]
    assert told == [
        [
            "-# <t:1800:R>: <@109> has withdrawn.",
            "-# <t:1800:R>: Cleo has withdrawn.",
            "-# <t:1800:R>: <@101> has withdrawn.",
        ],
        [
            "-# <t:1800:R>: The organiser has withdrawn.",
            "-# <t:1800:R>: <@103> has withdrawn.",
            "-# <t:1800:R>: Ann has withdrawn.",
        ],
    ]


def test_the_picture_of_a_team_match() -> None:
    assert [drawn(shown(made))[0][1] for made in (match(), match(BOARDS[:1], stage(OVER)))] == [
        (
            "The boards of Autumn. 1 of 2 over. Red 2, Blue 0. Board 1: Ann 2, Cleo 0. Board 2: Ben "
            "against Dan, open."
        ),
        "The boards of Autumn. Over. Red 2, Blue 0. Board 1: Ann 2, Cleo 0.",
    ]


def test_what_a_digest_tells_of_a_team_match() -> None:
    assert (
        TEAMS.decided_line(DecidedSection(match(BOARDS[:1], stage(OVER)), [], None), SAY)
        == "**Red 2 : 0 Blue** · [Autumn](https://discord.com/channels/10/20/40)"
    )
