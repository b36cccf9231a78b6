"""Ratings, computed from the rated matches in `data.standing.rated_rows`.

They are stored so that they can be shown without any computation.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Final

from data.database.columns import column_list, column_values, upsert_statement
from data.database.transaction import Transaction


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A member's rating in a game on a server after their last rated match.

    That match ended at `at`. `matches` is the number of matches that count, `opponents` that of the
    different opponents in them. `name` is the member's last known name, empty if their data has been
    deleted.
    """

    guild_id: int
    game: str
    user_id: int
    name: str
    points: float
    deviation: float
    at: float
    matches: int
    opponents: int


@dataclass(frozen=True, slots=True)
class Recount:
    """A request to recompute the ratings of a server.

    `number` is its number on that server, and `last` that of the server's last rated match.
    """

    guild_id: int
    number: int
    last: int


@dataclass(frozen=True, slots=True)
class RecountResult:
    """The result of a recount: all ratings, and pairs whose matches wait.

    A match waits to count while one of its players is connected to all others only through the
    opponent. Each pair has the lower user ID first.
    """

    ratings: Sequence[RatingRow]
    waiting: Sequence[tuple[int, int]]


_COLUMNS: Final = column_list(RatingRow)
_PUT: Final = f"INSERT INTO rating ({_COLUMNS}) VALUES "
_VALUES: Final = f"({', '.join('?' * len(_COLUMNS.split(', ')))})"
AT_ONCE: Final = 500
"""Rows that one statement stores."""


async def get_for_user(tx: Transaction, guild_id: int, user_id: int) -> dict[str, RatingRow]:
    """Return a member's ratings on a server, by game."""
    rows = await tx.all(
        f"SELECT {_COLUMNS} FROM rating WHERE user_id = ? AND guild_id = ? ORDER BY game", user_id, guild_id
    )
    return {row["game"]: RatingRow(**row) for row in rows}


async def list_for_opponents(
    tx: Transaction, guild_id: int, game: str, user_id: int, *, since: float
) -> list[RatingRow | None]:
    """Return the rating of the opponent in each of a member's recent matches.

    These are the matches of a game on a server that ended after `since`, unless they are void. `None`
    stands for an opponent without a rating.
    """
    sql = (
        f"SELECT {column_list(RatingRow, 'rating')} FROM"
        " (SELECT second_id AS other FROM rated WHERE first_id = ? AND guild_id = ? AND game = ? AND at > ?"
        " AND void IS NULL UNION ALL SELECT first_id AS other FROM rated WHERE second_id = ? AND guild_id = ?"
        " AND game = ? AND at > ? AND void IS NULL) AS met"
        " LEFT JOIN rating ON rating.user_id = met.other AND rating.guild_id = ? AND rating.game = ?"
    )
    rows = await tx.all(sql, user_id, guild_id, game, since, user_id, guild_id, game, since, guild_id, game)
    return [None if row["user_id"] is None else RatingRow(**row) for row in rows]


async def list_for_game(
    tx: Transaction, guild_id: int, game: str, *, viewer_id: int, min_opponents: int, limit: int
) -> list[RatingRow]:
    """Return the ratings in a game on a server, best first.

    Only people with at least `min_opponents` different opponents are included. Members with a hidden
    profile are left out, except for the viewer, and so are those who have blocked the viewer.
    """
    sql = (
        f"SELECT {_COLUMNS} FROM rating WHERE guild_id = ? AND game = ? AND opponents >= ? AND (user_id = ?"
        " OR NOT EXISTS (SELECT 1 FROM preference WHERE preference.user_id = rating.user_id AND profile_shown = 0))"
        " AND NOT EXISTS (SELECT 1 FROM block WHERE block.user_id = rating.user_id AND block.blocked_id = ?)"
        " ORDER BY points DESC, user_id LIMIT ?"
    )
    rows = await tx.all(sql, guild_id, game, min_opponents, viewer_id, viewer_id, limit)
    return [RatingRow(**row) for row in rows]


async def list_waiting(
    tx: Transaction, guild_id: int, *, viewer_id: int, limit: int
) -> list[tuple[str, int, str]]:
    """Return people whose matches in a game all wait to count: game, id and name.

    Hidden profiles and blocks are left out as in `list_for_game`.
    """
    sides = (
        "SELECT rated.game, rated.{side}_id AS user_id, rated.{side}_name AS name FROM rating_wait JOIN rated"
        " ON rated.guild_id = rating_wait.guild_id AND rated.void IS NULL"
        " AND ((rated.first_id = rating_wait.low_id AND rated.second_id = rating_wait.high_id)"
        " OR (rated.first_id = rating_wait.high_id AND rated.second_id = rating_wait.low_id))"
        " WHERE rating_wait.guild_id = ?"
    )
    waiters = f"({sides.format(side='first')} UNION ALL {sides.format(side='second')}) AS waiter"
    sql = (
        f"SELECT waiter.game AS game, waiter.user_id AS user_id, MAX(waiter.name) AS name FROM {waiters}"
        " WHERE waiter.user_id > 0 AND NOT EXISTS (SELECT 1 FROM rating WHERE rating.guild_id = ?"
        " AND rating.game = waiter.game AND rating.user_id = waiter.user_id) AND (waiter.user_id = ?"
        " OR NOT EXISTS (SELECT 1 FROM preference WHERE preference.user_id = waiter.user_id AND profile_shown = 0))"
        " AND NOT EXISTS (SELECT 1 FROM block WHERE block.user_id = waiter.user_id AND block.blocked_id = ?)"
        " GROUP BY waiter.game, waiter.user_id ORDER BY waiter.game, waiter.user_id LIMIT ?"
    )
    rows = await tx.all(sql, guild_id, guild_id, guild_id, viewer_id, viewer_id, limit)
    return [(row["game"], row["user_id"], row["name"]) for row in rows]


async def list_games(tx: Transaction, guild_id: int) -> list[str]:
    """Return the games with ratings on a server, most common first."""
    sql = "SELECT game, COUNT(*) AS count FROM rating WHERE guild_id = ? GROUP BY game ORDER BY count DESC, game"
    rows = await tx.all(sql, guild_id)
    return [row["game"] for row in rows]


async def list_for_server(tx: Transaction, guild_id: int) -> list[RatingRow]:
    """Return all ratings on a server, in any order."""
    rows = await tx.all(f"SELECT {_COLUMNS} FROM rating WHERE guild_id = ?", guild_id)
    return [RatingRow(**row) for row in rows]


async def put(tx: Transaction, row: RatingRow) -> None:
    """Store a member's rating."""
    await tx.run(*upsert_statement("rating", "guild_id, game, user_id", column_values(row)))


async def request_recount(tx: Transaction, guild_id: int) -> None:
    """Request that the ratings of a server be recomputed.

    Until that is done, they stay as they are.
    """
    await tx.run("UPDATE rating_list SET recount = recount + 1 WHERE guild_id = ?", guild_id)


async def get_recount(tx: Transaction, guild_id: int) -> Recount:
    """Return the latest recount requested for a server.

    Raise `LookupError` if the server has no rated matches.
    """
    row = await tx.one(
        "SELECT guild_id, recount AS number, last FROM rating_list WHERE guild_id = ?", guild_id
    )
    if row is None:
        raise LookupError(f"server {guild_id} has no rated matches")
    return Recount(**row)


async def is_current(tx: Transaction, guild_id: int) -> bool:
    """Whether no recount of a server's ratings is pending."""
    waits = "SELECT 1 AS found FROM rating_list WHERE guild_id = ? AND recount <> recounted"
    return await tx.one(waits, guild_id) is None


async def find_pending_recount(tx: Transaction) -> Recount | None:
    """Return a pending recount of any server, or `None`."""
    row = await tx.one(
        "SELECT guild_id, recount AS number, last FROM rating_list WHERE recount <> recounted"
        " ORDER BY guild_id LIMIT 1"
    )
    return Recount(**row) if row else None


async def is_pair_waiting(tx: Transaction, guild_id: int, pair: tuple[int, int]) -> bool:
    """Whether rated matches of two people waited to count at the last recount."""
    sql = "SELECT 1 AS found FROM rating_wait WHERE guild_id = ? AND low_id = ? AND high_id = ?"
    found = await tx.one(sql, guild_id, min(pair), max(pair))
    return found is not None


async def count_waiting(tx: Transaction, guild_id: int, user_id: int) -> int:
    """Return how many rated matches of a member on a server wait to count."""
    sql = (
        "SELECT COUNT(*) AS count FROM (SELECT low_id, high_id FROM rating_wait WHERE low_id = ? AND guild_id = ?"
        " UNION ALL SELECT low_id, high_id FROM rating_wait WHERE high_id = ? AND guild_id = ?) AS pair"
        " JOIN rated ON rated.guild_id = ? AND rated.void IS NULL"
        " AND ((rated.first_id = pair.low_id AND rated.second_id = pair.high_id)"
        " OR (rated.first_id = pair.high_id AND rated.second_id = pair.low_id))"
    )
    return await tx.count(sql, user_id, guild_id, user_id, guild_id, guild_id)


async def replace_all(tx: Transaction, recount: Recount, result: RecountResult) -> bool:
    """Replace all ratings of a server with the result of a recount.

    Return false and change nothing if the result is outdated, because a match has ended or another
    recount was requested since the recount began.
    """
    sql = "UPDATE rating_list SET recounted = recount WHERE guild_id = ? AND recount = ? AND last = ?"
    if not await tx.run(sql, recount.guild_id, recount.number, recount.last):
        return False
    await tx.run("DELETE FROM rating WHERE guild_id = ?", recount.guild_id)
    await tx.run("DELETE FROM rating_wait WHERE guild_id = ?", recount.guild_id)
    await _put_many(tx, _PUT, _VALUES, [astuple(row) for row in result.ratings])
    waiting = [(recount.guild_id, *pair) for pair in result.waiting]
    await _put_many(tx, "INSERT INTO rating_wait (guild_id, low_id, high_id) VALUES ", "(?, ?, ?)", waiting)
    return True


async def _put_many(tx: Transaction, insert: str, values: str, rows: Sequence[tuple[object, ...]]) -> None:
    for start in range(0, len(rows), AT_ONCE):
        some = rows[start : start + AT_ONCE]
        await tx.run(insert + ", ".join([values] * len(some)), *(value for row in some for value in row))
