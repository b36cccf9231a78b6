"""One stored move: moves a second of one caller and of fifty, and a move's time.

The baseline runs the very same statements on the same pragmas, one hop to the connection's thread
each, one commit a move, as aiosqlite is plainly used.
"""

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

import aiosqlite

from data.database.transaction import Row as Columns
from data.database.transaction import Transaction
from data.outbox import outbox
from data.outbox.post_kinds import PostKind
from data.play import match_events, matches
from data.play.match_events import MatchState
from data.play.matches import EventKind, EventRow, MatchStatus, NewMatch
from data.sqlite.store import WRITER_PRAGMAS
from data.store_opening import open_store
from workshop.bench.row import BenchFigure

ROUNDS = 5
MOVES = 500
RECORD = '{"game": "binar", "moves": ["' + '", "'.join(["a1 0"] * 40) + '"]}'

SHIM = Path(__file__).with_name("slow_fsync.c")
SLOW_MS = 5
"""Extra milliseconds that a sync takes on the slow disk.

It stands for a network's or a small server's disk.
"""

MoveWrite = Callable[[int, int], Awaitable[None]]
"""Stores the move after a version in a match."""


def rows() -> Iterator[BenchFigure]:
    """Moves a second at 1 and 50 tasks against plain aiosqlite, and two more figures.

    They are the median time of one move, and a slow disk.
    """
    Path("var").mkdir(exist_ok=True)
    for tasks in (1, 50):
        ours, plain, latency = asyncio.run(_measure(tasks))
        yield BenchFigure(f"store.move.{tasks}", ours, "commits/s", plain)
        yield BenchFigure(f"store.latency.{tasks}", latency, "ms")
    if slow := _on_a_slow_disk(50):
        yield BenchFigure("store.move.50.slow_fsync", slow[0], "commits/s", slow[1])


def _on_a_slow_disk(tasks: int) -> tuple[float, float] | None:
    """Return the store's and the baseline's moves a second on a slow disk.

    Each sync takes longer there, in a process of its own.
    """
    with slow_disk() as slow:
        if slow is None:
            return None
        code = f"from workshop.bench.store import print_rates; print_rates({tasks})"
        done = subprocess.run(
            [sys.executable, "-c", code], env=os.environ | slow, check=True, stdout=subprocess.PIPE, text=True
        )
    ours, plain = done.stdout.split()
    return float(ours), float(plain)


@contextmanager
def slow_disk() -> Iterator[dict[str, str] | None]:
    """Yield the environment of a process whose every sync takes longer.

    `None` where that cannot be had: the library that slows syncs down is preloaded, and made by a C compiler.
    """
    compiler = shutil.which("gcc") or shutil.which("cc")
    if sys.platform != "linux" or compiler is None:
        print("move.50.slow_fsync is left out: it needs Linux and a C compiler.", file=sys.stderr)
        yield None
        return
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # the user whose PostgreSQL root starts loads it too
        library = Path(folder, "slow_fsync.so")
        options = ("-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", str(library))
        subprocess.run([compiler, *options, str(SHIM), "-ldl"], check=True)
        yield {"LD_PRELOAD": str(library), "SLOW_FSYNC_US": str(SLOW_MS * 1000)}


def print_rates(tasks: int) -> None:
    """Print the store's and the baseline's moves a second."""
    ours, plain, _ = asyncio.run(_measure(tasks))
    print(ours, plain)


async def _measure(tasks: int) -> tuple[float, float, float]:
    """Return the median moves a second of the store and the baseline, and a move's ms.

    They run in turns on the same disk; the ms are the store's.
    """
    ours: list[float] = []
    plain: list[float] = []
    latencies: list[float] = []
    # Not in the system's temporary folder: that is often memory, where the disk is never waited for.
    with TemporaryDirectory(dir="var") as folder:
        for turn in range(ROUNDS):
            async with in_store(Path(folder, f"ours{turn}.db"), tasks) as move:
                ours.append(await rate(move, tasks, latencies))
            async with _plain(Path(folder, f"plain{turn}.db"), tasks) as move:
                plain.append(await rate(move, tasks, []))
    return median(ours), median(plain), median(latencies)


async def rate(move: MoveWrite, tasks: int, latencies: list[float]) -> float:
    """Moves a second of `tasks` matches played side by side."""

    async def play(match_id: int) -> None:
        for version in range(MOVES // tasks):
            began = perf_counter()
            await move(match_id, version)
            latencies.append((perf_counter() - began) * 1000)

    began = perf_counter()
    await asyncio.gather(*(play(match_id) for match_id in range(1, tasks + 1)))
    return MOVES / (perf_counter() - began)


@asynccontextmanager
async def in_store(where: Path | str, count: int) -> AsyncIterator[MoveWrite]:
    """Matches in a store at a path or an address, and a way to move in them."""
    store = await open_store(where)
    try:
        await store.write(lambda tx: create(tx, count))
        yield lambda match_id, version: store.write(lambda tx: make_move(tx, match_id, version))
    finally:
        await store.close()


@asynccontextmanager
async def _plain(path: Path, count: int) -> AsyncIterator[MoveWrite]:
    store = await open_store(path)
    await store.write(lambda tx: create(tx, count))
    await store.close()
    connection = await aiosqlite.connect(path, isolation_level=None)
    one_at_a_time = asyncio.Lock()

    async def move(match_id: int, version: int) -> None:
        async with one_at_a_time:
            await connection.execute("BEGIN IMMEDIATE")
            await make_move(_Plain(connection), match_id, version)
            await connection.commit()

    try:
        connection.row_factory = aiosqlite.Row
        for name, value in WRITER_PRAGMAS.items():
            await connection.execute(f"PRAGMA {name} = {value}")
        yield move
    finally:
        await connection.close()


class _Plain(Transaction):
    """A transaction on a bare connection, which is asked statement by statement."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        super().__init__(0.0)
        self._plain = connection

    async def run(self, sql: str, *args: object) -> int:
        return (await self._plain.execute(sql, args)).rowcount

    async def all(self, sql: str, *args: object) -> list[Columns]:
        return [dict(row) for row in await self._plain.execute_fetchall(sql, args)]


PEOPLE: Final = ((3, "Ada"), (4, "Bob"))
NEW: Final = NewMatch(
    game="binar",
    options="{}",
    secret=bytes(32),
    rules_version=1,
    turn=0,
    guild_id=1,
    channel_id=2,
    record=RECORD,
)


async def create(tx: Transaction, count: int) -> None:
    for _ in range(count):
        await matches.create(tx, NEW, PEOPLE, at=tx.now)


async def make_move(tx: Transaction, match_id: int, version: int) -> None:
    """What the bot stores with a move: the event, the match, and the board to post."""
    user_id, interaction_id = 3 + version % 2, match_id * 1_000_000 + version
    event = EventRow(
        match_id, version + 1, version % 2, user_id, EventKind.MOVE, "a1 0", interaction_id, tx.now
    )
    await match_events.append(
        tx, event, MatchState(status=MatchStatus.RUNNING, turn=1 - version % 2, record=RECORD)
    )
    dedup = f"b{match_id}.{event.version}"
    await outbox.put(tx, PostKind.BOARD, tx.now, dedup=dedup, version=event.version, match_id=match_id)
