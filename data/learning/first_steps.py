"""The first steps (small tasks for newcomers) that members have solved."""

from data.database.columns import insert_statement
from data.database.transaction import Transaction


async def add(tx: Transaction, user_id: int, game: str, number: int) -> None:
    """Store that a member has solved a first step, a small task for newcomers."""
    stored = {"user_id": user_id, "game": game, "number": number}
    await tx.run(*insert_statement("first_step", stored, "ON CONFLICT (user_id, game, number) DO NOTHING"))


async def list_solved(tx: Transaction, user_id: int, game: str) -> list[int]:
    """Return the numbers of the first steps of a game that a member has solved."""
    rows = await tx.all(
        "SELECT number FROM first_step WHERE user_id = ? AND game = ? ORDER BY number", user_id, game
    )
    return [row["number"] for row in rows]
