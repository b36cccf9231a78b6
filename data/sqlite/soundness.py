"""Whether a file is a sound database of Twotone.

The checks change nothing in it.
"""

import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from data.database.errors import StoreError, one_line
from data.database.schema import all_migrations
from data.sqlite import schema
from data.sqlite.errors import access_error, explaining_damage
from words import Phrase


def is_there(path: Path) -> bool:
    """Whether there is a file at `path`.

    Raise `StoreError` if the system does not let us look.
    """
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise access_error(error, path) from error


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the database at `path` for reading.

    Raise `StoreError` if it is missing, is damaged or cannot be read.
    """
    if not is_there(path):
        raise StoreError("store.missing", path=path)
    with explaining_damage(path):
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
        try:
            connection.execute("PRAGMA trusted_schema = 0")
            yield connection
        finally:
            connection.close()


def must_be_ours(connection: sqlite3.Connection, path: Path) -> None:
    """Raise `StoreError` for an empty, a foreign or a newer Twotone's database."""
    if not schema.recognise(connection, path):
        raise StoreError("store.empty", path=path)
    schema.pending(connection, all_migrations())


def must_be_sound(path: Path) -> None:
    """Raise `StoreError` unless the file is ours and sound.

    SQLite must find it sound, and no row may point nowhere.
    """
    with reading(path) as connection:
        must_be_ours(connection, path)
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
    """Whether the file is a database of ours, unused by any bot since it was written."""
    try:
        with reading(path) as connection:
            mode = connection.execute("PRAGMA journal_mode").fetchone()[0]
            return schema.recognise(connection, path) > 0 and mode != "wal"
    except StoreError:
        return False
