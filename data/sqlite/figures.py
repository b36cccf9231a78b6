"""What there is in numbers, read from a file that a bot may be running on."""

import math
import sqlite3
from pathlib import Path

from data.database.errors import StoreError, one_line
from data.figures import DatabaseFigures, Figures, present
from data.sqlite import file_names, schema
from data.sqlite.errors import access_error
from data.sqlite.soundness import must_be_ours, reading
from data.sqlite.transaction import SqliteTransaction, drive
from words import Phrase


def figures_of(path: Path, now: float) -> DatabaseFigures:
    """Return what a database holds at `now`, also while the bot runs.

    Raise `StoreError` where it is missing, is none of Twotone's, is damaged, or cannot be read.
    """
    with reading(path) as connection:
        must_be_ours(connection, path)
        connection.row_factory = sqlite3.Row
        connection.execute("BEGIN")
        figures = _figures(connection, path, now)
        matches = connection.execute("SELECT COUNT(*) FROM match WHERE status = 'over'").fetchone()[0]
        return DatabaseFigures(figures, matches, schema.version(connection), _size(path))


def _figures(connection: sqlite3.Connection, path: Path, now: float) -> Figures:
    """Return the figures at `now`.

    Raise `StoreError` if damage has put something else in a number's place.
    """
    try:
        figures = drive(present(SqliteTransaction(connection, now), now))
        texts = [
            *figures.running,
            *(text for each in figures.processes for text in (each.shards, each.version)),
        ]
        moments = [figures.due or 0.0, figures.looked_at]
        sound = all(isinstance(text, str) for text in texts) and all(map(math.isfinite, moments))
    except (TypeError, ValueError) as error:
        raise StoreError("store.corrupt", path=path, fault=one_line(error)) from error
    if not sound:
        raise StoreError("store.corrupt", path=path, fault=Phrase("check.types"))
    return figures


def _size(path: Path) -> int:
    """Return the bytes of a database and of what is not yet moved into it."""
    log = file_names.beside(path, "-wal")
    try:
        return path.stat().st_size + (log.stat().st_size if log.exists() else 0)
    except OSError as error:
        raise access_error(error, path) from error
