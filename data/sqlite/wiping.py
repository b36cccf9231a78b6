"""Removal of the last traces of deleted data from a database file.

SQLite overwrites deleted rows (`secure_delete`), but not every copy: inner nodes of a table's tree
keep IDs after their rows are gone, and a page that was split keeps what was moved to its other
half. So the file is searched, and rewritten if any trace is left.
"""

import sqlite3
from collections.abc import Collection
from pathlib import Path
from typing import Final

CHUNK: Final = 1 << 20
"""Bytes that are searched at a time."""
PATIENCE: Final = 200
"""Milliseconds for which a reader is waited for, since writers wait too."""


def traces(user_id: int) -> frozenset[bytes]:
    """Return the byte strings in which SQLite stores an ID.

    They are its forms for a value, for a row key and for text.

    >>> sorted(trace.hex() for trace in traces(1_000_000))
    ['0f4240', '31303030303030', 'bd8440']
    """
    size = next(size for size in (1, 2, 3, 4, 6, 8) if -(1 << 8 * size - 1) <= user_id < 1 << 8 * size - 1)
    return frozenset((user_id.to_bytes(size, "big", signed=True), _varint(user_id), str(user_id).encode()))


def _varint(number: int) -> bytes:
    """Encode a row key as in SQLite's trees.

    Each byte holds seven bits, and its first bit is set in all but the last byte. A ninth byte holds
    eight bits.
    """
    number &= (1 << 64) - 1
    if number >> 56:
        high = number >> 8
        return bytes(0x80 | high >> 7 * i & 0x7F for i in range(7, -1, -1)) + bytes([number & 0xFF])
    parts = [number & 0x7F]
    while number := number >> 7:
        parts.append(0x80 | number & 0x7F)
    return bytes(reversed(parts))


def contains_any(path: Path, patterns: Collection[bytes]) -> bool:
    """Whether a file contains any of the given byte strings."""
    longest = max(map(len, patterns))
    end = b""
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            piece = end + chunk
            if any(each in piece for each in patterns):
                return True
            end = piece[1 - longest :]
    return False


def truncate_log(connection: sqlite3.Connection) -> bool:
    """Move the write-ahead log into the database and empty it.

    Return false if a reader is in the way.
    """
    [usual] = connection.execute("PRAGMA busy_timeout").fetchone()
    connection.execute(f"PRAGMA busy_timeout = {PATIENCE}")
    try:
        busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        connection.execute(f"PRAGMA busy_timeout = {usual}")
    return not busy


def rewrite(connection: sqlite3.Connection) -> bool:
    """Rewrite the whole database from its current rows.

    Return false if a reader is in the way.
    """
    [usual] = connection.execute("PRAGMA temp_store").fetchone()
    connection.execute("PRAGMA temp_store = FILE")  # it holds all of it
    try:
        connection.execute("VACUUM")
    finally:
        connection.execute(f"PRAGMA temp_store = {usual}")
    return truncate_log(connection)
