"""Rows of the outbox in a sender's hand: claimed, renewed, settled and given back.

A sender claims a row under its name for a while (a lease). If a sender dies, its lease runs out
and the row is claimed again: nothing is lost. Only its owner may settle a row. Rows about the
same thing (same match or challenge, kind and seat) go out in order.
"""

import math
from collections.abc import Collection
from typing import Final

from data.database.columns import columns, from_row
from data.database.transaction import Transaction
from data.outbox.lanes import HAS_ROOM, IN_ROOM, LANE, LOOKED_AT, flying_lanes, pad_ids
from data.outbox.outbox import KNOWN, OutboxRow
from data.outbox.post_kinds import PostKind, list_kinds

IN_ORDER = (
    f"{KNOWN} AND NOT EXISTS (SELECT 1 FROM outbox AS older"
    " WHERE (older.match_id = outbox.match_id OR older.challenge_id = outbox.challenge_id)"
    " AND older.kind = outbox.kind AND COALESCE(older.seat, -1) = COALESCE(outbox.seat, -1)"
    " AND older.id < outbox.id)"
    " AND (outbox.kind = 'place' OR NOT EXISTS (SELECT 1 FROM outbox AS place"
    " WHERE place.match_id = outbox.match_id AND place.kind = 'place'))"
    " AND (outbox.kind <> 'archive' OR NOT EXISTS (SELECT 1 FROM outbox AS other"
    " WHERE other.match_id = outbox.match_id AND other.kind NOT IN ('archive', 'hand')))"
)
"""Condition: it is a row's turn to be sent.

This process can post it, and no older row is about the same thing. A thread exists before
anything is posted in it, and is archived after everything that is posted in it.
"""
OUTDATED = (
    f"kind IN ({list_kinds(lambda rule: rule.newest_only)}) AND unclear = 0"
    " AND EXISTS (SELECT 1 FROM outbox AS newer WHERE newer.match_id = outbox.match_id"
    " AND newer.kind = outbox.kind AND COALESCE(newer.seat, -1) = COALESCE(outbox.seat, -1)"
    " AND newer.id > outbox.id)"
)
"""Condition: a newer row makes this one superfluous.

If Discord may have taken the older one, that must be found out first.
"""

_COLUMNS: Final = columns(OutboxRow)


async def claim(
    tx: Transaction, now: float, limit: int, *, owner: str, lease: float, flying: Collection[int] = ()
) -> list[OutboxRow]:
    """Claim up to `limit` due rows for `owner`, for `lease` seconds, earliest first.

    `flying` are the rows that this owner is sending now. They are never claimed again, whatever their
    lease says, and together with them no lane gets more than its share (`data.outbox.lanes`), so
    there may be more to claim at once. A row whose lease has run out may have been sent: it is
    unclear from then on. Call this inside `Store.write`.
    """
    flying = pad_ids(flying)
    sql = (
        f"{flying_lanes(len(flying))}, first AS (SELECT id, not_before, {LANE} AS lane FROM outbox"
        " WHERE not_before <= ? AND (owner IS NULL OR leased_until <= ?)"
        " AND (reserved_for IS NULL OR reserved_for = ? OR reserved_until <= ?)"
        f" AND id NOT IN (0{', ?' * len(flying)}) AND {HAS_ROOM} AND {IN_ORDER} ORDER BY not_before, id LIMIT ?),"
        f" taken AS MATERIALIZED (SELECT id FROM outbox WHERE id IN ({IN_ROOM})"
        f" ORDER BY not_before, id LIMIT ?{tx.unheld})"
        " UPDATE outbox SET leased_until = ?, attempts = attempts + 1, owner = ?,"
        " unclear = CASE WHEN owner IS NULL THEN unclear ELSE 1 END WHERE id IN (SELECT id FROM taken)"
        f" RETURNING {_COLUMNS}"
    )
    rows = await tx.all(
        sql, *flying, now, now, owner, now, *flying, LOOKED_AT * limit, limit, now + lease, owner
    )
    return sorted((from_row(OutboxRow, row) for row in rows), key=lambda row: (row.not_before, row.id))


async def renew(tx: Transaction, flying: Collection[int], *, owner: str, until: float) -> None:
    """Prolong the lease of all rows that their owner is still sending."""
    sql = f"UPDATE outbox SET leased_until = ? WHERE owner = ? AND id IN (0{', ?' * len(flying)})"
    await tx.run(sql, until, owner, *flying)


async def delete_sent(tx: Transaction, outbox_id: int, owner: str) -> bool:
    """Delete a row that Discord has; return whether it was still its owner's.

    If it was not, nothing changes.
    """
    return await tx.run("DELETE FROM outbox WHERE id = ? AND owner = ?", outbox_id, owner) > 0


async def is_held(tx: Transaction, outbox_id: int, owner: str) -> bool:
    """Whether a row is still its owner's to send."""
    row = await tx.one("SELECT 1 AS found FROM outbox WHERE id = ? AND owner = ?", outbox_id, owner)
    return row is not None


async def retry(
    tx: Transaction,
    outbox_id: int,
    owner: str,
    error: str,
    not_before: float,
    *,
    was_due: float = math.inf,
    unclear: bool = False,
    refused: bool = False,
    later: bool = False,
) -> bool:
    """Give a row back because of `error`, to be sent from `not_before`.

    Return whether it was still its owner's.

    `unclear` says that Discord may have taken it all the same; a row that was once unclear stays so.
    `refused` counts the try as a refusal. If `data.outbox.refused_posts` has rescheduled the row since it
    was claimed, so that it is due later than `was_due`, that time stays. The row counts as due all
    the while, unless `later` says that it need not be posted before `not_before`. If a newer row
    shows the same, this one is deleted, unless it has to be looked for first.
    """
    if not unclear and await tx.run(
        f"DELETE FROM outbox WHERE id = ? AND owner = ? AND {OUTDATED}", outbox_id, owner
    ):
        return True
    sql = (
        "UPDATE outbox SET owner = NULL, leased_until = NULL, last_error = ?,"
        " not_before = CASE WHEN not_before > ? THEN not_before ELSE ? END,"
        " due_since = CASE WHEN ? = 1 THEN NULL ELSE COALESCE(due_since, not_before) END,"
        " unclear = CASE WHEN ? = 1 THEN 1 ELSE unclear END, refused = refused + ? WHERE id = ? AND owner = ?"
    )
    changed = await tx.run(
        sql, error, was_due, not_before, int(later), int(unclear), int(refused), outbox_id, owner
    )
    return changed > 0


async def free(tx: Transaction) -> None:
    """Give back every row whose sender is gone, as `data.processes` knows.

    Discord may have such a row. A process that is gone holds no token either.
    """
    await tx.run(
        "UPDATE outbox SET owner = NULL, leased_until = NULL, unclear = 1"
        " WHERE owner NOT IN (SELECT name FROM process)"
    )
    await tx.run(f"DELETE FROM outbox WHERE owner IS NULL AND {OUTDATED}")
    await tx.run(
        "UPDATE outbox SET reserved_for = NULL, reserved_until = NULL"
        " WHERE reserved_for NOT IN (SELECT name FROM process)"
    )


async def mend_times(tx: Transaction, now: float, longest_wait: float) -> None:
    """Make rows due at once that a wrong clock has scheduled too far ahead.

    This is for a process that is the only one. It concerns rows that were never tried and lie further
    ahead than their kind waits at first, and rows that would wait longer than any wait lasts.
    """
    waits = " ".join(f"WHEN '{kind}' THEN {kind.rule.wait}" for kind in PostKind if kind.rule.wait)
    ahead = f"attempts = 0 AND not_before - CASE kind {waits} ELSE 0.0 END > ?"
    await tx.run(f"UPDATE outbox SET not_before = ? WHERE {ahead}", now, now)
    await tx.run(
        "UPDATE outbox SET not_before = ?, due_since = NULL WHERE not_before > ?", now, now + longest_wait
    )


async def give_back(tx: Transaction, owner: str, rows: Collection[int] | None = None) -> None:
    """Give back these rows that an owner was sending, or all of them.

    Discord may have taken them.
    """
    some = "" if rows is None else f" AND id IN (0{', ?' * len(rows)})"
    sql = f"UPDATE outbox SET owner = NULL, leased_until = NULL, unclear = 1 WHERE owner = ?{some}"
    await tx.run(sql, owner, *(rows or ()))


async def next_due(tx: Transaction, now: float, owner: str, flying: Collection[int] = ()) -> float | None:
    """Return when `owner` may claim the next row, `None` if none is there.

    What waits behind another row, or for room in its lane, is not one: it is looked for when a post has ended. Of the
    rows that wait for a later time only the first is looked at, since threads are archived an hour later.
    """
    flying = pad_ids(flying)
    others = f"id NOT IN (0{', ?' * len(flying)}) AND {IN_ORDER}"
    sql = (
        f"{flying_lanes(len(flying))} SELECT MIN(due) AS due FROM ("
        "SELECT CASE WHEN leased_until > not_before THEN leased_until"
        " WHEN reserved_for <> ? AND reserved_until > not_before THEN reserved_until ELSE not_before END AS due"
        f" FROM outbox WHERE not_before <= ? AND {HAS_ROOM} AND {others}"
        " UNION ALL SELECT due FROM (SELECT not_before AS due FROM outbox"
        f" WHERE not_before > ? AND {others} ORDER BY not_before LIMIT 1) AS first) AS next"
    )
    row = await tx.one(sql, *flying, owner, now, *flying, now, *flying)
    return row["due"] if row else None
