"""A slow check of a whole file while the bot runs.

Each look is one short read through a connection of its own.
"""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

from data.database.errors import StoreError, one_line
from data.database.scrub import AT_ONCE, FOUND, ScrubSlice
from data.sqlite.inspection import inspect_matches
from data.sqlite.soundness import reading
from words import Phrase

STEPS: Final = 10_000
"""Steps of SQLite's machine between two looks whether to go on."""
MOST: Final = 1000
"""Looks after which a table is left to `check`: some tenths of a second."""


def matches_after(path: Path, after: int) -> ScrubSlice:
    """Check the next few matches after an ID.

    Raise `StoreError` if the file cannot be read.
    """
    with reading(path) as connection:
        found = connection.execute(
            "SELECT id FROM match WHERE id > ? ORDER BY id LIMIT ?", (after, AT_ONCE)
        ).fetchall()
    if not found:
        return ScrubSlice(None, [])
    last = found[-1][0]
    if last <= after:
        raise StoreError("store.corrupt", path=path, fault="ids")  # in a damaged tree one could walk for ever
    return ScrubSlice(last, inspect_matches(path, range(found[0][0], last + 1), ended=False).broken)


def tables(path: Path) -> list[str]:
    """Return the names of all tables."""
    with reading(path) as connection:
        rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        return [row[0] for row in rows]


def fault_of_table(path: Path, name: str, stopping: threading.Event) -> str | None:
    """Return the fault that SQLite finds in a table or its indexes, or `None`.

    `None` means that there is no fault or that the check was broken off.
    """
    with reading(path) as connection, _broken_off(connection, stopping):
        try:
            [found] = connection.execute(f"PRAGMA quick_check('{name}')").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
                return None
            raise
    return None if found == "ok" else one_line(found)


@contextmanager
def _broken_off(connection: sqlite3.Connection, stopping: threading.Event) -> Iterator[None]:
    """Let no statement within run for long, or on when the bot stops."""
    looks = count()
    connection.set_progress_handler(lambda: stopping.is_set() or next(looks) >= MOST, STEPS)
    try:
        yield
    finally:
        connection.set_progress_handler(None, 0)


def finding(path: Path) -> Phrase | None:
    """Return the finding of the last round, or `None` if it found no damage.

    Raise `StoreError` if the file cannot be read.
    """
    with reading(path) as connection:
        found = connection.execute("SELECT value FROM meta WHERE key = ?", (FOUND,)).fetchone()
    return Phrase("rounds.found", path=path) if found and found[0] != "0" else None
