"""Lines of tables: ranks, pairings, what made a table jump, and rulings."""

from dataclasses import replace
from typing import Any

import discord

from bot.cards.competitions.league_lines import (
    channel_deleted_card,
    confirmation_card,
    game_terms_lines,
    pairing_line,
    pairing_ruling_card,
    ruling_menu_card,
    section_letter,
    substitution_buttons,
    table_change_line,
    table_line,
)
from club.competitions.crosstable import Crosstable
from data.competitions.pairings import PairingResult, TableChange
from tests.bot.cards.competitions.made_sheets import (
    ORGANISER,
    change,
    competition,
    entrants,
    pairing,
    section,
    sheet,
    stage,
)
from tests.bot.cards.whole_card import SAY, frame_of, lines_of, presses_of

FIRST, SECOND, DRAW, NONE = PairingResult.FIRST, PairingResult.SECOND, PairingResult.DRAW, PairingResult.NONE


def lines(made: Crosstable) -> list[str]:
    return [table_line(made, place, line, SAY) for place, line in enumerate(made.lines)]


def test_a_line_has_rank_points_and_matches() -> None:
    met = [pairing(1, 1, 2, FIRST), pairing(2, 3, 1, DRAW)]
    assert lines(sheet(entrants(3), met)) == [
        "**1** · <@101>: 3 points, 2 played",
        "**2** · <@103>: 1 point, 1 played",
        "**3** · <@102>: 0 points, 1 played",
    ]
    assert lines(sheet(entrants(3), met, of=stage(scoring="halves"))) == [
        "**1** · <@101>: 1½ of 2",
        "**2** · <@103>: ½ of 1",
        "**3** · <@102>: 0 of 1",
    ]
    assert lines(sheet(entrants(3), met, of=stage(scoring="delft"))) == [
        "**1** · <@101>: 6 points, 2 played",
        "**2** · <@103>: 2 points, 1 played",
        "**3** · <@102>: 0 points, 1 played",
    ]


def test_the_ranks_that_can_still_be_reached_are_said() -> None:
    met = [pairing(1, 1, 2, FIRST), pairing(2, 2, 3)]
    made = sheet(entrants(3), met)
    reaching = [replace(line, best=1, worst=2) for line in made.lines]
    assert lines(replace(made, lines=reaching))[0] == "**1** · <@101>: 2 points, 1 played, can end 1–2"
    assert (
        lines(replace(made, lines=[replace(line, worst=1) for line in reaching]))[0]
        == "**1** · <@101>: 2 points, 1 played, can end 1"
    )
    halves = sheet(entrants(3), met, of=stage(scoring="halves"))
    assert (
        lines(replace(halves, lines=[replace(line, best=1, worst=2) for line in halves.lines]))[0]
        == "**1** · <@101>: 1 of 1, can end 1–2"
    )
    decided = sheet(entrants(2), met[:1])
    assert (
        lines(replace(decided, lines=[replace(line, best=1, worst=2) for line in decided.lines]))[0]
        == "**1** · <@101>: 2 points, 1 played"
    )


def test_arrows_mark_who_would_go_up_or_down() -> None:
    met = [pairing(1, 1, 2, FIRST)]
    arrows = {
        (number, count): [
            line[-1]
            for line in lines(sheet(entrants(6), met, section=section(number=number), section_count=count))
        ]
        for number, count in ((0, 1), (0, 2), (1, 2), (1, 3))
    }
    assert list(arrows.values()) == [
        ["d", "d", "d", "d", "d", "d"],
        ["d", "d", "d", "d", "▼", "▼"],
        ["▲", "▲", "d", "d", "d", "d"],
        ["▲", "▲", "d", "d", "▼", "▼"],
    ]
    before = sheet(entrants(6), [], section=section(number=1), section_count=3)
    assert {line[-1] for line in lines(before)} == {"d"}


def test_a_pairing_says_how_its_match_stands() -> None:
    results = (None, FIRST, SECOND, DRAW, PairingResult.FIRST_AHEAD, PairingResult.SECOND_AHEAD, NONE)
    made = sheet(entrants(2), [pairing(number, 1, 2, result) for number, result in enumerate(results)])
    assert [pairing_line(made, each, SAY) for each in made.pairings] == [
        "[Ann – Ben](https://discord.com/channels/10/1500)",
        "[Ann – Ben](https://discord.com/channels/10/1501): Ann won",
        "[Ann – Ben](https://discord.com/channels/10/1502): Ben won",
        "[Ann – Ben](https://discord.com/channels/10/1503): a draw",
        "[Ann – Ben](https://discord.com/channels/10/1504): a draw, Ann ahead",
        "[Ann – Ben](https://discord.com/channels/10/1505): a draw, Ben ahead",
        "Ann – Ben: counts nothing",
    ]


def test_a_pairing_without_a_match_to_see_has_no_link() -> None:
    met = [
        pairing(1, 1, 2, match_id=None),
        pairing(2, 1, 2, FIRST, match_id=None),
        pairing(3, 1, 2, NONE, ruling=SECOND),
        pairing(4, 1, 2),
        pairing(5, 1, 2, NONE),
    ]
    made = sheet(entrants(2), met, listed_matches={})
    assert [pairing_line(made, each, SAY) for each in met] == [
        "Ann – Ben: begins when both have time",
        "Ann – Ben · Ann won",
        "Ann – Ben · Ben won · as the organiser ruled",
        "Ann – Ben: begins when both have time",
        "Ann – Ben: counts nothing",
    ]


def test_a_pairing_says_that_it_was_judged_or_ruled() -> None:
    met = [
        pairing(1, 1, 2, FIRST, judged=True),
        pairing(2, 1, 2, FIRST, ruling=SECOND),
        pairing(3, 1, 2, FIRST, judged=True, ruling=DRAW),
    ]
    made = sheet(entrants(2), met)
    assert [pairing_line(made, each, SAY) for each in met] == [
        "[Ann – Ben](https://discord.com/channels/10/1501): Ann won · at the close",
        "[Ann – Ben](https://discord.com/channels/10/1502): Ben won · as the organiser ruled",
        "[Ann – Ben](https://discord.com/channels/10/1503): a draw · as the organiser ruled",
    ]


def jump(what: TableChange, **given: Any) -> str | None:
    return table_change_line(sheet(entrants(2), [pairing(1, 1, 2)]), change(what, **given), SAY)


def test_a_change_of_a_round_names_the_round() -> None:
    assert [
        jump(what, round=number)
        for what in (TableChange.TAKEN_BACK, TableChange.LATE)
        for number in (0, 2, None)
    ] == [
        "-# <t:1800:R>: <@109> has taken back round 1; it is paired anew.",
        "-# <t:1800:R>: <@109> has taken back round 3; it is paired anew.",
        "-# <t:1800:R>: <@109> has taken back round 1; it is paired anew.",
        "-# <t:1800:R>: <@109> plays from round 1 on.",
        "-# <t:1800:R>: <@109> plays from round 3 on.",
        "-# <t:1800:R>: <@109> plays from round 1 on.",
    ]


def test_a_change_by_a_member_names_them() -> None:
    assert [jump(TableChange.WITHDRAWN), jump(TableChange.REPLACED)] == [
        "-# <t:1800:R>: <@109> has withdrawn.",
        "-# <t:1800:R>: <@109> has taken the place of somebody who had not begun.",
    ]
    made = sheet(entrants(2))
    assert (
        table_change_line(made, change(TableChange.WITHDRAWN), SAY, "the organiser")
        == "-# <t:1800:R>: the organiser has withdrawn."
    )


def test_a_ruling_says_what_it_lets_a_match_count() -> None:
    results = (FIRST, SECOND, DRAW, PairingResult.FIRST_AHEAD, PairingResult.SECOND_AHEAD, NONE, None)
    assert [jump(TableChange.RULED, pairing_id=1, result=result) for result in results] == [
        "-# <t:1800:R>: <@109> has ruled on Ann – Ben: Ann won.",
        "-# <t:1800:R>: <@109> has ruled on Ann – Ben: Ben won.",
        "-# <t:1800:R>: <@109> has ruled on Ann – Ben: a draw.",
        "-# <t:1800:R>: <@109> has ruled on Ann – Ben: a draw, Ann ahead.",
        "-# <t:1800:R>: <@109> has ruled on Ann – Ben: a draw, Ben ahead.",
        "-# <t:1800:R>: <@109> has ruled on Ann – Ben: it counts nothing.",
        "-# <t:1800:R>: <@109> has taken back their ruling on Ann – Ben.",
    ]
    assert (
        jump(TableChange.CONTESTED, pairing_id=1)
        == "-# <t:1800:R>: <@109> contests the ruling on Ann – Ben. Another manager is asked."
    )


def test_a_ruling_on_a_round_that_was_taken_back_is_not_told() -> None:
    assert jump(TableChange.RULED, pairing_id=2, result=FIRST) is None
    assert jump(TableChange.CONTESTED, pairing_id=None) is None


def test_the_number_of_a_meeting_does_not_depend_on_which_have_ended() -> None:
    met = [pairing(1, 1, 2), pairing(2, 1, 2, FIRST)]
    for pairings in (met, [pairing(1, 1, 2, FIRST), met[1]]):
        card = ruling_menu_card(sheet(entrants(2), pairings), SAY)
        options = [line for each in card.view.walk_children() for line in getattr(each, "options", ())]
        assert (options[-1].value, options[-1].label) == ("2", "Ann – Ben (2)")


def test_the_last_two_hundred_matches_can_be_ruled_on_and_the_first_menu_has_the_last_ones() -> None:
    met = [pairing(number, 1, 2, FIRST) for number in range(1, 202)]
    card = ruling_menu_card(sheet(entrants(2), met), SAY)
    menus = [each.options for each in card.view.walk_children() if isinstance(each, discord.ui.Select)]
    values = [[int(option.value) for option in options] for options in menus]
    assert values == [list(range(end - 24, end + 1)) for end in range(201, 1, -25)]
    few = ruling_menu_card(sheet(entrants(2), met[:30]), SAY)
    lengths = [len(each.options) for each in few.view.walk_children() if isinstance(each, discord.ui.Select)]
    assert lengths == [25, 5]
    assert (frame_of(card), lines_of(card)[0], menus[0][0].label) == (
        "offered",
        "### Rule on a result",
        "Ann – Ben (177)",
    )
    assert lines_of(ruling_menu_card(sheet(entrants(2), [pairing(1, 1, 2)]), SAY)) == [
        "### Rule on a result",
        "No match has ended yet.",
    ]


def test_an_organiser_chooses_what_a_match_counts() -> None:
    met = [pairing(1, 1, 2, FIRST, ruling=SECOND), pairing(2, 1, 2, FIRST)]
    made = sheet(entrants(2), met)
    assert (
        frame_of(pairing_ruling_card(made, met[0], SAY)),
        lines_of(pairing_ruling_card(made, met[0], SAY)),
    ) == (
        "offered",
        [
            "### Ann – Ben",
            "What is to count?",
            "[Ann won] 0:rule-set:0:1,first",
            "[Ben won] 0:rule-set:0:1,second disabled",
            "[A draw] 0:rule-set:0:1,draw",
            "[Counts nothing] 0:rule-set:0:1,none",
            "[As it was played] 0:rule-set:0:1,",
        ],
    )
    assert (
        presses_of(pairing_ruling_card(made, met[1], SAY))[-1]
        == "[As it was played] 0:rule-set:0:2, disabled"
    )
    plus = sheet(entrants(2), met, of=stage(scoring="delft"))
    assert presses_of(pairing_ruling_card(plus, met[1], SAY))[5:] == [
        "[A draw, Ann ahead] 0:rule-set:0:2,first_ahead",
        "[A draw, Ben ahead] 0:rule-set:0:2,second_ahead",
    ]


def test_two_absent_players_are_offered_at_once() -> None:
    made = sheet(entrants(3))
    assert [
        (each.label, each.custom_id, each.style.name) for each in substitution_buttons(made, entrants(3), SAY)
    ] == [
        ("Take the place of Ann", "v1:0:seat-take:0:3,1", "primary"),
        ("Take the place of Ben", "v1:0:seat-take:0:3,2", "primary"),
    ]


def test_a_game_that_nobody_judges_says_so() -> None:
    losing = '{"aim": "lose"}'
    games = [
        competition(options=losing, control="none"),
        competition("ladder", options=losing),
        competition(game="one-zero-one"),
    ]
    assert [game_terms_lines(each, SAY) for each in games] == [
        [
            "**Russian checkers**",
            "-# giveaway",
            None,
            (
                "-# No analysis judges this game: what is not finished in time counts nothing, unless only "
                "one of the two has moved or a clock has run out."
            ),
        ],
        ["**Russian checkers**", "-# giveaway", "-# Clock: 3 days a move", None],
        ["**One Zero One**", None, "-# Clock: 3 days a move", None],
    ]


def test_the_organiser_and_the_players_learn_that_the_channel_is_gone() -> None:
    assert [lines_of(channel_deleted_card(competition(), user_id, SAY)) for user_id in (ORGANISER, 101)] == [
        ["The channel of **Autumn** was deleted, so it stands still; nothing of it is lost. Use </lea…"],
        ["The channel of **Autumn** was deleted, so it stands still, and your matches that were playe…"],
    ]
    assert frame_of(channel_deleted_card(competition(), 101, SAY)) == "over"


def test_what_cannot_be_undone_is_asked_first() -> None:
    card = confirmation_card("card.league.over", "season-end", 2, "button.league.leave", SAY)
    assert (frame_of(card), lines_of(card)) == (
        "over",
        ["This season is over.", "[Leave] 0:season-end:0:2 danger"],
    )


def test_a_section_has_a_letter() -> None:
    assert [section_letter(number) for number in (0, 1, 25)] == ["A", "B", "Z"]
