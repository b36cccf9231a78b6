"""Backups: complete copies of the database in one file, verified before use.

Copying a database that is in use with `cp` would lose what is still in its write-ahead log.
"""

import sqlite3
from pathlib import Path

from data.database.errors import StoreError, one_line
from data.sqlite import file_names
from data.sqlite.errors import report_full_copy, to_store_error
from data.sqlite.soundness import check_is_sound, check_is_twotone, is_backup, open_for_reading


def backup(path: Path, target: Path) -> None:
    """Copy the database at `path`, which may be in use, to the file `target`.

    An older backup there is replaced. The copy is first written to a temporary file beside `target`,
    then checked, synced and renamed. So `target` is either unchanged or complete, even if the process
    is killed. Raise `StoreError` if the database cannot be read, if the copy is damaged or cannot be
    written, or if `target` must not be overwritten: because it is one of the database's own files, or
    not a backup of Twotone.
    """
    path, target = file_names.real_path(path), file_names.real_path(target)
    try:
        _check_target(path, target)
        with file_names.temporary_file(target.parent) as part:
            copy(path, part)
            part.replace(target)
        file_names.sync(target.parent)
    except OSError as error:
        raise StoreError("backup.target", path=target, fault=error.strerror) from error


def copy(path: Path, empty_file: Path) -> None:
    """Write a verified and synced copy of a database to an empty file.

    The database is at `path`. Raise `StoreError` if either cannot be read or the copy is damaged, and
    `OSError` if the copy cannot be written; the content of `empty_file` is then unusable.
    """
    with open_for_reading(path) as connection:
        check_is_twotone(connection, path)
        try:
            with report_full_copy():
                connection.execute("VACUUM INTO ?", (str(empty_file),))
        except sqlite3.Error as error:
            explained = to_store_error(error, path)
            raise explained or StoreError("backup.source", path=path, fault=one_line(error)) from error
    check_is_sound(empty_file)
    file_names.sync(empty_file)


def _check_target(path: Path, target: Path) -> None:
    """Raise `StoreError` if `target` is anything other than an older backup."""
    if target.is_dir():
        raise StoreError("backup.folder", path=target)
    if any(file_names.is_same_file(mine, target) for mine in file_names.database_files(path)):
        raise StoreError("backup.itself", path=target)
    if target.exists() and not is_backup(target):
        raise StoreError("backup.not_ours", path=target)
