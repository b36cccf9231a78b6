"""Whether a match is rated.

Both players must want it, the server must keep ratings, and the two must not have played too many rated
matches against each other recently.
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


def find_unrated_reason(server: ServerRow, challenge: NewChallenge) -> str | None:
    """Return the message code of why a challenge cannot be rated, or `None`.

    It cannot if it is to the computer, in a place where the bot is no member, with team votes, from a set
    position or with odds, or if the server keeps no ratings.
    """
    if challenge.opponent_id == COMPUTER:
        return "rated.computer"
    if challenge.home_server_id is None:
        return "rated.abroad"
    if challenge.vote is not None:
        return "rated.vote"
    if challenge.start is not None:
        return "rated.start"
    if odds_of(challenge.side):
        return "rated.odds"
    return "rated.none" if server.ratings == NO_RATINGS else None


def is_to_be_rated(server: ServerRow, challenge: NewChallenge, rated: bool | None) -> bool:
    """Whether a challenge is to be rated, if that is possible.

    `rated` is the challenger's wish; if it is `None`, the server's default applies.
    """
    wants = server.ratings == RATED if rated is None else rated
    return wants and find_unrated_reason(server, challenge) is None


async def find_rated_status(
    tx: Transaction, guild_id: int, pair: tuple[int, int | None], *, now: float, limits: Limits
) -> str | None:
    """Return the status to store for a match that both players want rated.

    One of the pair may not be known yet. The status is `RATED`, `OFTEN` if the two have played too many
    rated matches against each other within a week, or `None` if the server keeps no ratings.
    """
    if (await servers.get(tx, guild_id)).ratings == NO_RATINGS:
        return None
    first, second = pair
    if second is None:
        return RATED
    played = await rated_rows.count_for_pair(tx, guild_id, (first, second), now - WEEK)
    return RATED if played < limits.rated_per_pair else OFTEN
