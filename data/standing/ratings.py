"""Ratings as they follow from rated matches (`data.standing.rated_rows`).

They are stored so that showing them computes nothing anew.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import Final

from data.database.columns import columns, upsert, values
from data.database.transaction import Transaction


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A member's rating in a game on a server after their last rated match.

    That match ended at `at`. `matches` counts those that count, `opponents` the different people in
    them. `name` is their last known name, empty if they were forgotten.
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
    """A recount of a server's ratings, the `number`th one.

    `last` is the server's last rated match.
    """

    guild_id: int
    number: int
    last: int


@dataclass(frozen=True, slots=True)
class RecountResult:
    """The result of a recount: all ratings, and the pairs whose matches wait.

    A pair has the lower ID first.
    """

    ratings: Sequence[RatingRow]
    waiting: Sequence[tuple[int, int]]


_COLUMNS: Final = columns(RatingRow)
_PUT: Final = f"INSERT INTO rating ({_COLUMNS}) VALUES "
_VALUES: Final = f"({', '.join('?' * len(_COLUMNS.split(', ')))})"
AT_ONCE: Final = 500
"""Rows that one statement stores."""


async def of_person(tx: Transaction, guild_id: int, user_id: int) -> dict[str, RatingRow]:
    """Return a member's ratings on a server, by game."""
    rows = await tx.all(
        f"SELECT {_COLUMNS} FROM rating WHERE user_id = ? AND guild_id = ? ORDER BY game", user_id, guild_id
    )
    return {row["game"]: RatingRow(**row) for row in rows}


async def of_opponents(
    tx: Transaction, guild_id: int, game: str, user_id: int, *, since: float
) -> list[RatingRow | None]:
    """Return the rating of the opponent in each of a member's recent matches.

    These are the matches of a game on a server that ended after `since`. Only matches that count or
    wait are considered; `None` stands for an opponent who has no match that counts.
    """
    sql = (
        f"SELECT {columns(RatingRow, 'rating')} FROM"
        " (SELECT second_id AS other FROM rated WHERE first_id = ? AND guild_id = ? AND game = ? AND at > ?"
        " AND void IS NULL UNION ALL SELECT first_id AS other FROM rated WHERE second_id = ? AND guild_id = ?"
        " AND game = ? AND at > ? AND void IS NULL) AS met"
        " LEFT JOIN rating ON rating.user_id = met.other AND rating.guild_id = ? AND rating.game = ?"
    )
    rows = await tx.all(sql, user_id, guild_id, game, since, user_id, guild_id, game, since, guild_id, game)
    return [None if row["user_id"] is None else RatingRow(**row) for row in rows]


async def of_game(
    tx: Transaction, guild_id: int, game: str, *, by: int, opponents: int, limit: int
) -> list[RatingRow]:
    """Return the ratings in a game on a server, best first.

    They are those of people who have met at least `opponents` others. Members with a hidden profile
    are left out, except for the viewer (`by`).
    """
    sql = (
        f"SELECT {_COLUMNS} FROM rating WHERE guild_id = ? AND game = ? AND opponents >= ? AND (user_id = ?"
        " OR NOT EXISTS (SELECT 1 FROM preference WHERE preference.user_id = rating.user_id AND profile_shown = 0))"
        " ORDER BY points DESC, user_id LIMIT ?"
    )
    rows = await tx.all(sql, guild_id, game, opponents, by, limit)
    return [RatingRow(**row) for row in rows]


async def games(tx: Transaction, guild_id: int) -> list[str]:
    """Return the games in which anyone has a rating on a server, most common first."""
    sql = "SELECT game, COUNT(*) AS count FROM rating WHERE guild_id = ? GROUP BY game ORDER BY count DESC, game"
    rows = await tx.all(sql, guild_id)
    return [row["game"] for row in rows]


async def of_server(tx: Transaction, guild_id: int) -> list[RatingRow]:
    """Return where everybody stands on a server, in no order."""
    rows = await tx.all(f"SELECT {_COLUMNS} FROM rating WHERE guild_id = ?", guild_id)
    return [RatingRow(**row) for row in rows]


async def put(tx: Transaction, row: RatingRow) -> None:
    """Store a member's rating."""
    await tx.run(*upsert("rating", "guild_id, game, user_id", values(row)))


async def want_recount(tx: Transaction, guild_id: int) -> None:
    """Have the ratings of a server counted anew; until then they stay as they are."""
    await tx.run("UPDATE rating_list SET recount = recount + 1 WHERE guild_id = ?", guild_id)


async def recount_of(tx: Transaction, guild_id: int) -> Recount:
    """Return the latest recount requested for a server.

    Raise `LookupError` if nothing was ever rated there.
    """
    row = await tx.one(
        "SELECT guild_id, recount AS number, last FROM rating_list WHERE guild_id = ?", guild_id
    )
    if row is None:
        raise LookupError(f"server {guild_id} has no rated matches")
    return Recount(**row)


async def is_current(tx: Transaction, guild_id: int) -> bool:
    """Return whether the ratings of a server are those of its rated matches."""
    waits = "SELECT 1 AS found FROM rating_list WHERE guild_id = ? AND recount <> recounted"
    return await tx.one(waits, guild_id) is None


async def next_recount(tx: Transaction) -> Recount | None:
    """Return a server whose ratings are to be counted anew, `None` if there is none."""
    row = await tx.one(
        "SELECT guild_id, recount AS number, last FROM rating_list WHERE recount <> recounted"
        " ORDER BY guild_id LIMIT 1"
    )
    return Recount(**row) if row else None


async def is_waiting(tx: Transaction, guild_id: int, pair: tuple[int, int]) -> bool:
    """Whether the rated matches of two people wait, as of a server's last recount."""
    sql = "SELECT 1 AS found FROM rating_wait WHERE guild_id = ? AND low_id = ? AND high_id = ?"
    found = await tx.one(sql, guild_id, min(pair), max(pair))
    return found is not None


async def waiting_of(tx: Transaction, guild_id: int, user_id: int) -> int:
    """Return how many rated matches of a member on a server wait."""
    sql = (
        "SELECT COUNT(*) AS count FROM (SELECT low_id, high_id FROM rating_wait WHERE low_id = ? AND guild_id = ?"
        " UNION ALL SELECT low_id, high_id FROM rating_wait WHERE high_id = ? AND guild_id = ?) AS pair"
        " JOIN rated ON rated.guild_id = ? AND rated.void IS NULL"
        " AND ((rated.first_id = pair.low_id AND rated.second_id = pair.high_id)"
        " OR (rated.first_id = pair.high_id AND rated.second_id = pair.low_id))"
    )
    row = await tx.one(sql, user_id, guild_id, user_id, guild_id, guild_id)
    return int(row["count"]) if row else 0


async def swap(tx: Transaction, wanted: Recount, counted: RecountResult) -> bool:
    """Replace a server's ratings with the result of a recount.

    If the result is outdated, change nothing and return false. It is outdated if a match has ended,
    or another recount was requested, since the recount began.
    """
    sql = "UPDATE rating_list SET recounted = recount WHERE guild_id = ? AND recount = ? AND last = ?"
    if not await tx.run(sql, wanted.guild_id, wanted.number, wanted.last):
        return False
    await tx.run("DELETE FROM rating WHERE guild_id = ?", wanted.guild_id)
    await tx.run("DELETE FROM rating_wait WHERE guild_id = ?", wanted.guild_id)
    await _put_many(tx, _PUT, _VALUES, [astuple(row) for row in counted.ratings])
    waiting = [(wanted.guild_id, *pair) for pair in counted.waiting]
    await _put_many(tx, "INSERT INTO rating_wait (guild_id, low_id, high_id) VALUES ", "(?, ?, ?)", waiting)
    return True


async def _put_many(tx: Transaction, insert: str, values: str, rows: Sequence[tuple[object, ...]]) -> None:
    for start in range(0, len(rows), AT_ONCE):
        some = rows[start : start + AT_ONCE]
        await tx.run(insert + ", ".join([values] * len(some)), *(value for row in some for value in row))
