"""A database as this version reads it.

It is the database itself, or a copy that is brought to the newest schema.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from data.database.errors import StoreError
from data.database.schema import all_migrations
from data.sqlite import file_names, schema
from data.sqlite.backup import copy
from data.sqlite.errors import explaining_damage
from data.sqlite.soundness import must_be_ours, reading


@contextmanager
def in_newest_schema(path: Path) -> Iterator[Path]:
    """Yield the path of the database at `path` in the newest schema.

    That is `path` itself, or, if it is older, a copy beside it, which takes as much space and is
    deleted afterwards. Raise `StoreError` if the database cannot be read or copied, or was made by a
    newer Twotone.
    """
    with reading(path) as connection:
        must_be_ours(connection, path)
        number, pending = schema.version(connection), schema.pending(connection, all_migrations())
    if not pending:
        yield path
        return
    with ExitStack() as until:
        try:
            copied = until.enter_context(file_names.fresh(file_names.real_path(path).parent))
            copy(path, copied)
        except OSError as error:
            raise StoreError("store.copy", path=path, given=number, fault=error.strerror) from error
        with explaining_damage(path), closing(sqlite3.connect(copied, isolation_level=None)) as connection:
            # Where this fails the copy goes: it needs no journal, and nothing of it has to reach the disk.
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("PRAGMA synchronous = OFF")
            for migration in pending:
                schema.apply(connection, migration)
        yield copied
