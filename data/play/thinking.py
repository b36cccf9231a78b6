"""The computer at its seats, and the matches in which it is to move.

Each such match is a job that outlives the process working on it. A process that thinks claims a
job under its name for a while (a lease). A move, or anything else that ends the computer's turn,
deletes the job in its own transaction. The version of the match ensures that a move counts only
once.
"""

from dataclasses import dataclass
from typing import Final

from data.database.columns import columns
from data.database.transaction import Signal, Transaction
from data.outbox import leases

GOES_ON: Final = (
    "EXISTS (SELECT 1 FROM match WHERE match.id = thinking.match_id AND match.status = 'running')"
)
"""Condition: the match can be played on.

If its place is gone, the match waits, and so does the computer.
"""


@dataclass(frozen=True, slots=True)
class ThinkingRow:
    """A match in which the computer is to move.

    `interaction_id` is what led there, if anything did; `attempts` counts the claims, this one included.
    """

    match_id: int
    not_before: float
    interaction_id: int | None
    attempts: int
    owner: str | None
    leased_until: float | None

    @property
    def key(self) -> int:
        """Return what the job is known by."""
        return self.match_id


async def sit(tx: Transaction, match_id: int, seat: int, *, level: int, seed: int) -> None:
    """Store how strong the computer is at its seat, and the seed of its choices."""
    await tx.run(
        "UPDATE seat SET level = ?, seed = ? WHERE match_id = ? AND seat = ?", level, seed, match_id, seat
    )


async def set_chance(tx: Transaction, match_id: int, seat: int, chance: int | None) -> None:
    """Store the computer's chance to win as it sees it, in thousandths.

    `None` means that it cannot say.
    """
    await tx.run("UPDATE seat SET chance = ? WHERE match_id = ? AND seat = ?", chance, match_id, seat)


async def put(tx: Transaction, match_id: int, *, not_before: float, interaction_id: int | None) -> None:
    """Have the computer move from `not_before` on.

    The job begins afresh, as if no process had thought about this match yet.
    """
    sql = (
        "INSERT INTO thinking (match_id, not_before, interaction_id) VALUES (?, ?, ?)"
        " ON CONFLICT (match_id) DO UPDATE SET not_before = excluded.not_before,"
        " interaction_id = excluded.interaction_id, attempts = 0, owner = NULL, leased_until = NULL"
    )
    await tx.run(sql, match_id, not_before, interaction_id)
    tx.signal(Signal.DUE)


async def drop(tx: Transaction, match_id: int) -> None:
    """Delete the job of a match: it is not the computer's turn."""
    await tx.run("DELETE FROM thinking WHERE match_id = ?", match_id)


async def claim(tx: Transaction, now: float, limit: int, *, owner: str, lease: float) -> list[ThinkingRow]:
    """Claim up to `limit` due jobs for `owner`, for `lease` seconds, earliest first."""
    sql = (
        "WITH due AS MATERIALIZED (SELECT match_id FROM thinking"
        f" WHERE not_before <= ? AND (owner IS NULL OR leased_until <= ?) AND {GOES_ON}"
        f" ORDER BY not_before, match_id LIMIT ?{tx.unheld})"
        " UPDATE thinking SET owner = ?, leased_until = ?, attempts = attempts + 1"
        f" WHERE match_id IN (SELECT match_id FROM due) RETURNING {columns(ThinkingRow)}"
    )
    rows = await tx.all(sql, now, now, limit, owner, now + lease)
    return sorted((ThinkingRow(**row) for row in rows), key=lambda row: (row.not_before, row.match_id))


async def next_due(tx: Transaction) -> float | None:
    """Return when the next job of a match that goes on can be claimed.

    Return `None` if there is none.
    """
    return await leases.next_due(tx, "thinking", f"WHERE {GOES_ON}")
