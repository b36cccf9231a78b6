"""Matches whose board or thread needs care because no player has moved.

A board is due to change, or a thread is about to be archived by Discord.
"""

from dataclasses import dataclass
from typing import Final

from data.database.columns import from_row
from data.database.transaction import Transaction
from data.play import matches
from data.play.matches import MatchRow

DAY: Final = 24 * 3600.0
AWAKE_FOR: Final = 6 * DAY
"""Seconds after which a silent thread is looked at.

Discord archives it after seven days.
"""

IN_THREAD: Final = "status = 'running' AND thread_id IS NOT NULL"


@dataclass(frozen=True, slots=True)
class SilentThread:
    """The thread of a running match, and when the player to move came to move."""

    match_id: int
    guild_id: int
    thread_id: int
    turn_at: float


async def list_due(tx: Transaction, now: float, limit: int) -> list[MatchRow]:
    """Return up to `limit` matches that are due at `now`, earliest first.

    The rows are locked, because the caller is expected to change them.
    """
    rows = await tx.all(
        f"SELECT id FROM match WHERE due_at <= ? ORDER BY due_at LIMIT ?{tx.skip_locked}", now, limit
    )
    return [row for each in rows if (row := await matches.get(tx, each["id"]))]


async def next_due_time(tx: Transaction) -> float | None:
    """Return the time when the next match is due, or `None`."""
    return await tx.moment("SELECT MIN(due_at) AS due_at FROM match WHERE due_at IS NOT NULL")


async def set_due(tx: Transaction, match_id: int, due_at: float | None) -> None:
    """Store when a match is next due; `None` means not before its next move."""
    await tx.run("UPDATE match SET due_at = ? WHERE id = ?", due_at, match_id)


async def set_absent(tx: Transaction, match_id: int, *, at: float | None, due_at: float) -> None:
    """Store when the player to move was found to have left the server.

    If `at` is `None`, the player is back.
    """
    await tx.run("UPDATE match SET absent_at = ?, due_at = ? WHERE id = ?", at, due_at, match_id)


async def list_silent_threads(tx: Transaction, now: float, limit: int) -> list[SilentThread]:
    """Return up to `limit` threads that are to be looked at by `now`, earliest first.

    The rows are locked, because the caller is expected to change them.
    """
    sql = (
        "SELECT id AS match_id, guild_id, thread_id, turn_at FROM match"
        f" WHERE look_at <= ? AND {IN_THREAD} ORDER BY look_at LIMIT ?{tx.skip_locked}"
    )
    return [from_row(SilentThread, row) for row in await tx.all(sql, now, limit)]


async def next_look_time(tx: Transaction) -> float | None:
    """Return the time when the next thread is to be looked at, or `None`."""
    return await tx.moment(f"SELECT MIN(look_at) AS look_at FROM match WHERE {IN_THREAD}")


async def set_look_time(tx: Transaction, match_id: int, at: float) -> None:
    """Store when the thread of a match is looked at next."""
    await tx.run("UPDATE match SET look_at = ? WHERE id = ?", at, match_id)
