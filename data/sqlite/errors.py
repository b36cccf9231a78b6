"""Translation of SQLite's errors to errors of the store."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from data.database.errors import StoreError, one_line

_CODES: Final = {
    sqlite3.SQLITE_FULL: "store.full",
    sqlite3.SQLITE_BUSY: "store.held",
    sqlite3.SQLITE_LOCKED: "store.held",
    sqlite3.SQLITE_IOERR: "store.io",
    sqlite3.SQLITE_READONLY: "store.read_only",
    sqlite3.SQLITE_PERM: "store.forbidden",
    sqlite3.SQLITE_CANTOPEN: "store.cannot_open",
    sqlite3.SQLITE_CORRUPT: "store.corrupt",
    sqlite3.SQLITE_NOTADB: "store.no_database",
}


def to_store_error(error: BaseException, path: Path) -> StoreError | None:
    """Translate an error of the disk or of the database file to a `StoreError`.

    Return `None` for every other error.
    """
    number = getattr(error, "sqlite_errorcode", None)
    code = _CODES.get(number & 0xFF) if number is not None else None
    if code is None and _is_garbled(error):
        code = "store.corrupt"
    return StoreError(code, path=path, fault=one_line(error)) if code else None


def access_error(error: OSError, path: Path) -> StoreError:
    """Return the error for a file that the system does not let us access."""
    code = "store.forbidden" if isinstance(error, PermissionError) else "store.cannot_open"
    return StoreError(code, path=path, fault=error.strerror)


@contextmanager
def translate_sqlite_errors(path: Path) -> Iterator[None]:
    """Raise `StoreError` for any error of SQLite within this context.

    Use it only for statements that succeed on every sound database, so that an error means damage.
    """
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        explained = to_store_error(error, path) or StoreError(
            "store.corrupt", path=path, fault=one_line(error)
        )
        raise explained from error


@contextmanager
def report_full_copy() -> Iterator[None]:
    """Raise `OSError` if a copy of a database has no room within this context.

    The caller names the copy: the database itself goes on.
    """
    try:
        yield
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error
        raise


def is_invalid_utf8(error: BaseException) -> bool:
    """Whether SQLite's driver reports invalid UTF-8 (without an error code)."""
    return isinstance(error, sqlite3.OperationalError) and str(error).startswith("Could not decode to UTF-8")


def _is_garbled(error: BaseException) -> bool:
    """Whether the database holds invalid text or a constraint unknown to SQLite.

    None of these errors has an error code.
    """
    return (
        isinstance(error, UnicodeDecodeError)
        or is_invalid_utf8(error)
        or (
            isinstance(error, sqlite3.OperationalError)
            and str(error).startswith(("unknown function", "foreign key mismatch"))
        )
    )
