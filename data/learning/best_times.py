"""Members' best times at naming the squares of a game's board."""

from data.database.transaction import Transaction


async def get(tx: Transaction, user_id: int, game: str) -> float | None:
    """Return a member's best time in seconds, or `None`."""
    return await tx.value("SELECT seconds FROM fastest WHERE user_id = ? AND game = ?", user_id, game)


async def put(tx: Transaction, user_id: int, game: str, seconds: float) -> None:
    """Store a member's time if it is their best one."""
    sql = (
        "INSERT INTO fastest (user_id, game, seconds) VALUES (?, ?, ?)"
        " ON CONFLICT (user_id, game) DO UPDATE SET seconds = excluded.seconds"
        " WHERE fastest.seconds > excluded.seconds"
    )
    await tx.run(sql, user_id, game, seconds)
