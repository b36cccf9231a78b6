"""The outbox: messages yet to be sent to Discord.

They are stored together with the event that caused them. Rows are added and dropped here;
`data/outbox/row_claims.py` claims and settles them. The token of an interaction is reserved for its
process for some seconds.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from data.database.columns import columns, insert
from data.database.transaction import Signal, Transaction
from data.outbox import refused_posts


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
    """Direct message to a member with a seek: an open challenge waits for anyone."""
    LEARN = "learn"
    """Direct message to a member who wants it: exercises from their matches are due."""
    WITHDRAWN = "withdrawn"
    """Direct message to a challenger: no card of their challenge could be posted."""
    LAPSE = "lapse"
    """What became of an offer: its card loses its buttons."""
    MOVED = "moved"
    """Where a moderator has moved a match, for the place it was in."""
    ARCHIVE = "archive"
    """The thread of a finished match, which leaves the list of channels."""
    TURN = "turn"
    """Tells a player, by direct message, that it is their turn."""
    REMINDER = "reminder"
    """Tells a player that their time runs low.

    It is a direct message, or else a post where they play.
    """
    GREETING = "greeting"
    """What the bot is, for a server that has just added it."""
    UNPLAYABLE = "unplayable"
    """Tells in a match's place that it is in quarantine."""
    PUZZLE = "puzzle"
    """The daily puzzle of a server."""
    SOLVERS = "solvers"
    """Who has solved a daily puzzle first: its post changes."""
    UNPOSTED = "unposted"
    """Direct message: a channel no longer takes the daily puzzle, card or digest."""
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
    WHEREABOUTS = "whereabouts"
    """Whether a channel or a thread is still there that a new session has not named."""


RESERVED_FOR: Final = 5.0
"""Seconds for which a row is the process's own that holds the token to send it by."""
SHOWN_BY_INSTALL: Final = (PostKind.BOARD, PostKind.OFFER, PostKind.STRIP)
"""Kinds that a press can show where the bot is not a member, by its token.

No other kind ever gets there.
"""
PROOFS: Final = (PostKind.BOARD, PostKind.OFFER)
"""Kinds that prove a match's place open, because a player has acted there."""

PUT: Final = (
    "ON CONFLICT (dedup) DO NOTHING RETURNING id, (SELECT MAX(attempts) FROM outbox AS other"
    " WHERE other.match_id = outbox.match_id AND other.id <> outbox.id) AS tried"
)
"""For a new row: its ID, and how often any other row of its match was tried.

The second is `None` if there is no other row.
"""

LATEST_ONLY = (PostKind.BOARD, PostKind.HAND)
"""Kinds that show the present state: a newer row replaces an unsent older one."""


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


KNOWN: Final = f"outbox.kind IN ({', '.join(repr(str(kind)) for kind in PostKind)})"
"""Condition: the kind is one that this process can post.

In a rolling restart, a newer process may already store other kinds; it posts them itself.
"""
_COLUMNS: Final = columns(OutboxRow)


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
    """Add a row to send from `not_before` (or at once), unless its `dedup` exists.

    A row that cannot be shown in a user install is not added either, no matter who asks for it. A row
    of a kind in `LATEST_ONLY` replaces the older ones of its match and seat that no process is
    sending. Rows that were not taken in the match's place before are due at once: a move or an offer
    there shows that the place is open. `unclear` says that Discord may get the row in another way
    meanwhile. With `reserved_for`, only that sender may claim it for some seconds.
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
        await refused_posts.hurry_match(tx, match_id, at)
    if kind in LATEST_ONLY:
        sql = (
            "DELETE FROM outbox WHERE match_id = ? AND kind = ? AND COALESCE(seat, -1) = ? AND id < ?"
            " AND owner IS NULL AND unclear = 0"
        )
        await tx.run(sql, match_id, kind, -1 if seat is None else seat, row["id"])


async def hasten(tx: Transaction, dedup: str, at: float) -> None:
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
