"""The host's own small files: settings, a token, a record. What a path leads to may be anything, and never end."""

import os
import stat
from pathlib import Path
from typing import Final

from words import TwotoneError

MOST: Final = 4 * 1024 * 1024
"""Bytes that are read of a file: the record of the longest match has a tenth of them."""


class NoFileError(TwotoneError):
    """What a path leads to is not read; the sentence says why, and begins within another."""


def text_of(path: Path, *, encoding: str) -> str:
    """Return the text of a file.

    Raises `OSError`, `UnicodeError`, or `NoFileError` for what is no ordinary file, whose reading might wait for ever
    (a pipe) or never end (a device), and for what is too large.
    """
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise NoFileError("file.special")
        data = file.read(MOST + 1)
    if len(data) > MOST:
        raise NoFileError("file.large", limit=MOST // 1024**2)
    return data.decode(encoding)
