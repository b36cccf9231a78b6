"""Team matches whose player or server leaves.

The other team gets the boards that are not played.
"""

from dataclasses import replace

from club.competitions.redraws import put_season, redraw_sections
from club.competitions.team_boards import of_side
from data.competitions import competitions, entrants, teams
from data.competitions.competitions import CompetitionRow, StageStatus
from data.competitions.teams import TeamRow
from data.database.transaction import Transaction


async def server_left(tx: Transaction, guild_id: int, now: float) -> None:
    """End all team matches against other servers that a server was in.

    What it has not played is forfeited.
    """
    for guest in await teams.guests_of(tx, guild_id):
        await _leave(tx, await competitions.get(tx, guest.competition_id), guest, now)
    for row in await competitions.of_server(tx, guild_id):
        sides = await teams.of_competition(tx, row.id)
        host = next((each for each in sides if not each.guest), None)
        if host is not None and against_server(sides) and not host.gone:
            await _leave(tx, row, host, now)


def against_server(sides: list[TeamRow]) -> bool:
    """Whether a match is against another server, even if it has not accepted yet."""
    return any(each.guest for each in sides)


async def _leave(tx: Transaction, row: CompetitionRow, team: TeamRow, now: float) -> None:
    """Take a team out of play.

    Before the start its match is called off; later the team forfeits what it has not played.
    """
    [stage, *_] = await competitions.stages_of(tx, row.id)
    if stage.status is StageStatus.OVER:
        return
    await teams.leave(tx, team.id)
    await competitions.stop(tx, row.id)
    for entrant in of_side(await entrants.of_stage(tx, stage.id), team.side):
        await teams.forfeit(tx, entrant.id, running=True)
    if stage.status is StageStatus.OPEN:
        await competitions.set_stage(tx, replace(stage, status=StageStatus.OVER))
    else:
        await competitions.touch_stage(tx, stage.id)
    await put_season(tx, stage.id, now)
    await redraw_sections(tx, stage.id, now)
    await competitions.hurry(tx, row.id, now)
