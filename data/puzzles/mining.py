"""Puzzles made from finished matches of servers, and the matches to search.

A match is included only with the consent of its server and of everyone who played it, and its data
here is deleted as soon as one of them withdraws that. The matches to search are jobs of
`data.outbox.leases`.
"""

from dataclasses import dataclass
from typing import Final

from data.database.columns import column_list, column_values, insert_statement
from data.database.persons import COMPUTER
from data.database.transaction import Transaction
from data.outbox import leases
from data.outbox.leases import LeaseRow
from data.play.matches import MatchStatus
from data.play.places import ON_SERVER

NAMED: Final = "named"
NAMELESS: Final = "nameless"
ALLOWED: Final = (
    "EXISTS (SELECT 1 FROM server WHERE server.guild_id = match.guild_id AND server.mined = 1)"
    " AND NOT EXISTS (SELECT 1 FROM seat LEFT JOIN preference ON preference.user_id = seat.user_id"
    f" WHERE seat.match_id = match.id AND seat.user_id <> {COMPUTER} AND preference.mined IS NULL)"
)
"""Condition: a match's server and all its players let it be analysed.

A player who was forgotten does not.
"""


@dataclass(frozen=True, slots=True)
class MinedRow:
    """A puzzle that was found in a match.

    `told` is the puzzle as a line in the file format of the puzzles that come with Twotone, and `key`
    identifies it.
    """

    match_id: int
    guild_id: int
    game: str
    key: str
    told: str
    made_at: float


@dataclass(frozen=True, slots=True)
class DailyQuota:
    """The most matches that may be searched for puzzles on a day.

    There is a limit for each server and one for all servers together. The day is a number of days since
    the epoch.
    """

    day: int
    per_server: int
    in_total: int


async def put(tx: Transaction, match_id: int, *, min_plies: int, at: float, max_waiting: int) -> bool:
    """Schedule the search of a finished match; return whether it is allowed.

    The match must have at least `min_plies` moves and be on a server where the bot is a member. There
    must be fewer than `max_waiting` jobs of that server. The server and all players must have given
    their consent.
    """
    sql = (
        "INSERT INTO mining (match_id, guild_id, not_before)"
        f" SELECT match.id, match.guild_id, ? FROM match WHERE match.id = ? AND match.status = '{MatchStatus.OVER}'"
        f" AND match.{ON_SERVER} AND match.plies >= ? AND {ALLOWED}"
        " AND (SELECT COUNT(*) FROM mining AS others WHERE others.guild_id = match.guild_id) < ?"
        " ON CONFLICT (match_id) DO NOTHING"
    )
    return await tx.run(sql, at, match_id, min_plies, max_waiting) > 0


async def claim(
    tx: Transaction, now: float, quota: DailyQuota, *, owner: str, lease: float
) -> list[LeaseRow]:
    """Claim the match that has waited longest for `owner`, for `lease` seconds.

    The list is empty if no match is due or the quota of the day is used up.
    """
    taken = await leases.claim(
        tx,
        "mining",
        now,
        1,
        owner=owner,
        lease=lease,
        where="(SELECT COALESCE(SUM(mined_count), 0) FROM server WHERE mined_day = ?) < ?"
        " AND NOT EXISTS (SELECT 1 FROM server WHERE server.guild_id = mining.guild_id"
        " AND server.mined_day = ? AND server.mined_count >= ?)",
        args=(quota.day, quota.in_total, quota.day, quota.per_server),
    )
    for job in taken:
        await tx.run(
            "UPDATE server SET mined_count = CASE WHEN mined_day = ? THEN mined_count + 1 ELSE 1 END, mined_day = ?"
            " WHERE guild_id = ?",
            quota.day,
            quota.day,
            job.about,
        )
    return taken


async def is_allowed(tx: Transaction, match_id: int) -> bool:
    """Whether a match's server and all its players still consent to the search."""
    found = await tx.one(f"SELECT 1 AS found FROM match WHERE id = ? AND {ALLOWED}", match_id)
    return found is not None


async def add(tx: Transaction, puzzle: MinedRow, *, max_count: int) -> list[MinedRow]:
    """Store a puzzle; return the puzzles that were deleted to make room for it.

    These are the oldest of the server, so that it keeps at most `max_count`.
    """
    await tx.run(*insert_statement("mined", column_values(puzzle), "ON CONFLICT (match_id) DO NOTHING"))
    sql = (
        "guild_id = ? AND (SELECT COUNT(*) FROM mined AS newer WHERE newer.guild_id = mined.guild_id"
        " AND (newer.made_at, newer.match_id) > (mined.made_at, mined.match_id)) >= ?"
    )
    return await _delete_where(tx, sql, puzzle.guild_id, max_count)


async def list_for_server(tx: Transaction, guild_id: int) -> list[MinedRow]:
    """Return the puzzles from a server's matches, oldest first."""
    rows = await tx.all(
        f"SELECT {column_list(MinedRow)} FROM mined WHERE guild_id = ? ORDER BY made_at, match_id", guild_id
    )
    return [MinedRow(**row) for row in rows]


async def get(tx: Transaction, guild_id: int, key: str) -> MinedRow | None:
    """Return a puzzle of a server by its key, or `None`."""
    row = await tx.one(
        f"SELECT {column_list(MinedRow)} FROM mined WHERE guild_id = ? AND key = ? LIMIT 1", guild_id, key
    )
    return MinedRow(**row) if row else None


async def list_unposted(tx: Transaction, guild_id: int) -> list[MinedRow]:
    """Return a server's puzzles that were no daily puzzle there, oldest first."""
    sql = (
        f"SELECT {column_list(MinedRow)} FROM mined WHERE guild_id = ? AND NOT EXISTS (SELECT 1 FROM puzzle_post"
        " WHERE puzzle_post.guild_id = mined.guild_id AND puzzle_post.key = mined.key)"
        " ORDER BY made_at, match_id"
    )
    rows = await tx.all(sql, guild_id)
    return [MinedRow(**row) for row in rows]


async def list_player_names(tx: Transaction, match_id: int) -> list[str]:
    """Return the names of a match's players by seat.

    The list is empty unless all of them want to be named with puzzles.
    """
    sql = (
        "SELECT seat.name AS name, seat.user_id AS user_id, preference.mined AS mined FROM seat"
        " LEFT JOIN preference ON preference.user_id = seat.user_id WHERE seat.match_id = ? ORDER BY seat.seat"
    )
    rows = await tx.all(sql, match_id)
    if any(row["mined"] != NAMED and row["user_id"] != COMPUTER for row in rows):
        return []
    return [row["name"] for row in rows]


async def list_for_player(tx: Transaction, user_id: int) -> list[MinedRow]:
    """Return the puzzles from the matches that a member played."""
    sql = (
        f"SELECT {column_list(MinedRow, 'mined')} FROM seat JOIN mined ON mined.match_id = seat.match_id"
        " WHERE seat.user_id = ?"
    )
    rows = await tx.all(sql, user_id)
    return [MinedRow(**row) for row in rows]


async def drop_person(tx: Transaction, user_id: int) -> list[MinedRow]:
    """Delete the puzzles from a member's matches and return them.

    No more matches of the member are searched, because they have withdrawn their consent.
    """
    theirs = "match_id IN (SELECT match_id FROM seat WHERE user_id = ?)"
    await tx.run(f"DELETE FROM mining WHERE {theirs}", user_id)
    return await _delete_where(tx, theirs, user_id)


async def drop_match(tx: Transaction, match_id: int) -> list[MinedRow]:
    """Delete the puzzles from a match that is being deleted, and return them."""
    return await _delete_where(tx, "match_id = ?", match_id)


async def drop_server(tx: Transaction, guild_id: int) -> list[MinedRow]:
    """Delete the puzzles from a server's matches and return them.

    No more matches of the server are searched, because it has withdrawn its consent.
    """
    await tx.run("DELETE FROM mining WHERE guild_id = ?", guild_id)
    return await _delete_where(tx, "guild_id = ?", guild_id)


async def _delete_where(tx: Transaction, where: str, *args: object) -> list[MinedRow]:
    """Delete the puzzles that meet a condition, and return them."""
    rows = await tx.all(f"DELETE FROM mined WHERE {where} RETURNING {column_list(MinedRow)}", *args)
    return [MinedRow(**row) for row in rows]


async def list_posts(tx: Transaction, row: MinedRow) -> list[int]:
    """Return the IDs of the daily puzzles that show a given puzzle."""
    rows = await tx.all(
        "SELECT id FROM puzzle_post WHERE guild_id = ? AND key = ? ORDER BY id", row.guild_id, row.key
    )
    return [each["id"] for each in rows]
