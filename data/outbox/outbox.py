"""The outbox: messages that must still be sent to Discord, stored together with the event that caused them.

Rows are put here and dropped; `data/outbox/in_hand.py` claims and settles them. The token of an interaction is reserved
for its process for some seconds.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from data.database.columns import columns, insert
from data.database.transaction import Signal, Transaction
from data.outbox import refused


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
    WHEREABOUTS = "whereabouts"
    """Whether a channel or a thread is still there that a new session has not named."""


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


async def followed(tx: Transaction, row: OutboxRow) -> bool:
    """Return whether a newer row waits that is about the same thing: same match, kind and seat."""
    newer = await tx.one(
        "SELECT 1 AS found FROM outbox WHERE match_id = ? AND kind = ? AND COALESCE(seat, -1) = ? AND id > ? LIMIT 1",
        row.match_id, row.kind, -1 if row.seat is None else row.seat, row.id,
    )  # fmt: skip
    return newer is not None


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


async def _is_user_install(tx: Transaction, match_id: int | None, challenge_id: int | None) -> bool:
    """Return whether a row would be about what is played where the bot is no member."""
    about = (("match", match_id), ("challenge", challenge_id))
    for table, number in [(table, number) for table, number in about if number is not None]:
        found = await tx.one(f"SELECT abroad FROM {table} WHERE id = ?", number)
        if found is not None and found["abroad"] is not None:
            return True
    return False
