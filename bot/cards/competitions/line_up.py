"""The captain's cards of a team match: the line-up, and the code to join."""

from collections.abc import Sequence

from bot.cards.competitions.league_lines import numbered_id
from bot.cards.kit.kit import DANGER, OFFERED, ActionButton, Card, framed_view, menu, row, text
from bot.cards.kit.names import safe_name
from club.competitions.competitions import StageView
from club.competitions.teams import LineUp
from data.competitions.competitions import CompetitionRow, StageStatus
from data.competitions.teams import TeamRow
from rules.game import Step
from words import Localizer, discord_timestamp


def line_up_card(line_up: LineUp, say: Localizer, chosen_id: int | None = None) -> Card:
    """Return the card on which a captain changes the team's line-up.

    `chosen_id` is the entrant that the buttons act on.
    """
    stage_id, side, name = line_up.stage.id, line_up.team.side, safe_name(line_up.team.name)
    if not line_up.people:
        return Card(framed_view(OFFERED, text(say("card.team.line.none", name=name))))
    steps = [Step(str(each.id), each.name) for each in line_up.people]
    pick = menu(numbered_id("team-pick", stage_id, side), say, say("menu.team.member"), steps)
    picked = next((each for each in line_up.people if each.id == chosen_id), None)
    lines = [f"{number}. {safe_name(each.name)}" for number, each in enumerate(line_up.people, 1)]
    ways: list[ActionButton] = []
    if picked is not None:
        at = [each.id for each in line_up.people].index(picked.id)
        ways = [
            ActionButton.create(
                numbered_id("team-up", stage_id, side, picked.id), say("button.team.up"), disabled=at == 0
            ),
            ActionButton.create(
                numbered_id("team-down", stage_id, side, picked.id),
                say("button.team.down"),
                disabled=at == len(line_up.people) - 1,
            ),
            ActionButton.create(
                numbered_id("team-out", stage_id, side, picked.id), say("button.team.out"), DANGER
            ),
        ]
    return Card(
        framed_view(
            OFFERED,
            text(say("card.team.line", name=name, boards=line_up.boards), *lines),
            text(say("card.team.line.chosen", name=safe_name(picked.name))) if picked is not None else None,
            row(pick),
            row(*ways) if ways else None,
        )
    )


def join_code_card(team: TeamRow, say: Localizer) -> Card:
    """Return the code with which another server joins, for the match's creator."""
    code, until = team.code or "", team.code_until or 0.0
    return Card(framed_view(OFFERED, text(say("card.team.code", code=code, time=discord_timestamp(until)))))


def team_more_card(stage_view: StageView, say: Localizer) -> Card:
    """Return what else captains and organisers do with a match that is being set up."""
    here = [team for team in stage_view.teams if not team.guest]
    stop = ActionButton.create(
        numbered_id("season-end", stage_view.stage.id),
        say("button.team.stop"),
        disabled=stage_view.competition.stopped,
    )
    title = say("card.tournament", league=safe_name(stage_view.competition.name))
    return Card(framed_view(OFFERED, text(title), row(*line_up_buttons(stage_view, here, say), stop)))


def line_up_buttons(stage_view: StageView, here: Sequence[TeamRow], say: Localizer) -> list[ActionButton]:
    """Return the buttons by which captains see to the line-ups of their teams."""
    stage = stage_view.stage
    return [
        ActionButton.create(
            numbered_id("team-line", stage.id, team.side),
            say("button.team.line", name=team_label(team, stage_view.competition)),
            disabled=stage.status is not StageStatus.OPEN,
        )
        for team in here
    ]


def team_label(team: TeamRow, row_: CompetitionRow) -> str:
    """Return the name of a team for button labels."""
    return team.name or row_.name
