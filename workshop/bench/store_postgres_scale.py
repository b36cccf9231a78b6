"""One move among many matches on PostgreSQL, as `store_scale` has it on SQLite.

The same copies of the same match are made for each run on a server of its own in `var`; a million
(some minutes, two gigabytes) if `TWOTONE_BENCH_MILLION=1` asks for it.
"""

import asyncio
import os
import re
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing

import psycopg

from data.database.store import Store
from data.store_opening import open_store
from workshop.bench.row import BenchFigure
from workshop.bench.store_postgres import LEFT_OUT, database, server
from workshop.bench.store_scale import COUNTS, FILLED, MILLION, OPT_IN, facts, time_moves

ROOMY = ("shared_buffers=128MB", "max_wal_size=2GB")
"""What PostgreSQL has by itself, or about that: the servers of tests have less."""


def rows() -> Iterator[BenchFigure]:
    """Yield the median milliseconds of a move for each number of matches.

    The baseline is the smallest number's.
    """
    counts = (*COUNTS, MILLION) if os.environ.get(OPT_IN) else COUNTS
    with server(settings=ROOMY) as address:
        if address is None:
            print(f"store.postgres.scale is left out: {LEFT_OUT}", file=sys.stderr)
            return
        taken = asyncio.run(_measure(address, counts))
    for count in counts:
        yield BenchFigure(f"store.postgres.scale.{count}", taken[count], "ms", taken[COUNTS[0]])


async def _measure(address: str, counts: tuple[int, ...]) -> dict[int, float]:
    """Milliseconds of a move for each number, in turns on one server."""
    stores: dict[int, Store] = {}
    async with AsyncExitStack() as stack:
        for count in counts:
            url = stack.enter_context(database(address, f"of_{count}"))
            stores[count] = await open_store(url)
            stack.push_async_callback(stores[count].close)
            _fill(url, count)
        return await time_moves(stores)


def _fill(url: str, count: int) -> None:
    """Make `count` matches, and let the server finish its work on them.

    Nothing of it is left to do while moves are measured.
    """
    with closing(psycopg.connect(url, autocommit=True, cursor_factory=psycopg.ClientCursor)) as connection:
        for statement in FILLED:
            marked = re.sub(r":(\w+)", r"%(\1)s", statement.replace("%", "%%"))
            connection.execute(marked.encode(), facts(count))
        connection.execute("VACUUM ANALYZE")
        connection.execute("CHECKPOINT")
