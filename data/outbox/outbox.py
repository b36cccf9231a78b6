"""The outbox: messages that are still to be sent to Discord.

Each message is stored in the transaction of the event that caused it. Rows are added and deleted
here; `data/outbox/row_claims.py` claims and completes them. A row that can be sent with the token
of an interaction is reserved for the process that has the token for a few seconds.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from data.database.columns import column_list, insert_statement
from data.database.transaction import Signal, Transaction
from data.outbox import refused_posts
from data.outbox.post_kinds import PostKind, kinds_sql

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
    """A message to send or edit.

    `dedup` (at most 25 characters) is unique, and Discord gets it as the nonce of the post. `payload`
    is JSON text; times are seconds since the epoch; `attempts` counts the claims. `owner` is the name
    of the sender that has claimed the row until `leased_until`. `unclear` means that Discord may have
    accepted an earlier attempt whose answer was lost. `refused` counts attempts that were refused, or
    that failed because of a bug in Twotone, but not those that failed because of Discord's outages or
    rate limits. Until `reserved_until`, only the sender named in `reserved_for` may claim the row.
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


KNOWN: Final = f"outbox.kind IN ({kinds_sql()})"
"""Condition: the kind is one that this process can post.

In a rolling restart, a newer process may already store other kinds; it posts them itself.
"""
_COLUMNS: Final = column_list(OutboxRow)


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
    """Add a row to be sent `wait` seconds after `at`, unless its `dedup` exists.

    By default, the rule of its kind determines `dedup` and `wait`. A row that cannot be shown in a user
    install (a place where the bot is not a member) is not added. If only the newest row of its kind
    matters, it replaces older rows for the same match and seat that are not being sent. A move or an
    offer also makes earlier rows that were refused in the place of the match due at once, because it
    shows that the place is accessible again. `unclear` says that Discord may receive the message in
    another way too. With `reserved_for`, only that sender may claim the row for a few seconds.
    """
    rule = kind.rule
    if not rule.in_user_installs and await _is_user_install(tx, match_id, challenge_id):
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
    row = await tx.one(*insert_statement("outbox", stored, PUT))
    if row is None and rule.may_hasten:
        await _hasten(tx, dedup, not_before)
    if row is not None and reserved_for is None:
        tx.signal(Signal.DUE)
    if row is None or row["tried"] is None:
        return  # as at most moves: nothing else of their match waits
    if match_id is not None and rule.may_use_token and row["tried"]:
        await refused_posts.make_match_due(tx, match_id, at)
    if rule.newest_only:
        sql = (
            "DELETE FROM outbox WHERE match_id = ? AND kind = ? AND COALESCE(seat, -1) = ? AND id < ?"
            " AND owner IS NULL AND unclear = 0"
        )
        await tx.run(sql, match_id, kind, -1 if seat is None else seat, row["id"])


async def _hasten(tx: Transaction, dedup: str, at: float) -> None:
    """Make a row due at `at` if it only waits to combine further changes."""
    sql = "UPDATE outbox SET not_before = ? WHERE dedup = ? AND not_before > ? AND attempts = 0 AND owner IS NULL"
    if await tx.run(sql, at, dedup, at):
        tx.signal(Signal.DUE)


async def has_newer(tx: Transaction, row: OutboxRow) -> bool:
    """Whether a newer row for the same match, kind and seat exists."""
    sql = "SELECT 1 AS found FROM outbox WHERE match_id = ? AND kind = ? AND COALESCE(seat, -1) = ? AND id > ? LIMIT 1"
    newer = await tx.one(sql, row.match_id, row.kind, -1 if row.seat is None else row.seat, row.id)
    return newer is not None


async def set_version(tx: Transaction, outbox_id: int, version: int) -> None:
    """Store the progress of a row that is sent in several steps."""
    await tx.run("UPDATE outbox SET version = ? WHERE id = ?", version, outbox_id)


async def drop(tx: Transaction, dedup: str) -> None:
    """Delete a row, even if it is being sent: Discord already shows its content."""
    await tx.run("DELETE FROM outbox WHERE dedup = ?", dedup)


async def make_due(tx: Transaction, dedup: str, at: float) -> None:
    """Make a row due at `at`, unless it has ever been claimed.

    This also records that Discord did not receive the message in another way.
    """
    sql = "UPDATE outbox SET not_before = ?, unclear = 0 WHERE dedup = ? AND owner IS NULL AND attempts = 0"
    await tx.run(sql, at, dedup)


async def drop_match(tx: Transaction, match_id: int) -> None:
    """Delete the rows of a match whose channel is gone.

    Rows that are being sent are kept because they may still arrive.
    """
    await tx.run("DELETE FROM outbox WHERE match_id = ? AND owner IS NULL", match_id)


async def drop_place(tx: Transaction, *, guild_id: int | None = None, channel_id: int | None = None) -> None:
    """Delete the rows for matches and challenges of a missing server or channel.

    Rows that are being sent are kept. If a server is gone, rows for finished matches are kept too: the
    bot may be invited back before Discord refuses them for good, and nothing else would post those
    results.
    """
    # The outbox is short and the past is long: so each row is asked for its place, not each place for its rows.
    for table, waits in (("match", " AND match.status <> 'over'"), ("challenge", "")):
        sql = (
            f"DELETE FROM outbox WHERE owner IS NULL AND EXISTS (SELECT 1 FROM {table}"
            f" WHERE {table}.id = outbox.{table}_id AND ({table}.guild_id = ?{waits} OR {table}.channel_id = ?))"
        )
        await tx.run(sql, guild_id, channel_id)


async def has_waiting_board(tx: Transaction, match_id: int) -> bool:
    """Whether a board of a match waits to be sent and no process is sending it."""
    waits = "SELECT 1 AS found FROM outbox WHERE match_id = ? AND kind = ? AND owner IS NULL LIMIT 1"
    return await tx.one(waits, match_id, PostKind.BOARD) is not None


async def _is_user_install(tx: Transaction, match_id: int | None, challenge_id: int | None) -> bool:
    """Whether a row concerns a place where the bot is not a member."""
    about = (("match", match_id), ("challenge", challenge_id))
    for table, number in [(table, number) for table, number in about if number is not None]:
        found = await tx.one(f"SELECT abroad FROM {table} WHERE id = ?", number)
        if found is not None and found["abroad"] is not None:
            return True
    return False
