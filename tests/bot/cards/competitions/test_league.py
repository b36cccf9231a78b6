"""Cards of leagues: the sign-up of a season, and a section from start to close."""

from typing import Any

from bot.cards.competitions.every_kind import cards_for_kind
from bot.cards.kit.kit import Card
from club.competitions.crosstable import Crosstable
from club.competitions.decided import DecidedSection
from club.competitions.seasons import LENGTHS
from data.competitions.competitions import StageRow, StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingReason, PairingResult, PairingRow
from data.competitions.stage_events import StageMoment
from data.database.persons import NOBODY
from tests.bot.cards.competitions.made_sheets import (
    competition,
    entrant,
    entrants,
    pairing,
    section,
    sheet,
    stage,
    stage_view,
)
from tests.bot.cards.made_tables import match_of, table_with
from tests.bot.cards.whole_card import SAY, drawn, frame_of, framed_lines, lines_of, presses_of

FIRST, SECOND = PairingResult.FIRST, PairingResult.SECOND
OPEN, RUNNING, OVER = StageStatus.OPEN, StageStatus.RUNNING, StageStatus.OVER
LEAGUE = cards_for_kind("league")
MET = [pairing(1, 1, 2, FIRST), pairing(2, 2, 3)]


def season(count: int, of: StageRow, **given: Any) -> list[str]:
    card = LEAGUE.stage_card(stage_view(entrants(count), of, "league", **given), SAY, None, is_new_post=False)
    assert card is not None
    return framed_lines(card)


def shown(made: Crosstable, *, is_new_post: bool = True, page: str | None = None) -> Card:
    return LEAGUE.section_card(made, SAY, None, is_new_post=is_new_post, page=page)


def league(
    met: list[PairingRow] = MET,
    of: StageRow | None = None,
    people: list[EntrantRow] | None = None,
    **given: Any,
) -> Crosstable:
    return sheet(people or entrants(3), met, kind="league", of=of or stage(), **given)


def test_the_sign_up_for_a_season() -> None:
    assert season(2, stage(OPEN)) == [
        "offered",
        "### Autumn: season 1",
        "**Russian checkers**",
        "-# Clock: 3 days a move",
        "Everybody meets everybody of their section, which has up to seven members, within 21 days. …",
        "In a season your clocks stand for up to seven days of vacation.",
        "Starts <t:3600:f>, <t:3600:R>. Closes <t:7200:f>.",
        "It needs 4; 2 have joined.",
        "**2 members have signed up**: <@101>, <@102>",
        "[Join] 0:season-in:0:2 primary",
        "[Leave] 0:season-out:0:2",
        "[Start now] 0:season-go:0:2",
        "[End the league] 0:season-end:0:2",
    ]
    assert season(0, stage(OPEN))[7:9] == [
        "It needs 4; 0 have joined.",
        "[Join] 0:season-in:0:2 primary",
    ]


def test_a_season_of_an_evening_knows_no_vacation() -> None:
    evening = competition("league", days=LENGTHS["evening"])
    assert season(3, stage(OPEN), competition=evening)[4:6] == [
        "Everybody meets everybody of their section, which has up to seven members, within 4 hours. …",
        "Starts <t:3600:f>, <t:3600:R>. Closes <t:7200:f>.",
    ]
    assert season(3, stage(OPEN), competition=competition("league", days=7))[4:6] == [
        "Everybody meets everybody of their section, which has up to seven members, within 7 days. T…",
        "In a season your clocks stand for up to seven days of vacation.",
    ]


def test_two_games_a_pair_and_another_scoring_are_said() -> None:
    assert season(3, stage(OPEN, rounds=2, scoring="delft"))[6:9] == [
        "Two members play two games, once on each side, from the same opening where chance draws one.",
        "-# The Delft system: a win gives 4 points, a draw 2. Who ends a draw three men ahead or mor…",
        "Starts <t:3600:f>, <t:3600:R>. Closes <t:7200:f>.",
    ]
    assert season(3, stage(OPEN, rounds=1))[6] == "Starts <t:3600:f>, <t:3600:R>. Closes <t:7200:f>."


def test_a_season_that_had_too_few_waits() -> None:
    assert (
        season(2, stage(OPEN, asleep=True))[6]
        == "**Asleep**: too few had signed up. Who has stays in; it wakes by a press on “Join”, and sta…"
    )
    assert season(2, stage(RUNNING, asleep=True))[6] == "Runs until <t:7200:f>."


def test_the_running_season_links_to_its_sections_once_they_are_posted() -> None:
    parts = [section(), section(id=4, number=1, message_id=41), section(id=5, number=2, message_id=None)]
    assert season(3, stage(RUNNING), sections=parts)[6:9] == [
        "Runs until <t:7200:f>.",
        "Sections: [A](https://discord.com/channels/10/20/40), [B](https://discord.com/channels/10/2…",
        "**3 members have signed up**: <@101>, <@102>, <@103>",
    ]
    assert season(3, stage(RUNNING), sections=parts[2:])[6:8] == [
        "Runs until <t:7200:f>.",
        "**3 members have signed up**: <@101>, <@102>, <@103>",
    ]


def test_a_season_that_is_over_was_played_or_called_off() -> None:
    assert [season(3, stage(OVER), sections=parts)[6] for parts in ([section()], [])] == [
        "This season is over.",
        "This season is called off: the league was ended.",
    ]
    assert season(3, stage(OVER))[0] == "over"


def test_a_section_while_it_is_played() -> None:
    card = shown(league(), page="https://x")
    assert (frame_of(card), card.pings) == ("running", (102, 103))
    assert shown(league(), is_new_post=False).pings == ()
    assert lines_of(card) == [
        "### Autumn, season 1: section A",
        "**Russian checkers**",
        "-# Clock: 3 days a move",
        "(picture)",
        "**1** · <@101>: 2 points, 1 played",
        "**2** · <@102>: 0 points, 1 played",
        "**2** · <@103>: 0 points, 0 played",
        "**Matches**",
        "[Ann – Ben](https://discord.com/channels/10/1501): Ann won",
        "[Ben – Cleo](https://discord.com/channels/10/1502)",
        "-# A win gives 2 points, a draw 1. It closes <t:7200:f>: who is ahead by the analysis then …",
        "[Withdraw] 0:withdraw:0:3",
        "[Rule on a result] 0:rule:0:3",
        "[Table as files] 0:table-record:0:3",
        "[Page] https://x",
    ]


def test_a_section_that_is_over() -> None:
    card = shown(league(of=stage(OVER, warned=True, number=1), section=section(number=1)))
    assert (frame_of(card), card.pings) == ("over", ())
    assert lines_of(card) == [
        "### Autumn, season 2: section B",
        "**Russian checkers**",
        "-# Clock: 3 days a move",
        "(picture)",
        "**1** · <@101>: 2 points, 1 played ▲",
        "**2** · <@102>: 0 points, 1 played",
        "**2** · <@103>: 0 points, 0 played",
        "**Matches**",
        "[Ann – Ben](https://discord.com/channels/10/1501): Ann won",
        "[Ben – Cleo](https://discord.com/channels/10/1502)",
        "This season is over.",
        "[Withdraw] 0:withdraw:0:3 disabled",
        "[Rule on a result] 0:rule:0:3",
        "[Table as files] 0:table-record:0:3",
    ]


def test_the_close_is_announced_and_scored() -> None:
    assert lines_of(shown(league(of=stage(warned=True, scoring="halves"))))[10:13] == [
        "**Two days are left.** What is not finished <t:7200:f> will be judged by the analysis.",
        "-# It closes <t:7200:f>: who is ahead by the analysis then (90 of 100) wins what is not fin…",
        "-# A win gives 1 point, a draw ½.",
    ]


def test_an_absent_player_s_place_is_offered_and_the_organiser_is_asked() -> None:
    people = [*entrants(2), entrant(3, absent_at=0.0)]
    card = shown(league(people=people))
    assert (card.pings, lines_of(card)[10], presses_of(card)[2:]) == (
        (9,),
        "<@103> has not begun to play. <@9> and everybody: who is not in this season can take that p…",
        [
            "[Withdraw] 0:withdraw:0:3",
            "[Rule on a result] 0:rule:0:3",
            "[Table as files] 0:table-record:0:3",
            "[Take the place of Cleo] 0:seat-take:0:3,3 primary",
        ],
    )
    left = shown(league(people=people, competition=competition("league", organiser_id=NOBODY)))
    assert (left.pings, lines_of(left)[10]) == (
        (),
        "<@103> has not begun to play. Whoever is not in this season can take that place.",
    )
    assert shown(league(people=people, of=stage(warned=True))).pings == (102, 103)
    over = shown(league(people=people, of=stage(OVER)))
    assert (over.pings, presses_of(over)[3:]) == (
        (),
        ["[Rule on a result] 0:rule:0:3", "[Table as files] 0:table-record:0:3"],
    )


def test_a_forgotten_member_of_a_section_is_not_mentioned() -> None:
    assert shown(league(people=[*entrants(2), entrant(3, user_id=NOBODY)])).pings == (102,)


def test_the_picture_names_the_section() -> None:
    assert drawn(shown(league(section=section(number=1)))) == [
        (
            "chart.png",
            "The table of Autumn. Section B. 1. Ann: 2 points, 1 won of 1. 2. Ben: 0 points, 0 won of "
            "1. 2. Cleo: 0 points, 0 won of 0. Going up: Ann.",
        )
    ]


def test_who_has_joined_is_told_when_it_starts() -> None:
    assert [
        SAY.text(cards_for_kind(kind).joined_phrase(stage(status)))
        for kind in ("league", "robin", "ladder")
        for status in (OPEN, RUNNING)
    ] == [
        "You are in. Your matches begin <t:3600:f>; a card in this channel will mention you then.",
        "You are in. Your matches begin <t:3600:f>; a card in this channel will mention you then.",
        "You are in. It starts <t:3600:f>; a card in this channel will mention you then.",
        "You are in from the next round on.",
        "You stand at the foot of the ladder. Press “Challenge” to climb.",
        "You stand at the foot of the ladder. Press “Challenge” to climb.",
    ]


def reason(kind: str, **given: Any) -> str:
    usual: dict[str, Any] = {
        "league": "Autumn",
        "kind": kind,
        "section": 1,
        "round": 2,
        "turned": False,
        "result": None,
        "judged": False,
    }
    return cards_for_kind(kind).reason_line(table_with(match_of()), PairingReason(**usual | given), SAY)


def test_why_two_are_paired_and_who_moves_first() -> None:
    assert [reason("league"), reason("league", turned=True)] == [
        "-# Autumn, section B: everybody meets everybody. Ann begins by the order of play.",
        "-# Autumn, section B: everybody meets everybody. Ann begins because Ben began last time.",
    ]
    assert [reason("swiss"), reason("swiss", turned=True), reason("swiss", turned=True, system="fide")] == [
        "-# Autumn, round 3: you have about as many points, and have not met. Ann begins, for boards take turns.",
        "-# Autumn, round 3: you have about as many points, and have not met. Ann begins, having "
        "begun less often than Ben.",
        "-# Autumn, round 3: paired by FIDE’s Dutch system, by which Ann begins.",
    ]
    assert [
        reason("ladder", first_place=first, second_place=second, turned=turned)
        for first, second, turned in ((3, 1, False), (3, 1, True), (1, 3, True), (2, 2, True))
    ] == [
        "-# Ladder of Autumn: place 3 challenges place 1. Ann begins, who is challenged.",
        "-# Ladder of Autumn: place 3 challenges place 1. Ann begins because Ben began last time.",
        "-# Ladder of Autumn: place 3 challenges place 1. Ann begins, who is challenged.",
        "-# Ladder of Autumn: place 2 challenges place 2. Ann begins, who is challenged.",
    ]
    assert (
        reason("ladder") == "-# Ladder of Autumn: place 0 challenges place 0. Ann begins, who is challenged."
    )


def test_events_of_leagues_name_the_season_and_those_of_others_do_not() -> None:
    of = stage(number=1)
    assert [
        cards_for_kind(kind).event_name(competition(kind), of, moment, SAY)
        for kind in ("league", "robin")
        for moment in (StageMoment.START, StageMoment.CLOSE)
    ] == ["Autumn: season 2 starts", "Autumn: season 2 closes", "Autumn starts", "Autumn starts"]


def test_what_a_digest_tells_of_a_section_that_is_over() -> None:
    made = league(section=section(number=1), section_count=2)
    assert [LEAGUE.decided_line(DecidedSection(made, entrants(count), None), SAY) for count in (0, 1, 2)] == [
        "[Autumn B](https://discord.com/channels/10/20/40) is over",
        "**Ann** has won [Autumn B](https://discord.com/channels/10/20/40)",
        "**Ann, Ben** share first place in [Autumn B](https://discord.com/channels/10/20/40)",
    ]
    assert (
        LEAGUE.decided_line(DecidedSection(league(), entrants(1), None), SAY)
        == "**Ann** has won [Autumn](https://discord.com/channels/10/20/40)"
    )


def test_the_files_of_a_table_have_a_heading() -> None:
    assert [
        cards_for_kind(kind).table_files_heading(league(of=stage(number=1)), SAY)
        for kind in ("league", "robin")
    ] == ["### Autumn, season 2, section A: the table as files", "### Autumn: the table as files"]


def test_a_card_that_may_have_been_posted_is_known_by_one_of_its_buttons() -> None:
    assert [
        (cards_for_kind(kind).stage_marker_id(2), cards_for_kind(kind).section_marker_id(3))
        for kind in ("league", "teams")
    ] == [("v1:0:season-in:0:2", "v1:0:rule:0:3"), ("v1:0:season-out:0:2", "v1:0:team-board:0:3")]
