"""Facts about this installation, by key: which commands it has registered."""

from data.database.columns import upsert
from data.database.transaction import Transaction


async def get(tx: Transaction, key: str) -> str | None:
    """Return the value stored under `key`, `None` if there is none."""
    row = await tx.one("SELECT value FROM meta WHERE key = ?", key)
    return str(row["value"]) if row else None


async def put(tx: Transaction, key: str, value: str) -> None:
    """Store `value` under `key`."""
    await tx.run(*upsert("meta", "key", {"key": key, "value": value}))
