"""Migration 6: reseal all events without persons and interactions.

Every old seal is verified first. From the first event that does not verify, a match keeps its old
seals, which are not valid in the new form. So `check` reports the same event afterwards as before.
The match can be continued all the same, because it is continued from its record and its players did
nothing wrong.

The code of both forms of seals is repeated here, because a migration must never change, even if the
seals do later.
"""

import hashlib
import json
import logging
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any, Final

log = logging.getLogger(__name__)

AT_ONCE: Final = 200
"""Matches that are read together: few enough for any memory."""


def reseal(connection: sqlite3.Connection) -> None:
    """Reseal all events, match by match.

    The caller must commit the transaction.
    """
    decode, rows = connection.text_factory, connection.row_factory
    # Damaged text verifies nowhere, but must not keep all other matches from being played.
    connection.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
    connection.row_factory = None
    try:
        broken = [match[0] for match in _matches(connection) if not _reseal_match(connection, match)]
    finally:
        connection.text_factory, connection.row_factory = decode, rows
    if broken:
        log.warning("seals broken", extra={"matches": len(broken), "match": broken[0]})


def _matches(connection: sqlite3.Connection) -> Iterator[tuple[Any, ...]]:
    """Yield the facts that the first seal of each match covers, and its version."""
    last = -1
    while found := connection.execute(
        "SELECT id, game, options, secret, rules_version, created_at, version FROM match WHERE id > ?"
        " ORDER BY id LIMIT ?",
        (last, AT_ONCE),
    ).fetchall():
        yield from found
        if found[-1][0] <= last:
            raise sqlite3.DatabaseError("ids")  # in a damaged tree one could walk for ever
        last = found[-1][0]


def _reseal_match(connection: sqlite3.Connection, match: tuple[Any, ...]) -> bool:
    """Reseal the events of a match as far as they verify; return whether all do."""
    match_id, game, options, secret, rules_version, created_at, length = match
    if not isinstance(secret, bytes):
        return False
    old = new = _seal(b"", [match_id, game, options, secret.hex(), rules_version, created_at])
    changes: list[tuple[bytes, int, int]] = []
    events = connection.execute(
        "SELECT version, seat, user_id, kind, text, interaction_id, at, hash FROM event WHERE match_id = ?"
        " ORDER BY version",
        (match_id,),
    ).fetchall()
    for number, (version, seat, user_id, kind, text, interaction_id, at, told) in enumerate(events, 1):
        old = _seal(old, [match_id, version, seat, user_id, kind, text, interaction_id, at])
        if version != number or told != old:
            break
        new = _seal(new, [match_id, version, seat, kind, text, at])
        changes.append((new, match_id, version))
    connection.executemany("UPDATE event SET hash = ? WHERE match_id = ? AND version = ?", changes)
    return bool(len(changes) == len(events) == length)


def _seal(previous: bytes, facts: Sequence[object]) -> bytes:
    # A blob where a text belongs is damage, and verifies nowhere.
    return hashlib.sha256(previous + json.dumps(facts, separators=(",", ":"), default=repr).encode()).digest()
