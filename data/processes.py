"""The processes that run on this database, and which of them are gone: what those had in hand is anybody's again.

A process says hello under a name of its own, and then every few seconds that it is there. One that is not seen for a
lease is gone, as is one that has said farewell; so no process ever takes from another that lives.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from data.database.columns import columns, read, upsert, values
from data.database.transaction import Signal, Transaction
from data.outbox import in_hand, leases
from data.play import clocks

LEASE: Final = 15.0
"""Seconds without a beat after which a process is gone. Between machines, clocks may differ by less than this."""


@dataclass(frozen=True, slots=True)
class ProcessRow:
    """A process under a `name` that no other start has; `shards` says in words of the host's which it has.

    Times are seconds since the epoch. One that is `leaving` was asked to end, and finishes what it has in hand.
    `schema` is the number of the last migration that it knows, 0 where that is not known.
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
    """Return the processes that are there, the one that started first before the others."""
    rows = await tx.all(
        f"SELECT {columns(ProcessRow)} FROM process WHERE seen_at BETWEEN ? AND ? ORDER BY started_at, name",
        now - LEASE,
        now + LEASE,
    )
    return [read(ProcessRow, row) for row in rows]


async def farewell(tx: Transaction, name: str) -> None:
    """Forget a process that ends, and free what it had in hand."""
    await tx.run("DELETE FROM process WHERE name = ?", name)
    await _free(tx)
    tx.signal(Signal.PROCESSES)


async def sweep(tx: Transaction, now: float, *, alone: str | None = None) -> int:
    """Forget the processes that are gone, and free what they had in hand; return how many went.

    `alone` is the name of a process beside which, as is known for sure, no other can be there.
    """
    if alone is None:
        gone = await tx.run("DELETE FROM process WHERE seen_at NOT BETWEEN ? AND ?", now - LEASE, now + LEASE)
    else:
        gone = await tx.run("DELETE FROM process WHERE name <> ?", alone)
    await _free(tx)
    return gone


async def _free(tx: Transaction) -> None:
    """Give back all rows whose owners are no process that is there."""
    for room in (in_hand, clocks):
        await room.free(tx)
    for table in leases.TABLES:
        await leases.free(tx, table)
