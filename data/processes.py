"""The processes that run on this database, and which of them are gone.

A process registers under a name of its own and renews that every few seconds. It is gone if it has
not done so for the length of a lease, or if it has unregistered. What a vanished process had
claimed then becomes available again, and no process ever takes anything from one that is still
running.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from data.database.columns import column_list, column_values, from_row, upsert_statement
from data.database.transaction import Signal, Transaction
from data.outbox import leases, row_claims
from data.play import clocks

LEASE: Final = 15.0
"""Seconds without a beat after which a process is gone.

The clocks of two machines may differ by less than this.
"""


@dataclass(frozen=True, slots=True)
class ProcessRow:
    """A process with a `name` that is unique to this start of it.

    `shards` says, in text for the host, which Discord shards it runs. Times are seconds since the
    epoch. A process that is `leaving` was asked to stop and is finishing its work. `schema` is the
    number of the last migration that it knows, or 0 if unknown.
    """

    name: str
    shards: str
    version: str
    started_at: float
    seen_at: float
    leaving: bool = False
    schema: int = 0


async def register(tx: Transaction, process: ProcessRow) -> None:
    """Store that a process is running, even if it was thought to be gone."""
    changed = ("shards", "seen_at", "leaving")
    await tx.run(*upsert_statement("process", "name", column_values(process), changed=changed))


async def list_running(tx: Transaction, now: float) -> Sequence[ProcessRow]:
    """Return the processes that are running, in the order of their start."""
    sql = f"SELECT {column_list(ProcessRow)} FROM process WHERE seen_at BETWEEN ? AND ? ORDER BY started_at, name"
    rows = await tx.all(sql, now - LEASE, now + LEASE)
    return [from_row(ProcessRow, row) for row in rows]


async def unregister(tx: Transaction, name: str) -> None:
    """Delete a process that is stopping and release what it had claimed."""
    await tx.run("DELETE FROM process WHERE name = ?", name)
    await _release_claims(tx)
    tx.signal(Signal.PROCESSES)


async def remove_gone(tx: Transaction, now: float, *, only_process: str | None = None) -> int:
    """Delete processes that are gone and release their rows; return how many.

    `only_process` is the name of a process that is known to be the only one running.
    """
    if only_process is None:
        gone = await tx.run("DELETE FROM process WHERE seen_at NOT BETWEEN ? AND ?", now - LEASE, now + LEASE)
    else:
        gone = await tx.run("DELETE FROM process WHERE name <> ?", only_process)
    await _release_claims(tx)
    return gone


async def _release_claims(tx: Transaction) -> None:
    """Release all rows whose owner is not a registered process."""
    for room in (row_claims, clocks):
        await room.free(tx)
    for table in leases.TABLES:
        await leases.free(tx, table)
