"""A separate process that applies a migration and dies before its n-th statement.

`python -m tests.data.database.dying_migration <database> <migration> <n>` dies right before it. A
number one larger than the count of statements means the statement after the migration.
"""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

from data.database.schema import Migration, all_migrations
from data.sqlite import schema
from tests.house import ROOT

REBUILD = Migration(
    all_migrations()[-1].number + 1,
    """
    -- The way SQLite changes a column: a new table; the rows; the name.
    CREATE TABLE preference_new (user_id INTEGER PRIMARY KEY, theme TEXT NOT NULL) STRICT;
    INSERT INTO preference_new SELECT user_id, COALESCE(theme, 'house') FROM preference;
    DROP TABLE preference;
    ALTER TABLE preference_new RENAME TO preference;
    CREATE INDEX preference_theme ON preference (theme);
    """,
)


class Dying(sqlite3.Connection):
    left = 0

    def execute(self, *args: Any) -> sqlite3.Cursor:
        self._count()
        return super().execute(*args)

    def executemany(self, *args: Any) -> sqlite3.Cursor:
        self._count()
        return super().executemany(*args)

    def _count(self) -> None:
        self.left -= 1
        if not self.left:
            os._exit(9)


def dies_while_applying(path: Path, number: int, statement: int) -> bool:
    """Apply a migration in a process of its own; whether it died before a statement."""
    command = [sys.executable, "-m", "tests.data.database.dying_migration", path, f"{number}", f"{statement}"]
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    assert code in (0, 9)
    return code == 9


if __name__ == "__main__":
    database, number, statement = sys.argv[1:]
    connection = sqlite3.connect(database, isolation_level=None, factory=Dying)
    connection.left = int(statement)
    schema.apply_migration(connection, (*all_migrations(), REBUILD)[int(number) - 1])
    connection.close()
