"""A whole database as it leaves its file.

No one else has the file meanwhile, and nothing in it is changed.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from data.database.errors import StoreError
from data.database.tables import Relation, all_tables
from data.sqlite import file_names, lock
from data.sqlite.soundness import is_there, must_be_sound, reading
from data.sqlite.upgrade import in_newest_schema


@contextmanager
def lock_out_bots(path: Path) -> Iterator[Path]:
    """Keep every bot away from the database at `path`, and yield its real path.

    Raise `StoreError` if it is missing, if a bot is running on it, or if a restore of it was cut off.
    """
    path = file_names.real_path(path)
    if not is_there(path):
        raise StoreError("store.missing", path=path)
    try:
        taken = lock.take(path)
    except OSError as error:
        raise StoreError("store.folder", path=path, fault=error.strerror) from error
    try:
        if is_there(file_names.beside(path, file_names.RESTORED)):
            raise StoreError("transfer.restoring", path=path)
        yield path
    finally:
        taken.release()


@contextmanager
def whole(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection that reads a database in the newest schema.

    It always sees the same state. Raise `StoreError` if the file is not ours, is damaged, or was made
    by a newer Twotone. An older database is brought to the newest schema in a copy.
    """
    must_be_sound(path)
    with in_newest_schema(path) as newest, reading(newest) as connection:
        # What is no text stays in it as lone surrogates, so that the row can be named which holds it.
        connection.text_factory = lambda raw: raw.decode(errors="surrogateescape")
        connection.execute("BEGIN")
        yield connection


def count(connection: sqlite3.Connection, table: Relation) -> int:
    """Return how many rows a table has."""
    return int(connection.execute(f"SELECT COUNT(*) FROM {table.name}").fetchone()[0])


def rows(connection: sqlite3.Connection, table: Relation) -> Iterator[tuple[Any, ...]]:
    """Return all rows of a table in the order of their keys, one in memory at a time."""
    columns, key = ", ".join(table.columns), ", ".join(table.key)
    return connection.execute(f"SELECT {columns} FROM {table.name} ORDER BY {key}")


def last_ids(connection: sqlite3.Connection) -> dict[str, int]:
    """Return the last ID ever assigned, by table.

    These are the tables whose IDs are never assigned twice.
    """
    given = connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall()
    return {
        name: max(last, connection.execute(f"SELECT COALESCE(MAX(id), 0) FROM {name}").fetchone()[0])
        for name, last in given
        if name in all_tables()
    }
