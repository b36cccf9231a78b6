"""A separate process that makes copies for ever and reports each once it is done.

The tests cut its power. `python -m tests.data.sqlite.copier backup|restore <path>` backs up a
database of its own to `path`, or restores a backup of its own there. The copies are numbered from
1; each has its number in `meta`. Other writes follow each copy, so that many cuts fall between a
copy that was reported and the next, which would sync the folder for both. `--unsynced` is a mistake
for a test to find: nothing waits for the disk.
"""

import asyncio
import sqlite3
import sys
from contextlib import closing
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from data.sqlite import file_names
from data.sqlite.backup import backup
from data.sqlite.restore import restore
from data.sqlite.store import SqliteStore

OTHER_WRITES = 40


def main(verb: str, path: Path, *mistakes: str) -> None:
    if mistakes:
        file_names.sync = lambda path: None
    with TemporaryDirectory() as folder:
        source = Path(folder, "source.db")
        asyncio.run(create(source))
        for number in count(1):
            with closing(sqlite3.connect(source, isolation_level=None)) as connection:
                connection.execute("REPLACE INTO meta VALUES ('copy', ?)", (f"{number}",))
            if verb == "backup":
                backup(source, path)
            else:
                for suffix in ("", *file_names.LOGS):
                    file_names.append_suffix(path, f"{file_names.OLD}{suffix}").unlink(missing_ok=True)
                restore(source, path)
            print(number, flush=True)
            with file_names.append_suffix(path, ".other").open("wb", buffering=0) as other:
                for _ in range(OTHER_WRITES):
                    other.write(b".")


async def create(path: Path) -> None:
    await (await SqliteStore.open(path)).close()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:])
