"""Checks of whether a file is a sound database of Twotone.

They change nothing in it.
"""

import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from data.database.errors import StoreError, one_line
from data.database.schema import all_migrations
from data.sqlite import schema
from data.sqlite.errors import access_error, translate_sqlite_errors
from words import Phrase


def file_exists(path: Path) -> bool:
    """Whether there is a regular file at `path`.

    Raise `StoreError` if the operating system does not let us look.
    """
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise access_error(error, path) from error


@contextmanager
def open_for_reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection that reads the database at `path`.

    Raise `StoreError` if it is missing, damaged or unreadable.
    """
    if not file_exists(path):
        raise StoreError("store.missing", path=path)
    with translate_sqlite_errors(path):
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
        try:
            connection.execute("PRAGMA trusted_schema = 0")
            yield connection
        finally:
            connection.close()


def check_is_twotone(connection: sqlite3.Connection, path: Path) -> None:
    """Raise `StoreError` unless the database belongs to this version of Twotone.

    It must not be empty, belong to another program or have been made by a newer version.
    """
    if not schema.identify(connection, path):
        raise StoreError("store.empty", path=path)
    schema.pending_migrations(connection, all_migrations())


def check_is_sound(path: Path) -> None:
    """Raise `StoreError` unless the file is an undamaged database of Twotone.

    SQLite must find no damage and no violated foreign key in it.
    """
    with open_for_reading(path) as connection:
        check_is_twotone(connection, path)
        connection.text_factory = lambda text: text.decode(errors="replace")
        faults: list[object] = [
            one_line(row[0])
            for row in connection.execute("PRAGMA integrity_check(1)")
            if row[0].casefold() != "ok"
        ]
        faults += [
            Phrase("check.foreign_key", name=one_line(row[0]))
            for row in connection.execute("PRAGMA foreign_key_check").fetchmany(1)
        ]
    if faults:
        raise StoreError("check.damaged", path=path, fault=faults[0])


def is_backup(path: Path) -> bool:
    """Whether the file is a backup: a database of Twotone that no bot has used."""
    try:
        with open_for_reading(path) as connection:
            mode = connection.execute("PRAGMA journal_mode").fetchone()[0]
            return schema.identify(connection, path) > 0 and mode != "wal"
    except StoreError:
        return False
