"""One stored move on PostgreSQL: how many a second for one caller and for fifty.

The baseline runs the very same statements through plain psycopg, one after another on one connection, one commit a
move. Both wait for the disk: the server is `TEST_POSTGRES_URL`, or one that is started in `var` for these rows.
"""

import asyncio
import os
import shutil
import signal
import stat
import sys
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from statistics import median
from tempfile import gettempdir
from urllib.parse import urlsplit

import psycopg
from psycopg.rows import dict_row

from data.postgres.transaction import PostgresConnection, PostgresTransaction, own_sql
from data.store_opening import open_store
from tests.postgres import CONF, SETTINGS, answering, begin, programs
from workshop.bench.row import BenchFigure
from workshop.bench.store import ROUNDS, MoveWrite, create, in_store, make_move, rate, slow_disk

LEFT_OUT = "it needs PostgreSQL's initdb, or TEST_POSTGRES_URL."


def rows() -> Iterator[BenchFigure]:
    """Moves a second at 1 and 50 tasks, against plain psycopg."""
    with server() as address:
        if address is None:
            print(f"store.postgres is left out: {LEFT_OUT}", file=sys.stderr)
            return
        for tasks in (1, 50):
            ours, plain = asyncio.run(_measure(address, tasks))
            yield BenchFigure(f"store.postgres.move.{tasks}", ours, "commits/s", plain)
    # A server elsewhere has the disk that it has.
    if os.environ.get("TEST_POSTGRES_URL"):
        return
    with slow_disk() as slow:
        if slow is None:
            return
        with server(slow) as address:
            assert address is not None  # as above
            ours, plain = asyncio.run(_measure(address, 50))
            yield BenchFigure("store.postgres.move.50.slow_fsync", ours, "commits/s", plain)


@contextmanager
def server(
    environment: Mapping[str, str] | None = None, settings: Sequence[str] = ()
) -> Iterator[str | None]:
    """Yield the address of a server that waits for the disk, `None` if there is none.

    A server that is started here also gets `settings` and the variables of `environment`.
    """
    bin_folder = programs()
    if (given := os.environ.get("TEST_POSTGRES_URL")) or bin_folder is None:
        yield given
        return
    folder = _place() / f"postgres-{os.getpid()}"
    folder.mkdir(mode=0o700)
    begin(bin_folder, folder, os.getpid(), (*SETTINGS, *settings), environment)
    try:
        yield answering(folder)
    finally:
        postmaster = int((folder / "postmaster.pid").read_text().split()[0])
        (folder / CONF).unlink()  # or it would begin again
        os.kill(postmaster, signal.SIGQUIT)
        while Path(f"/proc/{postmaster}").exists():
            time.sleep(0.05)
        # A process that watches over it removes the folder's contents, but not a folder of root's itself.
        shutil.rmtree(folder, ignore_errors=True)


def _place() -> Path:
    """Return the folder of the server's files.

    It is in `var`, unless the user that root starts the server as cannot get there.
    """
    place = Path("var").absolute()
    place.mkdir(exist_ok=True)
    within_reach = all(folder.stat().st_mode & stat.S_IXOTH for folder in (place, *place.parents))
    return place if within_reach or os.getuid() else Path(gettempdir())


async def _measure(address: str, tasks: int) -> tuple[float, float]:
    """Return the median moves a second of the store and of the baseline.

    They run in turns on the same server.
    """
    ours: list[float] = []
    plain: list[float] = []
    for _ in range(ROUNDS):
        with database(address) as url:
            async with in_store(url, tasks) as move:
                ours.append(await rate(move, tasks, []))
        async with _plain(address, tasks) as move:
            plain.append(await rate(move, tasks, []))
    return median(ours), median(plain)


@contextmanager
def database(address: str, name: str = "") -> Iterator[str]:
    """Yield the address of an empty database, dropped afterwards.

    `name` distinguishes it from others at the same time.
    """
    name = f"twotone_bench_{os.getpid()}{name}"
    with closing(psycopg.connect(address, autocommit=True)) as connection:
        connection.execute(own_sql(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'"))
        try:
            yield urlsplit(address)._replace(path=f"/{name}").geturl()
        finally:
            connection.execute(own_sql(f"DROP DATABASE {name} WITH (FORCE)"))


@asynccontextmanager
async def _plain(address: str, count: int) -> AsyncIterator[MoveWrite]:
    with database(address) as url:
        store = await open_store(url)
        await store.write(lambda tx: create(tx, count))
        await store.close()
        one_at_a_time = asyncio.Lock()

        async def move(match_id: int, version: int) -> None:
            async with one_at_a_time, connection.transaction():
                await make_move(PostgresTransaction(connection, 0.0), match_id, version)

        async with await PostgresConnection.connect(
            url,
            autocommit=True,
            row_factory=dict_row,
            cursor_factory=psycopg.AsyncRawCursor,  # pyrefly: ignore[bad-argument-type]  # of any rows
        ) as connection:
            yield move
