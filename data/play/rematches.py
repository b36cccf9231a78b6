"""Series of rematches between the same two players, and their scores."""

from collections.abc import Mapping
from dataclasses import dataclass

from data.database.transaction import Transaction
from data.play.matches import MatchStatus


@dataclass(frozen=True, slots=True)
class SeriesScore:
    """The score of a match and of the earlier matches that it is a rematch of.

    `wins` is by user ID. `is_first_match` says that the match is not a rematch. A match that ended
    without a result is not counted. `game` is 1 or 2 if the match is a game of a two-game mini-match,
    else `None`. `move_given` says that the first move was given as odds.
    """

    wins: Mapping[int, int]
    draws: int
    is_first_match: bool
    game: int | None = None
    move_given: bool = False


async def get_score(tx: Transaction, match_id: int) -> SeriesScore:
    """Return the score of a match and of all earlier matches in its series.

    Only finished matches that have not been deleted count.
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
    return SeriesScore(wins, draws, is_first_match=len(rows) < 2)
