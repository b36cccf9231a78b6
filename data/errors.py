"""What can be wrong with the store itself, as a sentence for the person who runs the bot."""

import sqlite3
from pathlib import Path

_SENTENCES = {
    sqlite3.SQLITE_FULL: "The disk of {path} is full, so nothing was stored. Free some space; it goes on by itself.",
    sqlite3.SQLITE_BUSY: "{path} is held by another program, so nothing was stored. Try again in a moment.",
    sqlite3.SQLITE_LOCKED: "{path} is held by another program, so nothing was stored. Try again in a moment.",
    sqlite3.SQLITE_IOERR: "{path} cannot be read or written ({error}). Check the disk and its volume.",
    sqlite3.SQLITE_READONLY: "{path} cannot be written ({error}). Check the owner of the file and its folder.",
    sqlite3.SQLITE_PERM: "{path} may not be opened ({error}). Check the owner of the file and its folder.",
    sqlite3.SQLITE_CANTOPEN: "{path} cannot be opened ({error}). Check that its folder exists and is the bot's own.",
    sqlite3.SQLITE_CORRUPT: "{path} is damaged ({error}); it was left as it is. Restore the newest backup.",
    sqlite3.SQLITE_NOTADB: "{path} is not a database; it was left as it is. Restore a backup, or name another file.",
}


class StoreError(Exception):
    """The store cannot do it now; the message is a sentence that says what happened and what to do."""


def explain(error: BaseException, path: Path) -> StoreError | None:
    """The sentence for a fault of the disk or the database file at `path`; `None` for every other error."""
    code = getattr(error, "sqlite_errorcode", None)
    sentence = _SENTENCES.get(code & 0xFF) if code is not None else None
    return StoreError(sentence.format(path=path, error=error)) if sentence else None
