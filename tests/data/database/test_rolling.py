"""The schema in a rolling restart.

Changes that older code could not live with wait, and on the rest it works.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from data.database.errors import StoreError
from data.database.schema import Migration, all_migrations
from data.postgres import schema
from data.postgres.connecting import connect
from data.postgres.transaction import PostgresConnection, own_sql
from data.store_opening import open_store
from tests.sets import leave_to_ci

ROOT = Path(__file__).parents[3]
ABOUT_SCHEMAS = "not schema and not migration and not versions"
"""Leaves out tests that are about the schema itself."""
SUITE = (
    "test_contract.py",
    "test_matches.py",
    "test_challenges.py",
    "test_outbox.py",
    "test_due.py",
    "test_preferences.py",
)


EMPTIED = "DROP SCHEMA public CASCADE; CREATE SCHEMA public"
NEWEST = all_migrations()[-1].number
LATER = Migration(NEWEST + 1, "-- after: nothing reads it any more\nALTER TABLE beat DROP COLUMN shards;")
NEXT = Migration(NEWEST + 2, "CREATE TABLE fresh (id INTEGER PRIMARY KEY) STRICT;")


async def runs(connection: PostgresConnection, schema: int, ago: float = 1.0) -> None:
    """A process that knows so many migrations has been seen so many seconds ago."""
    await connection.execute(
        own_sql(
            "INSERT INTO process (name, shards, version, started_at, seen_at, schema)"
            f" VALUES ('old', '', '', 0, EXTRACT(EPOCH FROM clock_timestamp()) - {ago}, {schema})"
        )
    )


@pytest.mark.parametrize(
    ("known", "ago", "stands"),
    leave_to_ci([(NEWEST, 1.0, NEWEST), (NEWEST + 1, 1.0, NEWEST + 1), (0, 60.0, NEWEST + 1)], after=1),
)
async def test_what_older_code_could_not_live_with_waits_until_no_older_process_lives(
    address: str, known: int, ago: float, stands: int
) -> None:
    async with await connect(address) as connection:
        await connection.execute(EMPTIED)
        await schema.migrate(connection, all_migrations(), "x")
        await runs(connection, known, ago)
        await schema.migrate(connection, (*all_migrations(), LATER), "x")
        assert await schema.read_version(connection, "x") == stands
        await connection.execute("DELETE FROM process")
        await schema.migrate(connection, (*all_migrations(), LATER, NEXT), "x")
        assert await schema.read_version(connection, "x") == NEWEST + 2
        await connection.execute(EMPTIED)
    await (await open_store(address)).close()


async def test_what_follows_it_is_refused_while_an_older_process_lives(address: str) -> None:
    async with await connect(address) as connection:
        await connection.execute(EMPTIED)
        await schema.migrate(connection, all_migrations(), "x")
        await runs(connection, NEWEST)
        with pytest.raises(
            StoreError, match=f"older Twotone still runs on x, .* schema {NEWEST + 1}. Stop it"
        ):
            await schema.migrate(connection, (*all_migrations(), LATER, NEXT), "x")
        assert await schema.read_version(connection, "x") == NEWEST
        await connection.execute("DELETE FROM process")


def git(*arguments: str) -> str:
    ran = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return ran.stdout.strip()


def before_the_last_migration() -> str:
    """The last commit whose code does not know the newest migration."""
    newest = next((ROOT / "data" / "migrations").glob(f"{all_migrations()[-1].number:04}_*.sql"))
    return git("log", "--diff-filter=A", "--format=%H", "-1", "--", str(newest.relative_to(ROOT))) + "~1"


@pytest.mark.deep
def test_the_code_before_the_last_migration_works_on_the_schema_after_it(tmp_path: Path) -> None:
    before = tmp_path / "before"
    before.mkdir()
    archive = subprocess.run(
        ["git", "archive", before_the_last_migration()], cwd=ROOT, capture_output=True, check=True
    )
    subprocess.run(["tar", "x"], cwd=before, input=archive.stdout, check=True)
    known = {path.name for path in (before / "data" / "migrations").glob("0*.sql")}
    newer = [path for path in sorted((ROOT / "data" / "migrations").glob("0*.sql")) if path.name not in known]
    assert newer
    for path in newer:
        if not path.read_text("utf-8").startswith("-- after:"):
            shutil.copy(path, before / "data" / "migrations")
    for path in (ROOT / "data" / "migrations" / "postgres").glob("0*.sql"):
        shutil.copy(path, before / "data" / "migrations" / "postgres")
    suite = [str(path) for name in SUITE for path in (before / "tests" / "data").rglob(name)]
    assert suite
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-m", "not deep", "-k", ABOUT_SCHEMAS, *suite],
        cwd=before,
        env={**os.environ, "PYTHONPATH": str(before)},
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert ran.returncode == 0, ran.stdout[-3000:]
    assert " passed" in ran.stdout
