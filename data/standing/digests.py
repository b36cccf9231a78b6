"""Weekly digests of servers: when each is due, and what it tells about a week."""

from dataclasses import dataclass
from typing import Final

from data.database.columns import columns
from data.database.transaction import Transaction
from data.members.preferences import SHOWS_PROFILE


@dataclass(frozen=True, slots=True)
class DueDigest:
    """A server whose digest is due, and since when.

    `digest_last` is when the previous one was due, if there was one.
    """

    guild_id: int
    digest_day: int
    digest_hour: int
    zone: str | None
    digest_at: float
    digest_last: float | None


@dataclass(frozen=True, slots=True)
class DailySolvings:
    """How many daily puzzles of a channel a member has solved without help."""

    channel_id: int
    user_id: int
    count: int


_DUE: Final = columns(DueDigest)


async def plan(tx: Transaction, guild_id: int, at: float | None) -> None:
    """Store when the next digest of a server is due; `None` for never."""
    await tx.run("UPDATE server SET digest_at = ? WHERE guild_id = ?", at, guild_id)


async def due_times(tx: Transaction, guild_id: int) -> tuple[float | None, float | None]:
    """Return when the next digest of a server is due, and when the last one was."""
    row = await tx.one("SELECT digest_at, digest_last FROM server WHERE guild_id = ?", guild_id)
    return (row["digest_at"], row["digest_last"]) if row else (None, None)


async def record_digest(tx: Transaction, guild_id: int, at: float) -> None:
    """Store that the digest due at a time has been made."""
    await tx.run("UPDATE server SET digest_last = ? WHERE guild_id = ?", at, guild_id)


async def due(tx: Transaction, now: float, farthest: float, limit: int) -> list[DueDigest]:
    """Return up to `limit` servers whose digest is due.

    Servers that another process is handling are skipped. A time further ahead than `farthest` was
    planned by a clock that was wrong, so it is due too.
    """
    sql = f"SELECT {_DUE} FROM server WHERE (digest_at <= ? OR digest_at > ?) ORDER BY digest_at LIMIT ?{tx.unheld}"
    rows = await tx.all(sql, now, farthest, limit)
    return [DueDigest(**row) for row in rows]


async def next_due(tx: Transaction) -> float | None:
    """Return when the next digest of any server is due, `None` if none ever is."""
    row = await tx.one("SELECT MIN(digest_at) AS due FROM server WHERE digest_at IS NOT NULL")
    return row["due"] if row else None


async def solvers(tx: Transaction, guild_id: int, since: float, until: float) -> list[DailySolvings]:
    """Return the members who solved a server's puzzles within a time without a hint.

    The one who solved the most comes first. Members with a hidden profile are left out.
    """
    sql = (
        "SELECT puzzle_post.channel_id AS channel_id, puzzle_solver.user_id AS user_id, COUNT(*) AS count"
        " FROM puzzle_post JOIN puzzle_solver ON puzzle_solver.post_id = puzzle_post.id"
        " LEFT JOIN preference ON preference.user_id = puzzle_solver.user_id"
        " WHERE puzzle_post.guild_id = ? AND puzzle_post.made_at >= ? AND puzzle_post.made_at < ?"
        f" AND puzzle_solver.solved = 1 AND puzzle_solver.hinted = 0 AND {SHOWS_PROFILE}"
        " GROUP BY puzzle_post.channel_id, puzzle_solver.user_id ORDER BY count DESC, puzzle_solver.user_id"
    )
    rows = await tx.all(sql, guild_id, since, until)
    return [DailySolvings(**row) for row in rows]
