"""The log of changes on each server, listed for its managers."""

from dataclasses import dataclass
from typing import Final

from data.database.columns import column_list, column_values, insert_statement
from data.database.transaction import Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class AdminLogRow:
    """One logged change on a server.

    `what` is the name of a setting in `ServerRow`, or an action on the match `match_id`. `was` and
    `became` are the values before and after as JSON; if a match was moved, they are its places.
    `user_id` is the person who made the change, `None` if the bot made it by itself, or `NOBODY` if
    that person's data has been deleted. `whom_id` is the member whom an act is about, or `NOBODY`.
    """

    guild_id: int
    at: float
    user_id: int | None
    what: str
    was: str | None = None
    became: str | None = None
    match_id: int | None = None
    whom_id: int | None = None


_COLUMNS: Final = column_list(AdminLogRow)


async def add(tx: Transaction, row: AdminLogRow, *, keep: int) -> None:
    """Store a row and delete all but the newest `keep` rows of its server."""
    await tx.run(*insert_statement("admin_log", column_values(row)))
    sql = (
        "DELETE FROM admin_log WHERE guild_id = ? AND id <="
        " (SELECT id FROM admin_log WHERE guild_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?)"
    )
    await tx.run(sql, row.guild_id, row.guild_id, keep)


async def count(tx: Transaction, guild_id: int) -> int:
    """Return the number of log rows of a server."""
    return await tx.count("SELECT COUNT(*) AS count FROM admin_log WHERE guild_id = ?", guild_id)


async def list_newest(tx: Transaction, guild_id: int, *, skip: int, limit: int) -> list[AdminLogRow]:
    """Return up to `limit` log rows of a server, newest first.

    The newest `skip` rows are left out.
    """
    sql = f"SELECT {_COLUMNS} FROM admin_log WHERE guild_id = ? ORDER BY id DESC LIMIT ? OFFSET ?"
    rows = await tx.all(sql, guild_id, limit, skip)
    return [AdminLogRow(**row) for row in rows]


async def list_ended_ids(tx: Transaction, guild_id: int, reason: str) -> list[int]:
    """Return the IDs of a server's matches that were ended and still are.

    `reason` is the code with which they ended.
    """
    sql = (
        "SELECT DISTINCT match.id AS id FROM admin_log JOIN match ON match.id = admin_log.match_id"
        " WHERE admin_log.guild_id = ? AND admin_log.what = 'end' AND match.status = 'over' AND match.reason = ?"
    )
    return [row["id"] for row in await tx.all(sql, guild_id, reason)]
