"""The host's own small files: settings, a token, a record.

A path may lead to anything, even to a file without an end.
"""

import os
import stat
from pathlib import Path
from typing import Final

from words import TwotoneError

MOST: Final = 4 * 1024 * 1024
"""Most bytes read from a file; the record of the longest match is a tenth of that."""


class NoFileError(TwotoneError):
    """A path that is not read; the sentence says why, as part of another sentence."""


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
