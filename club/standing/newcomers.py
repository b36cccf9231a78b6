"""How many of a player's rated matches against newcomers count.

This bounds what made-up accounts can give. A newcomer to a game on a server is a player whose
rating there is not known yet. Between two newcomers every match counts, so that a new club, in
which all are newcomers, gets its ratings.
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
    """Whether a rating is not known yet.

    `None` is the rating of a player of whom no match counts.
    """
    return row is None or standing_of(row).rating_at(now).deviation >= KNOWN


def is_one_too_many(
    own: RatingRow | None, other: RatingRow | None, met: Iterable[RatingRow | None], now: float
) -> bool:
    """Whether one more match against `other` is too many.

    `met` are the opponents of the player's week, match by match. The winner makes no difference: if
    only wins were left out, the remaining matches would take points from honest members.
    """
    if is_newcomer(own, now) or not is_newcomer(other, now):
        return False
    return sum(is_newcomer(each, now) for each in met) >= MOST


async def is_beyond(tx: Transaction, guild_id: int, game: str, pair: tuple[int, int], now: float) -> bool:
    """Whether a match that ends now is one too many against newcomers.

    It is so if it is for either of its two players.
    """
    known = {user_id: (await ratings.of_person(tx, guild_id, user_id)).get(game) for user_id in pair}
    for own, other in (pair, pair[::-1]):
        met = await ratings.of_opponents(tx, guild_id, game, own, since=now - WEEK)
        if is_one_too_many(known[own], known[other], met, now):
            return True
    return False
