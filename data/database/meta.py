"""Single facts about this installation, stored by key."""

from data.database.columns import upsert_statement
from data.database.transaction import Transaction


async def get(tx: Transaction, key: str) -> str | None:
    """Return the value stored under `key`, or `None`."""
    row = await tx.one("SELECT value FROM meta WHERE key = ?", key)
    return str(row["value"]) if row else None


async def put(tx: Transaction, key: str, value: str) -> None:
    """Store `value` under `key`, replacing any earlier value."""
    await tx.run(*upsert_statement("meta", "key", {"key": key, "value": value}))
