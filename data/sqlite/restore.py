"""Restoring a backup: the database is the old one or the new one at any moment.

This holds even if the process is killed; the next start says which one it is. The files, in
order: the backup is copied to `<database>.restored`; the log of the database is folded into it;
the database gets the second name `<database>.old`; `.restored` is renamed to the database. While
`.restored` is there, the restore has not happened, and `settle` undoes its beginnings.
"""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from data.database.errors import StoreError
from data.sqlite import file_names, lock
from data.sqlite.backup import copy
from data.sqlite.errors import explain
from data.sqlite.soundness import must_be_sound
from words import Phrase

_NOT_NOW: Final = ("store.held", "store.full")
"""Why a log cannot be folded now, though the database may be sound."""


def restore(source: Path, path: Path) -> None:
    """Replace the database `path` with a copy of the backup `source`.

    The old database is kept as `<path>.old`. Raise `StoreError` before anything is changed if a bot
    is running on `path`; if `source` is that database or another of its own files, is not a database
    of ours, is damaged or newer than this Twotone; or if an earlier `<path>.old` is in the way.
    """
    source, path = file_names.real_path(source), file_names.real_path(path)
    _must_be_another(source, path)
    must_be_sound(source)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        held = lock.take(path)
        try:
            settle(path)
            _put(source, path)
        finally:
            held.release()
    except OSError as error:
        raise StoreError("restore.failed", path=path, fault=error.strerror) from error


def _must_be_another(source: Path, path: Path) -> None:
    """Raise `StoreError` if `source` is one of the files of the database `path`.

    A restore writes or deletes those.
    """
    if file_names.same(source, path):
        raise StoreError("restore.itself", path=source)
    for own in file_names.family(path):
        with suppress(OSError):  # most of them are not there
            if source.samefile(own):
                raise StoreError("restore.own", path=source, other=own.name)


def settle(path: Path) -> Phrase | None:
    """Undo the beginnings of an interrupted restore, and return a report.

    The report says how a restore went; it is `None` if there was none. The lock on `path` must be
    held.
    """
    fresh, old = file_names.beside(path, file_names.RESTORED), file_names.beside(path, file_names.OLD)
    if not fresh.exists():
        return Phrase("restore.done", path=path, other=old.name) if old.exists() else None
    if old.exists() and file_names.same(old, path):
        for suffix in file_names.LOGS:
            if (log := file_names.beside(old, suffix)).exists():
                log.replace(file_names.beside(path, suffix))
        old.unlink()
        file_names.sync(path.parent)
    fresh.unlink()
    return Phrase("restore.interrupted", path=path)


def must_not_start_empty(path: Path) -> None:
    """Raise `StoreError` if `path` has no database but a trace of one beside it."""
    if path.exists() and path.stat().st_size:
        return
    old, fresh, log = (
        file_names.beside(path, suffix) for suffix in (file_names.OLD, file_names.RESTORED, "-wal")
    )
    if old.exists():
        raise StoreError("start.old", path=path, other=old.name, name=path.name)
    if fresh.exists():
        raise StoreError("start.restored", path=path, other=fresh.name)
    if log.exists() and log.stat().st_size:
        raise StoreError("start.log", path=path, other=log.name)


def _put(source: Path, path: Path) -> None:
    """Do what the file's head says; if anything fails before the last rename, undo it."""
    fresh, old = file_names.beside(path, file_names.RESTORED), file_names.beside(path, file_names.OLD)
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
                log = file_names.beside(path, suffix)
                if not log.exists():
                    continue
                # Beside the new database the log would be played into it; unfolded, it goes with the old one.
                if folded or suffix == "-shm":
                    log.unlink()
                else:
                    log.replace(file_names.beside(old, suffix))
        fresh.replace(path)
        file_names.sync(path.parent)
    except BaseException:
        settle(path)
        raise


def _fold(path: Path) -> bool:
    """Move the log into the database and return whether it is there.

    It cannot be there if the database is damaged. Raise `StoreError` if another program holds the
    database or the disk is full.
    """
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            held = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    except (sqlite3.Error, UnicodeDecodeError) as error:
        explained = explain(error, path)
        if explained and explained.code in _NOT_NOW:
            raise explained from error
        return False
    if held:
        raise StoreError("store.held", path=path)
    return True
