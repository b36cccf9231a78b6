"""Entrants who keep others waiting without ever having moved.

Their place is free for another member until they move.
"""

from collections.abc import Collection
from typing import Final

from club.clocks.time_control import MINUTE, TimeControl, read_control
from club.competitions.redraws import redraw_section
from club.competitions.seasons import ABSENT
from club.refusals import Refusal
from data.competitions import entrants
from data.competitions.competitions import CompetitionRow, StageRow
from data.competitions.entrants import EntrantRow
from data.competitions.teams import TeamRow
from data.database.transaction import Transaction

LOOK_AGAIN: Final = 6 * 3600.0
"""Seconds until the next check whether an absent entrant has begun to play."""
QUARTER: Final = 4


def wait_of(row: CompetitionRow) -> float:
    """Return the seconds an entrant may keep others waiting before losing their place.

    With a live clock that is a quarter of the bank, because the rest of it is still to be played.
    """
    control = control_of(row)
    return max(MINUTE, control.time / QUARTER) if control.is_live else ABSENT


async def absences(tx: Transaction, row: CompetitionRow, stage: StageRow, now: float) -> list[float]:
    """Return the times at which entrants who never moved will have waited too long.

    For an entrant already marked as absent it is the time of the next check.
    """
    found, wait = [], wait_of(row)
    for entrant in await entrants.not_begun(tx, stage.id):
        if entrant.absent_at is not None:
            found.append(now + min(LOOK_AGAIN, wait))
        elif (at := await _absent_at(tx, entrant, wait)) is not None:
            found.append(at)
    return found


async def name_absent(tx: Transaction, row: CompetitionRow, stage: StageRow, now: float) -> None:
    """Free the places of entrants who kept others waiting and have never moved."""
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


def check_member(row: CompetitionRow, team: TeamRow, guild_id: int | None, roles: Collection[int]) -> None:
    """Raise `Refusal` if a member may not join a team.

    The team may belong to another server, or be reserved for a role that the member does not have.
    """
    if guild_id != (team.guild_id if team.guest else row.guild_id):
        raise Refusal("team.other")
    if team.role_id is not None and team.role_id not in roles:
        raise Refusal("team.role", name=team.name, role=f"<@&{team.role_id}>")


async def _absent_at(tx: Transaction, entrant: EntrantRow, wait: float) -> float | None:
    """Return when an entrant who never moved has been waited for too long.

    Return `None` while no one waits. For a replacement the time counts from when they joined.
    """
    since = await entrants.to_move_since(tx, entrant.id)
    return None if since is None else max(since, entrant.joined_at) + wait


def control_of(row: CompetitionRow) -> TimeControl:
    """Return the clock of a competition's matches."""
    control = read_control(row.control)
    assert control is not None  # no competition is made without one
    return control
