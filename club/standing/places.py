"""The table of a server: who stands where, now."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from club.standing.counting import standing_of
from club.standing.glicko import Rating
from club.standing.rating import KNOWN
from data.standing.ratings import RatingRow

OPPONENTS: Final = 4
"""Different opponents of whoever has a place in a table: a rating against fewer says who they are better than."""


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody in the table of a game: their rating now, and their rank, `None` while it is provisional.

    `name` is what they were called last, `matches` are those that count.
    """

    user_id: int
    name: str
    game: str
    rating: Rating
    matches: int
    rank: int | None


def is_provisional(row: RatingRow, now: float) -> bool:
    """Return whether a rating is known too little to give a place."""
    return row.opponents < OPPONENTS or standing_of(row).rating_at(now).deviation >= KNOWN


def line_of(row: RatingRow, now: float) -> Line:
    """Return somebody's line without a rank."""
    return Line(row.user_id, row.name, row.game, standing_of(row).rating_at(now), row.matches, None)


def ranked(rows: Iterable[RatingRow], now: float) -> list[Line]:
    """Return the lines of those who have a place, the best first; who is equal in whole points shares a rank.

    Who was forgotten has none.
    """
    known = [row for row in rows if row.user_id > 0 and not is_provisional(row, now)]
    found: list[Line] = []
    for number, row in enumerate(sorted(known, key=lambda row: (-round(row.points), row.user_id)), 1):
        last = found[-1] if found else None
        same = last is not None and round(last.rating.points) == round(row.points)
        rank = last.rank if same and last is not None else number
        found.append(replace(line_of(row, now), rank=rank))
    return found
