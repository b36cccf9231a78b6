"""The smallest jobs: to store a value, to look it up, to do nothing, to wait."""

import asyncio
import threading
from collections.abc import Callable

from data.database import meta
from data.database.store import Store
from data.database.transaction import Job, Transaction
from data.sqlite.store import SqliteStore


def keep(key: str) -> Job[None]:
    return lambda tx: meta.put(tx, key, "yes")


def is_kept(key: str) -> Job[bool]:
    """Return a job that says whether the key is kept."""

    async def job(tx: Transaction) -> bool:
        return await meta.get(tx, key) == "yes"

    return job


async def nothing(tx: Transaction) -> None:
    pass


async def hold(store: Store) -> Callable[[], None]:
    """Keep the writer busy until what is returned is called."""
    loop, held = asyncio.get_running_loop(), asyncio.Event()
    blocked, waited = threading.Event(), asyncio.Event()

    async def job(tx: Transaction) -> None:
        loop.call_soon_threadsafe(held.set)
        if isinstance(store, SqliteStore):
            blocked.wait()
        else:
            await waited.wait()

    asyncio.ensure_future(store.write(job)).add_done_callback(lambda done: done.result())
    await held.wait()
    return blocked.set if isinstance(store, SqliteStore) else waited.set
