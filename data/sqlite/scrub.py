"""A slow check of a whole file while the bot is running.

Each part is one short read through a connection of its own.
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
from data.sqlite.soundness import open_for_reading
from words import Phrase

STEPS: Final = 10_000
"""Steps of SQLite's machine between two looks whether to go on."""
MOST: Final = 1000
"""Looks after which a table is left to `check`: some tenths of a second."""


def check_matches_after(path: Path, after_id: int) -> ScrubSlice:
    """Check the next few matches after an ID.

    Raise `StoreError` if the file cannot be read.
    """
    with open_for_reading(path) as connection:
        found = connection.execute(
            "SELECT id FROM match WHERE id > ? ORDER BY id LIMIT ?", (after_id, AT_ONCE)
        ).fetchall()
    if not found:
        return ScrubSlice(None, [])
    last = found[-1][0]
    if last <= after_id:
        raise StoreError("store.corrupt", path=path, fault="ids")  # in a damaged tree one could walk for ever
    return ScrubSlice(last, inspect_matches(path, range(found[0][0], last + 1), replay_finished=False).broken)


def table_names(path: Path) -> list[str]:
    """Return the names of all tables."""
    with open_for_reading(path) as connection:
        rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        return [row[0] for row in rows]


def find_table_fault(path: Path, name: str, stop_event: threading.Event) -> str | None:
    """Return the fault that SQLite finds in a table or its indexes, or `None`.

    `None` means that there is no fault, or that the check was stopped by `stop_event` or took too long.
    """
    with open_for_reading(path) as connection, _interruptible(connection, stop_event):
        try:
            [found] = connection.execute(f"PRAGMA quick_check('{name}')").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
                return None
            raise
    return None if found == "ok" else one_line(found)


@contextmanager
def _interruptible(connection: sqlite3.Connection, stopping: threading.Event) -> Iterator[None]:
    """Interrupt statements within this context after a limit or on a stop event."""
    looks = count()
    connection.set_progress_handler(lambda: stopping.is_set() or next(looks) >= MOST, STEPS)
    try:
        yield
    finally:
        connection.set_progress_handler(None, 0)


def last_finding(path: Path) -> Phrase | None:
    """Return a sentence about the damage found by the last check, or `None`.

    Raise `StoreError` if the file cannot be read.
    """
    with open_for_reading(path) as connection:
        found = connection.execute("SELECT value FROM meta WHERE key = ?", (FOUND,)).fetchone()
    return Phrase("rounds.found", path=path) if found and found[0] != "0" else None
