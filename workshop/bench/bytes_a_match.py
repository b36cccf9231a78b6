"""Bytes of disk that a match and a move take, on SQLite and PostgreSQL.

`python -m workshop.bench.bytes_a_match`. Matches of Russian checkers are played by the rules and
stored as the bot stores them. The database is measured before and after; on PostgreSQL changed
space is reclaimed after each round, as its autovacuum does.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from data.database.store import Store
from data.database.transaction import Transaction
from data.play import match_events, matches
from data.play.match_events import MatchState
from data.play.matches import EventKind, EventRow, MatchStatus, NewMatch
from data.store_opening import open_store
from rules.catalogue import GAMES
from rules.match import Match
from workshop.bench.store_postgres import database, server

COUNT: Final = 500
PLIES: Final = 40
SIZE: Final = "SELECT pg_database_size(current_database()) AS bytes"


def play_moves() -> Sequence[tuple[str, str]]:
    """Return the moves of a match, each with the record after it.

    The first entry is the start: an empty move.
    """
    match = Match(GAMES["russian"], {}, bytes(32))
    told = [("", match.save())]
    for number in range(PLIES):
        found = match.moves()
        move = found[number * 7 % len(found)]
        match.play(move)
        told.append((move, match.save()))
    return told


async def fill(store: Store, told: Sequence[tuple[str, str]]) -> None:
    """Store every match, and a move of each after the other."""

    new = NewMatch(
        game="russian",
        options="{}",
        secret=bytes(32),
        rules_version=1,
        turn=0,
        guild_id=1 << 60,
        channel_id=1 << 60,
        record=told[0][1],
    )

    async def create(tx: Transaction) -> None:
        for _ in range(COUNT):
            await matches.create(tx, new, ((1 << 60, "Ada Lovelace"), (1 << 61, "Benjamin")), at=1.7e9)

    async def move(tx: Transaction, version: int) -> None:
        for number in range(1, COUNT + 1):
            interaction_id = (1 << 60) + number * PLIES + version
            text, at = told[version + 1][0], 1.7e9 + version
            move = EventRow(
                number, version + 1, version % 2, 1 << 60, EventKind.MOVE, text, interaction_id, at
            )
            state = MatchState(status=MatchStatus.RUNNING, turn=1 - version % 2, record=told[version + 1][1])
            await match_events.append(tx, move, state)

    await store.write(create)
    for version in range(len(told) - 1):
        await store.write(lambda tx, version=version: move(tx, version))
        if not store.is_exclusive:
            await store.wipe()


async def measure_growth(where: Path | str, told: Sequence[tuple[str, str]]) -> int:
    """Return the bytes by which the database grows when all matches are added."""
    store = await open_store(where)
    before = await size(store, where)
    await fill(store, told)
    after = await size(store, where)
    await store.close()
    return after - before


async def size(store: Store, where: Path | str) -> int:
    if isinstance(where, Path):
        row = await store.read(
            lambda tx: tx.one(
                "SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size"
            )
        )
    else:
        row = await store.read(lambda tx: tx.one(SIZE))
    assert row is not None
    return int(row["bytes"])


def main() -> None:
    """Print bytes a match without a move, and bytes a move."""
    told = play_moves()
    with TemporaryDirectory() as folder, server() as address:
        for name in ("SQLite", "PostgreSQL"):
            sizes = []
            for number, part in enumerate((told[:1], told)):
                if name == "SQLite":
                    sizes.append(asyncio.run(measure_growth(Path(folder) / f"{number}.db", part)))
                elif address:
                    with database(address) as url:
                        sizes.append(asyncio.run(measure_growth(url, part)))
            if sizes:
                alone, whole = (each / COUNT for each in sizes)
                print(f"{name}: {alone:.0f} bytes a match, {(whole - alone) / PLIES:.0f} a move")


if __name__ == "__main__":
    main()
