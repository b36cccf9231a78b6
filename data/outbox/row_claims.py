"""Claims on rows of the outbox: made, renewed, completed and given back.

A sender claims a row under its name for a limited time (a lease). If the sender dies, the lease
runs out and the row is claimed again, so nothing is lost. Only the owner may complete a row. Rows
about the same thing (the same match or challenge, kind and seat) are sent in order.
"""

import math
from collections.abc import Collection
from typing import Final

from data.database.columns import column_list, from_row
from data.database.transaction import Transaction
from data.outbox.lanes import HAS_ROOM, IN_ROOM, LANE, LOOKED_AT, in_flight_lanes_sql, pad_ids
from data.outbox.outbox import KNOWN, OutboxRow
from data.outbox.post_kinds import PostKind, kinds_sql

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
    f"kind IN ({kinds_sql(lambda rule: rule.newest_only)}) AND unclear = 0"
    " AND EXISTS (SELECT 1 FROM outbox AS newer WHERE newer.match_id = outbox.match_id"
    " AND newer.kind = outbox.kind AND COALESCE(newer.seat, -1) = COALESCE(outbox.seat, -1)"
    " AND newer.id > outbox.id)"
)
"""Condition: a newer row makes this one superfluous.

If Discord may have taken the older one, that must be found out first.
"""

_COLUMNS: Final = column_list(OutboxRow)


async def claim(
    tx: Transaction, now: float, limit: int, *, owner: str, lease: float, in_flight: Collection[int] = ()
) -> list[OutboxRow]:
    """Claim up to `limit` due rows for `owner`, earliest first.

    The claim lasts for `lease` seconds. `in_flight` are the IDs of rows that this owner is sending now.
    They are not claimed again, even if their lease has run out, and they count towards the share of
    their lane (`data.outbox.lanes`), so a further call can find rows that this one had to leave. A row
    whose lease has run out may have been sent, so it is marked unclear. Call this inside `Store.write`.
    """
    in_flight = pad_ids(in_flight)
    sql = (
        f"{in_flight_lanes_sql(len(in_flight))}, first AS (SELECT id, not_before, {LANE} AS lane FROM outbox"
        " WHERE not_before <= ? AND (owner IS NULL OR leased_until <= ?)"
        " AND (reserved_for IS NULL OR reserved_for = ? OR reserved_until <= ?)"
        f" AND id NOT IN (0{', ?' * len(in_flight)}) AND {HAS_ROOM} AND {IN_ORDER} ORDER BY not_before, id LIMIT ?),"
        f" taken AS MATERIALIZED (SELECT id FROM outbox WHERE id IN ({IN_ROOM})"
        f" ORDER BY not_before, id LIMIT ?{tx.skip_locked})"
        " UPDATE outbox SET leased_until = ?, attempts = attempts + 1, owner = ?,"
        " unclear = CASE WHEN owner IS NULL THEN unclear ELSE 1 END WHERE id IN (SELECT id FROM taken)"
        f" RETURNING {_COLUMNS}"
    )
    rows = await tx.all(
        sql, *in_flight, now, now, owner, now, *in_flight, LOOKED_AT * limit, limit, now + lease, owner
    )
    return sorted((from_row(OutboxRow, row) for row in rows), key=lambda row: (row.not_before, row.id))


async def renew(tx: Transaction, in_flight: Collection[int], *, owner: str, until: float) -> None:
    """Extend the leases of the rows that their owner is still sending."""
    sql = f"UPDATE outbox SET leased_until = ? WHERE owner = ? AND id IN (0{', ?' * len(in_flight)})"
    await tx.run(sql, until, owner, *in_flight)


async def delete_sent(tx: Transaction, outbox_id: int, owner: str) -> bool:
    """Delete a row that Discord has received; return whether it was still held.

    If another owner has claimed it meanwhile, nothing changes.
    """
    return await tx.run("DELETE FROM outbox WHERE id = ? AND owner = ?", outbox_id, owner) > 0


async def is_held(tx: Transaction, outbox_id: int, owner: str) -> bool:
    """Whether a row is still claimed by this owner."""
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
    """Give back a row after an `error`, to be sent again from `not_before` on.

    Return whether its owner still held it.

    `unclear` says that Discord may have accepted the row all the same; this mark is never removed.
    `refused` counts the attempt as a refusal. If `data.outbox.refused_posts` has rescheduled the row
    since it was claimed, to a time later than `was_due`, that time is kept. The row counts as overdue
    while it waits, unless `later` says that it need not be posted before `not_before`. If a newer row
    replaces it, the row is deleted, unless it is unclear and must be looked up on Discord first.
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
    """Give back every row whose sender is not a known running process.

    `data.processes` lists the running processes. Discord may already have received such a row, so it is
    marked as unclear. Reservations for vanished processes end too.
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


async def repair_due_times(tx: Transaction, now: float, longest_wait: float) -> None:
    """Make rows due at once if a wrong clock scheduled them too far ahead.

    Call this only while no other process is running. It concerns rows that were never tried and are
    scheduled further ahead than the first wait of their kind, and rows scheduled more than
    `longest_wait` seconds ahead.
    """
    waits = " ".join(f"WHEN '{kind}' THEN {kind.rule.wait}" for kind in PostKind if kind.rule.wait)
    ahead = f"attempts = 0 AND not_before - CASE kind {waits} ELSE 0.0 END > ?"
    await tx.run(f"UPDATE outbox SET not_before = ? WHERE {ahead}", now, now)
    await tx.run(
        "UPDATE outbox SET not_before = ?, due_since = NULL WHERE not_before > ?", now, now + longest_wait
    )


async def give_back(tx: Transaction, owner: str, rows: Collection[int] | None = None) -> None:
    """Give back the given rows of an owner, or all of them by default.

    Discord may already have received them, so they are marked as unclear.
    """
    some = "" if rows is None else f" AND id IN (0{', ?' * len(rows)})"
    sql = f"UPDATE outbox SET owner = NULL, leased_until = NULL, unclear = 1 WHERE owner = ?{some}"
    await tx.run(sql, owner, *(rows or ()))


async def next_due_time(
    tx: Transaction, now: float, owner: str, in_flight: Collection[int] = ()
) -> float | None:
    """Return the time when `owner` can claim the next row, or `None`.

    Rows behind another row, or without a free slot in their lane, do not count; the owner looks for
    them when a post has been sent. Of the rows scheduled for later, only the first is considered,
    because many threads may be waiting to be archived.
    """
    in_flight = pad_ids(in_flight)
    others = f"id NOT IN (0{', ?' * len(in_flight)}) AND {IN_ORDER}"
    sql = (
        f"{in_flight_lanes_sql(len(in_flight))} SELECT MIN(due) AS due FROM ("
        "SELECT CASE WHEN leased_until > not_before THEN leased_until"
        " WHEN reserved_for <> ? AND reserved_until > not_before THEN reserved_until ELSE not_before END AS due"
        f" FROM outbox WHERE not_before <= ? AND {HAS_ROOM} AND {others}"
        " UNION ALL SELECT due FROM (SELECT not_before AS due FROM outbox"
        f" WHERE not_before > ? AND {others} ORDER BY not_before LIMIT 1) AS first) AS next"
    )
    return await tx.moment(sql, *in_flight, owner, now, *in_flight, now, *in_flight)
