"""The captain's cards of a team match: the line-up and the code."""

from typing import Any

from bot.cards.competitions.line_up import join_code_card, line_up_card, team_more_card
from bot.cards.kit.kit import Card
from club.competitions.teams import LineUp
from data.competitions.competitions import StageStatus
from tests.bot.cards.competitions.made_sheets import competition, entrants, stage, stage_view, team
from tests.bot.cards.whole_card import SAY, frame_of, lines_of, presses_of


def line_up(count: int, chosen_id: int | None = None) -> Card:
    return line_up_card(LineUp(stage(StageStatus.OPEN), team(1), entrants(count), 4), SAY, chosen_id)


def test_an_empty_team_has_no_line_up() -> None:
    card = line_up(0)
    assert (frame_of(card), lines_of(card)) == (
        "offered",
        ["### The line-up of Blue", "Nobody has joined yet."],
    )


def test_a_captain_first_picks_a_member() -> None:
    card = line_up(2)
    assert (frame_of(card), lines_of(card)) == (
        "offered",
        [
            "### The line-up of Blue",
            "The first 4 play, the others wait in case somebody leaves. Choose a member, then where to p…",
            "1. Ann",
            "2. Ben",
            "<A member of the team> 0:team-pick:0:2,1: 1=Ann; 2=Ben",
        ],
    )
    assert lines_of(line_up(2, chosen_id=9)) == lines_of(card)


def test_the_first_cannot_go_up_and_the_last_not_down() -> None:
    assert [presses_of(line_up(3, chosen_id=number))[1:] for number in (1, 2, 3)] == [
        [
            "[Up] 0:team-up:0:2,1,1 disabled",
            "[Down] 0:team-down:0:2,1,1",
            "[Out of the team] 0:team-out:0:2,1,1 danger",
        ],
        [
            "[Up] 0:team-up:0:2,1,2",
            "[Down] 0:team-down:0:2,1,2",
            "[Out of the team] 0:team-out:0:2,1,2 danger",
        ],
        [
            "[Up] 0:team-up:0:2,1,3",
            "[Down] 0:team-down:0:2,1,3 disabled",
            "[Out of the team] 0:team-out:0:2,1,3 danger",
        ],
    ]
    assert lines_of(line_up(3, chosen_id=2))[4:6] == ["3. Cleo", "**Ben** is chosen."]
    assert presses_of(line_up(1, chosen_id=1))[1:] == [
        "[Up] 0:team-up:0:2,1,1 disabled",
        "[Down] 0:team-down:0:2,1,1 disabled",
        "[Out of the team] 0:team-out:0:2,1,1 danger",
    ]


def test_the_code_is_valid_until_a_moment() -> None:
    card = join_code_card(team(1, code="ABCD", code_until=9000.0), SAY)
    assert (frame_of(card), lines_of(card)) == (
        "offered",
        [
            "### Invitation",
            "Somebody who may manage the other server enters this there, once, before <t:9000:f>:",
            "```",
            "/team accept code:ABCD",
            "```",
        ],
    )


def more(status: StageStatus, **given: Any) -> list[str]:
    teams = [team(0, name=""), team(1, guest=True)]
    made = stage_view(
        entrants(2), stage(status), "teams", teams=teams, competition=competition("teams", **given)
    )
    return lines_of(team_more_card(made, SAY))


def test_more_has_the_line_ups_of_the_home_teams_and_the_end() -> None:
    assert more(StageStatus.OPEN) == [
        "### Autumn",
        "[Line-up of Autumn] 0:team-line:0:2,0",
        "[End the match] 0:season-end:0:2",
    ]
    assert more(StageStatus.RUNNING, stopped=True) == [
        "### Autumn",
        "[Line-up of Autumn] 0:team-line:0:2,0 disabled",
        "[End the match] 0:season-end:0:2 disabled",
    ]
