"""Weekly digests of servers: when they are due, and data about the week."""

from dataclasses import dataclass
from typing import Final

from data.database.columns import column_list
from data.database.transaction import Transaction
from data.members.preferences import SHOWS_PROFILE


@dataclass(frozen=True, slots=True)
class DueDigest:
    """A server whose weekly digest is due, and since when.

    `digest_last` is the time when the previous digest was due, or `None`.
    """

    guild_id: int
    digest_day: int
    digest_hour: int
    zone: str | None
    digest_at: float
    digest_last: float | None


@dataclass(frozen=True, slots=True)
class DailySolveCount:
    """How many daily puzzles of a channel a member solved without help."""

    channel_id: int
    user_id: int
    count: int


_DUE: Final = column_list(DueDigest)


async def schedule(tx: Transaction, guild_id: int, at: float | None) -> None:
    """Store when the next digest of a server is due, or `None` for never."""
    await tx.run("UPDATE server SET digest_at = ? WHERE guild_id = ?", at, guild_id)


async def get_due_times(tx: Transaction, guild_id: int) -> tuple[float | None, float | None]:
    """Return when the next digest of a server is due, and when the last one was."""
    row = await tx.one("SELECT digest_at, digest_last FROM server WHERE guild_id = ?", guild_id)
    return (row["digest_at"], row["digest_last"]) if row else (None, None)


async def record_digest(tx: Transaction, guild_id: int, at: float) -> None:
    """Store that the digest that was due at the time `at` has been made."""
    await tx.run("UPDATE server SET digest_last = ? WHERE guild_id = ?", at, guild_id)


async def list_due(tx: Transaction, now: float, farthest: float, limit: int) -> list[DueDigest]:
    """Return up to `limit` servers whose digest is due.

    Servers that another process is handling are skipped. A due time later than `farthest` must come
    from a wrong clock, so such a server is due too.
    """
    when = "(digest_at <= ? OR digest_at > ?) ORDER BY digest_at"
    sql = f"SELECT {_DUE} FROM server WHERE {when} LIMIT ?{tx.skip_locked}"
    rows = await tx.all(sql, now, farthest, limit)
    return [DueDigest(**row) for row in rows]


async def next_due_time(tx: Transaction) -> float | None:
    """Return the time when the next digest of any server is due, or `None`."""
    return await tx.moment("SELECT MIN(digest_at) AS due FROM server WHERE digest_at IS NOT NULL")


async def list_solve_counts(
    tx: Transaction, guild_id: int, since: float, until: float
) -> list[DailySolveCount]:
    """Return how many daily puzzles members solved without a hint in a period.

    The period is from `since` up to but not including `until`. The best come first. Members with a
    hidden profile are left out.
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
    return [DailySolveCount(**row) for row in rows]
