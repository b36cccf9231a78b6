"""The outbox: messages yet to be sent to Discord.

They are stored together with the event that caused them. Rows are added and dropped here;
`data/outbox/row_claims.py` claims and settles them. The token of an interaction is reserved for its
process for some seconds.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from data.database.columns import columns, insert
from data.database.transaction import Signal, Transaction
from data.outbox import refused_posts
from data.outbox.post_kinds import PostKind, list_kinds

RESERVED_FOR: Final = 5.0
"""Seconds for which a row is the process's own that holds the token to send it by."""
PUT: Final = (
    "ON CONFLICT (dedup) DO NOTHING RETURNING id, (SELECT MAX(attempts) FROM outbox AS other"
    " WHERE other.match_id = outbox.match_id AND other.id <> outbox.id) AS tried"
)
"""For a new row: its ID, and how often any other row of its match was tried.

The second is `None` if there is no other row.
"""


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """One message to send or edit.

    `dedup` (at most 25 characters) is unique; Discord gets it as the post's nonce. `payload` is JSON
    text; times are seconds since the epoch; `attempts` counts the claims. `owner` is the name of the
    sender that has the row in hand until `leased_until`. `unclear` is true if Discord may have taken
    an earlier try whose answer never came. `refused` counts the tries that were refused or failed
    because of a bug of ours; neither Discord's outages nor its limits are among them. Until
    `reserved_until`, only the sender named in `reserved_for` may claim it.
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
    owner: str | None
    unclear: bool
    reserved_for: str | None
    reserved_until: float | None
    refused: int


KNOWN: Final = f"outbox.kind IN ({list_kinds()})"
"""Condition: the kind is one that this process can post.

In a rolling restart, a newer process may already store other kinds; it posts them itself.
"""
_COLUMNS: Final = columns(OutboxRow)


async def put(
    tx: Transaction,
    kind: PostKind,
    at: float,
    *,
    dedup: str | None = None,
    version: int = 0,
    payload: Mapping[str, Any] | None = None,
    match_id: int | None = None,
    challenge_id: int | None = None,
    seat: int | None = None,
    wait: float | None = None,
    unclear: bool = False,
    reserved_for: str | None = None,
) -> None:
    """Add a row to send `wait` seconds after `at`, unless its `dedup` exists.

    The rule of its kind says what it is called and how long it waits, unless that is given here. A row
    that cannot be shown in a user install is not added either, no matter who asks for it. If its kind
    shows only what is newest, it replaces the older ones of its match and seat that no process is
    sending. Rows that were not taken in the match's place before are due at once: a move or an offer
    there shows that the place is open. `unclear` says that Discord may get the row in another way
    meanwhile. With `reserved_for`, only that sender may claim it for some seconds.
    """
    rule = kind.rule
    if not rule.in_installs and await _is_user_install(tx, match_id, challenge_id):
        return
    payload, part = payload or {}, "" if seat is None else f"s{seat}"
    about = {"kind": kind, "match": match_id, "challenge": challenge_id, "seat": part, "version": version}
    dedup = dedup or rule.dedup.format_map({**payload, **about})
    assert dedup, kind  # its kind names it, or who puts it
    not_before = at + (rule.wait if wait is None else wait)
    stored = {
        "dedup": dedup,
        "match_id": match_id,
        "challenge_id": challenge_id,
        "kind": kind,
        "seat": seat,
        "version": version,
        "payload": json.dumps(payload),
        "not_before": not_before,
        "unclear": unclear,
        "reserved_for": reserved_for,
        "reserved_until": None if reserved_for is None else at + RESERVED_FOR,
    }
    row = await tx.one(*insert("outbox", stored, PUT))
    if row is None and rule.hastens:
        await _hasten(tx, dedup, not_before)
    if row is not None and reserved_for is None:
        tx.signal(Signal.DUE)
    if row is None or row["tried"] is None:
        return  # as at most moves: nothing else of their match waits
    if match_id is not None and rule.by_token and row["tried"]:
        await refused_posts.hurry_match(tx, match_id, at)
    if rule.newest_only:
        sql = (
            "DELETE FROM outbox WHERE match_id = ? AND kind = ? AND COALESCE(seat, -1) = ? AND id < ?"
            " AND owner IS NULL AND unclear = 0"
        )
        await tx.run(sql, match_id, kind, -1 if seat is None else seat, row["id"])


async def _hasten(tx: Transaction, dedup: str, at: float) -> None:
    """Let a row be due at `at` that waits for no other reason than for more to happen."""
    sql = "UPDATE outbox SET not_before = ? WHERE dedup = ? AND not_before > ? AND attempts = 0 AND owner IS NULL"
    if await tx.run(sql, at, dedup, at):
        tx.signal(Signal.DUE)


async def has_newer(tx: Transaction, row: OutboxRow) -> bool:
    """Whether a newer row about the same thing waits: same match, kind and seat."""
    sql = "SELECT 1 AS found FROM outbox WHERE match_id = ? AND kind = ? AND COALESCE(seat, -1) = ? AND id > ? LIMIT 1"
    newer = await tx.one(sql, row.match_id, row.kind, -1 if row.seat is None else row.seat, row.id)
    return newer is not None


async def set_version(tx: Transaction, outbox_id: int, version: int) -> None:
    """Note how far a row has come that takes several steps."""
    await tx.run("UPDATE outbox SET version = ? WHERE id = ?", version, outbox_id)


async def drop(tx: Transaction, dedup: str) -> None:
    """Delete a row, no matter who has it in hand: Discord has what it says."""
    await tx.run("DELETE FROM outbox WHERE dedup = ?", dedup)


async def hurry(tx: Transaction, dedup: str, at: float) -> None:
    """Make a row due at `at`, if no process has it in hand.

    Discord has surely not received it in another way.
    """
    sql = "UPDATE outbox SET not_before = ?, unclear = 0 WHERE dedup = ? AND owner IS NULL AND attempts = 0"
    await tx.run(sql, at, dedup)


async def drop_match(tx: Transaction, match_id: int) -> None:
    """Delete the rows about a match whose channel is gone.

    Rows that are being sent stay: they may still arrive.
    """
    await tx.run("DELETE FROM outbox WHERE match_id = ? AND owner IS NULL", match_id)


async def drop_place(tx: Transaction, *, guild_id: int | None = None, channel_id: int | None = None) -> None:
    """Delete the rows about matches and challenges of a vanished server or channel.

    Rows that are being sent stay. If a server is gone, so do the rows that show the end of a match:
    the bot may be back before Discord has refused them for good, and nothing else would post them.
    """
    # The outbox is short and the past is long: so each row is asked for its place, not each place for its rows.
    for table, waits in (("match", " AND match.status <> 'over'"), ("challenge", "")):
        sql = (
            f"DELETE FROM outbox WHERE owner IS NULL AND EXISTS (SELECT 1 FROM {table}"
            f" WHERE {table}.id = outbox.{table}_id AND ({table}.guild_id = ?{waits} OR {table}.channel_id = ?))"
        )
        await tx.run(sql, guild_id, channel_id)


async def board_waits(tx: Transaction, match_id: int) -> bool:
    """Whether a board of a match waits that no process is sending yet."""
    waits = "SELECT 1 AS found FROM outbox WHERE match_id = ? AND kind = ? AND owner IS NULL LIMIT 1"
    return await tx.one(waits, match_id, PostKind.BOARD) is not None


async def _is_user_install(tx: Transaction, match_id: int | None, challenge_id: int | None) -> bool:
    """Return whether a row would be about what is played where the bot is no member."""
    about = (("match", match_id), ("challenge", challenge_id))
    for table, number in [(table, number) for table, number in about if number is not None]:
        found = await tx.one(f"SELECT abroad FROM {table} WHERE id = ?", number)
        if found is not None and found["abroad"] is not None:
            return True
    return False
