"""Restoring a backup safely: the database is always the old or new one.

This holds even if the process is killed at any moment. The steps are: copy the backup to
`<database>.restored`; move the write-ahead log of the database into it; give the database a second
name, `<database>.old`; rename `.restored` to the database. While `.restored` exists, the restore
has not taken effect, and `settle_interrupted` undoes what was begun.
"""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from data.database.errors import StoreError
from data.sqlite import file_names, lock
from data.sqlite.backup import copy
from data.sqlite.errors import to_store_error
from data.sqlite.soundness import check_is_sound
from words import Phrase

_NOT_NOW: Final = ("store.held", "store.full")
"""Why a log cannot be folded now, though the database may be sound."""


def restore(source: Path, path: Path) -> None:
    """Replace the database at `path` with a copy of the backup `source`.

    The old database is kept under the name `<path>.old`. Raise `StoreError` before anything is changed
    if a bot is running on `path`, if there is an earlier `<path>.old`, or if `source` is unsuitable:
    one of the database's own files, no database of Twotone, damaged, or newer than this version.
    """
    source, path = file_names.real_path(source), file_names.real_path(path)
    _check_source(source, path)
    check_is_sound(source)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        held = lock.acquire(path)
        try:
            settle_interrupted(path)
            _put(source, path)
        finally:
            held.release()
    except OSError as error:
        raise StoreError("restore.failed", path=path, fault=error.strerror) from error


def _check_source(source: Path, path: Path) -> None:
    """Raise `StoreError` if `source` is one of the files of the database `path`.

    A restore overwrites or deletes those files.
    """
    if file_names.is_same_file(source, path):
        raise StoreError("restore.itself", path=source)
    for own in file_names.database_files(path):
        with suppress(OSError):  # most of them are not there
            if source.samefile(own):
                raise StoreError("restore.own", path=source, other=own.name)


def settle_interrupted(path: Path) -> Phrase | None:
    """Undo an interrupted restore, and report how the last restore went.

    Return `None` if there was none. The lock on `path` must be held.
    """
    fresh, old = (
        file_names.append_suffix(path, file_names.RESTORED),
        file_names.append_suffix(path, file_names.OLD),
    )
    if not fresh.exists():
        return Phrase("restore.done", path=path, other=old.name) if old.exists() else None
    if old.exists() and file_names.is_same_file(old, path):
        for suffix in file_names.LOGS:
            if (log := file_names.append_suffix(old, suffix)).exists():
                log.replace(file_names.append_suffix(path, suffix))
        old.unlink()
        file_names.sync(path.parent)
    fresh.unlink()
    return Phrase("restore.interrupted", path=path)


def check_not_lost(path: Path) -> None:
    """Raise `StoreError` if the database is missing but files beside it exist.

    Such files show that there was a database at `path`, so a new and empty one must not be created.
    """
    if path.exists() and path.stat().st_size:
        return
    old, fresh, log = (
        file_names.append_suffix(path, suffix) for suffix in (file_names.OLD, file_names.RESTORED, "-wal")
    )
    if old.exists():
        raise StoreError("start.old", path=path, other=old.name, name=path.name)
    if fresh.exists():
        raise StoreError("start.restored", path=path, other=fresh.name)
    if log.exists() and log.stat().st_size:
        raise StoreError("start.log", path=path, other=log.name)


def _put(source: Path, path: Path) -> None:
    """Carry out a restore; undo its steps if any but the last rename fails."""
    fresh, old = (
        file_names.append_suffix(path, file_names.RESTORED),
        file_names.append_suffix(path, file_names.OLD),
    )
    if old.exists():
        raise StoreError("restore.old", path=old)
    try:
        fresh.touch(mode=0o600, exist_ok=False)
        copy(source, fresh)
        if path.stat().st_size:
            folded = _fold(path)
            os.link(path, old)
            file_names.sync(path.parent)
            for suffix in file_names.LOGS:
                log = file_names.append_suffix(path, suffix)
                if not log.exists():
                    continue
                # Beside the new database the log would be played into it; unfolded, it goes with the old one.
                if folded or suffix == "-shm":
                    log.unlink()
                else:
                    log.replace(file_names.append_suffix(old, suffix))
        fresh.replace(path)
        file_names.sync(path.parent)
    except BaseException:
        settle_interrupted(path)
        raise


def _fold(path: Path) -> bool:
    """Move the write-ahead log into the database; return whether it succeeded.

    It fails if the database is damaged. Raise `StoreError` if another program holds the database or the
    disk is full.
    """
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            held = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    except (sqlite3.Error, UnicodeDecodeError) as error:
        explained = to_store_error(error, path)
        if explained and explained.code in _NOT_NOW:
            raise explained from error
        return False
    if held:
        raise StoreError("store.held", path=path)
    return True
