"""The card of a ladder: places, challenges, and who can be reached."""

from collections.abc import Sequence
from typing import Any

from bot.cards.competitions.every_kind import cards_for_kind
from bot.cards.competitions.ladder import reachable_places_card
from bot.cards.kit.kit import Card
from club.competitions.crosstable import Crosstable, ladder_lines
from club.competitions.decided import DecidedSection
from club.competitions.ladders import ChallengeTarget
from club.competitions.reckoning.ladder import LadderEffect, replay_ladder
from data.competitions.competitions import StageRow, StageStatus
from data.competitions.entrants import EntrantRow
from data.competitions.ladders import LadderFact
from data.competitions.pairings import PairingResult, PairingRow, TableChange
from tests.bot.cards.competitions.made_sheets import (
    change,
    competition,
    entrant,
    entrants,
    listed,
    pairing,
    sheet,
    stage,
    stage_view,
)
from tests.bot.cards.whole_card import SAY, drawn, frame_of, lines_of

FIRST, SECOND = PairingResult.FIRST, PairingResult.SECOND
RUNNING, OVER = StageStatus.RUNNING, StageStatus.OVER
LADDER = cards_for_kind("ladder")


def fact(
    what: TableChange,
    number: int | None = None,
    *pair: int,
    at: float = 1800.0,
    counts: PairingResult | None = None,
) -> LadderFact:
    first, second = pair or (None, None)
    return LadderFact(at, 100, what, number, 1 if pair else None, first, second, 0 if pair else None, counts)


JOINED = [fact(TableChange.LATE, number) for number in (1, 2, 3)]


def ladder(
    facts: list[LadderFact] = JOINED,
    of: StageRow | None = None,
    people: list[EntrantRow] | None = None,
    met: Sequence[PairingRow] = (),
    **given: Any,
) -> Crosstable:
    made = people or entrants(3)
    return sheet(
        made,
        met,
        kind="ladder",
        of=of or stage(),
        **{"lines": ladder_lines(made, replay_ladder(facts))} | given,
    )


def shown(made: Crosstable) -> Card:
    return LADDER.section_card(made, SAY, None, is_new_post=True)


def test_nobody_stands_on_a_new_ladder() -> None:
    card = shown(ladder([], lines=[]))
    assert (frame_of(card), card.pings) == ("running", ())
    assert lines_of(card) == [
        "### Autumn: a ladder",
        "**Russian checkers**",
        "-# Clock: 3 days a move",
        "Nobody stands on it yet.",
        "-# Join at any time, at the foot. Challenge somebody up to three places above you, one at a…",
        "[Join] 0:season-in:0:2 primary",
        "[Challenge] 0:climb:0:3 primary",
        "[Leave] 0:withdraw:0:3",
        "[Rule on a result] 0:rule:0:3",
        "[End the ladder] 0:season-end:0:2",
    ]


def test_who_has_left_is_not_on_the_ladder() -> None:
    assert lines_of(shown(ladder([*JOINED, fact(TableChange.WITHDRAWN, 2)])))[3:7] == [
        "(picture)",
        "**1** · <@101>: 0 of 0 won",
        "**2** · <@103>: 0 of 0 won",
        "-# Join at any time, at the foot. Challenge somebody up to three places above you, one at a…",
    ]


def test_wins_are_counted() -> None:
    played = fact(TableChange.PLAYED, None, 1, 3, counts=SECOND)
    assert lines_of(shown(ladder([*JOINED, played])))[4:7] == [
        "**1** · <@103>: 1 of 1 won",
        "**2** · <@101>: 0 of 1 won",
        "**3** · <@102>: 0 of 0 won",
    ]


def test_a_ladder_that_is_ending_and_one_that_is_over() -> None:
    ending = shown(ladder(competition=competition("ladder", stopped=True)))
    assert (frame_of(ending), lines_of(ending)[7:]) == (
        "running",
        [
            "-# It is ended: what runs is still played.",
            "[Join] 0:season-in:0:2 primary disabled",
            "[Challenge] 0:climb:0:3 primary disabled",
            "[Leave] 0:withdraw:0:3",
            "[Rule on a result] 0:rule:0:3",
            "[End the ladder] 0:season-end:0:2 disabled",
        ],
    )
    over = shown(ladder(of=stage(OVER), competition=competition("ladder", stopped=True)))
    assert (frame_of(over), lines_of(over)[7:]) == (
        "over",
        [
            "-# It is over.",
            "[Join] 0:season-in:0:2 primary disabled",
            "[Challenge] 0:climb:0:3 primary disabled",
            "[Leave] 0:withdraw:0:3 disabled",
            "[Rule on a result] 0:rule:0:3",
            "[End the ladder] 0:season-end:0:2 disabled",
        ],
    )


def test_a_challenge_waits_or_runs() -> None:
    met = [
        pairing(1, 1, 3, first_place=1, second_place=3),
        pairing(2, 3, 2, first_place=3, second_place=2, match_id=None),
        pairing(3, 3, 2, first_place=3, second_place=2),
        pairing(4, 2, 1, FIRST, first_place=2, second_place=1),
    ]
    assert lines_of(shown(ladder(met=met, listed_matches={501: listed(501)})))[4:8] == [
        "[Cleo – Ann](https://discord.com/channels/10/1501): place 3 challenges place 1",
        "Cleo – Ben: place 3 challenges place 2; it begins when both have time",
        "Cleo – Ben: place 3 challenges place 2; it begins when both have time",
        "**1** · <@101>: 0 of 0 won",
    ]


def test_the_last_eight_challenges_are_listed() -> None:
    met = [pairing(number, 1, 2, first_place=number, second_place=20) for number in range(1, 10)]
    assert [line[-30:] for line in lines_of(shown(ladder(met=met)))[4:12]] == [
        "): place 20 challenges place 2",
        "): place 20 challenges place 3",
        "): place 20 challenges place 4",
        "): place 20 challenges place 5",
        "): place 20 challenges place 6",
        "): place 20 challenges place 7",
        "): place 20 challenges place 8",
        "): place 20 challenges place 9",
    ]


def test_what_has_happened_on_the_ladder() -> None:
    effects = [
        LadderEffect(fact(TableChange.LATE), 3, 3),
        LadderEffect(fact(TableChange.WITHDRAWN), 2, 2),
        LadderEffect(fact(TableChange.SLID), 1, 2),
        LadderEffect(fact(TableChange.PLAYED), 3, 1, 1, place_taken=True),
        LadderEffect(fact(TableChange.PLAYED), 3, 3, 2),
    ]
    assert lines_of(shown(ladder(effects=effects)))[7:12] == [
        "-# <t:1800:R>: <@103> has joined at place 3.",
        "-# <t:1800:R>: <@102> has left place 2.",
        "-# <t:1800:R>: <@101> has slid to place 2 after a month without a match.",
        "-# <t:1800:R>: <@103> has taken place 1 from <@101>.",
        "-# <t:1800:R>: <@102> has kept place 3 against <@103>.",
    ]


def test_only_rulings_are_told_beside_what_has_happened() -> None:
    changes = [
        change(TableChange.WITHDRAWN),
        change(TableChange.RULED, pairing_id=1, result=FIRST),
        change(TableChange.CONTESTED, pairing_id=1),
    ]
    assert lines_of(shown(ladder(met=[pairing(1, 1, 2, FIRST)], latest_changes=changes)))[7:9] == [
        "-# <t:1800:R>: <@109> has ruled on Ann – Ben: Ann won.",
        "-# <t:1800:R>: <@109> contests the ruling on Ann – Ben. Another manager is asked.",
    ]


def test_the_picture_of_a_ladder_has_twenty_at_most() -> None:
    facts = [fact(TableChange.LATE, number) for number in range(1, 22)]
    [(_, alt)] = drawn(shown(ladder(facts, people=entrants(21))))
    assert alt.startswith(
        "The table of Autumn. Ladder. 1. Ann: 0 won of 0 matches. 2. Ben: 0 won of 0 matches."
    )
    assert "20. Player 20" in alt and "21." not in alt


def test_what_a_digest_tells_of_a_ladder() -> None:
    decided = [
        DecidedSection(ladder(of=stage(status)), winners, None)
        for status in (RUNNING, OVER)
        for winners in (entrants(1), [])
    ]
    assert [LADDER.decided_line(each, SAY) for each in decided] == [
        "**Ann** stands at the top of [Autumn](https://discord.com/channels/10/20/40)",
        "[Autumn](https://discord.com/channels/10/20/40) is over",
        "**Ann** has won [Autumn](https://discord.com/channels/10/20/40)",
        "[Autumn](https://discord.com/channels/10/20/40) is over",
    ]


def test_there_is_no_sign_up_card() -> None:
    assert LADDER.stage_card(stage_view([], stage(RUNNING), "ladder"), SAY, None, is_new_post=True) is None


def test_whom_one_has_just_met_cannot_be_challenged_yet() -> None:
    card = reachable_places_card(
        3, [ChallengeTarget(entrant(1), 4, None), ChallengeTarget(entrant(2), 5, 9000.0)], SAY
    )
    assert (frame_of(card), lines_of(card)) == (
        "offered",
        [
            "### Challenge somebody above you",
            "If you win, their place is yours.",
            "-# You have met Ben a short time ago: again <t:9000:f>.",
            "[4 · Ann] 0:climb-to:0:3,1 primary",
            "[5 · Ben] 0:climb-to:0:3,2 primary disabled",
        ],
    )
