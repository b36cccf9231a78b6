"""One move among 1,000 to 1,000,000 matches: loaded, made and safely on the disk.

The matches are copies of one, made by SQL alone: nine of ten are over, the others go on. They stay
in `var/scale` until the schema changes; the measured moves are played on a copy. A million takes
about a minute to make and a gigabyte of the disk, so it is measured only if it is there already, or
if `TWOTONE_BENCH_MILLION=1` asks for it.
"""

import asyncio
import os
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, time

from club.members.people import Act
from club.members.quotas import LIMITS, PressLimiter
from club.play.match.crowded_positions import CrowdedPositions
from club.play.match.matches import Matches
from data.database.schema import all_migrations
from data.database.store import Store
from data.sqlite import schema
from data.store_opening import open_store
from rules.catalogue import GAMES
from rules.editions import RULES_VERSION
from rules.match import Match
from workshop.bench.row import BenchFigure

COUNTS = (1_000, 10_000, 100_000)
MILLION = 1_000_000
OPT_IN = "TWOTONE_BENCH_MILLION"
FOLDER = Path("var") / "scale"
PLIES = 4
MOVES = 100
"""Measured moves, each in another match; so many go on where there are fewest."""
ADA, BOB = 2**60, 2**61
INTERACTIONS = 2**62
"""Above all ids that the copies have."""

NUMBERS = "WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < :count)"
FILLED = (
    f"""{NUMBERS} INSERT INTO match (id, game, options, secret, rules_version, status, version, turn, guild_id,
    channel_id, thread_id, record, board_channel_id, board_message_id, board_posted_at, board_version, winner, reason,
    created_at, updated_at, plies) SELECT id, :game, :options, :secret, :rules,
    CASE WHEN id % 10 = 0 THEN 'running' ELSE 'over' END, :plies, CASE WHEN id % 10 = 0 THEN :turn END,
    id / 1000, id / 100, :count + id, :record, :count + id, 2 * :count + id, id, :plies,
    CASE WHEN id % 10 <> 0 THEN 0 END, CASE WHEN id % 10 <> 0 THEN 'resignation' END, id, id + 1, :plies FROM n""",
    f"""{NUMBERS} INSERT INTO seat (match_id, seat, user_id, name, running)
    SELECT id, 0, :ada + id / 20, 'Ada', CASE WHEN id % 10 = 0 THEN 1 ELSE 0 END FROM n""",
    f"""{NUMBERS} INSERT INTO seat (match_id, seat, user_id, name, running)
    SELECT id, 1, :bob + id / 20, 'Bob', CASE WHEN id % 10 = 0 THEN 1 ELSE 0 END FROM n""",
    f"""{NUMBERS}, ply (version) AS (SELECT 1 UNION ALL SELECT version + 1 FROM ply WHERE version < :plies)
    INSERT INTO event (match_id, version, seat, user_id, kind, text, interaction_id, at, hash)
    SELECT id, version, (version + 1) % 2,
    CASE WHEN version % 2 = 1 THEN :ada ELSE :bob END + id / 20, 'move', 'a1 0', id * 10 + version,
    id, :hash FROM n, ply ORDER BY id, version""",
)


def rows() -> Iterator[BenchFigure]:
    """Yield the median milliseconds of a move for each number of matches.

    The baseline is the smallest number's.
    """
    counts = measured_counts()
    taken = asyncio.run(_measure(counts))
    for count in counts:
        yield BenchFigure(f"store.scale.{count}", taken[count], "ms", taken[COUNTS[0]])


def measured_counts() -> tuple[int, ...]:
    """Return the numbers of matches that are measured here."""
    million = _path(MILLION).exists() or os.environ.get(OPT_IN)
    return (*COUNTS, MILLION) if million else COUNTS


async def _measure(counts: tuple[int, ...]) -> dict[int, float]:
    """Return the milliseconds of a move for each number of matches.

    Moves alternate between the numbers, because the disk is shared.
    """
    async with copies(counts) as stores:
        return await time_moves(stores)


async def time_moves(stores: Mapping[int, Store]) -> dict[int, float]:
    """Return the median milliseconds of a move in each store, by number of matches."""
    samples: dict[int, list[float]] = {count: [] for count in stores}
    clubs = {
        count: Matches(
            store,
            now=time,
            wake=lambda: None,
            expect=lambda by=None: None,
            crowded=CrowdedPositions(PressLimiter(LIMITS, time)),
        )
        for count, store in stores.items()
    }
    chosen = {count: Random(1).sample(range(10, count + 1, 10), MOVES) for count in stores}
    for turn in range(MOVES):
        for count, club in clubs.items():
            match_id = chosen[count][turn]
            began = perf_counter()
            await club.play(match_id, Act(ADA + match_id // 20, INTERACTIONS + turn), _next_move())
            samples[count].append((perf_counter() - began) * 1000)
    return {count: median(times) for count, times in samples.items()}


@asynccontextmanager
async def copies(counts: tuple[int, ...]) -> AsyncIterator[dict[int, Store]]:
    """Open a copy of the database of each number of matches.

    A missing database is made now.
    """
    sources = [make_database(count) for count in counts]
    # Not in the system's temporary folder: that is often memory, where the disk is never waited for.
    with TemporaryDirectory(dir=FOLDER) as folder:
        async with AsyncExitStack() as open_stores:
            stores: dict[int, Store] = {}
            for count, source in zip(counts, sources, strict=True):
                stores[count] = await open_store(shutil.copy(source, folder))
                open_stores.push_async_callback(stores[count].close)
            yield stores


def make_database(count: int) -> Path:
    """Return the database of so many matches, made now if it is missing."""
    path = _path(count)
    if path.exists():
        return path
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob(f"{count}-*"):
        old.unlink()
    part = path.with_suffix(".part")
    part.unlink(missing_ok=True)
    with closing(sqlite3.connect(part, isolation_level=None)) as connection:
        for pragma in ("journal_mode = off", "synchronous = off", "cache_size = -200000"):
            connection.execute(f"PRAGMA {pragma}")
        for migration in all_migrations():
            schema.apply_migration(connection, migration)
        connection.execute("BEGIN")
        for statement in FILLED:
            connection.execute(statement, facts(count))
        connection.execute("COMMIT")
        connection.execute("PRAGMA journal_mode = wal")
    part.rename(path)
    return path


def facts(count: int) -> dict[str, object]:
    """Return what the statements of `FILLED` ask for."""
    match = _play_match()
    return {
        "count": count,
        "game": "binar",
        "options": "{}",
        "secret": bytes(32),
        "rules": RULES_VERSION,
        "plies": PLIES,
        "turn": match.turn,
        "record": match.save(),
        "ada": ADA,
        "bob": BOB,
        "hash": bytes(32),
    }


def _path(count: int) -> Path:
    """Where that database is; its schema is part of its name."""
    return FOLDER / f"{count}-{all_migrations()[-1].number}.db"


def _play_match() -> Match:
    """Play the match that all are copies of."""
    match = Match(GAMES["binar"], {}, bytes(32))
    for _ in range(PLIES):
        match.play(match.moves()[0])
    return match


def _next_move() -> str:
    return _play_match().moves()[0]
