"""Deletion of old data.

That is matches, challenges that led to none, logs, and ended bars. A match is deleted with everything
that belongs to it.
"""

from data.database.transaction import Transaction
from data.learning import trees
from data.play import listing
from data.puzzles import mining
from data.puzzles.mining import MinedRow


async def delete_old_matches(tx: Transaction, before: float, *, limit: int) -> tuple[int, list[MinedRow]]:
    """Delete up to `limit` matches that ended before a time, oldest first.

    Return how many were deleted, and the puzzles that were made from them. Their challenges are older
    still and are deleted with those that led to no match. IDs are never reused, so old buttons find
    nothing.
    """
    sql = (
        "SELECT id FROM match WHERE status = 'over' AND updated_at < ?"
        f" ORDER BY updated_at LIMIT ?{tx.skip_locked}"
    )
    rows = await tx.all(sql, before, limit)
    for match in await listing.list_by_ids(tx, [row["id"] for row in rows]):
        await trees.subtract(tx, match)
    puzzles: list[MinedRow] = []
    for row in rows:
        puzzles += await mining.drop_match(tx, row["id"])
        await tx.run("DELETE FROM match WHERE id = ?", row["id"])
    return len(rows), puzzles


async def delete_old_challenges(tx: Transaction, before: float, *, limit: int) -> int:
    """Delete up to `limit` closed challenges made before a time; return how many.

    Challenges that led to a match are kept.
    """
    past = "status <> 'open' AND match_id IS NULL AND created_at < ? ORDER BY created_at"
    return await _remove(tx, "challenge", past, before, limit)


async def delete_old_logs(tx: Transaction, before: float, *, limit: int) -> int:
    """Delete up to `limit` log rows about changes on servers before a time.

    Return how many were deleted.
    """
    return await _remove(tx, "admin_log", "at < ? ORDER BY at", before, limit)


async def delete_ended_bars(tx: Transaction, now: float, *, limit: int) -> int:
    """Delete up to `limit` bars of members that have ended; return how many."""
    sql = (
        "DELETE FROM bar WHERE (user_id, guild_id) IN"
        " (SELECT user_id, guild_id FROM bar WHERE until <= ? ORDER BY until LIMIT ?)"
    )
    return await tx.run(sql, now, limit)


async def _remove(tx: Transaction, table: str, past: str, before: float, limit: int) -> int:
    """Delete up to `limit` rows of a table, in its order; return how many.

    `past` is the condition for rows that are old enough, and `before` its time.
    """
    sql = (
        f"WITH past AS MATERIALIZED (SELECT id FROM {table} WHERE {past} LIMIT ?{tx.skip_locked})"
        f" DELETE FROM {table} WHERE id IN (SELECT id FROM past) RETURNING id"
    )
    gone = await tx.all(sql, before, limit)
    return len(gone)
