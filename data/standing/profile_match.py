"""The match that a member shows on their profile, one for each server."""

from data.database.columns import upsert_statement
from data.database.transaction import Transaction


async def put(tx: Transaction, user_id: int, guild_id: int, match_id: int) -> None:
    """Store the match that a member shows on a server, replacing the earlier one."""
    stored = {"user_id": user_id, "guild_id": guild_id, "match_id": match_id}
    await tx.run(*upsert_statement("shown", "user_id, guild_id", stored))


async def get(tx: Transaction, user_id: int, guild_id: int) -> int | None:
    """Return the ID of the match that a member shows on a server, or `None`."""
    return await tx.value("SELECT match_id FROM shown WHERE user_id = ? AND guild_id = ?", user_id, guild_id)


async def remove(tx: Transaction, user_id: int, guild_id: int) -> None:
    """Stop showing a match on a member's profile on a server."""
    await tx.run("DELETE FROM shown WHERE user_id = ? AND guild_id = ?", user_id, guild_id)
