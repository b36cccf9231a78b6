"""Backups: a complete copy in one file, checked before it takes its name.

Copying a live database with `cp` loses what is still in its write-ahead log; this does not.
"""

import sqlite3
from pathlib import Path

from data.errors import StoreError, one_line
from data.sqlite import files
from data.sqlite.errors import explain
from data.sqlite.soundness import is_backup, must_be_ours, must_be_sound, reading


def backup(path: Path, target: Path) -> None:
    """Copy the database at `path`, which may be in use, to the file `target`; a backup there before is replaced.

    The copy is written beside `target`, checked, synced and renamed: killed at any moment, `target` is what it was or
    the new copy. Raise `StoreError` if the database cannot be read, the copy is damaged or cannot be written, or
    `target` is a file that must not be lost: one of the database's own, or anything that is no backup of Twotone.
    """
    path, target = files.real(path), files.real(target)
    part = files.beside(target, ".part")
    try:
        _must_be_free(path, target, part)
        copy(path, part)
        part.replace(target)
        files.sync(target.parent)
    except OSError as error:
        raise StoreError("backup.target", path=target, fault=error.strerror) from error


def copy(path: Path, fresh: Path) -> None:
    """Write a checked and synced copy of the database at `path` to `fresh`; on a failure `fresh` is not there.

    Raise `StoreError` if either cannot be read or the copy is damaged, `OSError` if it cannot be written.
    """
    fresh.unlink(missing_ok=True)
    try:
        fresh.touch(mode=0o600)
        with reading(path) as connection:
            must_be_ours(connection, path)
            try:
                connection.execute("VACUUM INTO ?", (str(fresh),))
            except sqlite3.Error as error:
                full = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL
                told = explain(error, fresh if full else path)
                raise told or StoreError("backup.source", path=path, fault=one_line(error)) from error
        must_be_sound(fresh)
        files.sync(fresh)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise


def _must_be_free(path: Path, target: Path, part: Path) -> None:
    """Raise `StoreError` if writing to `target`, or to the file beside it, would lose anything but an older backup."""
    if target.is_dir():
        raise StoreError("backup.folder", path=target)
    if any(files.same(mine, written) for mine in files.family(path) for written in (target, part)):
        raise StoreError("backup.itself", path=target)
    if target.exists() and not is_backup(target):
        raise StoreError("backup.not_ours", path=target)
