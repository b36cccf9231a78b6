"""What there is in numbers, for the host: no row of anybody's, only counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from data.database import meta, scrub
from data.database.transaction import Transaction
from data.outbox.row_claims import IN_ORDER
from data.processes import ProcessRow, living


@dataclass(frozen=True, slots=True)
class Figures:
    """How much of everything there is.

    `running` are matches by game, `suspended` and `set_aside` others that are not over; `challenges` are open ones.
    `waiting` are messages to be posted, of which the oldest is due since `due` (seconds since the epoch; `None` if none
    is). `damage` is in how many places the last look through the database, which ended at `looked_at`, found any.
    `processes` are those that serve the database.
    """

    running: Mapping[str, int]
    suspended: int
    set_aside: int
    challenges: int
    waiting: int
    due: float | None
    damage: int
    looked_at: float
    processes: Sequence[ProcessRow] = ()


class DatabaseFigures(NamedTuple):
    """Figures of a database: its contents, matches that are over, schema and size.

    The size is in bytes on disk.
    """

    figures: Figures
    over: int
    schema: int
    bytes: int


async def present(tx: Transaction, now: float) -> Figures:
    """Return what there is at `now`, in a time that does not grow with the past."""
    running = await tx.all("SELECT game, COUNT(*) AS count FROM match WHERE status = 'running' GROUP BY game")
    # "Not over" is what an index knows.
    suspended = await _count(
        tx, "SELECT COUNT(*) AS count FROM match WHERE status <> 'over' AND status = 'suspended'"
    )
    set_aside = await _count(tx, "SELECT COUNT(*) AS count FROM match WHERE set_aside IS NOT NULL")
    return Figures(
        running={row["game"]: row["count"] for row in running},
        suspended=suspended - set_aside,
        set_aside=set_aside,
        challenges=await _count(tx, "SELECT COUNT(*) AS count FROM challenge WHERE status = 'open'"),
        waiting=await _count(tx, "SELECT COUNT(*) AS count FROM outbox"),
        due=await oldest_due(tx, now),
        damage=int(await meta.get(tx, scrub.FOUND) or 0),
        looked_at=await scrub.last_at(tx),
        processes=await living(tx, now),
    )


async def oldest_due(tx: Transaction, now: float) -> float | None:
    """Return since when the longest waiting row has been due, or `None`.

    `None` means that no row is due. A row that was tried and not taken is due from its first time on,
    even while it waits to be tried again. A row that waits for its own time (after a refusal, or for
    the pace of direct messages), or behind such a row, is not due.
    """
    sql = (
        "SELECT MIN(due) AS due FROM ("
        f"SELECT MIN(not_before) AS due FROM outbox WHERE not_before <= ? AND {IN_ORDER}"
        f" UNION ALL SELECT MIN(due_since) AS due FROM outbox WHERE due_since <= ? AND {IN_ORDER}"
        ") AS oldest"
    )
    row = await tx.one(sql, now, now)
    return row["due"] if row else None


async def _count(tx: Transaction, sql: str) -> int:
    row = await tx.one(sql)
    assert row is not None  # a count is always one row
    return int(row["count"])
