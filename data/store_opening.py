"""Open the store: on SQLite from a path, on PostgreSQL from an address."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from data.database.errors import StoreError
from data.database.store import Store, ignore_commit
from data.database.transaction import Committed
from data.sqlite.store import SqliteStore

POSTGRES: Final = ("postgresql://", "postgres://")
"""How the address of a database on PostgreSQL begins."""


async def open_store(
    where: Path | str, *, now: Callable[[], float] = time.time, committed: Committed = ignore_commit
) -> Store:
    """Open the database, check it and migrate it to the newest schema.

    Create it if it is missing. `where` is the path of a file for SQLite, or an address that begins
    with `postgresql://`. Raise `StoreError` if it cannot be used. `committed` is called with every
    commit.
    """
    if str(where).startswith(POSTGRES):
        with explaining_missing_driver():
            from data.postgres.store import PostgresStore
        return await PostgresStore.open(str(where), now=now, committed=committed)
    return await SqliteStore.open(where, now=now, committed=committed)


@contextmanager
def explaining_missing_driver() -> Iterator[None]:
    """Raise `StoreError` if an import within lacks PostgreSQL's driver.

    Only some hosts have the driver.
    """
    try:
        yield
    except ImportError as error:
        raise StoreError("store.driver") from error
