"""The databases that the store runs on: what does not name one is tested on both."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, TypeVar

import pytest

from data.database.store import Store
from tests.fresh import fresh
from tests.sets import leave_to_ci

AnyStore = TypeVar("AnyStore", bound=Store)
DATABASES: Final = ("sqlite", "postgres")
EACH_DATABASE: Final = leave_to_ci(DATABASES, but=("sqlite",))
"""For what `make test` need not ask of both."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests that race or count on both databases, in CI.

    The statements themselves are tested on both in `tests/data`.
    """
    if "database" in metafunc.fixturenames:
        both, cis = map(metafunc.definition.get_closest_marker, ("both_databases", "ci"))
        asked = (DATABASES if cis else EACH_DATABASE) if both else DATABASES[:1]
        metafunc.parametrize("database", asked, scope="function")


def where(database: str, path: Path) -> Path | str:
    """Return where a fresh store is opened.

    It is `path`, or this worker's database on PostgreSQL.
    """
    if database == "sqlite":
        return fresh(path)
    from tests import postgres  # its driver is loaded where a test needs it

    return postgres.fresh()


@asynccontextmanager
async def closing(store: AnyStore) -> AsyncIterator[AnyStore]:
    """A store that is closed at the end, even if the test fails.

    If it were left open, it would take others along.
    """
    try:
        yield store
    finally:
        await store.close()
