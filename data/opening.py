"""Open the store: on SQLite from a path, on PostgreSQL from an address."""

import time
from collections.abc import Callable
from pathlib import Path

from data.sqlite.store import SqliteStore
from data.store import Committed, Store, untold


async def open_store(
    where: Path | str, *, now: Callable[[], float] = time.time, committed: Committed = untold
) -> Store:
    """Open the database, check it, and migrate it to the newest schema; create it if it is missing.

    Raises `StoreError` where it cannot be used. `committed` is told of every commit.
    """
    return await SqliteStore.open(where, now=now, committed=committed)
