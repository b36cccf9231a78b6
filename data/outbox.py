"""The outbox: messages that must still be sent to Discord, stored together with the event that caused them.

A sender claims rows under its name for a while (a lease), sends, and deletes them. If it dies, the lease runs out and
the row is claimed again: nothing is lost. Only its owner may settle a row. What is about the same thing (same match or
challenge, kind and seat) goes out in order. The token of an interaction is reserved for its process for some seconds.
"""

import json
import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from data import refused
from data.columns import columns, insert, read
from data.lanes import HAS_ROOM, IN_ROOM, LANE, LOOKED_AT, flies, padded
from data.transaction import Signal, Transaction


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
    CARD = "card"
    """The card of a new challenge, where no answer has shown it."""
    CHALLENGE = "challenge"
    """What became of a challenge: its card changes."""
    SEAT = "seat"
    """Tells somebody who looks for a game, by direct message, that a challenge waits for anyone."""
    LEARN = "learn"
    """Tells somebody who wants it, by direct message, that exercises from their matches are due."""
    WITHDRAWN = "withdrawn"
    """Tells a challenger, by direct message, that no card of their challenge could be posted."""
    LAPSE = "lapse"
    """What became of an offer: its card loses its buttons."""
    MOVED = "moved"
    """Where a moderator has moved a match, for the place it was in."""
    ARCHIVE = "archive"
    """The thread of a finished match, which leaves the list of channels."""
    TURN = "turn"
    """Tells a player, by direct message, that it is their turn."""
    REMINDER = "reminder"
    """Tells a player, by direct message or else where they play, that their time runs low."""
    GREETING = "greeting"
    """What the bot is, for a server that has just added it."""
    UNPLAYABLE = "unplayable"
    """Tells in a match's place that it is in quarantine."""
    PUZZLE = "puzzle"
    """The daily puzzle of a server."""
    SOLVERS = "solvers"
    """Who has solved a daily puzzle first: its post changes."""
    UNPOSTED = "unposted"
    """Tells, by direct message, that a channel takes no daily puzzle, card or digest any more."""
    CLUB = "club"
    """The card of a server: it is posted, kept up to date, or taken away."""
    DIGEST = "digest"
    """The weekly digest of a server."""
    SEASON = "season"
    """The card of a league's season: who has signed up."""
    SECTION = "section"
    """The card of a section of a season: its table."""
    EVENT = "event"
    """An event of Discord's that tells when a season or a tournament starts or closes."""


RESERVED_FOR: Final = 5.0
"""Seconds for which a row is the process's own that holds the token to send it by."""
SHOWN_BY_INSTALL: Final = (PostKind.BOARD, PostKind.OFFER, PostKind.STRIP)
"""Kinds that a press can show where the bot is no member, by its token; nothing else ever gets there."""
PROOFS: Final = (PostKind.BOARD, PostKind.OFFER)
"""Kinds that come of what somebody does in a match's place: it is open then."""

PUT: Final = (
    "ON CONFLICT (dedup) DO NOTHING RETURNING id, (SELECT MAX(attempts) FROM outbox AS other"
    " WHERE other.match_id = outbox.match_id AND other.id <> outbox.id) AS tried"
)
"""Of a new row: its id, and how often any other of its match was tried, `None` if there is no other."""

LATEST_ONLY = (PostKind.BOARD, PostKind.HAND)
"""Kinds that show the present state: a newer row replaces an older one that is not yet sent."""


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """One message to send or edit. `dedup` (at most 25 characters) is unique; Discord gets it as the post's nonce.

    `payload` is JSON text; times are seconds since the epoch; `attempts` counts the claims. `owner` is the name of the
    sender that has the row in hand until `leased_until`. `unclear` is true if Discord may have taken an earlier try
    whose answer never came. `refused` counts the tries that were refused, or failed by a mistake of ours: neither
    outages of Discord's nor its limits are among them. Until `reserved_until` only the sender named in `reserved_for`
    may claim it.
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


KNOWN: Final = f"outbox.kind IN ({', '.join(repr(str(kind)) for kind in PostKind)})"
"""The kinds that this process can post: in a rolling restart a newer one may already store others, and posts them."""
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
"""Whose turn it is: we can post it, no older row is about the same thing, the thread is there before what goes into it,
and it is archived after all that goes into it."""

_COLUMNS: Final = columns(OutboxRow)
OUTDATED = (
    f"kind IN ({', '.join(repr(str(kind)) for kind in LATEST_ONLY)}) AND unclear = 0"
    " AND EXISTS (SELECT 1 FROM outbox AS newer WHERE newer.match_id = outbox.match_id"
    " AND newer.kind = outbox.kind AND COALESCE(newer.seat, -1) = COALESCE(outbox.seat, -1)"
    " AND newer.id > outbox.id)"
)
"""A newer row says it all. But what Discord may have taken of the older one must be found first."""


async def put(
    tx: Transaction,
    dedup: str,
    kind: PostKind,
    at: float,
    *,
    version: int = 0,
    payload: Mapping[str, Any] | None = None,
    match_id: int | None = None,
    challenge_id: int | None = None,
    seat: int | None = None,
    not_before: float | None = None,
    unclear: bool = False,
    reserved_for: str | None = None,
) -> None:
    """Add a row to send from `not_before` (or at once); do nothing if a row with this `dedup` exists.

    Nor is anything done for what cannot be shown in a user install, no matter who asks for it. A row of a kind in
    `LATEST_ONLY` takes the place of the older ones of its match and seat that nobody is sending. What was not taken in
    its match's place before is due at once: a move or an offer there shows that the place is open. `unclear` says that
    Discord may get it in another way meanwhile. With `reserved_for`, only that sender may claim it for some seconds.
    """
    if kind not in SHOWN_BY_INSTALL and await _is_user_install(tx, match_id, challenge_id):
        return
    stored = {
        "dedup": dedup,
        "match_id": match_id,
        "challenge_id": challenge_id,
        "kind": kind,
        "seat": seat,
        "version": version,
        "payload": json.dumps(payload or {}),
        "not_before": at if not_before is None else not_before,
        "unclear": unclear,
        "reserved_for": reserved_for,
        "reserved_until": None if reserved_for is None else at + RESERVED_FOR,
    }
    row = await tx.one(*insert("outbox", stored, PUT))
    if row is not None and reserved_for is None:
        tx.signal(Signal.DUE)
    if row is None or row["tried"] is None:
        return  # as at most moves: nothing else of their match waits
    if match_id is not None and kind in PROOFS and row["tried"]:
        await refused.hurry_match(tx, match_id, at)
    if kind in LATEST_ONLY:
        await tx.run(
            "DELETE FROM outbox WHERE match_id = ? AND kind = ? AND COALESCE(seat, -1) = ? AND id < ?"
            " AND owner IS NULL AND unclear = 0",
            match_id, kind, -1 if seat is None else seat, row["id"],
        )  # fmt: skip


async def hasten(tx: Transaction, dedup: str, at: float) -> None:
    """Let a row be due at `at` that waits for no other reason than for more to happen."""
    if await tx.run(
        "UPDATE outbox SET not_before = ? WHERE dedup = ? AND not_before > ? AND attempts = 0 AND owner IS NULL",
        at, dedup, at,
    ):  # fmt: skip
        tx.signal(Signal.DUE)


async def claim(
    tx: Transaction, now: float, limit: int, *, owner: str, lease: float, flying: Collection[int] = ()
) -> list[OutboxRow]:
    """Take up to `limit` rows that are due for `owner`, for `lease` seconds, the earliest due first.

    `flying` are the rows that this owner is sending now: they are never claimed again, whatever their lease says, and
    with them no lane gets more than its share (`data.lanes`), so there may be more to claim at once. A row whose lease
    has run out may have been sent: it is unclear from now on. Call it inside `Store.write`.
    """
    flying = padded(flying)
    rows = await tx.all(
        f"{flies(len(flying))}, first AS (SELECT id, not_before, {LANE} AS lane FROM outbox"
        " WHERE not_before <= ? AND (owner IS NULL OR leased_until <= ?)"
        " AND (reserved_for IS NULL OR reserved_for = ? OR reserved_until <= ?)"
        f" AND id NOT IN (0{', ?' * len(flying)}) AND {HAS_ROOM} AND {IN_ORDER} ORDER BY not_before, id LIMIT ?),"
        f" taken AS MATERIALIZED (SELECT id FROM outbox WHERE id IN ({IN_ROOM})"
        f" ORDER BY not_before, id LIMIT ?{tx.unheld})"
        " UPDATE outbox SET leased_until = ?, attempts = attempts + 1, owner = ?,"
        " unclear = CASE WHEN owner IS NULL THEN unclear ELSE 1 END WHERE id IN (SELECT id FROM taken)"
        f" RETURNING {_COLUMNS}",
        *flying, now, now, owner, now, *flying, LOOKED_AT * limit, limit, now + lease, owner,
    )  # fmt: skip
    return sorted((read(OutboxRow, row) for row in rows), key=lambda row: (row.not_before, row.id))


async def renew(tx: Transaction, flying: Collection[int], *, owner: str, until: float) -> None:
    """Prolong the lease of all rows that their owner is still sending."""
    await tx.run(
        f"UPDATE outbox SET leased_until = ? WHERE owner = ? AND id IN (0{', ?' * len(flying)})",
        until, owner, *flying,
    )  # fmt: skip


async def done(tx: Transaction, outbox_id: int, owner: str) -> bool:
    """Delete a row that Discord has; return whether it was still its owner's. If not, nothing changes."""
    return await tx.run("DELETE FROM outbox WHERE id = ? AND owner = ?", outbox_id, owner) > 0


async def held(tx: Transaction, outbox_id: int, owner: str) -> bool:
    """Return whether a row is still its owner's to send."""
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
    """Give a row back because of `error`, to be sent from `not_before`; return whether it was still its owner's.

    `unclear` says that Discord may have taken it all the same; once unclear, a row stays so. `refused` counts the try
    as a refusal. Where `data.refused` has made it due since it was claimed, so that it is due later than `was_due`, it
    stays so. It has been due all the while, unless `later` says that it need not be posted before `not_before`.
    Where a newer row shows what this one would, this one is deleted, unless it has to be looked for first.
    """
    if not unclear and await tx.run(
        f"DELETE FROM outbox WHERE id = ? AND owner = ? AND {OUTDATED}", outbox_id, owner
    ):
        return True
    changed = await tx.run(
        "UPDATE outbox SET owner = NULL, leased_until = NULL, last_error = ?,"
        " not_before = CASE WHEN not_before > ? THEN not_before ELSE ? END,"
        " due_since = CASE WHEN ? = 1 THEN NULL ELSE COALESCE(due_since, not_before) END,"
        " unclear = CASE WHEN ? = 1 THEN 1 ELSE unclear END, refused = refused + ? WHERE id = ? AND owner = ?",
        error, was_due, not_before, int(later), int(unclear), int(refused), outbox_id, owner,
    )  # fmt: skip
    return changed > 0


async def followed(tx: Transaction, row: OutboxRow) -> bool:
    """Return whether a newer row waits that is about the same thing: same match, kind and seat."""
    newer = await tx.one(
        "SELECT 1 AS found FROM outbox WHERE match_id = ? AND kind = ? AND COALESCE(seat, -1) = ? AND id > ? LIMIT 1",
        row.match_id, row.kind, -1 if row.seat is None else row.seat, row.id,
    )  # fmt: skip
    return newer is not None


async def free(tx: Transaction) -> None:
    """Give back every row whose sender is gone, as `data.processes` knows; Discord may have it.

    A process that is gone holds no token either.
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


async def mend_times(
    tx: Transaction, now: float, longest_wait: float, first_waits: Mapping[PostKind, float]
) -> None:
    """Let what lies ahead without a reason be due at once, for a process that is the only one: a clock was wrong.

    That is a row that was never tried, beyond what its kind waits from the first by `first_waits`, else nothing, and
    one that would wait longer than any wait lasts.
    """
    waits = " ".join(f"WHEN '{kind}' THEN {seconds}" for kind, seconds in first_waits.items())
    ahead = f"attempts = 0 AND not_before - CASE kind {waits} ELSE 0.0 END > ?"
    await tx.run(f"UPDATE outbox SET not_before = ? WHERE {ahead}", now, now)
    await tx.run(
        "UPDATE outbox SET not_before = ?, due_since = NULL WHERE not_before > ?", now, now + longest_wait
    )


async def give_back(tx: Transaction, owner: str, rows: Collection[int] | None = None) -> None:
    """Give back these rows that this owner was sending, or all of them; Discord may have taken them."""
    some = "" if rows is None else f" AND id IN (0{', ?' * len(rows)})"
    await tx.run(
        f"UPDATE outbox SET owner = NULL, leased_until = NULL, unclear = 1 WHERE owner = ?{some}",
        owner,
        *(rows or ()),
    )


async def set_version(tx: Transaction, outbox_id: int, version: int) -> None:
    """Note how far a row has come that takes several steps."""
    await tx.run("UPDATE outbox SET version = ? WHERE id = ?", version, outbox_id)


async def drop(tx: Transaction, dedup: str) -> None:
    """Delete a row, no matter who has it in hand: Discord has what it says."""
    await tx.run("DELETE FROM outbox WHERE dedup = ?", dedup)


async def hurry(tx: Transaction, dedup: str, at: float) -> None:
    """Let a row be due at `at`, where nobody has it in hand: Discord has surely not got it in another way."""
    await tx.run(
        "UPDATE outbox SET not_before = ?, unclear = 0 WHERE dedup = ? AND owner IS NULL AND attempts = 0",
        at,
        dedup,
    )


async def drop_match(tx: Transaction, match_id: int) -> None:
    """Delete the rows about a match whose channel is gone, but those that are being sent: they may still arrive."""
    await tx.run("DELETE FROM outbox WHERE match_id = ? AND owner IS NULL", match_id)


async def drop_place(tx: Transaction, *, guild_id: int | None = None, channel_id: int | None = None) -> None:
    """Delete the rows about the matches and challenges of a server or a channel that is gone, but those being sent.

    What shows the end of a match stays where it is the server: the bot may be back before Discord has refused it for
    good, and nothing else would post it.
    """
    # The outbox is short and the past is long: so each row is asked for its place, not each place for its rows.
    for table, waits in (("match", " AND match.status <> 'over'"), ("challenge", "")):
        await tx.run(
            f"DELETE FROM outbox WHERE owner IS NULL AND EXISTS (SELECT 1 FROM {table}"
            f" WHERE {table}.id = outbox.{table}_id AND ({table}.guild_id = ?{waits} OR {table}.channel_id = ?))",
            guild_id, channel_id,
        )  # fmt: skip


async def board_waits(tx: Transaction, match_id: int) -> bool:
    """Return whether a board of a match waits that nobody is sending yet."""
    waits = "SELECT 1 AS found FROM outbox WHERE match_id = ? AND kind = ? AND owner IS NULL LIMIT 1"
    return await tx.one(waits, match_id, PostKind.BOARD) is not None


async def next_due(tx: Transaction, now: float, owner: str, flying: Collection[int] = ()) -> float | None:
    """Return when `owner` may claim the next row, `None` if none is there.

    What waits behind another row, or for room in its lane, is not one: it is looked for when a post has ended. Of the
    rows that wait for a later time only the first is looked at, since threads are archived an hour later.
    """
    flying = padded(flying)
    others = f"id NOT IN (0{', ?' * len(flying)}) AND {IN_ORDER}"
    row = await tx.one(
        f"{flies(len(flying))} SELECT MIN(due) AS due FROM ("
        "SELECT CASE WHEN leased_until > not_before THEN leased_until"
        " WHEN reserved_for <> ? AND reserved_until > not_before THEN reserved_until ELSE not_before END AS due"
        f" FROM outbox WHERE not_before <= ? AND {HAS_ROOM} AND {others}"
        " UNION ALL SELECT due FROM (SELECT not_before AS due FROM outbox"
        f" WHERE not_before > ? AND {others} ORDER BY not_before LIMIT 1) AS first) AS next",
        *flying, owner, now, *flying, now, *flying,
    )  # fmt: skip
    return row["due"] if row else None


async def _is_user_install(tx: Transaction, match_id: int | None, challenge_id: int | None) -> bool:
    """Return whether a row would be about what is played where the bot is no member."""
    about = (("match", match_id), ("challenge", challenge_id))
    for table, number in [(table, number) for table, number in about if number is not None]:
        found = await tx.one(f"SELECT abroad FROM {table} WHERE id = ?", number)
        if found is not None and found["abroad"] is not None:
            return True
    return False
