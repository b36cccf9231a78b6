"""Rematches: matches that the same two players played in a row, and the results."""

from collections.abc import Mapping
from dataclasses import dataclass

from data.database.transaction import Transaction
from data.play.matches import MatchStatus


@dataclass(frozen=True, slots=True)
class Series:
    """Results of a match and of those it is a rematch of: wins by user ID, and draws.

    `first` says that the match is no rematch. A match that ended without a result counts for no
    player. `game` is 1 or 2 if the match is a game of a mini-match, else `None`. `move_given` says
    that the first move was given as odds.
    """

    wins: Mapping[int, int]
    draws: int
    first: bool
    game: int | None = None
    move_given: bool = False


async def series(tx: Transaction, match_id: int) -> Series:
    """Return the score of a match and of all before it in its series.

    Only matches that are over and still kept count.
    """
    sql = (
        "WITH RECURSIVE series (match_id) AS (SELECT id FROM match WHERE id = ?"
        " UNION SELECT challenge.rematch_of FROM challenge JOIN series ON challenge.match_id = series.match_id"
        " WHERE challenge.rematch_of IS NOT NULL)"
        " SELECT match.status, match.reason, seat.user_id AS winner FROM series"
        " JOIN match ON match.id = series.match_id"
        " LEFT JOIN seat ON seat.match_id = match.id AND seat.seat = match.winner"
    )
    rows = await tx.all(sql, match_id)
    wins: dict[int, int] = {}
    draws = 0
    for row in rows:
        if row["status"] != MatchStatus.OVER:
            continue
        if row["winner"] is not None:
            wins[row["winner"]] = wins.get(row["winner"], 0) + 1
        elif not str(row["reason"]).startswith("ended."):
            draws += 1
    return Series(wins, draws, first=len(rows) < 2)
