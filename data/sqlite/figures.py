"""What there is in numbers, read from a file that a bot may be running on."""

import sqlite3
from pathlib import Path

from data.figures import Told, present
from data.sqlite import files, schema
from data.sqlite.soundness import must_be_ours, reading
from data.sqlite.transaction import SqliteTransaction, drive


def told_by(path: Path, now: float) -> Told:
    """Return what a database holds, as `Told` says, also while the bot runs.

    Raise `StoreError` where it is missing, is none of Twotone's, or cannot be read.
    """
    with reading(path) as connection:
        must_be_ours(connection, path)
        connection.row_factory = sqlite3.Row
        connection.execute("BEGIN")
        figures = drive(present(SqliteTransaction(connection, now), now))
        matches = connection.execute("SELECT COUNT(*) FROM match WHERE status = 'over'").fetchone()[0]
        log = files.beside(path, "-wal")
        size = path.stat().st_size + (log.stat().st_size if log.exists() else 0)
        return Told(figures, matches, schema.version(connection), size)
