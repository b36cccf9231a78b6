"""Remove what is over and past: whole matches with all that belongs to them, challenges that came to nothing, logs."""

from data.transaction import Transaction


async def remove_matches(tx: Transaction, before: float, *, limit: int) -> int:
    """Remove up to `limit` matches that were over before a time, the oldest first; return how many.

    Their challenges are older still, and go with those that came to nothing. Ids are never used again, so old buttons
    find nothing.
    """
    rows = await tx.all(
        "SELECT id FROM match WHERE status = 'over' AND updated_at < ?"
        f" ORDER BY updated_at LIMIT ?{tx.unheld}",
        before,
        limit,
    )
    for row in rows:
        await tx.run("DELETE FROM match WHERE id = ?", row["id"])
    return len(rows)


async def remove_challenges(tx: Transaction, before: float, *, limit: int) -> int:
    """Remove up to `limit` challenges made before a time that are closed and became no match; return how many."""
    return await tx.run(
        "DELETE FROM challenge WHERE id IN (SELECT id FROM challenge"
        " WHERE status <> 'open' AND match_id IS NULL AND created_at < ? ORDER BY created_at"
        f" LIMIT ?{tx.unheld})",
        before,
        limit,
    )


async def remove_logged(tx: Transaction, before: float, *, limit: int) -> int:
    """Remove up to `limit` rows that say what was changed on servers before a time; return how many."""
    return await tx.run(
        "DELETE FROM admin_log WHERE id IN"
        f" (SELECT id FROM admin_log WHERE at < ? ORDER BY at LIMIT ?{tx.unheld})",
        before,
        limit,
    )
