"""The processes that run on this database, and which of them are gone.

Anything that a vanished process had in hand is available again. A process says hello under a name
of its own, and then every few seconds that it is there. It is gone if it is not seen for a lease,
or if it has said farewell. So no process ever takes anything from another that lives.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from data.database.columns import columns, from_row, upsert, values
from data.database.transaction import Signal, Transaction
from data.outbox import leases, row_claims
from data.play import clocks

LEASE: Final = 15.0
"""Seconds without a beat after which a process is gone.

The clocks of two machines may differ by less than this.
"""


@dataclass(frozen=True, slots=True)
class ProcessRow:
    """A process under a `name` that no other start has.

    `shards` says in the host's words which shards it has. Times are seconds since the epoch. A
    process that is `leaving` was asked to end, and finishes its work in hand. `schema` is the number
    of the last migration that it knows, 0 if that is not known.
    """

    name: str
    shards: str
    version: str
    started_at: float
    seen_at: float
    leaving: bool = False
    schema: int = 0


async def hello(tx: Transaction, process: ProcessRow) -> None:
    """Store that a process is there, also where it was taken for gone."""
    changed = ("shards", "seen_at", "leaving")
    await tx.run(*upsert("process", "name", values(process), changed=changed))


async def living(tx: Transaction, now: float) -> Sequence[ProcessRow]:
    """Return the processes that are alive, in the order in which they started."""
    sql = f"SELECT {columns(ProcessRow)} FROM process WHERE seen_at BETWEEN ? AND ? ORDER BY started_at, name"
    rows = await tx.all(sql, now - LEASE, now + LEASE)
    return [from_row(ProcessRow, row) for row in rows]


async def farewell(tx: Transaction, name: str) -> None:
    """Forget a process that ends, and free what it had in hand."""
    await tx.run("DELETE FROM process WHERE name = ?", name)
    await _free(tx)
    tx.signal(Signal.PROCESSES)


async def sweep(tx: Transaction, now: float, *, alone: str | None = None) -> int:
    """Forget the processes that are gone and free their rows; return how many went.

    `alone` is the name of a process that is known for sure to be the only one.
    """
    if alone is None:
        gone = await tx.run("DELETE FROM process WHERE seen_at NOT BETWEEN ? AND ?", now - LEASE, now + LEASE)
    else:
        gone = await tx.run("DELETE FROM process WHERE name <> ?", alone)
    await _free(tx)
    return gone


async def _free(tx: Transaction) -> None:
    """Give back all rows whose owners are no process that is there."""
    for room in (row_claims, clocks):
        await room.free(tx)
    for table in leases.TABLES:
        await leases.free(tx, table)
