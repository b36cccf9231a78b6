"""Changes on servers: what, by whom and when, listed for a server's managers."""

from dataclasses import dataclass
from typing import Final

from data.database.columns import columns
from data.database.transaction import Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class AdminLogRow:
    """One change on a server at a time.

    `what` is a setting, by its name in `ServerRow`, or the action on the match `match_id`. `was` and
    `became` are the values before and after as JSON; for a match that was moved they are its places.
    `user_id` did it: `None` is the bot by itself, `NOBODY` a person who was forgotten.
    """

    guild_id: int
    at: float
    user_id: int | None
    what: str
    was: str | None = None
    became: str | None = None
    match_id: int | None = None


_COLUMNS: Final = columns(AdminLogRow)


async def add(tx: Transaction, row: AdminLogRow, *, most: int) -> None:
    """Store a row; of those of its server only the `most` newest stay."""
    sql = f"INSERT INTO admin_log ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"
    await tx.run(sql, row.guild_id, row.at, row.user_id, row.what, row.was, row.became, row.match_id)
    sql = (
        "DELETE FROM admin_log WHERE guild_id = ? AND id <="
        " (SELECT id FROM admin_log WHERE guild_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?)"
    )
    await tx.run(sql, row.guild_id, row.guild_id, most)


async def count(tx: Transaction, guild_id: int) -> int:
    """Return how many rows there are of a server."""
    row = await tx.one("SELECT COUNT(*) AS count FROM admin_log WHERE guild_id = ?", guild_id)
    return int(row["count"]) if row else 0


async def newest(tx: Transaction, guild_id: int, *, skip: int, limit: int) -> list[AdminLogRow]:
    """Return up to `limit` rows of a server, newest first, after the first `skip`."""
    sql = f"SELECT {_COLUMNS} FROM admin_log WHERE guild_id = ? ORDER BY id DESC LIMIT ? OFFSET ?"
    rows = await tx.all(sql, guild_id, limit, skip)
    return [AdminLogRow(**row) for row in rows]
