"""The ranking of a server's rated players."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from club.standing.counted_matches import standing_of
from club.standing.glicko import START, Rating
from club.standing.rating_arithmetic import KNOWN
from data.database.transaction import Transaction
from data.standing import ratings
from data.standing.ratings import RatingRow
from words import Phrase

OPPONENTS: Final = 4
"""Different opponents that a player with a place in a table has had.

A rating against fewer only says whom they are better than.
"""


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A player's line in the table of a game.

    `rating` is their rating now, `rank` is `None` while the rating is provisional, `name` is their last
    known name, `matches` is the number of matches that count, and `opponents` that of different opponents
    in them.
    """

    user_id: int
    name: str
    game: str
    rating: Rating
    matches: int
    rank: int | None
    opponents: int = OPPONENTS

    @property
    def missing(self) -> Phrase | None:
        """What a place in the table still takes; `None` with a rank."""
        if self.rank is not None:
            return None
        if not self.matches:
            return Phrase("standings.missing.others")
        if self.opponents < OPPONENTS:
            return Phrase("standings.missing.opponents", count=OPPONENTS - self.opponents)
        return Phrase("standings.missing.matches")


async def load_ranked_and_everyone(
    tx: Transaction, guild_id: int, game: str, *, viewer_id: int, limit: int
) -> tuple[Sequence[RatingRow], Sequence[RatingRow]]:
    """Return the ratings among which ranks are given, and all, both by points.

    What the viewer must not see is left out; of each there are at most `limit`.
    """
    ranked, everyone = [
        await ratings.list_for_game(
            tx, guild_id, game, viewer_id=viewer_id, min_opponents=opponents, limit=limit
        )
        for opponents in (OPPONENTS, 0)
    ]
    return ranked, everyone


def list_players(
    ranked: Iterable[RatingRow], everyone: Iterable[RatingRow], now: float
) -> list[RankedPlayer]:
    """Return the lines of a table: those with a rank, then everyone else's.

    The best come first. `ranked` are the ratings among which ranks are given; both come by points.
    """
    lines = rank_players(ranked, now)
    known = {line.user_id for line in lines}
    return lines + [
        unranked_player(row, now) for row in everyone if row.user_id > 0 and row.user_id not in known
    ]


def is_provisional(row: RatingRow, now: float) -> bool:
    """Whether a rating is too uncertain to be ranked."""
    return row.opponents < OPPONENTS or standing_of(row).rating_at(now).deviation >= KNOWN


def unranked_player(row: RatingRow, now: float) -> RankedPlayer:
    """Return a player's line of the table, without a rank."""
    rating = standing_of(row).rating_at(now)
    return RankedPlayer(row.user_id, row.name, row.game, rating, row.matches, None, row.opponents)


def waiting_player(game: str, user_id: int, name: str) -> RankedPlayer:
    """Return the line of a player of whose matches none counts yet."""
    return RankedPlayer(user_id, name, game, START, 0, None, 0)


def rank_players(rows: Iterable[RatingRow], now: float) -> list[RankedPlayer]:
    """Return the lines of all players who can be ranked, best first.

    Players with equal points (rounded) share a rank. Provisional ratings, and users whose data was
    deleted, are left out.
    """
    known = [row for row in rows if row.user_id > 0 and not is_provisional(row, now)]
    found: list[RankedPlayer] = []
    for number, row in enumerate(sorted(known, key=lambda row: (-round(row.points), row.user_id)), 1):
        last = found[-1] if found else None
        same = last is not None and round(last.rating.points) == round(row.points)
        rank = last.rank if same and last is not None else number
        found.append(replace(unranked_player(row, now), rank=rank))
    return found
