"""A separate process that dies before a given operation on a database's files.

`python -m tests.data.sqlite.dying <n> <folder> backup|restore|open <path>…` does one thing to a
database. It dies before the n-th opening, renaming, linking or deleting of a file in `folder` or
below.
"""

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from data.sqlite.backup import backup
from data.sqlite.restore import restore
from data.sqlite.store import SqliteStore

ROOT: Final = Path(__file__).parents[3]
DIED: Final = 9
OPERATIONS: Final = (
    "open",
    "os.rename",
    "os.link",
    "os.remove",
    "os.mkdir",
    "os.truncate",
    "sqlite3.connect",
)


def dies_before_operation(number: int, folder: Path, verb: str, *paths: Path) -> bool:
    """Whether the process died before its operation of this number.

    It does unless the number is larger than the count of its operations.
    """
    command = [
        sys.executable,
        "-m",
        "tests.data.sqlite.dying",
        str(number),
        str(folder),
        verb,
        *map(str, paths),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in (0, DIED), done.stderr
    return done.returncode == DIED


def main(number: int, folder: str, verb: str, *paths: Path) -> None:
    left = number

    def count(event: str, given: tuple[object, ...]) -> None:
        nonlocal left
        if event in OPERATIONS and any(folder in str(path) for path in given[:2]):
            left -= 1
            if not left:
                os._exit(DIED)

    sys.addaudithook(count)
    if verb == "open":
        asyncio.run(open_and_close(*paths))
    else:
        {"backup": backup, "restore": restore}[verb](*paths)


async def open_and_close(path: Path) -> None:
    """Open the store and close it again."""
    await (await SqliteStore.open(path)).close()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3], *map(Path, sys.argv[4:]))
