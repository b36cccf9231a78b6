"""Reading of the host's own small files: settings, a token, a match record.

A path may lead to anything, even to a device that never ends.
"""

import os
import stat
from pathlib import Path
from typing import Final

from words import TwotoneError

MAX_BYTES: Final = 4 * 1024 * 1024
"""Most bytes read from a file; the record of the longest match is a tenth of that."""


class UnreadableFileError(TwotoneError):
    """The path is no regular file, or the file is too large.

    The message is a part of a sentence.
    """


def read_text_file(path: Path, *, encoding: str) -> str:
    """Read a text file.

    Raise `OSError`, `UnicodeError`, or `UnreadableFileError`. The last is raised for a pipe, which might
    block for ever, for a device, which might never end, and for a file that is too large.
    """
    opened = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(opened).st_mode):
        os.close(opened)  # here, because a folder is opened and no file can be made of it
        raise UnreadableFileError("file.special")
    with os.fdopen(opened, "rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise UnreadableFileError("file.large", limit=MAX_BYTES // 1024**2)
    return data.decode(encoding)
