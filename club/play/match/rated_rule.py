"""Whether a match is rated.

Both players must want it, the server must keep ratings, and the two must not have played too many
rated matches recently.
"""

from typing import Final

from club.members.quotas import Limits
from club.play.match.sides import odds_of
from data.database.persons import COMPUTER
from data.database.transaction import Transaction
from data.members import servers
from data.members.servers import NO_RATINGS, ServerRow
from data.play.challenges import NewChallenge
from data.standing import rated_rows
from data.standing.rated_rows import OFTEN, RATED

WEEK: Final = 7 * 24 * 3600.0
"""Seconds in which a pair has so many rated matches at most."""


def never(server: ServerRow, asked: NewChallenge) -> str | None:
    """Return the code of why a challenge cannot be rated, `None` if it can.

    It is to the computer, or where the bot is no member, or for teams that vote, or begins from a position of one's own
    or with odds, or its server keeps no ratings.
    """
    if asked.opponent_id == COMPUTER:
        return "rated.computer"
    if asked.home is None:
        return "rated.abroad"
    if asked.vote is not None:
        return "rated.vote"
    if asked.start is not None:
        return "rated.start"
    if odds_of(asked.side):
        return "rated.odds"
    return "rated.none" if server.ratings == NO_RATINGS else None


def is_to_be_rated(server: ServerRow, asked: NewChallenge, rated: bool | None) -> bool:
    """Whether a challenge is to be rated where that is possible.

    The challenger's wish decides; without one the server's default does.
    """
    wants = server.ratings == RATED if rated is None else rated
    return wants and never(server, asked) is None


async def of_match(
    tx: Transaction, guild_id: int, pair: tuple[int, int], *, now: float, limits: Limits
) -> str | None:
    """Return whether a match of two who want it rated is, as its row has it."""
    if (await servers.get(tx, guild_id)).ratings == NO_RATINGS:
        return None
    played = await rated_rows.of_pair_since(tx, guild_id, pair, now - WEEK)
    return RATED if played < limits.rated_per_pair else OFTEN
