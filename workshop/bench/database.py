"""Checking a database: matches a second, beside one core's replay of the records."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from data.database.schema import all_migrations
from data.database.transaction import Transaction
from data.play import match_events, matches
from data.play.match_events import MatchState
from data.play.matches import EventKind, EventRow, MatchStatus
from data.sqlite import schema
from data.sqlite.check import WORKERS, check
from data.sqlite.transaction import SqliteTransaction, run_job
from rules.catalogue import GAMES
from rules.match import Match, read_record
from workshop.bench.row import BenchFigure
from workshop.bench.store import NEW, PEOPLE

COUNT = 3000
"""Matches in the database."""
OF_A_GAME = 3
"""Different random matches of each game; the database repeats them."""
ROUNDS = 3


def rows() -> Iterator[BenchFigure]:
    """Yield the rate of a check.

    Its baseline is twice the rate of one core's replay, because two cores cannot do more.
    """
    chance = random.Random(0)
    played = [_play_match(key, chance) for key in GAMES for _ in range(OF_A_GAME)]
    Path("var").mkdir(exist_ok=True)
    with TemporaryDirectory(dir="var") as folder:
        path = Path(folder, "made-up.db")
        _make(path, list(islice(cycle(played), COUNT)))
        checks: list[float] = []
        bare: list[float] = []
        for _ in range(ROUNDS):
            checks.append(_seconds_of_check(path))
            bare.append(_seconds_of_replay(path))
    yield BenchFigure("database.check", COUNT / median(checks), "1/s", WORKERS * COUNT / median(bare))


def _seconds_of_check(path: Path) -> float:
    began = perf_counter()
    check(path)
    return perf_counter() - began


def _seconds_of_replay(path: Path) -> float:
    """Return how long one process takes to replay every record, and nothing else."""
    with closing(sqlite3.connect(path)) as connection:
        records = [row[0] for row in connection.execute("SELECT record FROM match")]
    began = perf_counter()
    for record in records:
        read_record(record, GAMES)
    return perf_counter() - began


def _play_match(key: str, chance: random.Random) -> Match:
    """Return a random match, ended by the rules or after 150 moves."""
    match = Match(GAMES[key], {}, chance.randbytes(32))
    while match.turn is not None and len(match.plies) < 150:
        match.make_move(chance.choice(list(match.game.moves(match.position))))
    return match


def _make(path: Path, played: list[Match]) -> None:
    """Write matches as if they had been played by the bot."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for migration in all_migrations():
            schema.apply_migration(connection, migration)
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA journal_mode = wal")
        connection.execute("BEGIN")
        tx = SqliteTransaction(connection, now=0.0)
        for match in played:
            _write(tx, match)
        connection.execute("COMMIT")


def _write(tx: Transaction, match: Match) -> None:
    new = replace(NEW, game=match.game.key, secret=match.secret, record=match.save())
    row = run_job(matches.create(tx, new, PEOPLE, at=0.0))
    record, last = match.save(), len(match.plies) - 1 if match.outcome else -1
    for version, ply in enumerate(match.plies):
        status = MatchStatus.OVER if version == last else MatchStatus.RUNNING
        interaction_id = row.id * 1000 + version
        move = EventRow(
            row.id,
            version + 1,
            ply.seat,
            3 + ply.seat,
            EventKind.MOVE,
            ply.text,
            interaction_id,
            float(version),
        )
        run_job(match_events.append(tx, move, MatchState(status=status, turn=match.turn, record=record)))
