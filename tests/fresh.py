"""Databases with nothing in them yet: the newest schema is made once, and copied to wherever a test begins.

Even the schema in one step takes milliseconds, and thousands of tests begin with it; `tests/data` keeps looking what
the migrations do.
"""

import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from data.database.schema import newest_schema
from data.sqlite import schema
from tests.memory import in_memory


def fresh(path: Path) -> Path:
    """The path of a database, which is there now: an empty one, unless there was one already."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_made())
    return path


@cache
def _made() -> bytes:
    with TemporaryDirectory(dir=in_memory()) as folder:
        path = Path(folder) / "fresh.db"
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            schema.apply(connection, newest_schema())
        return path.read_bytes()
