"""The migration that lists rest on fills in, from what is stored, what rows did not say before."""

import sqlite3
from contextlib import closing
from pathlib import Path

from data import listing, matches, schema
from data.matches import MatchStatus
from data.store import Store
from tests.data.samples import ADA, BOB, move, new_match

GROWTH = 4


async def test_moves_are_counted_and_seats_know_whether_their_match_runs(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    store = await Store.open(path)
    for _ in range(3):
        await store.write(new_match)
    for version in range(3):
        await store.write(move(1, version))
    await store.write(move(2, 0, status=MatchStatus.OVER))
    await store.close()
    _as_before(path)
    store = await Store.open(path)
    for user in (ADA, BOB):
        rows = await store.read(lambda tx, user=user: listing.of_user(tx, user, limit=9))  # type: ignore[misc]  # user is bound at once
        assert sorted((row.id, row.plies) for row in rows) == [(1, 3), (3, 0)]
    over = await store.read(lambda tx: matches.get(tx, 2))
    assert over
    assert over.plies == 1
    await store.close()


def _as_before(path: Path) -> None:
    """Bring a database back to the schema before this migration."""
    [growth] = [migration for migration in schema.packaged() if migration.number == GROWTH]
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for name in (
            "seat_running",
            "match_guild_open",
            "match_channel_running",
            "match_set_aside",
            "challenge_guild",
        ):
            assert name in growth.sql
            connection.execute(f"DROP INDEX {name}")
        connection.execute("CREATE INDEX match_guild ON match (guild_id)")
        for table, column in (("match", "plies"), ("match", "set_aside"), ("seat", "running")):
            connection.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        connection.execute(f"PRAGMA user_version = {GROWTH - 1}")
