"""Jobs of matches that a process claims under its name for a while (a lease), until they are done or given back.

Each table of `TABLES` has a row for a match, with `not_before`, `attempts`, `owner` and `leased_until`.
"""

from typing import Final

from data.transaction import Transaction

TABLES: Final = ("thinking", "mining", "learning")


async def again(tx: Transaction, table: str, match_id: int, owner: str, not_before: float) -> None:
    """Give a job back that came to nothing, to be claimed from `not_before`; do nothing if it is another's by now."""
    await tx.run(
        f"UPDATE {table} SET owner = NULL, leased_until = NULL, not_before = ? WHERE match_id = ? AND owner = ?",
        not_before, match_id, owner,
    )  # fmt: skip


async def give_back(tx: Transaction, table: str, owner: str) -> None:
    """Give back all that this owner was at, for it ends in order: that was no attempt."""
    await tx.run(
        f"UPDATE {table} SET owner = NULL, leased_until = NULL, attempts = attempts - 1 WHERE owner = ?",
        owner,
    )


async def free(tx: Transaction, table: str) -> None:
    """Give back every job whose owner is gone, as `data.processes` knows: that was an attempt."""
    await tx.run(
        f"UPDATE {table} SET owner = NULL, leased_until = NULL WHERE owner NOT IN (SELECT name FROM process)"
    )


async def mend_times(tx: Transaction, table: str, now: float) -> None:
    """Let every job be due, for a process that begins: a clock was wrong, or it may as well be done."""
    await tx.run(f"UPDATE {table} SET not_before = ? WHERE not_before > ?", now, now)


async def next_due(tx: Transaction, table: str, where: str = "") -> float | None:
    """Return when the next job can be claimed, `None` if there is none: what is in hand may be left by its owner."""
    row = await tx.one(
        "SELECT MIN(CASE WHEN leased_until > not_before THEN leased_until ELSE not_before END) AS due"
        f" FROM {table} {where}"
    )
    return row["due"] if row else None
