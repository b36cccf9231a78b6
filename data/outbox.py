"""The outbox: messages that must still be sent to Discord, stored together with the event that caused them.

A sender claims rows for a while (a lease), sends, and deletes them. If it dies, the lease runs out and the row is
claimed again, so no message is lost. Messages about the same thing (match or challenge, kind, seat) are sent in order.
"""

from dataclasses import dataclass
from enum import StrEnum

from data.transaction import Row, Transaction


class PostKind(StrEnum):
    """What a row of the outbox posts."""

    PLACE = "place"
    """The thread of a new match."""
    BOARD = "board"
    """The newest board of a match."""
    STRIP = "strip"
    """A former board, which loses its buttons."""
    OFFER = "offer"
    """An offer to the opponent."""
    HAND = "hand"
    """The hidden hand of one seat, by direct message."""
    NOTICE = "notice"
    """Tells that a player takes no direct messages."""
    RESULT = "result"
    """How a match ended, for the channel of its thread."""
    CHALLENGE = "challenge"
    """How a challenge was closed."""


LATEST_ONLY = (PostKind.BOARD, PostKind.HAND)
"""Kinds that show the present state: a newer row replaces an older one that is not yet sent."""


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """One message to send or edit. `dedup` (at most 25 characters) is unique; Discord gets it as the post's nonce.

    `payload` is JSON text; times are seconds since the epoch; `attempts` counts the claims.
    """

    id: int
    dedup: str
    match_id: int | None
    challenge_id: int | None
    kind: PostKind
    seat: int | None
    version: int
    payload: str
    not_before: float
    leased_until: float | None
    attempts: int
    last_error: str | None


async def put(
    tx: Transaction,
    *,
    dedup: str,
    kind: PostKind,
    version: int,
    payload: str,
    at: float,
    match_id: int | None = None,
    challenge_id: int | None = None,
    seat: int | None = None,
    not_before: float | None = None,
) -> None:
    """Add a row to send from `not_before` (or at once); do nothing if a row with this `dedup` exists.

    A row of a kind in `LATEST_ONLY` takes the place of the older ones of its match and seat that nobody is sending.
    """
    row = await tx.one(
        "INSERT INTO outbox (dedup, match_id, challenge_id, kind, seat, version, payload, not_before)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (dedup) DO NOTHING RETURNING id",
        dedup, match_id, challenge_id, kind, seat, version, payload, at if not_before is None else not_before,
    )  # fmt: skip
    if row is not None and kind in LATEST_ONLY:
        await tx.run(
            "DELETE FROM outbox WHERE match_id = ? AND kind = ? AND COALESCE(seat, -1) = ? AND id < ?"
            " AND (leased_until IS NULL OR leased_until <= ?)",
            match_id, kind, -1 if seat is None else seat, row["id"], at,
        )  # fmt: skip


async def claim(tx: Transaction, now: float, limit: int, lease: float) -> list[OutboxRow]:
    """Claim up to `limit` rows that are due, for `lease` seconds, and return them, the earliest due first.

    A row waits while an older one about the same thing is there. Call it inside `Store.write`.
    """
    # A sender that died while it sent an outdated row leaves that row here; the newer row is enough.
    await tx.run(
        f"DELETE FROM outbox WHERE kind IN ({', '.join('?' * len(LATEST_ONLY))})"
        " AND (leased_until IS NULL OR leased_until <= ?) AND EXISTS (SELECT 1 FROM outbox AS newer"
        " WHERE newer.match_id = outbox.match_id AND newer.kind = outbox.kind"
        " AND COALESCE(newer.seat, -1) = COALESCE(outbox.seat, -1) AND newer.id > outbox.id)",
        *LATEST_ONLY,
        now,
    )
    rows = await tx.all(
        "SELECT * FROM outbox WHERE not_before <= ? AND (leased_until IS NULL OR leased_until <= ?)"
        " AND NOT EXISTS (SELECT 1 FROM outbox AS older"
        " WHERE (older.match_id = outbox.match_id OR older.challenge_id = outbox.challenge_id)"
        " AND older.kind = outbox.kind AND COALESCE(older.seat, -1) = COALESCE(outbox.seat, -1)"
        " AND older.id < outbox.id) ORDER BY not_before, id LIMIT ?",
        now,
        now,
        limit,
    )
    claimed = []
    for row in rows:
        row |= {"leased_until": now + lease, "attempts": row["attempts"] + 1}
        await tx.run(
            "UPDATE outbox SET leased_until = ?, attempts = ? WHERE id = ?",
            row["leased_until"],
            row["attempts"],
            row["id"],
        )
        claimed.append(_row(row))
    return claimed


async def done(tx: Transaction, outbox_id: int) -> None:
    """Delete a row that Discord has accepted."""
    await tx.run("DELETE FROM outbox WHERE id = ?", outbox_id)


async def retry(tx: Transaction, outbox_id: int, error: str, not_before: float) -> None:
    """Give back a row that could not be sent because of `error`; it is due again at `not_before`."""
    await tx.run(
        "UPDATE outbox SET leased_until = NULL, last_error = ?, not_before = ? WHERE id = ?",
        error,
        not_before,
        outbox_id,
    )


async def release(tx: Transaction) -> None:
    """Give back every claimed row. A process calls this when it starts, as the one that claimed them is gone."""
    await tx.run("UPDATE outbox SET leased_until = NULL WHERE leased_until IS NOT NULL")


async def drop_match(tx: Transaction, match_id: int) -> None:
    """Delete all rows about a match, because its channel is gone."""
    await tx.run("DELETE FROM outbox WHERE match_id = ?", match_id)


async def for_match(tx: Transaction, match_id: int) -> list[OutboxRow]:
    """Return the rows about a match that are still to be sent, the oldest first."""
    rows = await tx.all("SELECT * FROM outbox WHERE match_id = ? ORDER BY id", match_id)
    return [_row(row) for row in rows]


async def next_due(tx: Transaction) -> float | None:
    """Return when the next row may be claimed; `None` if the outbox is empty."""
    row = await tx.one(
        "SELECT MIN(CASE WHEN leased_until > not_before THEN leased_until ELSE not_before END) AS due FROM outbox"
    )
    return row["due"] if row else None


def _row(row: Row) -> OutboxRow:
    return OutboxRow(**row | {"kind": PostKind(row["kind"])})
