"""Backups: a complete copy in one file, checked before it takes its name.

Copying a live database with `cp` loses what is still in its write-ahead log; these do not.
"""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from data import lock, matches, schema
from data.errors import StoreError, explain
from data.transaction import Transaction, drive
from words import Said


def backup(path: Path, target: Path) -> None:
    """Copy the database at `path`, which may be in use, to the file `target`.

    An earlier `target` is replaced only when the copy is complete.

    Raises `StoreError` if the database cannot be read, the copy cannot be written, or the copy is damaged.
    """
    _must_exist(path)
    part = target.with_name(target.name + ".part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        with closing(_read_only(path)) as connection:
            connection.execute("VACUUM INTO ?", (str(part),))
        _check_file(part)
        _sync(part)
        part.replace(target)
        _sync(target.parent)
    except sqlite3.Error as error:
        raise explain(error, path) or StoreError("backup.source", path=path, fault=str(error)) from error
    except OSError as error:
        raise StoreError("backup.target", path=target, fault=error.strerror) from error


def restore(source: Path, path: Path) -> None:
    """Replace the database `path` by the backup `source`, and keep the files it had as `<path>.old`.

    Raises `StoreError` if a bot is running on `path`, the backup is damaged, or an earlier `<path>.old` is in the way.
    """
    _check_file(source)
    old = path.with_name(path.name + ".old")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        held = lock.take(path)
        try:
            if path.exists() and old.exists():
                raise StoreError("restore.old", path=old)
            fresh = path.with_name(path.name + ".restored")
            backup(source, fresh)
            # The log moves with its own database: SQLite would apply it to the new one.
            for suffix in ("-wal", "-shm", ""):
                if (present := path.with_name(path.name + suffix)).exists():
                    present.replace(old.with_name(old.name + suffix))
            fresh.replace(path)
            _sync(path.parent)
        finally:
            os.close(held)
    except OSError as error:
        raise StoreError("restore.failed", path=path, fault=error.strerror) from error


def check(path: Path) -> None:
    """Check the database at `path` and the seal of every event; raise `StoreError` if anything is damaged.

    A backup and a restore look at the file only: one changed match must not keep the others from being saved.
    """
    _check_file(path)
    with closing(_read_only(path)) as connection:
        changed = _changed_matches(connection)
    if changed:
        raise StoreError("check.damaged", path=path, fault=changed[0])


def _check_file(path: Path) -> None:
    """Raise `StoreError` if SQLite finds damage, or a row that refers to a row that does not exist."""
    _must_exist(path)
    try:
        with closing(_read_only(path)) as connection:
            faults: list[object] = [
                row[0] for row in connection.execute("PRAGMA integrity_check") if row[0] != "ok"
            ]
            faults += [
                Said("check.foreign_key", name=row[0])
                for row in connection.execute("PRAGMA foreign_key_check")
            ]
    except sqlite3.Error as error:
        raise explain(error, path) or StoreError("check.failed", path=path, fault=str(error)) from error
    if faults:
        raise StoreError("check.damaged", path=path, fault=faults[0])


def _changed_matches(connection: sqlite3.Connection) -> list[Said]:
    """Return what is wrong with events that somebody has changed, which SQLite's own check does not notice."""
    if schema.version(connection) != schema.packaged()[-1].number:
        return []  # an older schema cannot be read here; `Store.open` migrates it first
    connection.row_factory = sqlite3.Row
    connection.execute("BEGIN")
    tx = Transaction(connection, now=0)
    ids = [row["id"] for row in drive(tx.all("SELECT id FROM match ORDER BY id"))]
    broken = {match_id: drive(matches.first_broken(tx, match_id)) for match_id in ids}
    return [
        Said("check.event", match=match_id, event=at) for match_id, at in broken.items() if at is not None
    ]


def _must_exist(path: Path) -> None:
    if not path.is_file():
        raise StoreError("store.missing", path=path)


def _read_only(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)


def _sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
