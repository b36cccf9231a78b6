"""See to it that nothing of what was deleted stays in the bytes of a database.

SQLite overwrites what it deletes (`secure_delete`), but not each copy: the tree of a table keeps ids as signposts after
their rows are gone, and a page that was divided keeps what has moved to the other half. So the file itself is searched,
and written anew where something is left.
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
    """Return the byte strings in which SQLite writes an ID: value, row key and text.

    >>> sorted(trace.hex() for trace in traces(1_000_000))
    ['0f4240', '31303030303030', 'bd8440']
    """
    size = next(size for size in (1, 2, 3, 4, 6, 8) if -(1 << 8 * size - 1) <= user_id < 1 << 8 * size - 1)
    return frozenset((user_id.to_bytes(size, "big", signed=True), _varint(user_id), str(user_id).encode()))


def _varint(number: int) -> bytes:
    """Return a key as SQLite's trees store it.

    Each byte holds seven bits, and its first bit is set in all but the last byte. The ninth byte
    holds eight bits.
    """
    number &= (1 << 64) - 1
    if number >> 56:
        high = number >> 8
        return bytes(0x80 | high >> 7 * i & 0x7F for i in range(7, -1, -1)) + bytes([number & 0xFF])
    parts = [number & 0x7F]
    while number := number >> 7:
        parts.append(0x80 | number & 0x7F)
    return bytes(reversed(parts))


def holds(path: Path, searched: Collection[bytes]) -> bool:
    """Return whether a file has one of these sequences of bytes in it."""
    longest = max(map(len, searched))
    end = b""
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            piece = end + chunk
            if any(each in piece for each in searched):
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
    """Rewrite the whole database from its rows alone.

    Return false if a reader is in the way.
    """
    [usual] = connection.execute("PRAGMA temp_store").fetchone()
    connection.execute("PRAGMA temp_store = FILE")  # it holds all of it
    try:
        connection.execute("VACUUM")
    finally:
        connection.execute(f"PRAGMA temp_store = {usual}")
    return truncate_log(connection)
