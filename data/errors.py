"""What can be wrong with the store itself, as codes of the catalogue, for the person who runs the bot."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
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


DAMAGE: Final = ("store.corrupt", "store.no_database", "match.unreadable")
"""What the store says of damage, which no later try finds mended."""


class StoreError(TwotoneError):
    """Raised when the store cannot do something; its sentence says what happened and what to do."""

    @property
    def damage(self) -> bool:
        """Return whether what is stored is damaged, so that trying again is of no use."""
        return self.code in DAMAGE


class Unreadable(StoreError):  # noqa: N818 - what the match is
    """Raised for a match whose rows damage has changed into something that no match is."""

    def __init__(self) -> None:
        super().__init__("match.unreadable")


@contextmanager
def sound_rows() -> Iterator[None]:
    """Raise `Unreadable` where rows of a match are not what all sound ones are: an unknown kind, a number below 0."""
    try:
        yield
    except UnicodeEncodeError:
        raise  # what is written is at fault, not what was read
    except (ValueError, sqlite3.IntegrityError) as error:
        raise Unreadable from error


def explain(error: BaseException, path: Path) -> StoreError | None:
    """Return what a fault of the disk or of the database file at `path` means; `None` for every other error."""
    number = getattr(error, "sqlite_errorcode", None)
    code = _CODES.get(number & 0xFF) if number is not None else None
    if code is None and _undecodable(error):
        code = "store.corrupt"
    return StoreError(code, path=path, fault=one_line(error)) if code else None


@contextmanager
def damage_told(path: Path) -> Iterator[None]:
    """Raise `StoreError` for whatever SQLite raises within, as every statement there fits every sound database."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        told = explain(error, path) or StoreError("store.corrupt", path=path, fault=one_line(error))
        raise told from error


def one_line(error: object) -> str:
    """Return an error's words, which a damaged file may have filled with anything, as one line that can be printed."""
    line = "".join(sign if sign.isprintable() else " " for sign in str(error))
    return " ".join(line.split())[:200]


def _undecodable(error: BaseException) -> bool:
    """Return whether a text of the database is no text: sqlite3 has two errors for it, neither with a number."""
    return isinstance(error, UnicodeDecodeError) or (
        isinstance(error, sqlite3.OperationalError) and str(error).startswith("Could not decode to UTF-8")
    )
