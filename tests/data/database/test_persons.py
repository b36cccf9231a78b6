"""Every column that says anything of a person is known to `/privacy`.

A new column fails here until it is said whether it does.
"""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing

import pytest

from data.database.persons import FORMER, NO_NAME, PEOPLE, display_name
from data.database.schema import Migration, all_migrations
from data.database.tables import all_tables
from data.database.transaction import Transaction
from data.sqlite import schema
from data.sqlite.store import SqliteStore
from tests.marker import ACTS, WITHIN, named_columns, personal_columns, row_goes

LOOKED_THROUGH = 59
"""The last migration whose columns were listed one by one."""
HINT = (
    "name these columns in data/database/persons.py, or end their lines in the migration with `-- nobody`,"
    " or with `-- theirs` in a row that goes with a person"
)


def unsaid(migrations: Sequence[Migration]) -> set[str]:
    """Return the columns of later migrations, as table.column, that say nothing."""
    before = columns_after([each for each in migrations if each.number <= LOOKED_THROUGH])
    named = {f"{table}.{name}" for table in PEOPLE for name in named_columns(table)} | WITHIN | ACTS
    marked = {name for each in migrations[LOOKED_THROUGH:] for name in marked_by(each)}
    return columns_after(migrations) - before - named - marked


def marked_by(migration: Migration) -> Iterator[str]:
    """Yield the words of lines that are marked as their table demands."""
    table = ""
    for line in migration.sql.splitlines():
        if changed := re.match(r"(?:CREATE|ALTER) TABLE (\w+)", line):
            table = changed[1]
        if line.endswith("-- theirs" if row_goes(table) else "-- nobody"):
            yield from (f"{table}.{word}" for word in line.split())


def columns_after(migrations: Sequence[Migration]) -> set[str]:
    """Return every column that a database has after these migrations, as table.column."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for migration in migrations:
            schema.apply_migration(connection, migration)
        found = connection.execute(
            "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'"
        )
        return {f"{table}.{column}" for table, column in found}


@pytest.mark.ci
def test_every_new_column_says_whether_it_holds_a_person() -> None:
    assert unsaid(all_migrations()) == set(), HINT


def test_a_new_column_that_says_nothing_is_found() -> None:
    later = Migration(
        LOOKED_THROUGH + 1,
        "CREATE TABLE mood (\n    id INTEGER PRIMARY KEY, -- nobody\n    fan_id INTEGER NOT NULL,\n"
        "    user_id INTEGER NOT NULL, -- what they feel\n    colour TEXT -- nobody\n) STRICT;\n"
        "ALTER TABLE mood ADD COLUMN since REAL; -- nobody\n"
        "ALTER TABLE match ADD COLUMN colour TEXT;\n"
        "ALTER TABLE puzzle ADD COLUMN liked INTEGER; -- theirs\n"
        "ALTER TABLE puzzle ADD COLUMN shared_by INTEGER; -- nobody\n"
        "ALTER TABLE seat ADD COLUMN shirt TEXT; -- theirs\n",
    )
    found = unsaid([*all_migrations()[:LOOKED_THROUGH], later])
    assert found == {"mood.fan_id", "mood.user_id", "match.colour", "puzzle.shared_by", "seat.shirt"}


async def test_tables_are_read_from_the_schema_as_the_database_has_them(sqlite_store: SqliteStore) -> None:
    async def job(tx: Transaction) -> None:
        known: set[str] = set()
        for name, table in all_tables().items():
            columns = await tx.all("SELECT name, pk FROM pragma_table_info(?)", name)
            assert table.columns == tuple(sorted(row["name"] for row in columns)), name
            keys = {row["pk"]: row["name"] for row in columns if row["pk"]}
            assert table.key == tuple(keys[number] for number in sorted(keys)), name
            refers = await tx.all('SELECT "table" AS name FROM pragma_foreign_key_list(?)', name)
            assert known >= {row["name"] for row in refers}, f"{name} stands before what it refers to"
            known.add(name)
        there = await tx.all(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        )
        assert known == {row["name"] for row in there}

    await sqlite_store.read(job)


def test_what_is_named_is_there_and_one_thing_alone() -> None:
    there = {f"{name}.{column}" for name, table in all_tables().items() for column in table.columns}
    personal = [{f"{table}.{name}" for name in personal_columns(table)} for table in PEOPLE]
    parts = [*personal, WITHIN, ACTS]
    assert set().union(*parts) <= there
    assert sum(map(len, parts)) == len(set().union(*parts))
    for table, people in PEOPLE.items():
        goes = {becomes is None for becomes in people.values()}
        assert len(goes) == 1, f"{table}: a row goes with all whom it names, or stays"


def test_a_deleted_person_has_a_substitute_and_others_their_name() -> None:
    assert display_name(NO_NAME) == FORMER
    assert display_name("Ada") == "Ada"
