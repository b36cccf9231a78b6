"""Open the store: on SQLite from a path, on PostgreSQL from an address."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from data.errors import StoreError
from data.sqlite.store import SqliteStore
from data.store import Committed, Store, untold

POSTGRES: Final = ("postgresql://", "postgres://")
"""How the address of a database on PostgreSQL begins."""


async def open_store(
    where: Path | str, *, now: Callable[[], float] = time.time, committed: Committed = untold
) -> Store:
    """Open the database, check it, and migrate it to the newest schema; create it if it is missing.

    `where` is the path of a file for SQLite, or an address that begins with `postgresql://`. Raises `StoreError` where
    it cannot be used. `committed` is told of every commit.
    """
    if str(where).startswith(POSTGRES):
        try:
            from data.postgres.store import PostgresStore  # its driver is there where somebody wants it
        except ImportError as error:
            raise StoreError("store.driver") from error
        return await PostgresStore.open(str(where), now=now, committed=committed)
    return await SqliteStore.open(where, now=now, committed=committed)
