"""The migration for lists fills in columns that rows did not have before.

It takes them from the data that is stored.
"""

import gzip
from pathlib import Path

import pytest

from data.database.transaction import Transaction
from data.play import match_events, matches
from data.play.matches import EventKind, MatchStatus
from data.sqlite.store import SqliteStore

pytestmark = pytest.mark.ci

FIXTURES = Path(__file__).parents[1] / "fixtures"


async def test_moves_are_counted_and_seats_know_whether_their_match_runs(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    path.write_bytes(gzip.decompress((FIXTURES / "first_version.db.gz").read_bytes()))
    store = await SqliteStore.open(path)
    counted, running = await store.read(_told_and_true)
    await store.close()
    assert all(told == true for told, true in counted)
    assert all(told == true for told, true in running)
    assert {true > 0 for _, true in counted} == {true for _, true in running} == {True, False}


async def _told_and_true(tx: Transaction) -> tuple[list[tuple[int, int]], list[tuple[bool, bool]]]:
    """For every match what its row and its seats say, and what is true."""
    counted, running = [], []
    for row in await tx.all("SELECT match.id, seat.running FROM match JOIN seat ON seat.match_id = match.id"):
        match = await matches.get(tx, row["id"])
        assert match
        moves = [
            event for event in await match_events.list_for_match(tx, match.id) if event.kind is EventKind.MOVE
        ]
        counted.append((match.plies, len(moves)))
        running.append((bool(row["running"]), match.status is MatchStatus.RUNNING))
    return counted, running
