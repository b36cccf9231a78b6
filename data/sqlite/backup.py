"""Backups: a complete copy in one file, checked before it takes its name.

Copying a live database with `cp` loses what is still in its write-ahead log; this does not.
"""

import sqlite3
from pathlib import Path

from data.database.errors import StoreError, one_line
from data.sqlite import file_names
from data.sqlite.errors import explain
from data.sqlite.soundness import is_backup, must_be_ours, must_be_sound, reading


def backup(path: Path, target: Path) -> None:
    """Copy the database at `path`, which may be in use, to the file `target`.

    An older backup there is replaced. The copy is written beside `target` under a name of its own,
    checked, synced and renamed: killed at any moment, `target` is either as it was or the new copy.
    Raise `StoreError` if the database cannot be read, if the copy is damaged or cannot be written, or
    if `target` is a file that must not be lost: one of the database's own, or anything that is not a
    backup of Twotone.
    """
    path, target = file_names.real_path(path), file_names.real_path(target)
    try:
        _must_be_free(path, target)
        with file_names.fresh(target.parent) as part:
            copy(path, part)
            part.replace(target)
        file_names.sync(target.parent)
    except OSError as error:
        raise StoreError("backup.target", path=target, fault=error.strerror) from error


def copy(path: Path, fresh: Path) -> None:
    """Write a checked and synced copy of the database at `path` to `fresh`.

    `fresh` is an empty file. Raise `StoreError` if either cannot be read or the copy is damaged, and
    `OSError` if it cannot be written: the content of `fresh` is then not a copy.
    """
    with reading(path) as connection:
        must_be_ours(connection, path)
        try:
            connection.execute("VACUUM INTO ?", (str(fresh),))
        except sqlite3.Error as error:
            full = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL
            explained = explain(error, fresh if full else path)
            raise explained or StoreError("backup.source", path=path, fault=one_line(error)) from error
    must_be_sound(fresh)
    file_names.sync(fresh)


def _must_be_free(path: Path, target: Path) -> None:
    """Raise `StoreError` if writing to `target` would lose more than an older backup."""
    if target.is_dir():
        raise StoreError("backup.folder", path=target)
    if any(file_names.same(mine, target) for mine in file_names.family(path)):
        raise StoreError("backup.itself", path=target)
    if target.exists() and not is_backup(target):
        raise StoreError("backup.not_ours", path=target)
