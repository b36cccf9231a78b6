"""Jobs that a process claims under its name for a while (a lease).

It holds the claim until the job is done or given back. Each table of `TABLES` has a row for a
job, with `not_before`, `attempts`, `owner` and `leased_until`.
"""

from dataclasses import dataclass
from typing import Final

from data.database.transaction import Transaction

TABLES: Final = {
    **dict.fromkeys(("thinking", "mining", "learning", "tree_job", "hook"), "match_id"),
    "stage_hook": "id",
}
"""The tables, each with the column of its key: most have one job of a match."""


@dataclass(frozen=True, slots=True)
class LeaseRow:
    """A job by its key; `attempts` counts the claims, this one included."""

    key: int
    not_before: float
    attempts: int


async def claim(tx: Transaction, table: str, now: float, *, owner: str, lease: float) -> list[LeaseRow]:
    """Claim the job that has waited longest for `owner`, for `lease` seconds.

    The claim is counted. Return nothing if no job is due.
    """
    key = TABLES[table]
    sql = (
        f"UPDATE {table} SET owner = ?, leased_until = ?, attempts = attempts + 1 WHERE {key} ="
        f" (SELECT {key} FROM {table} WHERE not_before <= ? AND (owner IS NULL OR leased_until <= ?)"
        f" ORDER BY not_before, {key} LIMIT 1{tx.unheld})"
        f" RETURNING {key} AS key, not_before, attempts"
    )
    rows = await tx.all(sql, owner, now + lease, now, now)
    return [LeaseRow(**row) for row in rows]


async def has_jobs(tx: Transaction, table: str) -> bool:
    """Whether there is a job, due or not.

    Unlike `next_due`, it does not look at all jobs.
    """
    return await tx.one(f"SELECT 1 AS found FROM {table} LIMIT 1") is not None


async def delete_done(tx: Transaction, table: str, key: int, owner: str) -> bool:
    """Delete a job that this owner has done.

    Return false if it was gone already, or is another owner's by now.
    """
    return await tx.run(f"DELETE FROM {table} WHERE {TABLES[table]} = ? AND owner = ?", key, owner) > 0


async def retry(tx: Transaction, table: str, key: int, owner: str, not_before: float) -> None:
    """Give back a job that came to nothing, to be claimed from `not_before`.

    Do nothing if it is another owner's by now.
    """
    sql = (
        f"UPDATE {table} SET owner = NULL, leased_until = NULL, not_before = ?"
        f" WHERE {TABLES[table]} = ? AND owner = ?"
    )
    await tx.run(sql, not_before, key, owner)


async def restart(tx: Transaction, table: str, key: int) -> None:
    """Restart a job, if there is one, because data that it reads has changed.

    The process that has it in hand finds that it is another's by now, or the job is done again
    because of this change.
    """
    await tx.run(
        f"UPDATE {table} SET owner = NULL, leased_until = NULL, attempts = 0 WHERE {TABLES[table]} = ?", key
    )


async def restart_of_user(tx: Transaction, table: str, user_id: int) -> None:
    """Restart the jobs of all matches of a user.

    Data that they read has changed. The process that has one in hand finds that it is another's by
    now, or the job is done again because of this change.
    """
    sql = (
        f"UPDATE {table} SET owner = NULL, leased_until = NULL, attempts = 0"
        " WHERE match_id IN (SELECT match_id FROM seat WHERE user_id = ?)"
    )
    await tx.run(sql, user_id)


async def give_back(tx: Transaction, table: str, owner: str) -> None:
    """Give back all that this owner was at, for it ends in order: that was no attempt."""
    sql = f"UPDATE {table} SET owner = NULL, leased_until = NULL, attempts = attempts - 1 WHERE owner = ?"
    await tx.run(sql, owner)


async def uncount(tx: Transaction, table: str, key: int, owner: str) -> None:
    """Let a claim of this owner's be no attempt: it was not theirs to make."""
    await tx.run(
        f"UPDATE {table} SET attempts = attempts - 1 WHERE {TABLES[table]} = ? AND owner = ?", key, owner
    )


async def free(tx: Transaction, table: str) -> None:
    """Give back every job whose owner is gone, as `data.processes` knows.

    That counts as an attempt.
    """
    await tx.run(
        f"UPDATE {table} SET owner = NULL, leased_until = NULL WHERE owner NOT IN (SELECT name FROM process)"
    )


async def mend_times(tx: Transaction, table: str, now: float) -> None:
    """Make every job due, for a process that begins.

    Either a clock was wrong, or the job may just as well be done now.
    """
    await tx.run(f"UPDATE {table} SET not_before = ? WHERE not_before > ?", now, now)


async def next_due(tx: Transaction, table: str, where: str = "") -> float | None:
    """Return when the next job can be claimed, or `None` if there is none.

    A job in hand counts as well: its owner may leave it.
    """
    row = await tx.one(
        "SELECT MIN(CASE WHEN leased_until > not_before THEN leased_until ELSE not_before END) AS due"
        f" FROM {table} {where}"
    )
    return row["due"] if row else None
