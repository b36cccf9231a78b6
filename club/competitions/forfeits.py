"""Team matches whose player or server leaves.

The other team wins the boards that are not played.
"""

from dataclasses import replace

from club.competitions.redraws import queue_season_cards, redraw_sections
from club.competitions.team_boards import members_of_side
from data.competitions import competitions, entrants, teams
from data.competitions.competitions import CompetitionRow, StageStatus
from data.competitions.teams import TeamRow
from data.database.transaction import Transaction


async def forfeit_team_matches(tx: Transaction, guild_id: int, now: float) -> None:
    """Forfeit a server's team matches against other servers.

    The server has removed the bot. The boards that its team has not finished are lost.
    """
    for guest in await teams.list_guests(tx, guild_id):
        await _leave(tx, await competitions.get(tx, guest.competition_id), guest, now)
    for row in await competitions.list_for_server(tx, guild_id):
        sides = await teams.list_for_competition(tx, row.id)
        host = next((each for each in sides if not each.guest), None)
        if host is not None and has_guest_team(sides) and not host.gone:
            await _leave(tx, row, host, now)


def has_guest_team(sides: list[TeamRow]) -> bool:
    """Whether a team match is played against another server.

    That holds even if the other server has not accepted the invitation yet.
    """
    return any(each.guest for each in sides)


async def _leave(tx: Transaction, row: CompetitionRow, team: TeamRow, now: float) -> None:
    """Take a team out of a match.

    If the match has not started, it is called off; otherwise the team forfeits all unfinished boards.
    """
    [stage, *_] = await competitions.list_latest_stages(tx, row.id)
    if stage.status is StageStatus.OVER:
        return
    await teams.mark_gone(tx, team.id)
    await competitions.stop(tx, row.id)
    for entrant in members_of_side(await entrants.list_for_stage(tx, stage.id), team.side):
        await teams.forfeit(tx, entrant.id, running=True)
    if stage.status is StageStatus.OPEN:
        await competitions.update_stage(tx, replace(stage, status=StageStatus.OVER))
    else:
        await competitions.touch_stage(tx, stage.id)
    await queue_season_cards(tx, stage.id, now)
    await redraw_sections(tx, stage.id, now)
    await competitions.bring_forward(tx, row.id, now)
