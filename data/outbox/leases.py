"""Jobs that a process claims under its name for a while (a lease).

It holds the claim until the job is done or given back. Each table of `TABLES` has a row for a
job, with `not_before`, `attempts`, `owner` and `leased_until`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from data.database.transaction import Transaction

GOES_ON: Final = (
    "EXISTS (SELECT 1 FROM match WHERE match.id = thinking.match_id AND match.status = 'running')"
)
"""Condition: the match can be played on.

If its place is gone, the match waits, and so does the computer.
"""


@dataclass(frozen=True, slots=True)
class LeaseTable:
    """A table of jobs: the column of its key, and what else a claim reads of a job.

    Jobs that do not meet the condition `where` are left alone.
    """

    key: str = "match_id"
    about: str = "NULL"
    where: str = "TRUE"


TABLES: Final = {
    "thinking": LeaseTable(about="interaction_id", where=GOES_ON),
    "mining": LeaseTable(about="guild_id"),
    "learning": LeaseTable(),
    "tree_job": LeaseTable(),
    "hook": LeaseTable(),
    "stage_hook": LeaseTable(key="id"),
}
"""The tables; most have one job of a match."""


@dataclass(frozen=True, slots=True)
class LeaseRow:
    """A job by its key; `attempts` counts the claims, this one included.

    `about` is the interaction that led to the computer's turn, if any did, or the server of a match to mine.
    """

    key: int
    not_before: float
    attempts: int
    about: int | None


async def claim(
    tx: Transaction,
    table: str,
    now: float,
    limit: int,
    *,
    owner: str,
    lease: float,
    where: str = "TRUE",
    args: Sequence[object] = (),
) -> list[LeaseRow]:
    """Claim up to `limit` jobs for `owner`, for `lease` seconds.

    They have waited longest.

    Only jobs that meet the condition `where` with its `args` are claimed, and the claim is counted.
    """
    of = TABLES[table]
    rows = await tx.all(
        f"WITH due AS MATERIALIZED (SELECT {of.key} FROM {table}"
        f" WHERE not_before <= ? AND (owner IS NULL OR leased_until <= ?) AND {of.where} AND {where}"
        f" ORDER BY not_before, {of.key} LIMIT ?{tx.unheld})"
        f" UPDATE {table} SET owner = ?, leased_until = ?, attempts = attempts + 1"
        f" WHERE {of.key} IN (SELECT {of.key} FROM due)"
        f" RETURNING {of.key} AS key, not_before, attempts, {of.about} AS about",
        now,
        now,
        *args,
        limit,
        owner,
        now + lease,
    )
    return sorted((LeaseRow(**row) for row in rows), key=lambda row: (row.not_before, row.key))


async def has_jobs(tx: Transaction, table: str) -> bool:
    """Whether there is a job, due or not.

    Unlike `next_due`, it does not look at all jobs.
    """
    return await tx.one(f"SELECT 1 AS found FROM {table} LIMIT 1") is not None


async def delete_done(tx: Transaction, table: str, key: int, owner: str) -> bool:
    """Delete a job that this owner has done.

    Return false if it was gone already, or is another owner's by now.
    """
    return await tx.run(f"DELETE FROM {table} WHERE {TABLES[table].key} = ? AND owner = ?", key, owner) > 0


async def retry(
    tx: Transaction, table: str, key: int, owner: str, not_before: float, *, counted: bool = True
) -> None:
    """Give back a job that came to nothing, to be claimed from `not_before`.

    Take its claim back as well unless that `counted`. Do nothing if it is another owner's by now.
    """
    await tx.run(
        f"UPDATE {table} SET owner = NULL, leased_until = NULL, not_before = ?, attempts = attempts - ?"
        f" WHERE {TABLES[table].key} = ? AND owner = ?",
        not_before,
        int(not counted),
        key,
        owner,
    )


async def restart(tx: Transaction, table: str, key: int) -> None:
    """Restart a job, if there is one, because data that it reads has changed.

    The process that has it in hand finds that it is another's by now, or the job is done again
    because of this change.
    """
    await tx.run(
        f"UPDATE {table} SET owner = NULL, leased_until = NULL, attempts = 0 WHERE {TABLES[table].key} = ?",
        key,
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


async def next_due(tx: Transaction, table: str) -> float | None:
    """Return when the next job can be claimed, or `None` if there is none.

    A job in hand counts as well: its owner may leave it.
    """
    row = await tx.one(
        "SELECT MIN(CASE WHEN leased_until > not_before THEN leased_until ELSE not_before END) AS due"
        f" FROM {table} WHERE {TABLES[table].where}"
    )
    return row["due"] if row else None
