"""The lock that keeps a second process away from a database, under any name.

The file `<database>.lock` is locked for everyone who uses that name. But it can be deleted, and a
hard link to the database has another lock file. So the database file itself is locked as well, if
the operating system supports locks of open files (as Linux does).
"""

import errno
import fcntl
import os
import struct
from pathlib import Path
from typing import Final

from data.database.errors import StoreError
from data.sqlite import file_names

_HELD: Final = (errno.EAGAIN, errno.EACCES)
_FAR: Final = 1 << 62
"""Offset of the locked byte.

It is far beyond the end of any database, and is none of those that SQLite locks.
"""


class DatabaseLock:
    """A lock on a database, held until `release` or the end of the process."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self._descriptors: list[int] = []

    def release(self) -> None:
        """Release the lock.

        Close every connection first, because closing a file releases SQLite's own locks on it.
        """
        while self._descriptors:
            os.close(self._descriptors.pop())

    def lock_name(self) -> None:
        """Lock the file `<database>.lock`."""
        descriptor = self._open(file_names.append_suffix(self.database, file_names.LOCK), "store.folder")
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreError("store.running", path=self.database) from None

    def lock_file(self) -> None:
        """Lock the database file itself, creating an empty one if it is missing."""
        descriptor = self._open(self.database, "store.unwritable")
        if not hasattr(fcntl, "F_OFD_SETLK"):
            return
        lock = struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, _FAR, 1, 0)
        try:
            fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, lock)
        except OSError as error:
            if error.errno not in _HELD:
                raise
            raise StoreError("store.running", path=self.database) from None
        if not os.path.samestat(os.fstat(descriptor), self.database.stat()):
            # Another process has just put another database in its place.
            raise StoreError("store.running", path=self.database)

    def _open(self, path: Path, code: str) -> int:
        try:
            # The secrets of hidden hands are in the database, so it is its owner's alone.
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise StoreError(code, path=self.database, fault=error.strerror) from error
        self._descriptors.append(descriptor)
        return descriptor


def acquire(database: Path) -> DatabaseLock:
    """Lock the database at its real path, creating an empty file if needed.

    Raise `StoreError` if another process holds the lock, by this or another name, or if the file cannot
    be opened for writing.
    """
    lock = DatabaseLock(database)
    try:
        lock.lock_name()
        lock.lock_file()
    except BaseException:
        lock.release()
        raise
    return lock
