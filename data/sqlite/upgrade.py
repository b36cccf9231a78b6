"""Reading a database of any earlier schema as if it had the newest one."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from data.database.errors import StoreError
from data.database.schema import all_migrations
from data.sqlite import file_names, schema
from data.sqlite.backup import copy
from data.sqlite.errors import report_full_copy, translate_sqlite_errors
from data.sqlite.soundness import check_is_twotone, open_for_reading


@contextmanager
def in_newest_schema(path: Path) -> Iterator[Path]:
    """Yield the path of a database with the same data in the newest schema.

    It is `path` itself if its schema is the newest, otherwise a migrated copy beside it, which takes as
    much space and is deleted afterwards. Raise `StoreError` if the database cannot be read or copied,
    or was made by a newer version of Twotone.
    """
    with open_for_reading(path) as connection:
        check_is_twotone(connection, path)
        number, pending = (
            schema.read_version(connection),
            schema.pending_migrations(connection, all_migrations()),
        )
    if not pending:
        yield path
        return
    with ExitStack() as until:
        try:
            copied = until.enter_context(file_names.temporary_file(file_names.real_path(path).parent))
            copy(path, copied)
            with (
                translate_sqlite_errors(path),
                closing(sqlite3.connect(copied, isolation_level=None)) as connection,
                report_full_copy(),
            ):
                # Where this fails the copy goes: it needs no journal, and nothing of it has to reach the disk.
                connection.execute("PRAGMA journal_mode = OFF")
                connection.execute("PRAGMA synchronous = OFF")
                for migration in pending:
                    schema.apply_migration(connection, migration)
        except OSError as error:
            raise StoreError("store.copy", path=path, given=number, fault=error.strerror) from error
        yield copied
