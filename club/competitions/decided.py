"""What was decided in a server's competitions, for its weekly digest."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from club.competitions.crosstable import Crosstable
from club.competitions.kinds.all_kinds import kind_of
from club.competitions.lookup import load_crosstable
from data.competitions import competitions
from data.competitions.entrants import EntrantRow
from data.competitions.pairings import PairingResult, PairingRow
from data.database.store import Store
from data.database.transaction import Transaction
from data.members import preferences
from data.play.places import Place, PlacedRow

MOST: Final = 6
"""Sections of which a digest tells."""


@dataclass(frozen=True, slots=True)
class DecidedSection:
    """A section that is over, or a ladder that was played, and who is first in it.

    There are no `winners` if one of them hides their profile, or if no entrant has won. `match_id` is the last
    match that a winner won; all its players may be named.
    """

    sheet: Crosstable
    winners: Sequence[EntrantRow]
    match_id: int | None


async def load_decided(
    store: Store, guild_id: int, since: float, until: float, is_visible: Callable[[PlacedRow], bool]
) -> list[DecidedSection]:
    """Return what was decided on a server in a period, the newest first.

    Only competitions whose channel `is_visible` count.
    """

    async def job(tx: Transaction) -> list[DecidedSection]:
        found: list[DecidedSection] = []
        for section in await competitions.list_decided_sections(tx, guild_id, since, until):
            sheet = await load_crosstable(tx, section)
            if len(found) < MOST and is_visible(Place(guild_id, sheet.competition.channel_id)):
                found.append(await _without_hidden(tx, find_decided(sheet)))
        return found

    return await store.read(job)


def find_decided(sheet: Crosstable) -> DecidedSection:
    """Return who is first in a section, and the last match that one of them won."""
    ids = kind_of(sheet.competition).winner_ids(sheet)
    won = [
        each for each in sheet.pairings if each.match_id in sheet.listed_matches and _winner_id(each) in ids
    ]
    return DecidedSection(
        sheet, [sheet.entrant(each) for each in ids], max((each.match_id or 0 for each in won), default=None)
    )


def _winner_id(pairing: PairingRow) -> int | None:
    """Return the entrant who has won a pairing, if one has."""
    won = {PairingResult.FIRST: pairing.first_id, PairingResult.SECOND: pairing.second_id}
    return won.get(pairing.effective_result or PairingResult.NONE)


async def _without_hidden(tx: Transaction, decided: DecidedSection) -> DecidedSection:
    """Leave out members who hide their profile, and the match in which they played."""
    match = decided.sheet.listed_matches.get(decided.match_id or 0)
    for user_id in dict.fromkeys(each.user_id for each in decided.winners):
        if not (await preferences.get(tx, user_id)).profile_shown:
            decided = replace(decided, winners=())
    for user_id in match.user_ids if match else ():
        if not (await preferences.get(tx, user_id)).profile_shown:
            decided = replace(decided, match_id=None)
    return decided
