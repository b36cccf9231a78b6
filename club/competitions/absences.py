"""Entrants who keep their opponents waiting and have never moved.

Another member can take the place of such an entrant until they make a move.
"""

from collections.abc import Collection
from typing import Final

from club.clocks.clock import Clock
from club.clocks.time_control import TimeControl, parse_control
from club.competitions.redraws import redraw_section
from club.competitions.seasons import ABSENT
from club.play.match.clock_journal import find_absence_at
from club.refusals import Refusal
from data.competitions import entrants
from data.competitions.competitions import CompetitionRow, StageRow
from data.competitions.entrants import EntrantRow
from data.competitions.teams import TeamRow
from data.database.errors import Unreadable
from data.database.transaction import Transaction
from data.play import matches

LOOK_AGAIN: Final = 6 * 3600.0
"""Seconds until the next check whether an absent entrant has begun to play."""
QUARTER: Final = 4


def absence_limit(row: CompetitionRow) -> float:
    """Return how many seconds an entrant may keep others waiting.

    After that the entrant, who has never moved, can be replaced. With a live clock the limit is a
    quarter of the bank, so that enough time is left to play the matches; otherwise it is `ABSENT`.
    """
    control = control_of(row)
    return control.time / QUARTER if control.is_live else ABSENT


async def load_absence_deadlines(
    tx: Transaction, row: CompetitionRow, stage: StageRow, now: float
) -> list[float]:
    """Return the times at which entrants who never moved must be checked.

    For an entrant who is still within the limit, that is when the limit runs out, or earlier if their
    clock stands until then, because a vacation can be ended; for an entrant already marked as absent, it
    is the time of the next check.
    """
    found: list[float] = []
    wait = absence_limit(row)
    for entrant in await entrants.list_not_begun(tx, stage.id):
        if entrant.absent_at is not None:
            found.append(now + min(LOOK_AGAIN, wait))
        elif (at := await _absent_at(tx, row, entrant, now)) is not None:
            found.append(min(at, now + wait))
    return found


async def mark_absent_entrants(
    tx: Transaction, row: CompetitionRow, stage: StageRow, now: float, *, calls: bool = False
) -> None:
    """Mark entrants as absent if they kept others waiting and never moved.

    Other members can take the places of absent entrants. Entrants who have moved since are no longer
    absent. The cards of all sections that changed are redrawn, and if it `calls` for reserves, posted
    anew, because an edit notifies no one.
    """
    changed: dict[int, bool] = {}
    idle = {entrant.id: entrant for entrant in await entrants.list_not_begun(tx, stage.id)}
    for entrant in await entrants.list_absent(tx, stage.id):
        if entrant.id not in idle and entrant.section_id is not None:
            await entrants.set_absent(tx, entrant.id, None)
            changed.setdefault(entrant.section_id, False)
    for entrant in idle.values():
        at = None if entrant.absent_at is not None else await _absent_at(tx, row, entrant, now)
        if at is not None and now >= at and entrant.section_id is not None:
            await entrants.set_absent(tx, entrant.id, now)
            changed[entrant.section_id] = calls
    for section_id, anew in changed.items():
        await redraw_section(tx, section_id, now, repost=anew)


def check_may_join_team(
    row: CompetitionRow, team: TeamRow, guild_id: int | None, roles: Collection[int]
) -> None:
    """Raise `Refusal` if a member may not join a team.

    The team may belong to another server, maybe one that has not accepted yet, or be reserved for a role
    that the member does not have.
    """
    if team.is_pending or guild_id != (team.guild_id if team.guest else row.guild_id):
        raise Refusal("team.other")
    if team.role_id is not None and team.role_id not in roles:
        raise Refusal("team.role", name=team.name, role=f"<@&{team.role_id}>")


async def _absent_at(tx: Transaction, row: CompetitionRow, entrant: EntrantRow, now: float) -> float | None:
    """Return when an entrant who never moved will have kept others waiting too long.

    Return `None` if no opponent is waiting. The time of a replacement counts from when they joined, and
    none while their clock stands. If the bot was away at its end, that is later by as much.
    """
    longest = await entrants.find_longest_turn(tx, entrant.id)
    if longest is None:
        return None
    match_id, turn_at = longest
    since = max(turn_at, entrant.joined_at)
    at = await _time_when_waited(tx, match_id, since, absence_limit(row))
    if at <= now and (absence := await find_absence_at(tx, row.guild_id, at, now)) is not None:
        at += absence.until - max(absence.since, since)
    return at


async def _time_when_waited(tx: Transaction, match_id: int, since: float, seconds: float) -> float:
    """Return when the player to move in a match will have had so many seconds.

    Quiet days and vacations do not count, unless the clocks cannot be read.
    """
    try:
        row = await matches.get(tx, match_id)
        clock = Clock.parse(row.clock.state) if row and row.clock else None
    except (Unreadable, ValueError):  # damage to one match must not keep all others waiting
        clock = None
    if clock is None or clock.turn is None:
        return since + seconds
    return clock.sides[clock.turn].time_when_used(since, seconds)


def control_of(row: CompetitionRow) -> TimeControl:
    """Return the time control of a competition's matches."""
    control = parse_control(row.control)
    assert control is not None  # no competition is made without one
    return control
