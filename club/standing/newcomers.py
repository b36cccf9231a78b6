"""The weekly limit on rated matches against newcomers.

It bounds what can be gained from made-up accounts. A newcomer to a game on a server is a player
whose rating there is still uncertain. Between two newcomers every match counts, so that a new club,
where all are newcomers, gets its ratings.
"""

from collections.abc import Iterable
from typing import Final

from club.play.match.rated_rule import WEEK
from club.standing.counted_matches import standing_of
from club.standing.rating_arithmetic import KNOWN
from data.database.transaction import Transaction
from data.standing import ratings
from data.standing.ratings import RatingRow

MOST: Final = 3
"""Matches against newcomers that count within a week.

This is for a member whose own rating is known.
"""


def is_newcomer(row: RatingRow | None, now: float) -> bool:
    """Whether a player's rating is still too uncertain.

    `row` is `None` for a player without a counted match.
    """
    return row is None or standing_of(row).rating_at(now).deviation >= KNOWN


def is_over_newcomer_limit(
    own: RatingRow | None, other: RatingRow | None, opponents: Iterable[RatingRow | None], now: float
) -> bool:
    """Whether another match against `other` would be over the limit.

    `own` and `other` are the ratings of the two players, and `opponents` those of the player's
    opponents in the past week, match by match. Who wins makes no difference: if only wins were left
    out, the other matches would take points from honest members.
    """
    if is_newcomer(own, now) or not is_newcomer(other, now):
        return False
    return sum(is_newcomer(each, now) for each in opponents) >= MOST


async def is_match_over_newcomer_limit(
    tx: Transaction, guild_id: int, game: str, pair: tuple[int, int], now: float
) -> bool:
    """Whether a match that ends now is over the limit for either player."""
    known = {user_id: (await ratings.get_for_user(tx, guild_id, user_id)).get(game) for user_id in pair}
    for own, other in (pair, pair[::-1]):
        met = await ratings.list_for_opponents(tx, guild_id, game, own, since=now - WEEK)
        if is_over_newcomer_limit(known[own], known[other], met, now):
            return True
    return False
