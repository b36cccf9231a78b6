"""Cards of tournaments: what they say before, during and after, line by line."""

from itertools import combinations

import pytest

from bot.cards.competitions.every_kind import cards_for_kind
from bot.cards.competitions.tournament import TournamentCards, count_begun_rounds
from bot.cards.kit.kit import TEXT_LIMIT, Card
from club.competitions.crosstable import Crosstable
from data.competitions.competitions import StageStatus
from data.competitions.pairings import PairingResult, TableChange
from data.database.persons import NOBODY
from tests.bot.cards.competitions.made_sheets import (
    change,
    competition,
    entrant,
    entrants,
    pairing,
    section,
    sheet,
    stage,
    stage_view,
)
from tests.bot.cards.whole_card import SAY, drawn, frame_of, lines_of, presses_of

FIRST, SECOND = PairingResult.FIRST, PairingResult.SECOND
ROBIN = TournamentCards()


def shown(made: Crosstable, *, is_new_post: bool = False, page: str | None = None) -> Card:
    cards = cards_for_kind(made.competition.kind)
    return cards.section_card(made, SAY, None, is_new_post=is_new_post, page=page)


def signed_up(
    count: int, status: StageStatus = StageStatus.OPEN, kind: str = "robin", **given: object
) -> Card:
    of = stage(status)
    card = cards_for_kind(kind).stage_card(
        stage_view(entrants(count), of, kind, **given), SAY, None, is_new_post=False
    )
    assert card is not None
    return card


def test_the_sign_up_card_says_who_has_joined_and_how_many_are_missing() -> None:
    card = signed_up(2)
    assert frame_of(card) == "offered"
    assert lines_of(card) == [
        "### Autumn",
        "**Russian checkers**",
        "-# Clock: 3 days a move",
        "A round robin: everybody meets everybody once.",
        "Starts <t:3600:f>, <t:3600:R>.",
        "It needs 3; 2 have joined.",
        "**2 members have signed up**: <@101>, <@102>",
        "[Join] 0:season-in:0:2 primary",
        "[Leave] 0:season-out:0:2",
        "[Start now] 0:season-go:0:2",
        "[End the tournament] 0:season-end:0:2",
    ]


def test_nobody_has_joined_yet() -> None:
    assert lines_of(signed_up(0))[4:7] == [
        "Starts <t:3600:f>, <t:3600:R>.",
        "It needs 3; 0 have joined.",
        "[Join] 0:season-in:0:2 primary",
    ]


def test_with_three_nobody_is_missing() -> None:
    assert lines_of(signed_up(3))[4:6] == [
        "Starts <t:3600:f>, <t:3600:R>.",
        "**3 members have signed up**: <@101>, <@102>, <@103>",
    ]


def test_a_place_from_a_file_has_not_joined() -> None:
    people = [*entrants(2), entrant(3, user_id=NOBODY, absent_at=0.0), entrant(4, user_id=NOBODY)]
    card = ROBIN.stage_card(stage_view(people, stage(StageStatus.OPEN)), SAY, None, is_new_post=False)
    assert card is not None
    assert lines_of(card)[4:7] == [
        "Starts <t:3600:f>, <t:3600:R>.",
        "**3 members have signed up**: <@101>, <@102>, Former player",
        "[Join] 0:season-in:0:2 primary",
    ]


def test_the_sign_up_card_links_to_the_table_once_it_is_posted() -> None:
    running = StageStatus.RUNNING
    assert [
        lines_of(signed_up(3, running, sections=parts))[4]
        for parts in ([], [section(message_id=None)], [section()])
    ] == [
        "It is called off: it was ended, or fewer than 3 members had signed up.",
        "It has started.",
        "It has started: [the table](https://discord.com/channels/10/20/40).",
    ]
    assert presses_of(signed_up(3, running, sections=[section()])) == [
        "[Join] 0:season-in:0:2 primary disabled",
        "[Leave] 0:season-out:0:2 disabled",
        "[Start now] 0:season-go:0:2 disabled",
        "[End the tournament] 0:season-end:0:2",
    ]
    assert frame_of(signed_up(3, running)) == "running"


def test_the_sign_up_card_of_what_is_over_links_to_the_last_table() -> None:
    card = signed_up(2, StageStatus.OVER, sections=[section()], competition=competition(stopped=True))
    assert (frame_of(card), lines_of(card)[4], presses_of(card)) == (
        "over",
        "It is over: [the table](https://discord.com/channels/10/20/40).",
        [
            "[Join] 0:season-in:0:2 primary disabled",
            "[Leave] 0:season-out:0:2 disabled",
            "[Start now] 0:season-go:0:2 disabled",
            "[End the tournament] 0:season-end:0:2 disabled",
        ],
    )


def test_one_can_come_late_to_a_swiss_and_to_nothing_else() -> None:
    assert [
        presses_of(signed_up(3, StageStatus.RUNNING, kind))[0] for kind in ("swiss", "robin", "knockout")
    ] == [
        "[Join] 0:season-in:0:2 primary",
        "[Join] 0:season-in:0:2 primary disabled",
        "[Join] 0:season-in:0:2 primary disabled",
    ]
    assert [
        presses_of(signed_up(3, StageStatus.OVER, kind))[0] for kind in ("swiss", "robin", "knockout")
    ] == [
        "[Join] 0:season-in:0:2 primary disabled",
        "[Join] 0:season-in:0:2 primary disabled",
        "[Join] 0:season-in:0:2 primary disabled",
    ]
    assert (
        lines_of(signed_up(3, StageStatus.RUNNING, "swiss", sections=[section()]))[4]
        == "It has started: [the table](https://discord.com/channels/10/20/40). You can still join, fro…"
    )
    last = signed_up(3, StageStatus.RUNNING, "swiss", sections=[section()], has_next_round=False)
    assert lines_of(last)[4] == "It has started: [the table](https://discord.com/channels/10/20/40)."
    assert presses_of(last)[0] == "[Join] 0:season-in:0:2 primary disabled"


def test_rounds_scoring_and_the_rules_of_pairing_are_said_where_they_are_not_usual() -> None:
    of = stage(StageStatus.OPEN, rounds=4, scoring="halves", system="fide")
    cards = cards_for_kind("swiss")
    card = cards.stage_card(stage_view(entrants(3), of, "swiss"), SAY, None, is_new_post=False)
    assert card is not None
    assert lines_of(card)[4:7] == [
        "4 rounds.",
        "-# A win gives 1 point, a draw ½.",
        "-# The rounds are paired by FIDE’s Dutch system.",
    ]
    robin = ROBIN.stage_card(stage_view(entrants(3), of), SAY, None, is_new_post=False)
    assert robin is not None
    assert lines_of(robin)[4:7] == [
        "-# A win gives 1 point, a draw ½.",
        "-# The rounds are paired by FIDE’s Dutch system.",
        "Starts <t:3600:f>, <t:3600:R>.",
    ]


MET = [pairing(1, 1, 2, FIRST), pairing(2, 3, 4)]


def test_the_table_of_a_round_robin_while_it_is_played() -> None:
    card = shown(sheet(entrants(4), MET), is_new_post=True)
    assert (frame_of(card), card.pings) == ("running", (103, 104))
    assert shown(sheet(entrants(4), MET)).pings == ()
    assert lines_of(card) == [
        "### Autumn",
        "Until <t:7200:f>, <t:7200:R>. What is not finished then is judged.",
        "(picture)",
        "[Ann – Ben](https://discord.com/channels/10/1501): Ann won",
        "[Cleo – Dan](https://discord.com/channels/10/1502)",
        "**1** · <@101>: 2 points, 1 played",
        "**2** · <@102>: 0 points, 1 played",
        "**2** · <@103>: 0 points, 0 played",
        "**2** · <@104>: 0 points, 0 played",
        "-# A win gives 2 points, a draw 1. Who is ahead by the analysis at the close (90 of 100) wi…",
        "[Withdraw] 0:withdraw:0:3",
        "[Rule on a result] 0:rule:0:3",
        "[Table as files] 0:table-record:0:3",
    ]


def test_a_forgotten_member_is_not_mentioned() -> None:
    people = [*entrants(2), entrant(3, user_id=NOBODY), entrant(4)]
    assert shown(sheet(people, MET), is_new_post=True).pings == (104,)


def test_the_table_of_a_round_robin_that_is_over() -> None:
    card = shown(sheet(entrants(4), MET, of=stage(StageStatus.OVER)), is_new_post=True, page="https://x")
    assert (frame_of(card), card.pings) == ("over", ())
    assert lines_of(card) == [
        "### Autumn",
        "**Over.**",
        "**<@101> has won.**",
        "(picture)",
        "[Ann – Ben](https://discord.com/channels/10/1501): Ann won",
        "[Cleo – Dan](https://discord.com/channels/10/1502)",
        "**1** · <@101>: 2 points, 1 played",
        "**2** · <@102>: 0 points, 1 played",
        "**2** · <@103>: 0 points, 0 played",
        "**2** · <@104>: 0 points, 0 played",
        "-# A win gives 2 points, a draw 1. Who is ahead by the analysis at the close (90 of 100) wi…",
        "[Rule on a result] 0:rule:0:3",
        "[Table as files] 0:table-record:0:3",
        "[Page] https://x",
    ]


def winner(made: Crosstable) -> str | None:
    return next((line for line in lines_of(shown(made)) if line.endswith("has won.**")), None)


def test_who_shares_first_place_has_not_won() -> None:
    over = stage(StageStatus.OVER)
    assert winner(sheet(entrants(2), [pairing(1, 1, 2, PairingResult.DRAW)], of=over)) is None
    assert winner(sheet(entrants(2), [pairing(1, 1, 2, SECOND)], of=over)) == "**<@102> has won.**"


def test_who_has_not_played_or_has_withdrawn_has_not_won() -> None:
    over = stage(StageStatus.OVER)
    assert winner(sheet(entrants(1), of=over)) is None
    people = [entrant(1, withdrawn=True), entrant(2)]
    assert winner(sheet(people, [pairing(1, 1, 2, FIRST)], of=over)) is None


def test_a_deleted_winner_is_called_by_the_name_that_is_left() -> None:
    people = [entrant(1, user_id=NOBODY, name="a former member"), entrant(2)]
    assert (
        winner(sheet(people, [pairing(1, 1, 2, FIRST)], of=stage(StageStatus.OVER)))
        == "**a former member has won.**"
    )


def test_the_picture_of_a_round_robin_names_no_round() -> None:
    assert drawn(shown(sheet(entrants(2), [pairing(1, 1, 2, FIRST)]))) == [
        (
            "chart.png",
            "The table of Autumn. Round robin. 1. Ann: 2 points, 1 won of 1. 2. Ben: 0 points, 0 won of 1.",
        )
    ]


def test_the_whole_table_is_offered_from_the_line_on_that_a_picture_leaves_out() -> None:
    assert not any("table-whole" in line for line in presses_of(shown(sheet(entrants(20)))))
    assert [line for line in presses_of(shown(sheet(entrants(21)))) if "table-whole" in line] == [
        "[Whole table] 0:table-whole:0:3"
    ]


def test_the_whole_table_has_as_many_pictures_as_it_takes() -> None:
    for count, pictures in ((20, 1), (21, 2), (40, 2), (41, 3)):
        card = ROBIN.whole_table_card(sheet(entrants(count)), SAY)
        assert lines_of(card) == ["### Autumn", *["(picture)"] * pictures]
        assert frame_of(card) == "no frame"


def test_each_picture_of_a_whole_table_has_its_own_name() -> None:
    card = ROBIN.whole_table_card(sheet(entrants(21)), SAY)
    assert [name for name, _ in drawn(card)] == ["chart.png", "table-21.png"]
    assert drawn(card)[1][1] == "The table of Autumn. Round robin. 1. Player 21: 0 points, 0 won of 0."


def test_the_scoring_is_said_below_the_table() -> None:
    assert lines_of(shown(sheet(entrants(2), [pairing(1, 1, 2, FIRST)], of=stage(scoring="halves"))))[
        3:8
    ] == [
        "[Ann – Ben](https://discord.com/channels/10/1501): Ann won",
        "**1** · <@101>: 1 of 1",
        "**2** · <@102>: 0 of 1",
        "-# Who is ahead by the analysis at the close (90 of 100) wins what is not finished; who has…",
        "-# A win gives 1 point, a draw ½.",
    ]


def test_what_made_the_table_jump_is_said() -> None:
    changes = [change(TableChange.WITHDRAWN), change(TableChange.LATE, round=1)]
    assert lines_of(shown(sheet(entrants(2), [pairing(1, 1, 2)], latest_changes=changes)))[6:8] == [
        "-# <t:1800:R>: <@109> has withdrawn.",
        "-# <t:1800:R>: <@109> plays from round 2 on.",
    ]


def test_rounds_paired_one_by_one_are_told_with_those_before() -> None:
    met = [
        pairing(1, 1, 2, FIRST),
        pairing(2, 3, 4, FIRST),
        pairing(3, 1, 3, round=1),
        pairing(4, 2, 4, round=1),
    ]
    card = shown(sheet(entrants(4), met, kind="swiss", of=stage(rounds=3, round=1)), is_new_post=True)
    assert lines_of(card) == [
        "### Autumn",
        "**Round 2 of 3**: until <t:7200:f>, <t:7200:R>. What is not finished then is judged.",
        "(picture)",
        "[Ann – Cleo](https://discord.com/channels/10/1503)",
        "[Ben – Dan](https://discord.com/channels/10/1504)",
        "**1** · <@101>: 2 points, 1 played",
        "**1** · <@103>: 2 points, 1 played",
        "**3** · <@102>: 0 points, 1 played",
        "**3** · <@104>: 0 points, 1 played",
        "**Round 1**",
        "[Ann – Ben](https://discord.com/channels/10/1501): Ann won",
        "[Cleo – Dan](https://discord.com/channels/10/1502): Cleo won",
        "-# A win gives 2 points, a draw 1. Among equals counts first how many points their opponent…",
        "[I’m here] 0:here:0:3 primary",
        "[Withdraw] 0:withdraw:0:3",
        "[Rule on a result] 0:rule:0:3",
        "[Take back the round] 0:round-back:0:3",
        "[Table as files] 0:table-record:0:3",
    ]
    assert card.pings == (101, 103, 102, 104)


def test_a_swiss_that_is_over_says_after_which_round() -> None:
    over, met = StageStatus.OVER, [pairing(1, 1, 2, FIRST)]
    made = [
        sheet(entrants(2), [], kind="swiss", of=stage(over, rounds=3)),
        sheet(entrants(2), met, kind="swiss", of=stage(over, rounds=3)),
        sheet(entrants(2), met, kind="swiss", of=stage(over, rounds=3, round=1)),
        sheet(entrants(2), met, kind="swiss", of=stage(over, rounds=None)),
    ]
    assert [lines_of(shown(each))[1] for each in made] == [
        "**Over: no round was played.**",
        "**Over after round 1 of 3.**",
        "**Over after round 1 of 3.**",
        "**Over after round 1 of 1.**",
    ]
    assert [drawn(shown(each))[0][1].split(":")[0] for each in made] == [
        "The table of Autumn. Round 1 of 3. 1. Ann",
        "The table of Autumn. Round 1 of 3. 1. Ann",
        "The table of Autumn. Round 1 of 3. 1. Ann",
        "The table of Autumn. Round 1 of 1. 1. Ann",
    ]


def test_the_picture_of_a_running_swiss_names_the_round() -> None:
    met = [pairing(1, 1, 2, FIRST), pairing(2, 1, 2, round=1)]
    assert (
        drawn(shown(sheet(entrants(2), met, kind="swiss", of=stage(rounds=3, round=1))))[0][1]
        == "The table of Autumn. Round 2 of 3. 1. Ann: 2 points, 1 won of 1. 2. Ben: 0 points, 0 won of 1."
    )


def test_a_round_has_begun_once_it_has_pairings() -> None:
    assert count_begun_rounds(stage(round=2), []) == 2
    assert count_begun_rounds(stage(round=2), MET) == 3


@pytest.mark.parametrize(("kind", "count"), [("league", 14), ("robin", 16), ("swiss", 16), ("simul", 21)])
def test_all_that_a_long_table_says_fits_a_message(kind: str, count: int) -> None:
    people = [entrant(number, name="*" * 32) for number in range(1, count + 1)]
    met = [pairing(number, *ids, FIRST) for number, ids in enumerate(combinations(range(1, count + 1), 2), 1)]
    met = [each for each in met if kind != "simul" or each.first_id == 1]
    ruled = [change(TableChange.RULED, pairing_id=each.id, result=FIRST) for each in met[:3]]
    of = competition(kind, organiser_id=101)
    card = shown(sheet(people, met, kind=kind, competition=of, latest_changes=ruled))
    assert 3800 < card.view.content_length() <= TEXT_LIMIT
