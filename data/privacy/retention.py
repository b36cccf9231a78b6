"""Removal of past data: whole matches, challenges that came to nothing, and logs.

A match is removed with everything that belongs to it.
"""

from data.database.transaction import Transaction
from data.learning import trees
from data.play import listing
from data.puzzles import mining
from data.puzzles.mining import MinedRow


async def remove_matches(tx: Transaction, before: float, *, limit: int) -> tuple[int, list[MinedRow]]:
    """Remove up to `limit` matches that were over before a time, oldest first.

    Return how many were removed, and their puzzles. Their challenges are older still, and are removed
    with those that came to nothing. IDs are never reused, so old buttons find nothing.
    """
    sql = (
        "SELECT id FROM match WHERE status = 'over' AND updated_at < ?"
        f" ORDER BY updated_at LIMIT ?{tx.unheld}"
    )
    rows = await tx.all(sql, before, limit)
    for match in await listing.of_ids(tx, [row["id"] for row in rows]):
        await trees.take_back(tx, match)
    puzzles = []
    for row in rows:
        puzzles += await mining.drop_match(tx, row["id"])
        await tx.run("DELETE FROM match WHERE id = ?", row["id"])
    return len(rows), puzzles


async def remove_challenges(tx: Transaction, before: float, *, limit: int) -> int:
    """Remove up to `limit` closed challenges made before a time; return how many.

    Challenges that became a match are kept.
    """
    past = "status <> 'open' AND match_id IS NULL AND created_at < ? ORDER BY created_at"
    return await _remove(tx, "challenge", past, before, limit)


async def remove_logged(tx: Transaction, before: float, *, limit: int) -> int:
    """Remove up to `limit` log rows of changes on servers before a time.

    Return how many were removed.
    """
    return await _remove(tx, "admin_log", "at < ? ORDER BY at", before, limit)


async def _remove(tx: Transaction, table: str, past: str, before: float, limit: int) -> int:
    """Remove up to `limit` rows of a table that are `past`, in its order.

    Return how many were removed.
    """
    sql = (
        f"WITH past AS MATERIALIZED (SELECT id FROM {table} WHERE {past} LIMIT ?{tx.unheld})"
        f" DELETE FROM {table} WHERE id IN (SELECT id FROM past) RETURNING id"
    )
    gone = await tx.all(sql, before, limit)
    return len(gone)
