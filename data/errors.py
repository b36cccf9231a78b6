"""What can be wrong with the store itself, as codes of the catalogue, for the person who runs the bot."""

import sqlite3
from pathlib import Path
from typing import Final

from words import TwotoneError

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


class StoreError(TwotoneError):
    """Raised when the store cannot do something; its sentence says what happened and what to do."""


def explain(error: BaseException, path: Path) -> StoreError | None:
    """Return what a fault of the disk or of the database file at `path` means; `None` for every other error."""
    number = getattr(error, "sqlite_errorcode", None)
    code = _CODES.get(number & 0xFF) if number is not None else None
    return StoreError(code, path=path, fault=str(error)) if code else None
