"""Who lets others wait without ever having moved: their place is free for somebody else, until they move."""

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from club.clocks.control import MINUTE, Control, read_control
from club.competitions.kinds import kind_of, round_time
from club.competitions.redrawing import redraw_section
from club.competitions.seasons import ABSENT
from club.refusals import Refusal
from data.competitions import competitions, entrants
from data.competitions.competitions import CompetitionRow, StageRow
from data.competitions.entrants import EntrantRow
from data.competitions.teams import TeamRow
from data.database.transaction import Transaction

LOOK_AGAIN: Final = 6 * 3600.0
"""Seconds until it is looked once more whether somebody who was away has begun to play."""
QUARTER: Final = 4


def wait_of(row: CompetitionRow) -> float:
    """Return the seconds for which somebody lets others wait until their place is free.

    With a sit-down clock that is a quarter of the bank, for the rest of it is to be played still.
    """
    control = _control(row)
    return max(MINUTE, control.time / QUARTER) if control.sitdown else ABSENT


async def absences(tx: Transaction, row: CompetitionRow, stage: StageRow, now: float) -> list[float]:
    """Return when somebody will have let others wait for long without ever having moved."""
    found, wait = [], wait_of(row)
    for entrant in await entrants.not_begun(tx, stage.id):
        if entrant.absent_at is not None:
            found.append(now + min(LOOK_AGAIN, wait))
        elif (at := await _absent_at(tx, entrant, wait)) is not None:
            found.append(at)
    return found


async def name_absent(tx: Transaction, row: CompetitionRow, stage: StageRow, now: float) -> None:
    """Free the places of those who have let others wait for long without ever having moved."""
    changed: dict[int, bool] = {}
    wait = wait_of(row)
    idle = {entrant.id: entrant for entrant in await entrants.not_begun(tx, stage.id)}
    for entrant in await entrants.absent(tx, stage.id):
        if entrant.id not in idle and entrant.section_id is not None:
            await entrants.set_absent(tx, entrant.id, None)
            changed.setdefault(entrant.section_id, False)
    for entrant in idle.values():
        at = None if entrant.absent_at is not None else await _absent_at(tx, entrant, wait)
        if at is not None and now >= at and entrant.section_id is not None:
            await entrants.set_absent(tx, entrant.id, now)
            changed[entrant.section_id] = True
    for section_id, anew in changed.items():
        await redraw_section(tx, section_id, now, anew=anew)


async def reserve_steps_in(tx: Transaction, row: CompetitionRow, stage: StageRow, now: float) -> None:
    """Let a board of a team match that begins anew have its whole time, where it is played at one sitting."""
    control = _control(row)
    closes_at = now + round_time(kind_of(row), control, 2)
    if control.sitdown and closes_at > stage.closes_at:
        await competitions.set_stage(tx, replace(stage, closes_at=closes_at))


def check_member(row: CompetitionRow, team: TeamRow, guild_id: int | None, roles: Collection[int]) -> None:
    """Raise `Refusal` for whom a team is not: it is another server's, or for a role that is none of theirs."""
    if guild_id != (team.guild_id if team.guest else row.guild_id):
        raise Refusal("team.other")
    if team.role_id is not None and team.role_id not in roles:
        raise Refusal("team.role", name=team.name, role=f"<@&{team.role_id}>")


async def _absent_at(tx: Transaction, entrant: EntrantRow, wait: float) -> float | None:
    """Return when somebody who has never moved will have let others wait for long, `None` while nobody waits.

    Who has taken another's place is no longer in it than that.
    """
    since = await entrants.to_move_since(tx, entrant.id)
    return None if since is None else max(since, entrant.joined_at) + wait


def _control(row: CompetitionRow) -> Control:
    control = read_control(row.control)
    assert control is not None  # no competition is made without one
    return control
