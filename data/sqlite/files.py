"""The files of one database: how they are named, whether two names mean the same file, and how names reach the disk."""

import os
from pathlib import Path
from typing import Final

LOGS: Final = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database and takes for a part of it."""
LOCK: Final = ".lock"
OLD: Final = ".old"
"""The database from before a restore."""
RESTORED: Final = ".restored"
"""The database that a restore is about to put in place."""


def real(path: Path) -> Path:
    """Return the file that a path leads to, as SQLite finds it: without symbolic links."""
    return Path(os.path.realpath(path))


def beside(path: Path, suffix: str) -> Path:
    """Return the path beside `path` whose name has `suffix` added.

    >>> beside(Path("var/twotone.db"), ".old").as_posix()
    'var/twotone.db.old'
    """
    return path.with_name(path.name + suffix)


def family(path: Path) -> tuple[Path, ...]:
    """Return the database and every file that belongs to it, whether they are there or not."""
    return (path, *(beside(path, suffix) for suffix in (*LOGS, LOCK, OLD, RESTORED)))


def same(one: Path, other: Path) -> bool:
    """Return whether two paths lead to one file, by symbolic or hard links or by name."""
    try:
        return one.samefile(other)
    except OSError:
        return real(one) == real(other)


def sync(path: Path) -> None:
    """Make sure that a file's content, or a folder's names, are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
