"""A migration is applied as a whole or not at all, and only forward."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from data.database.errors import StoreError
from data.database.schema import Migration, all_migrations, newest_schema
from data.sqlite import schema
from data.sqlite import store as sqlite_store
from data.sqlite.store import SqliteStore
from tests.data.database.dying_migration import REBUILD, dies_while_applying
from workshop.tools.schema import schema_text, table_statement

pytestmark = pytest.mark.usefixtures("forked")

ROOT = Path(__file__).parents[3]
NEWEST = all_migrations()[-1].number


def test_migrations_are_numbered_from_one_without_gaps() -> None:
    numbers = [migration.number for migration in all_migrations()]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.ci
def test_the_whole_schema_is_what_the_migrations_lead_to() -> None:
    with connect(Path(":memory:")) as chain, connect(Path(":memory:")) as whole:
        for migration in all_migrations():
            schema.apply_migration(chain, migration)
        schema.apply_migration(whole, newest_schema())
        assert schema.read_version(whole) == NEWEST
        assert dict(describe_tables(whole)) == dict(describe_tables(chain))
        kept = {name for name, _ in describe_tables(chain)} - {"sqlite_sequence"}
        assert not any(chain.execute(f"SELECT 1 FROM {name}").fetchall() for name in kept)


def test_the_file_of_the_schema_is_what_its_tool_writes() -> None:
    assert newest_schema().sql == schema_text()


def describe_tables(connection: sqlite3.Connection) -> Iterator[tuple[str, list[object]]]:
    """Yield each table with everything that SQLite knows of it.

    That is its statement, columns, references and indexes with their content.
    """
    for name, sql in connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'table'"
    ).fetchall():
        told: list[object] = [table_statement(sql)]
        for pragma in ("table_xinfo", "foreign_key_list", "index_list"):
            told += map(tuple, connection.execute(f"PRAGMA {pragma}({name})"))
        for (index,) in connection.execute(f"SELECT name FROM pragma_index_list('{name}')").fetchall():
            made = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (index,)).fetchone()
            told += [index, " ".join(made[0].split()) if made and made[0] else None]
        yield name, sorted(told, key=repr)


@pytest.mark.ci
async def test_the_first_migration_killed_before_any_statement_is_made_up_for(tmp_path: Path) -> None:
    first = all_migrations()[0]
    with connect(tmp_path / "fresh.db") as connection:
        schema.apply_migration(connection, newest_schema())
        expected = tables(connection)
    steps = ["BEGIN", *range(first.sql.count("CREATE ")), "user_version", "COMMIT"]
    for number, _ in enumerate(steps, start=1):
        path = tmp_path / f"{number}.db"
        assert dies_while_applying(path, 1, number)
        with connect(path) as connection:
            assert (schema.read_version(connection), tables(connection)) == (0, [])
        await (await SqliteStore.open(path)).close()
        with connect(path) as connection:
            assert (schema.read_version(connection), tables(connection)) == (NEWEST, expected)
    assert not dies_while_applying(tmp_path / "last.db", 1, len(steps) + 1)


@pytest.mark.ci
async def test_a_later_migration_killed_before_any_statement_leaves_the_old_schema_and_all_rows(
    path: Path,
) -> None:
    await (await SqliteStore.open(path)).close()
    with connect(path) as connection:
        connection.execute(
            "INSERT INTO preference (user_id, theme, confirm) VALUES (1, NULL, 0), (2, 'night', 1)"
        )
        old = tables(connection)
    steps = ["BEGIN", *range(REBUILD.sql.count(";\n")), "user_version", "COMMIT"]
    for number, _ in enumerate(steps, start=1):
        assert dies_while_applying(path, NEWEST + 1, number)
        with connect(path) as connection:
            assert (schema.read_version(connection), tables(connection)) == (NEWEST, old)
    with connect(path) as connection:
        schema.apply_migration(connection, REBUILD)
        assert schema.read_version(connection) == NEWEST + 1
        assert connection.execute("SELECT * FROM preference").fetchall() == [(1, "house"), (2, "night")]


async def test_a_newer_schema_is_refused_in_a_sentence_and_the_file_left_alone(path: Path) -> None:
    await (await SqliteStore.open(path)).close()
    with connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    with pytest.raises(StoreError, match=f"schema 99, made by a newer Twotone; this one knows {NEWEST}"):
        await SqliteStore.open(path)
    assert path.read_bytes() == before


async def test_an_older_schema_is_backed_up_before_it_is_changed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await SqliteStore.open(path)).close()
    migrations = (*all_migrations(), REBUILD)
    for room in (schema, sqlite_store):
        monkeypatch.setattr(room, "all_migrations", lambda: migrations)
    await (await SqliteStore.open(path)).close()
    for file, version in ((path, NEWEST + 1), (path.with_name(f"{path.name}.schema-{NEWEST}"), NEWEST)):
        with connect(file) as connection:
            assert schema.read_version(connection) == version


def test_a_migration_that_fails_changes_nothing(tmp_path: Path) -> None:
    with connect(tmp_path / "some.db") as connection:
        with pytest.raises(sqlite3.OperationalError):
            schema.apply_migration(connection, Migration(1, "CREATE TABLE a (b TEXT);\nDROP TABLE c;\n"))
        with pytest.raises(ValueError, match="within a statement: 'CREATE"):
            schema.apply_migration(connection, Migration(1, "CREATE TABLE a (b TEXT);\nCREATE TABLE d (\n"))
        assert (schema.read_version(connection), tables(connection)) == (0, [])


def connect(path: Path) -> "closing[sqlite3.Connection]":
    return closing(sqlite3.connect(path, isolation_level=None))


def tables(connection: sqlite3.Connection) -> list[tuple[str, ...]]:
    return connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name").fetchall()
