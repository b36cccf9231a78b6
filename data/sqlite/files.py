"""The files of one database: how they are named, whether two names mean the same file, and how names reach the disk."""

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
"""How a write-ahead log begins: with so many bytes, the first four this number, or one less where its sums are of
little-endian words."""
LOCK: Final = ".lock"
OLD: Final = ".old"
"""The database from before a restore."""
RESTORED: Final = ".restored"
"""The database that a restore is about to put in place."""
PART: Final = "unfinished-", ".twotone-part"
"""How the name of a file begins and ends while it is written; between is what `tempfile` thinks of."""
PARTS: Final = re.compile(r"unfinished-[a-z0-9_]{8}\.twotone-part")
"""Such a name, which is like nobody else's."""
LEFT_AFTER: Final = 86400.0
"""Seconds after which a file that is still called so was left by a process that was killed."""


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


def is_garbled_log(log: Path) -> bool:
    """Return whether a write-ahead log holds something, but not what SQLite begins one with: it passes that over.

    The format: https://sqlite.org/fileformat2.html#the_write_ahead_log. Raises `OSError` where it cannot be read.
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
        return real(one) == real(other)


@contextmanager
def fresh(folder: Path) -> Iterator[Path]:
    """Make an empty file in `folder`, its owner's alone, and yield its path; it is deleted unless it has been renamed.

    Nobody else's file is ever opened or deleted for it. What killed processes left there is deleted a day later. Raise
    `OSError` where the file cannot be made.
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
    """Delete what `fresh` has made in `folder` and nobody has written to since `before`, by the folder's own clock."""
    with suppress(OSError):  # they may be another's, and are in nobody's way
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
