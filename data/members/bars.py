"""Whom the moderators of a server have barred from the bot there."""

from dataclasses import dataclass
from typing import Final

from data.database.columns import column_list, column_values, from_row, upsert_statement
from data.database.transaction import Transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class BarRow:
    """A member's bar on a server, for the reason `why`.

    It ends at the time `until`, or never if that is `None`. The log of the server says who set it.
    """

    guild_id: int
    user_id: int
    why: str
    at: float
    until: float | None


_COLUMNS: Final = column_list(BarRow)


async def get(tx: Transaction, guild_id: int, user_id: int) -> BarRow | None:
    """Return a member's bar on a server if it holds now, or `None`."""
    sql = f"SELECT {_COLUMNS} FROM bar WHERE user_id = ? AND guild_id = ? AND (until IS NULL OR until > ?)"
    row = await tx.one(sql, user_id, guild_id, tx.now)
    return from_row(BarRow, row) if row else None


async def put(tx: Transaction, row: BarRow) -> None:
    """Store a member's bar on a server, in place of an earlier one."""
    await tx.run(*upsert_statement("bar", "user_id, guild_id", column_values(row)))


async def remove(tx: Transaction, guild_id: int, user_id: int) -> None:
    """Store that a member is barred on a server no longer."""
    await tx.run("DELETE FROM bar WHERE user_id = ? AND guild_id = ?", user_id, guild_id)
