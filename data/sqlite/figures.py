"""Statistics of a database, read from a file that a bot may be using."""

import math
import sqlite3
from pathlib import Path

from data.database.errors import StoreError, one_line
from data.figures import (
    DatabaseStatistics,
    StoreStatistics,
    WeekStatistics,
    collect_statistics,
    collect_week,
)
from data.sqlite import file_names, schema
from data.sqlite.errors import access_error
from data.sqlite.soundness import check_is_twotone, open_for_reading
from data.sqlite.transaction import SqliteTransaction, run_job
from words import Phrase


def read_statistics(path: Path, now: float) -> DatabaseStatistics:
    """Return statistics of the database at `path` at the time `now`.

    The bot may be running. Raise `StoreError` if the database is missing, does not belong to Twotone,
    is damaged, or cannot be read.
    """
    with open_for_reading(path) as connection:
        check_is_twotone(connection, path)
        connection.row_factory = sqlite3.Row
        connection.execute("BEGIN")
        figures, week = _figures(connection, path, now)
        matches = connection.execute("SELECT COUNT(*) FROM match WHERE status = 'over'").fetchone()[0]
        return DatabaseStatistics(figures, week, matches, schema.read_version(connection), _size(path))


def _figures(
    connection: sqlite3.Connection, path: Path, now: float
) -> tuple[StoreStatistics, WeekStatistics]:
    """Return the counts at the time `now`, and those of the week before.

    Raise `StoreError` if damage has replaced a number with something else.
    """
    try:
        tx = SqliteTransaction(connection, now)
        figures, week = run_job(collect_statistics(tx, now)), run_job(collect_week(tx, now))
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
    return figures, week


def _size(path: Path) -> int:
    """Return the size of a database and its write-ahead log in bytes."""
    log = file_names.append_suffix(path, "-wal")
    try:
        return path.stat().st_size + (log.stat().st_size if log.exists() else 0)
    except OSError as error:
        raise access_error(error, path) from error
