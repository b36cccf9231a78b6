"""Jobs that a process claims under its name for a limited time (a lease).

The claim lasts until the job is done or given back, or the lease runs out. Each table in `TABLES`
has one row per job, with the columns `not_before`, `attempts`, `owner` and `leased_until`.
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
    """A table of jobs: its key column, and the column of what each job is about.

    Only jobs that meet the condition `where` are claimed.
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
    """A claimed job; `attempts` counts its claims, including this one.

    `about` is the interaction that led to the computer's turn, if any, or the server of a match to be
    searched for puzzles.
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
    """Claim up to `limit` due jobs for `owner`, for `lease` seconds.

    The jobs that have waited longest come first. Only jobs that meet the condition `where` with its
    arguments `args` are claimed. Each claim counts as an attempt.
    """
    of = TABLES[table]
    rows = await tx.all(
        f"WITH due AS MATERIALIZED (SELECT {of.key} FROM {table}"
        f" WHERE not_before <= ? AND (owner IS NULL OR leased_until <= ?) AND {of.where} AND {where}"
        f" ORDER BY not_before, {of.key} LIMIT ?{tx.skip_locked})"
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
    """Whether a table has any job, due or not.

    This is cheaper than `next_due_time`, because it does not read all jobs.
    """
    return await tx.one(f"SELECT 1 AS found FROM {table} LIMIT 1") is not None


async def delete_done(tx: Transaction, table: str, key: int, owner: str) -> bool:
    """Delete a job that its owner has completed.

    Return false if it no longer exists or belongs to another owner by now.
    """
    return await tx.run(f"DELETE FROM {table} WHERE {TABLES[table].key} = ? AND owner = ?", key, owner) > 0


async def retry(
    tx: Transaction, table: str, key: int, owner: str, not_before: float, *, counted: bool = True
) -> None:
    """Give back a job that failed, to be claimed again from `not_before` on.

    The attempt is not counted if `counted` is false. Do nothing if the job belongs to another owner by
    now.
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
    """Restart a job, if it exists, because data that it reads has changed.

    A process that has claimed it loses the claim and cannot complete it; the job will be claimed again.
    """
    await tx.run(
        f"UPDATE {table} SET owner = NULL, leased_until = NULL, attempts = 0 WHERE {TABLES[table].key} = ?",
        key,
    )


async def restart_of_user(tx: Transaction, table: str, user_id: int) -> None:
    """Restart the jobs of all matches of a user because data has changed.

    A process that has claimed one of them loses the claim; the job will be claimed again.
    """
    sql = (
        f"UPDATE {table} SET owner = NULL, leased_until = NULL, attempts = 0"
        " WHERE match_id IN (SELECT match_id FROM seat WHERE user_id = ?)"
    )
    await tx.run(sql, user_id)


async def give_back(tx: Transaction, table: str, owner: str) -> None:
    """Give back all jobs of an owner that is shutting down normally.

    Their current attempts are not counted.
    """
    sql = f"UPDATE {table} SET owner = NULL, leased_until = NULL, attempts = attempts - 1 WHERE owner = ?"
    await tx.run(sql, owner)


async def free(tx: Transaction, table: str) -> None:
    """Give back every job whose owner is not a known running process.

    `data.processes` lists the running processes. The lost attempt is counted.
    """
    await tx.run(
        f"UPDATE {table} SET owner = NULL, leased_until = NULL WHERE owner NOT IN (SELECT name FROM process)"
    )


async def make_all_due(tx: Transaction, table: str, now: float) -> None:
    """Make every job due now, for a process that is starting.

    Jobs scheduled for later were scheduled by a wrong clock, or can just as well be done now.
    """
    await tx.run(f"UPDATE {table} SET not_before = ? WHERE not_before > ?", now, now)


async def next_due_time(tx: Transaction, table: str) -> float | None:
    """Return the time when the next job can be claimed, or `None`.

    For a claimed job this is the time when its lease runs out.
    """
    return await tx.moment(
        "SELECT MIN(CASE WHEN leased_until > not_before THEN leased_until ELSE not_before END) AS due"
        f" FROM {table} WHERE {TABLES[table].where}"
    )
