"""Who is involved in a match or a pairing: its players, voters and teams."""

from typing import Final

from data.database.transaction import Transaction

_TEAMS: Final = (
    "SELECT 1 AS found FROM pairing JOIN section ON section.id = pairing.section_id"
    " JOIN entrant ON entrant.stage_id = section.stage_id AND entrant.side IS NOT NULL"
    " WHERE pairing.{column} = ? AND entrant.user_id = ?"
    " UNION ALL SELECT 1 AS found FROM pairing JOIN section ON section.id = pairing.section_id"
    " JOIN stage ON stage.id = section.stage_id JOIN team ON team.competition_id = stage.competition_id"
    " WHERE pairing.{column} = ? AND team.captain_id = ?"
)
"""All members of both teams of a team match, with reserves and captains.

Each board counts for all of them.
"""
_OF_MATCH: Final = (
    "SELECT 1 AS found FROM seat WHERE match_id = ? AND user_id = ?"
    " UNION ALL SELECT 1 AS found FROM vote WHERE match_id = ? AND user_id = ? UNION ALL "
    + _TEAMS.format(column="match_id")
    + " LIMIT 1"
)
_OF_PAIRING: Final = (
    "SELECT 1 AS found FROM pairing JOIN entrant ON entrant.id IN (pairing.first_id, pairing.second_id)"
    " WHERE pairing.id = ? AND entrant.user_id = ? UNION ALL " + _TEAMS.format(column="id") + " LIMIT 1"
)
_OF_ROUND: Final = (
    "SELECT 1 AS found FROM pairing JOIN entrant ON entrant.id IN (pairing.first_id, pairing.second_id)"
    " WHERE pairing.section_id = ? AND pairing.round = ? AND pairing.void = 0 AND entrant.user_id = ? LIMIT 1"
)


async def is_involved_in_match(tx: Transaction, match_id: int, user_id: int) -> bool:
    """Whether a member plays a match, votes in it, or is in one of its teams."""
    return await tx.one(_OF_MATCH, *(match_id, user_id) * 4) is not None


async def is_involved_in_pairing(tx: Transaction, pairing_id: int, user_id: int) -> bool:
    """Whether a member is a player of a pairing or belongs to one of its teams."""
    return await tx.one(_OF_PAIRING, *(pairing_id, user_id) * 3) is not None


async def has_pairing_in_round(tx: Transaction, section_id: int, round_number: int, user_id: int) -> bool:
    """Whether a member has an opponent in a round."""
    return await tx.one(_OF_ROUND, section_id, round_number, user_id) is not None
