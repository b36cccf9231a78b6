"""The captain's cards of a team match: the line-up, and the code to join."""

from bot.cards.competitions.league_lines import numbered_id
from bot.cards.kit.kit import DANGER, OFFERED, ActionButton, Card, framed_view, menu, row, text
from bot.cards.kit.names import safe_name
from club.competitions.teams import LineUp
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
    ways = []
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
