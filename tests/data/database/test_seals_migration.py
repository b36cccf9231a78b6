"""The migration of seals verifies each old seal and seals its data anew.

It gives no new seal to data that was changed.
"""

import gzip
import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from data.database.errors import StoreError
from data.database.schema import all_migrations
from data.play import match_events, matches
from data.play.match_events import MatchState
from data.play.matches import EventKind, EventRow, MatchStatus
from data.sqlite import schema
from data.sqlite.check import check
from data.sqlite.store import SqliteStore
from tests.data.database.dying_migration import dies_while_applying
from tests.data.samples import first_broken

pytestmark = pytest.mark.usefixtures("forked")

ROOT = Path(__file__).parents[3]
SEALS = 6
FIXTURE = Path(__file__).parents[1] / "fixtures" / "schema_4.db.gz"


@pytest.fixture
def old(path: Path) -> Path:
    """A database of the schema before it."""
    path.parent.mkdir()
    path.write_bytes(gzip.decompress(FIXTURE.read_bytes()))
    with closing(connect_to(path)) as connection:
        for migration in all_migrations():
            if schema.read_version(connection) < migration.number < SEALS:
                schema.apply_migration(connection, migration)
    return path


async def test_all_that_verified_before_verifies_after(old: Path) -> None:
    before = hashes(old)
    await (await SqliteStore.open(old)).close()
    after = hashes(old)
    assert before.keys() == after.keys()
    assert not set(before.values()) & set(after.values())
    check(old)


@pytest.mark.ci
@pytest.mark.parametrize(
    ("change", "match", "event"),
    [
        ("UPDATE event SET user_id = 666 WHERE match_id = 2 AND version = 11", 2, 11),
        ("UPDATE event SET interaction_id = 666 WHERE match_id = 3 AND version = 1", 3, 1),
        ("UPDATE event SET text = CAST(x'ff' AS TEXT) WHERE match_id = 1 AND version = 9", 1, 9),
        ("DELETE FROM event WHERE match_id = 5 AND version = 4", 5, 4),
        ("DELETE FROM event WHERE match_id = 2 AND version = 25", 2, 25),
        ("UPDATE match SET version = 24 WHERE id = 2", 2, 25),
        ("UPDATE match SET secret = zeroblob(32) WHERE id = 7", 7, 1),
    ],
)
async def test_what_was_changed_before_stays_found_at_the_same_event_and_harms_no_other_match(
    old: Path, change: str, match: int, event: int, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(connect_to(old)) as connection:
        connection.execute(change)
    with caplog.at_level(logging.WARNING):
        store = await SqliteStore.open(old)
    [told] = [record for record in caplog.records if record.message == "seals broken"]
    assert (vars(told)["matches"], vars(told)["match"]) == (1, match)
    broken = {}
    for number in {1, 2, 3, 4, 5, 6, 7, 8}:
        try:
            broken[number] = await store.read(lambda tx, id=number: first_broken(tx, id))
        except StoreError:
            broken[number] = event  # not even readable: the damaged text itself
    await store.close()
    assert {number: at for number, at in broken.items() if at} == {match: event}


@pytest.mark.ci
async def test_killed_before_any_statement_it_leaves_all_old_seals(old: Path) -> None:
    before, content, number = hashes(old), old.read_bytes(), 0
    while dies_while_applying(old, SEALS, number := number + 1):
        assert hashes(old) == before
        old.write_bytes(content)
        for log in old.parent.glob(f"{old.name}-*"):
            log.unlink()
    assert number > len({match for match, _ in before})
    assert not set(before.values()) & set(hashes(old).values())


async def test_a_match_that_was_sealed_anew_is_played_on(old: Path) -> None:
    store = await SqliteStore.open(old)
    row = await store.read(lambda tx: matches.get(tx, 2))
    assert row
    assert row.version == 25
    resigned = EventRow(2, 26, 0, 101, EventKind.RESIGN, "", 1, 1.0)
    state = MatchState(status=MatchStatus.OVER, turn=None, record=row.record, winner=1, reason="resignation")
    await store.write(lambda tx: match_events.append(tx, resigned, state))
    assert await store.read(lambda tx: first_broken(tx, 2)) is None
    await store.close()


def connect_to(path: Path) -> sqlite3.Connection:
    """Connect to a database file without implicit transactions."""
    return sqlite3.connect(path, isolation_level=None)


def hashes(path: Path) -> dict[tuple[int, int], bytes]:
    with closing(connect_to(path)) as connection:
        found = connection.execute("SELECT match_id, version, hash FROM event").fetchall()
    return {(match, version): bytes(seal) for match, version, seal in found}
