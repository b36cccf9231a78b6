"""Empty databases: the newest schema is made once and copied for each test.

Even the schema in one step takes milliseconds, and thousands of tests begin with it; the tests in
`tests/data` still run the migrations.
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
    """Return the path of a database, creating an empty one if it does not exist."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_database_bytes())
    return path


@cache
def _database_bytes() -> bytes:
    """Return the bytes of an empty database with the newest schema."""
    with TemporaryDirectory(dir=in_memory()) as folder:
        path = Path(folder) / "fresh.db"
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            schema.apply_migration(connection, newest_schema())
        return path.read_bytes()
