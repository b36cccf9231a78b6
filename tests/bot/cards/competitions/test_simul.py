"""Cards of simuls: the exhibitor's score, boards and next board."""

from typing import Any

from bot.cards.competitions.every_kind import cards_for_kind
from bot.cards.competitions.simul import board_line, empty_queue_card, next_board_line, score_line
from bot.cards.kit.kit import Card
from club.competitions.crosstable import Crosstable
from club.competitions.decided import DecidedSection
from club.competitions.simuls import SimulQueue
from data.competitions.competitions import StageStatus
from data.competitions.pairings import PairingResult, PairingRow
from data.database.persons import NOBODY
from tests.bot.cards.competitions.made_sheets import (
    competition,
    entrant,
    entrants,
    listed,
    pairing,
    sheet,
    stage,
    stage_view,
    table,
)
from tests.bot.cards.whole_card import SAY, drawn, frame_of, framed_lines, lines_of

FIRST, SECOND, DRAW, NONE = PairingResult.FIRST, PairingResult.SECOND, PairingResult.DRAW, PairingResult.NONE
GIVEN = competition("simul", organiser_id=101, sides="first")
BOARDS = [pairing(1, 1, 2, FIRST), pairing(2, 3, 1, FIRST), pairing(3, 1, 4, DRAW), pairing(4, 1, 5)]


def simul(met: list[PairingRow], status: StageStatus = StageStatus.RUNNING, **given: Any) -> Crosstable:
    usual: dict[str, Any] = {"competition": GIVEN, "lines": table(entrants(5))}
    return sheet(entrants(5), met, kind="simul", of=stage(status), **usual | given)


def shown(made: Crosstable, *, is_new_post: bool = True) -> Card:
    return cards_for_kind("simul").section_card(made, SAY, None, is_new_post=is_new_post)


def sign_up(count: int, status: StageStatus = StageStatus.OPEN, **given: Any) -> list[str]:
    usual = {"organiser_id": 101, "sides": "first"}
    view = stage_view(
        entrants(count), stage(status), "simul", competition=competition("simul", **usual | given)
    )
    card = cards_for_kind("simul").stage_card(view, SAY, None, is_new_post=False)
    assert card is not None
    return framed_lines(card)


def test_the_exhibitor_is_not_among_those_who_have_joined() -> None:
    assert sign_up(3) == [
        "offered",
        "### Autumn",
        "**Russian checkers**",
        "-# Clock: 3 days a move",
        "<@101> plays everybody who joins, up to 20, all at once, and moves first on every board.",
        "Starts <t:3600:f>, <t:3600:R>.",
        "**2 members have joined**: <@102>, <@103>",
        "[Join] 0:season-in:0:2 primary",
        "[Leave] 0:season-out:0:2",
        "[Start now] 0:season-go:0:2",
        "[End the simul] 0:season-end:0:2",
    ]
    # The exhibitor is one of those who are needed, so the card counts the others alone.
    assert sign_up(1)[4:7] == [
        "<@101> plays everybody who joins, up to 20, all at once, and moves first on every board.",
        "Starts <t:3600:f>, <t:3600:R>.",
        "Nobody has joined yet.",
    ]


def test_with_a_live_clock_the_exhibitor_has_the_time_of_all_boards() -> None:
    assert sign_up(2, control="5 min + 3 s")[3:6] == [
        "-# Clock: 5 minutes, and 3 seconds more with each turn",
        "<@101> plays everybody who joins, up to 20, all at once, and moves first on every board.",
        "<@101> has the time of all boards on each of them.",
    ]
    assert sign_up(2, control="none")[3:5] == [
        "<@101> plays everybody who joins, up to 20, all at once, and moves first on every board.",
        "Starts <t:3600:f>, <t:3600:R>.",
    ]


def test_one_joins_a_simul_only_before_it_starts() -> None:
    assert sign_up(2, StageStatus.RUNNING)[-4:] == [
        "[Join] 0:season-in:0:2 primary disabled",
        "[Leave] 0:season-out:0:2 disabled",
        "[Start now] 0:season-go:0:2 disabled",
        "[End the simul] 0:season-end:0:2",
    ]


def test_the_score_and_the_boards_while_it_is_played() -> None:
    card = shown(simul(BOARDS))
    assert (frame_of(card), card.pings) == ("running", (101, 105))
    assert shown(simul(BOARDS), is_new_post=False).pings == ()
    assert lines_of(card) == [
        "### Autumn",
        "**Ann 1½ – 1½**, 1 running",
        "(picture)",
        "1. [Ben](https://discord.com/channels/10/1501) · Ann won",
        "2. [Cleo](https://discord.com/channels/10/1502) · won against Ann",
        "3. [Dan](https://discord.com/channels/10/1503) · a draw",
        "4. [Eve](https://discord.com/channels/10/1504) · running",
        "-# What is unfinished <t:7200:f> is judged by the analysis.",
        "[Next board] 0:simul-next:0:3 primary",
        "[Withdraw] 0:withdraw:0:3",
        "[Rule on a result] 0:rule:0:3",
    ]


def test_a_simul_that_is_over() -> None:
    card = shown(simul(BOARDS[:3], StageStatus.OVER))
    assert (frame_of(card), card.pings) == ("over", ())
    assert lines_of(card) == [
        "### Autumn",
        "**Ann 1½ – 1½**",
        "(picture)",
        "1. [Ben](https://discord.com/channels/10/1501) · Ann won",
        "2. [Cleo](https://discord.com/channels/10/1502) · won against Ann",
        "3. [Dan](https://discord.com/channels/10/1503) · a draw",
        "All boards are done.",
        "[Rule on a result] 0:rule:0:3",
    ]


def test_a_forgotten_member_of_a_simul_is_not_mentioned() -> None:
    people = [*entrants(4), entrant(5, user_id=NOBODY)]
    assert shown(simul(BOARDS, lines=table(people))).pings == (101,)


def test_a_board_that_counts_nothing_or_cannot_be_seen() -> None:
    made = simul(
        [pairing(1, 1, 2, NONE), pairing(2, 1, 3, SECOND), pairing(3, 4, 1, DRAW, match_id=None)],
        listed_matches={},
    )
    assert [board_line(made, each, SAY) for each in made.pairings] == [
        "1. Ben · counts nothing",
        "2. Cleo · won against Ann",
        "3. Dan · a draw",
    ]


def test_the_score_counts_what_runs() -> None:
    assert [score_line(simul(met), SAY) for met in (BOARDS, BOARDS[:3], BOARDS[:1], [])] == [
        "**Ann 1½ – 1½**, 1 running",
        "**Ann 1½ – 1½**",
        "**Ann 1 – 0**",
        "**Ann 0 – 0**",
    ]


def test_the_picture_says_who_is_ahead() -> None:
    assert [
        drawn(shown(simul(met)))[0][1]
        for met in (BOARDS, BOARDS[:1], [pairing(1, 2, 1, FIRST), pairing(2, 1, 3, NONE)])
    ] == [
        "A simul of Ann. 1 running. Ann 1½, all others 1½. Board 1, Ben: lost. Board 2, Cleo: won. "
        "Board 3, Dan: a draw. Board 4, Eve: open.",
        "A simul of Ann. Over. Ann 1, all others 0. Board 1, Ben: lost.",
        "A simul of Ann. Over. Ann 0, all others 1. Board 1, Ben: won. Board 2, Cleo: counts nothing.",
    ]


def test_what_a_digest_tells_of_a_simul() -> None:
    made = simul(BOARDS[:3], StageStatus.OVER)
    cards = cards_for_kind("simul")
    assert [
        cards.decided_line(DecidedSection(made, winners, None), SAY) for winners in (entrants(1), [])
    ] == [
        "**Ann 1½ – 1½** · [Autumn](https://discord.com/channels/10/20/40)",
        "[Autumn](https://discord.com/channels/10/20/40) is over",
    ]


def test_the_next_board_is_told_with_its_number_and_how_many_wait() -> None:
    waiting = [
        listed(503, user_ids=(101, 104), names=("Ann", "Dan")),
        listed(504, user_ids=(105, 101), names=("Eve", "Ann")),
    ]
    made = simul(BOARDS)
    assert [next_board_line(SimulQueue(made, each), SAY) for each in (waiting, waiting[1:])] == [
        "**Board 3 of 4: Dan** · 2 boards wait for you",
        "**Board 4 of 4: Eve** · 1 board waits for you",
    ]


def test_no_board_waits() -> None:
    card = empty_queue_card(SimulQueue(simul(BOARDS), []), SAY, note="A note.")
    assert (frame_of(card), lines_of(card)) == (
        "offered",
        [
            "### Autumn",
            "A note.",
            "No board waits for you just now.",
            "**Ann 1½ – 1½**, 1 running",
            "[Next board] 0:simul-next:0:3 primary",
        ],
    )
    card = empty_queue_card(SimulQueue(simul(BOARDS[:3]), []), SAY)
    assert (frame_of(card), lines_of(card)) == (
        "over",
        ["### Autumn", "All boards are done.", "**Ann 1½ – 1½**"],
    )
