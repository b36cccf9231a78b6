"""Opening the store: on SQLite from a path, on PostgreSQL from a URL."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from data.database.errors import StoreError
from data.database.store import Store, ignore_commit
from data.database.transaction import CommitCallback
from data.sqlite.store import SqliteStore

POSTGRES: Final = ("postgresql://", "postgres://")
"""How the address of a database on PostgreSQL begins."""


async def open_store(
    where: Path | str, *, now: Callable[[], float] = time.time, on_commit: CommitCallback = ignore_commit
) -> Store:
    """Open the database, check it and migrate it to the newest schema.

    `where` is the path of a SQLite file, which is created if it is missing, or a URL that begins with
    `postgresql://`. Raise `StoreError` if it cannot be used. `on_commit` is called after every commit.
    """
    if str(where).startswith(POSTGRES):
        with translate_missing_driver():
            from data.postgres.store import PostgresStore
        return await PostgresStore.open(str(where), now=now, on_commit=on_commit)
    return await SqliteStore.open(where, now=now, on_commit=on_commit)


@contextmanager
def translate_missing_driver() -> Iterator[None]:
    """Raise `StoreError` if PostgreSQL's driver is not installed.

    It is raised for a failed import within this context. The driver is an optional dependency.
    """
    try:
        yield
    except ImportError as error:
        raise StoreError("store.driver") from error
