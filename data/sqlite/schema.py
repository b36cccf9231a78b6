"""The version of a file's schema, and how migrations are applied to it."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Final

from data.database.errors import StoreError
from data.database.schema import CORE, Migration, all_migrations, steps_from
from data.play.reseal import reseal

MigrationStep = Callable[[sqlite3.Connection], None]

STEPS: Final[dict[int, MigrationStep]] = {6: reseal}
"""Migration steps that SQL cannot do, by the number of their migration.

They are done after its SQL, in the same transaction.
"""


def read_version(connection: sqlite3.Connection) -> int:
    """Return the number of the last migration applied, 0 for an empty database."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def identify(connection: sqlite3.Connection, path: Path) -> int:
    """Return the schema version of a database of Twotone, or 0 if it is empty.

    Raise `StoreError` if it contains tables of another program or damaged ones.
    """
    number, found, known = read_version(connection), _columns(connection), all_migrations()
    if not number and not found:
        return 0
    if number > known[-1].number:
        ours = {table for table, _ in found} >= CORE
    else:
        ours = number > 0 and found >= _columns_of(known[:number])
    if not ours:
        raise StoreError("store.foreign", path=path)
    return number


def pending_migrations(
    connection: sqlite3.Connection, migrations: Sequence[Migration]
) -> tuple[Migration, ...]:
    """Return the migrations still to be applied, in order.

    Raise `StoreError` if the database was made by a newer version of Twotone.
    """
    number, newest = read_version(connection), migrations[-1].number
    if number > newest:
        raise StoreError("store.newer", given=number, last_schema=newest)
    return steps_from(number, migrations)


def apply_migration(connection: sqlite3.Connection, migration: Migration) -> None:
    """Apply a migration and store its number in one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement in _statements(migration.sql):
            connection.execute(statement)
        if not migration.is_complete and (step := STEPS.get(migration.number)):
            step(connection)
        connection.execute(f"PRAGMA user_version = {migration.number}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _columns(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    """Return every table name with each of its column names.

    A damaged column shows up under another name.
    """
    return {
        (row[0], row[1])
        for row in connection.execute(
            "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'"
        )
    }


@cache
def _columns_of(migrations: tuple[Migration, ...]) -> frozenset[tuple[str, str]]:
    """Return the tables and columns that these migrations create.

    The first call takes 30 ms.
    """
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for migration in steps_from(0, migrations):
            apply_migration(connection, migration)
        return frozenset(_columns(connection))


def _statements(script: str) -> Iterator[str]:
    """Yield the statements of a script one by one.

    `executescript` would commit the current transaction.
    """
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if any(not line.startswith("--") for line in statement.split("\n") if line.strip()):
        raise ValueError(f"the migration ends within a statement: {statement!r}")
