"""Export of a whole database from its SQLite file.

The file is locked meanwhile, and nothing in it is changed.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from data.database.errors import StoreError
from data.database.tables import TableInfo, all_tables
from data.sqlite import file_names, lock
from data.sqlite.soundness import check_is_sound, file_exists, open_for_reading
from data.sqlite.upgrade import in_newest_schema


@contextmanager
def lock_out_bots(path: Path) -> Iterator[Path]:
    """Lock the database at `path` against every bot, and yield its real path.

    Raise `StoreError` if it is missing, if a bot is running on it, or if a restore of it was
    interrupted.
    """
    path = file_names.real_path(path)
    if not file_exists(path):
        raise StoreError("store.missing", path=path)
    try:
        taken = lock.acquire(path)
    except OSError as error:
        raise StoreError("store.folder", path=path, fault=error.strerror) from error
    try:
        if file_exists(file_names.append_suffix(path, file_names.RESTORED)):
            raise StoreError("transfer.restoring", path=path)
        yield path
    finally:
        taken.release()


@contextmanager
def open_export(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection to a snapshot of a database in the newest schema.

    An older database is migrated in a copy. Raise `StoreError` if the file does not belong to Twotone,
    is damaged, or was made by a newer version.
    """
    check_is_sound(path)
    with in_newest_schema(path) as newest, open_for_reading(newest) as connection:
        # What is no text stays in it as lone surrogates, so that the row can be named which holds it.
        connection.text_factory = lambda raw: raw.decode(errors="surrogateescape")
        connection.execute("BEGIN")
        yield connection


def count_rows(connection: sqlite3.Connection, table: TableInfo) -> int:
    """Return the number of rows in a table."""
    return int(connection.execute(f"SELECT COUNT(*) FROM {table.name}").fetchone()[0])


def read_rows(connection: sqlite3.Connection, table: TableInfo) -> Iterator[tuple[Any, ...]]:
    """Yield all rows of a table ordered by key, holding one in memory at a time."""
    columns, key = ", ".join(table.columns), ", ".join(table.key)
    return connection.execute(f"SELECT {columns} FROM {table.name} ORDER BY {key}")


def last_ids(connection: sqlite3.Connection) -> dict[str, int]:
    """Return the last ID ever assigned in each table that never reuses IDs."""
    given = connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall()
    return {
        name: max(last, connection.execute(f"SELECT COALESCE(MAX(id), 0) FROM {name}").fetchone()[0])
        for name, last in given
        if name in all_tables()
    }
