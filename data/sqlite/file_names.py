"""The files of one database: their names, identity and durability.

This covers whether two names mean the same file, and how names reach the disk.
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
    """Return the file that a path leads to, with symbolic links resolved as by SQLite."""
    return Path(os.path.realpath(path))


def beside(path: Path, suffix: str) -> Path:
    """Return the path beside `path` whose name has `suffix` added.

    >>> beside(Path("var/twotone.db"), ".old").as_posix()
    'var/twotone.db.old'
    """
    return path.with_name(path.name + suffix)


def family(path: Path) -> tuple[Path, ...]:
    """Return the database and all files that belong to it, whether they exist or not."""
    return (path, *(beside(path, suffix) for suffix in (*LOGS, LOCK, OLD, RESTORED)))


def is_garbled_log(log: Path) -> bool:
    """Whether a write-ahead log has content, but not a header that SQLite accepts.

    SQLite ignores such a log. The format is described at
    https://sqlite.org/fileformat2.html#the_write_ahead_log. Raise `OSError` if the log cannot be
    read.
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


def same(one: Path, other: Path) -> bool:
    """Return whether two paths lead to one file, by symbolic or hard links or by name."""
    try:
        return one.samefile(other)
    except OSError:
        return real_path(one) == real_path(other)


@contextmanager
def fresh(folder: Path) -> Iterator[Path]:
    """Create an empty file in `folder` for its owner alone, and yield its path.

    It is deleted unless it has been renamed. No other program's file is ever opened or deleted for
    it. Files that killed processes left there are deleted a day later. Raise `OSError` if the file
    cannot be created.
    """
    descriptor, name = tempfile.mkstemp(PART[1], PART[0], folder)
    os.close(descriptor)
    path = Path(name)
    try:
        _sweep(folder, path.stat().st_mtime - LEFT_AFTER)
        yield path
    finally:
        path.unlink(missing_ok=True)


def _sweep(folder: Path, before: float) -> None:
    """Delete abandoned files that `fresh` made in `folder`.

    No one has written to them since `before`, by the folder's own clock.
    """
    with suppress(OSError):  # they may be another's, and are in no one's way
        for file in folder.iterdir():
            if PARTS.fullmatch(file.name) and file.lstat().st_mtime < before:
                file.unlink()


def sync(path: Path) -> None:
    """Make sure that a file's content, or a folder's names, are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
