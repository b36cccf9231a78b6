"""The matches that people show on their profiles: one of each person on a server."""

from data.database.columns import upsert
from data.database.transaction import Transaction


async def put(tx: Transaction, user_id: int, guild_id: int, match_id: int) -> None:
    """Store the match that a member shows on a server, in place of the former one."""
    stored = {"user_id": user_id, "guild_id": guild_id, "match_id": match_id}
    await tx.run(*upsert("shown", "user_id, guild_id", stored))


async def get(tx: Transaction, user_id: int, guild_id: int) -> int | None:
    """Return the ID of the match that a member shows on a server, or `None`."""
    row = await tx.one("SELECT match_id FROM shown WHERE user_id = ? AND guild_id = ?", user_id, guild_id)
    return row["match_id"] if row else None


async def remove(tx: Transaction, user_id: int, guild_id: int) -> None:
    """Stop showing a match of a member on a server."""
    await tx.run("DELETE FROM shown WHERE user_id = ? AND guild_id = ?", user_id, guild_id)
