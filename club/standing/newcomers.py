"""How many of somebody's rated matches against newcomers count: what made-up accounts can give is bounded.

A newcomer to a game on a server is somebody whose rating there is not known yet. Of two newcomers every match counts:
so a new club, in which everybody is one, comes to its ratings.
"""

from collections.abc import Iterable
from typing import Final

from club.play.match.rated import WEEK
from club.standing.counting import standing_of
from club.standing.rating import KNOWN
from data.database.transaction import Transaction
from data.standing import ratings
from data.standing.ratings import RatingRow

MOST: Final = 3
"""Matches against newcomers that count within a week for a member whose own rating is known."""


def is_newcomer(row: RatingRow | None, now: float) -> bool:
    """Return whether a rating is not known yet; `None` is that of somebody of whom nothing counts."""
    return row is None or standing_of(row).rating_at(now).deviation >= KNOWN


def is_one_too_many(
    own: RatingRow | None, other: RatingRow | None, met: Iterable[RatingRow | None], now: float
) -> bool:
    """Return whether one match more against `other` is too much; `met` are the opponents of one's week, match by match.

    Whoever won makes no difference: were only wins left out, what remains would take points from honest members.
    """
    if is_newcomer(own, now) or not is_newcomer(other, now):
        return False
    return sum(is_newcomer(each, now) for each in met) >= MOST


async def is_beyond(tx: Transaction, guild_id: int, game: str, pair: tuple[int, int], now: float) -> bool:
    """Return whether a match of two that ends now is one too many against newcomers for either of them."""
    known = {user_id: (await ratings.of_person(tx, guild_id, user_id)).get(game) for user_id in pair}
    for own, other in (pair, pair[::-1]):
        met = await ratings.of_opponents(tx, guild_id, game, own, since=now - WEEK)
        if is_one_too_many(known[own], known[other], met, now):
            return True
    return False
