"""The files of one database: their names, identity and durability.

This includes whether two names mean the same file, and how names are made to reach the disk.
"""

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Literal

LOGS: Final = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database and takes for a part of it."""
LOG_HEAD: Final = 32
LOG_MAGIC: Final = 0x377F0683
"""The first four bytes of a write-ahead log's header, as a number.

The header has `LOG_HEAD` bytes. The number is one less if the log's checksums are of
little-endian words.
"""
LOCK: Final = ".lock"
OLD: Final = ".old"
"""The database from before a restore."""
RESTORED: Final = ".restored"
"""The database that a restore is about to put in place."""
PART: Final = "unfinished-", ".twotone-part"
"""Prefix and suffix of a file's name while it is written.

`tempfile` makes up what is between.
"""
PARTS: Final = re.compile(r"unfinished-[a-z0-9_]{8}\.twotone-part")
"""Pattern of such a name, which no other program uses."""
LEFT_AFTER: Final = 86400.0
"""Seconds after which a file that still has such a name counts as abandoned.

A process that was killed has left it.
"""


def real_path(path: Path) -> Path:
    """Return a path with symbolic links resolved in the way that SQLite does."""
    return Path(os.path.realpath(path))


def append_suffix(path: Path, suffix: str) -> Path:
    """Return the path whose file name has `suffix` appended.

    >>> append_suffix(Path("var/twotone.db"), ".old").as_posix()
    'var/twotone.db.old'
    """
    return path.with_name(path.name + suffix)


def database_files(path: Path) -> tuple[Path, ...]:
    """Return a database and all files that belong to it, existing or not."""
    return (path, *(append_suffix(path, suffix) for suffix in (*LOGS, LOCK, OLD, RESTORED)))


def is_garbled_log(log: Path) -> bool:
    """Whether a write-ahead log is not empty but has an invalid header.

    SQLite ignores such a log. The format is described at
    https://sqlite.org/fileformat2.html#the_write_ahead_log. Raise `OSError` if the log cannot be read.
    """
    try:
        with log.open("rb") as file:
            head = file.read(LOG_HEAD)
    except FileNotFoundError:
        return False
    if len(head) < LOG_HEAD:
        return bool(head)
    magic = int.from_bytes(head[:4])
    order: Literal["big", "little"] = "big" if magic & 1 else "little"
    words = [int.from_bytes(head[at : at + 4], order) for at in range(0, LOG_HEAD - 8, 4)]
    first = second = 0
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return magic | 1 != LOG_MAGIC or head[-8:] != first.to_bytes(4) + second.to_bytes(4)


def is_same_file(one: Path, other: Path) -> bool:
    """Whether two paths lead to the same file, also through links."""
    try:
        return one.samefile(other)
    except OSError:
        return real_path(one) == real_path(other)


@contextmanager
def temporary_file(folder: Path) -> Iterator[Path]:
    """Create an empty private file in `folder` and yield its path.

    It is deleted at the end unless it has been renamed. Files of other programs are never opened or
    deleted. Files left behind by killed processes are deleted after a day. Raise `OSError` if the file
    cannot be created.
    """
    descriptor, name = tempfile.mkstemp(PART[1], PART[0], folder)
    os.close(descriptor)
    path = Path(name)
    try:
        _delete_abandoned(folder, path.stat().st_mtime - LEFT_AFTER)
        yield path
    finally:
        path.unlink(missing_ok=True)


def _delete_abandoned(folder: Path, before: float) -> None:
    """Delete abandoned temporary files of Twotone in `folder`.

    These have not been written to since `before`, by the clock of the file system.
    """
    with suppress(OSError):  # they may be another's, and are in no one's way
        for file in folder.iterdir():
            if PARTS.fullmatch(file.name) and file.lstat().st_mtime < before:
                file.unlink()


def sync(path: Path) -> None:
    """Ensure that a file's content, or the names in a folder, are on disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
