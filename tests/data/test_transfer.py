"""A whole club is carried over from SQLite to PostgreSQL, or nothing is.

The file it comes from stays as it is.
"""

import asyncio
import gzip
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest

from club.clocks.clock import is_clock_consistent
from club.club import Club
from club.members.people import Act
from data.database.errors import StoreError
from data.database.store import Store
from data.database.tables import all_tables
from data.database.transaction import Transaction
from data.play.matches import MatchStatus
from data.postgres.transaction import own_sql
from data.sqlite import file_names
from data.sqlite.lock import acquire
from data.store_opening import open_store
from data.transfer import transfer
from tests import postgres
from tests.club.people import act, interactions
from tests.club.privacy.whole_life import ZOE, do_everything, open_club
from tests.data.database.fixtures_of_versions import FIXTURES
from tests.data.dying_transfer import MOMENTS
from tests.data.samples import overwrite
from tests.sets import leave_to_ci

ROOT = Path(__file__).parents[2]
REST = (
    "INSERT INTO server (guild_id, channels, threads, greeted_at) VALUES (12, '[11]', 1, 5.5)",
    "INSERT INTO beat (shard, shards, at) VALUES (0, 1, 7.25)",
    "INSERT INTO away (shard, shards, since, until) VALUES (0, 1, 1.0, 2.5)",
    "INSERT INTO thinking (match_id, not_before) VALUES (3, 4.0)",
    "INSERT INTO mining (match_id, guild_id, not_before) VALUES (1, 10, 4.0)",
    "INSERT INTO mined (match_id, guild_id, game, key, told, made_at) VALUES (1, 10, 'binar', 'k', '{}', 4.5)",
    "INSERT INTO learning (match_id, not_before) VALUES (1, 4.0)",
    "INSERT INTO tally (match_id, version, votes, voters) VALUES (1, 1, 2, 3)",
    "INSERT INTO page (address, guild_id, made_at, match_id) VALUES ('AAAAAAAAAAAAAAAAAAAAAA', 10, 4.5, 1)",
    "INSERT INTO hook (match_id, not_before) VALUES (1, 4.0)",
    "INSERT INTO stage_hook (what, stage_id, number, made_at, not_before)"
    " SELECT 'round.over', MIN(id), 1, 3.5, 4.0 FROM stage",
    "INSERT INTO tree_job (match_id, not_before) VALUES (1, 4.0) ON CONFLICT (match_id) DO NOTHING",
    "INSERT INTO process (name, shards, version, started_at, seen_at) VALUES ('killed', '0/1', '1.0', 1.0, 2.0)",
    "INSERT INTO session_start (bucket, next_at) VALUES (3, 1005.5)",
    "INSERT INTO pairing (section_id, round, first_id, second_id, turned)"
    " SELECT MIN(section.id), 1, MIN(entrant.id), MAX(entrant.id), 0 FROM section, entrant",
    "INSERT INTO stage_event (stage_id, what, at, event_id) SELECT MIN(id), 'start', 5.5, 9 FROM stage",
    "INSERT INTO deletion (user_id, asked_at) VALUES (9223372036854775807, -0.1)",
    "INSERT INTO meta (key, value) VALUES ('Ä', '”\t\\N\\.\n'), ('z', ''), ('Z', 'x'), ('_', '1')",
    # What was there last and is gone: ids are never given twice.
    "DELETE FROM outbox WHERE id = (SELECT MAX(id) FROM outbox)",
    "DELETE FROM challenge WHERE id = (SELECT MAX(id) FROM challenge)",
)
"""Rows that people do not make by themselves.

Some values are at the edge of the possible range.
"""


@pytest.fixture(scope="module")
def whole_club(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A club in which everything was done that is kept."""

    async def fill_club(path: Path) -> None:
        """Do everything that is stored, and add the rest of the rows."""
        async with open_club(path) as club:
            await do_everything(club)
            for statement in REST:
                await club.store.write(lambda tx, sql=statement: tx.run(sql))

    path = tmp_path_factory.mktemp("club") / "club.db"
    asyncio.run(fill_club(path))
    return path.read_bytes()


@pytest.fixture
def path(whole_club: bytes, tmp_path: Path) -> Path:
    file = tmp_path / "club.db"
    file.write_bytes(whole_club)
    return file


def carry_over(path: Path, address: str) -> dict[str, list[tuple[int, int]]]:
    """Carry over once all other clients are gone, and return the reported progress."""
    on_server(address, postgres.GONE)
    told: dict[str, list[tuple[int, int]]] = {}

    def tell(code: str, done: int, total: int) -> None:
        told.setdefault(code, []).append((done, total))

    asyncio.run(transfer(path, address, tell, as_replayed=is_clock_consistent))
    return told


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def on_server(address: str, *statements: str) -> list[tuple[Any, ...]]:
    """Run statements there, and return the rows of the last one."""
    with closing(psycopg.connect(address, autocommit=True)) as connection:
        for statement in statements:
            done = connection.execute(own_sql(statement))
        return done.fetchall() if done.description else []


def rows_there(address: str) -> dict[str, int]:
    """Return the number of rows of every table there, except the schema's number.

    Tables that are not there have none.
    """
    on_server(address, postgres.GONE)  # a client that was killed is there until its transaction is undone
    if on_server(address, "SELECT to_regclass('meta')") == [(None,)]:
        return dict.fromkeys(all_tables(), 0)
    own = {"meta": "WHERE key <> 'schema'"}
    return {
        name: on_server(address, f"SELECT COUNT(*) FROM {name} {own.get(name, '')}")[0][0]
        for name in all_tables()
    }


def nothing() -> dict[str, int]:
    return dict.fromkeys(all_tables(), 0)


async def everything(store: Store) -> dict[str, list[dict[str, Any]]]:
    """All rows of all tables, as the store reads them."""

    async def job(tx: Transaction) -> dict[str, list[dict[str, Any]]]:
        found = {name: await tx.all(f"SELECT * FROM {name}") for name in all_tables()}
        found["meta"] = [row for row in found["meta"] if row["key"] != "schema"]
        return {name: sorted(rows, key=repr) for name, rows in found.items()}

    return await store.read(job)


async def next_ids(store: Store) -> list[int]:
    """The ids that the next rows get."""

    async def job(tx: Transaction) -> list[int]:
        return [
            await tx.insert("INSERT INTO away (shard, shards, since, until) VALUES (0, 1, 0, 0)"),
            await tx.insert(
                "INSERT INTO outbox (dedup, kind, version, payload, not_before) VALUES ('x', 'board', 0, '', 0)"
            ),
            await tx.insert(
                "INSERT INTO challenge (game, options, side, challenger_id, challenger_name, guild_id, channel_id,"
                " status, created_at, expires_at) VALUES ('', '', '', 1, '', 1, 1, 'open', 0, 0)"
            ),
        ]

    return await store.write(job)


async def load_everything(where: Path | str) -> tuple[dict[str, list[dict[str, Any]]], list[int]]:
    """Load all rows of a store, and its next IDs."""
    store = await open_store(where)
    try:
        return await everything(store), await next_ids(store)
    finally:
        await store.close()


@pytest.mark.ci
def test_every_row_comes_over_as_it_is_and_ids_go_on(path: Path, address: str, whole_club: bytes) -> None:
    told = carry_over(path, address)
    assert path.read_bytes() == whole_club
    there, ids_there = asyncio.run(load_everything(address))
    here, ids_here = asyncio.run(load_everything(path))
    assert {name: len(rows) > 0 for name, rows in here.items()} == dict.fromkeys(all_tables(), True)
    assert there == here
    assert [repr(rows) for rows in there.values()] == [repr(rows) for rows in here.values()]
    assert ids_there == ids_here
    total, matches = sum(map(len, here.values())), len(here["match"])
    assert told == {
        "transfer.copied": [(total, total)],
        "transfer.compared": [(total, total)],
        "check.progress": [(matches, matches)],
    }


def test_what_was_begun_here_is_played_to_its_end_there(path: Path, address: str) -> None:
    async def play_to_end() -> Club:
        """Play on in a match of the new store and end it."""
        store = await open_store(address)
        club = Club(store, now=lambda: 1e9, chance=lambda below: 0, secret=lambda: bytes(32))
        table = await club.play.matches.load(3)
        assert table.turn is not None
        mover = table.player(table.turn).user_id
        await club.play.matches.play(3, Act(mover, next(interactions)), table.match.moves()[0])
        await club.play.matches.resign(3, act(ZOE))
        assert (await club.play.matches.load(3)).row.status is MatchStatus.OVER
        await store.close()
        return club

    assert {*carry_over(path, address)} == {"transfer.copied", "transfer.compared", "check.progress"}
    asyncio.run(play_to_end())


@pytest.mark.ci
@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda path: path.name)
def test_what_an_older_version_left_comes_over(fixture: Path, tmp_path: Path, address: str) -> None:
    old = gzip.decompress(fixture.read_bytes())
    path = tmp_path / "old.db"
    path.write_bytes(old)
    carry_over(path, address)
    assert path.read_bytes() == old
    assert {file.name for file in tmp_path.iterdir()} == {"old.db", "old.db.lock"}
    assert asyncio.run(load_everything(address)) == asyncio.run(load_everything(path))


@pytest.mark.ci
@pytest.mark.parametrize(
    "moment",
    [
        pytest.param(moment, marks=() if moment in ("row", "commit") else pytest.mark.deep)
        for moment in MOMENTS
    ],
)
def test_killed_on_the_way_it_leaves_nothing_and_can_be_done_again(
    path: Path, address: str, whole_club: bytes, moment: str
) -> None:
    if moment == "row":  # also where there was no table yet
        on_server(address, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
    assert dies_at(path, address, moment)
    assert rows_there(address) == nothing()
    assert path.read_bytes() == whole_club
    carry_over(path, address)
    assert rows_there(address)["event"] > 3


@pytest.mark.ci
def test_killed_after_the_end_it_leaves_everything(path: Path, address: str) -> None:
    assert dies_at(path, address, "committed")
    assert asyncio.run(load_everything(address)) == asyncio.run(load_everything(path))


def dies_at(path: Path, address: str, moment: str) -> bool:
    """Whether a transfer in a separate process dies at this moment."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.data.dying_transfer", str(path), address, moment],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    return done.returncode == -signal.SIGKILL


DAMAGE = {
    "a text that is none": (
        "UPDATE seat SET name = CAST(x'41ff' AS TEXT) WHERE match_id = 2 AND seat = 1",
        "row 2, 1 of the table seat holds a text that is damaged",
    ),
    "a null character": (
        "UPDATE preference SET theme = 'a' || char(0)",
        f"row {ZOE.id} of the table preference holds a text that is damaged",
    ),
    "another event": (
        "UPDATE event SET text = 'a1' WHERE match_id = 1 AND version = 1",
        "match 1 is changed at",
    ),
    "another record": (
        "UPDATE match SET record = 'what' WHERE id = 3",
        "the record of match 3 cannot be replayed",
    ),
    "another clock": ("UPDATE clock SET control = '2d'", "the clocks of match 1 stand otherwise"),
    "a row that points nowhere": ("UPDATE seat SET match_id = 99 WHERE match_id = 2", "points nowhere"),
    "a newer schema": ("PRAGMA user_version = 99", "made by a newer Twotone"),
    "no table of ours": ("DROP TABLE event", "none of Twotone"),
}


@pytest.mark.parametrize(("statement", "words"), leave_to_ci(DAMAGE.values(), after=2), ids=DAMAGE.keys())
def test_what_is_damaged_is_named_and_nothing_comes_over(
    path: Path, address: str, statement: str, words: str
) -> None:
    change(path, statement)
    damaged = path.read_bytes()
    assert_refused(path, address, words)
    assert rows_there(address) == nothing()
    assert path.read_bytes() == damaged


def assert_refused(path: Path, address: str, words: str) -> None:
    """Assert that the transfer is refused in one sentence with these words."""
    with pytest.raises(StoreError, match=words) as told:
        carry_over(path, address)
    assert len(str(told.value).splitlines()) == 1


def test_a_file_that_is_missing_damaged_in_use_or_half_restored_is_refused(path: Path, address: str) -> None:
    assert_refused(path.with_name("nowhere.db"), address, "There is no database")
    assert not path.with_name("nowhere.db").exists()
    running = acquire(path)
    assert_refused(path, address, "Another Twotone is already running on .*club.db")
    running.release()
    restored = file_names.append_suffix(path, file_names.RESTORED)
    restored.touch()
    assert_refused(path, address, "A restore of .* was interrupted")
    restored.unlink()
    overwrite(path)
    assert_refused(path, address, "club.db is not a database")
    assert rows_there(address) == nothing()


def test_a_database_that_is_not_empty_is_refused_and_stays_as_it_is(path: Path, address: str) -> None:
    carry_over(path, address)
    before = asyncio.run(load_everything(address))[0]
    assert_refused(path, address, "is not empty: its table .* has rows")
    on_server(address, "DELETE FROM outbox", "DELETE FROM match", "DELETE FROM challenge")
    assert_refused(path, address, "is not empty")
    assert rows_there(address)["preference"] == len(before["preference"])


def test_a_database_in_use_of_others_or_of_a_newer_version_is_refused(path: Path, address: str) -> None:
    async def while_used() -> None:
        store = await open_store(address)
        try:
            with pytest.raises(StoreError, match="Another Twotone is already running"):
                await transfer(path, address, as_replayed=is_clock_consistent)
        finally:
            await store.close()

    asyncio.run(while_used())
    on_server(address, "UPDATE meta SET value = '99' WHERE key = 'schema'")
    assert_refused(path, address, "made by a newer Twotone")
    on_server(
        address, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public", "CREATE TABLE accounts (id INTEGER)"
    )
    assert_refused(path, address, "none of Twotone")
    on_server(address, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
    with pytest.raises(StoreError, match="localhost/club cannot be used"):
        asyncio.run(
            transfer(path, "postgresql://ada:secret@localhost:1/club", as_replayed=is_clock_consistent)
        )


CHANGED = {
    "a value": ("NEW.value := NEW.value || '!'; RETURN NEW;", "row Z of the table meta is not the same on"),
    "a row too few": (
        "IF NEW.key = 'z' THEN RETURN NULL; END IF; RETURN NEW;",
        "row z of the table meta is not",
    ),
    "a row too many": (
        "IF NEW.key = 'z' THEN INSERT INTO meta VALUES ('ÿ', ''); END IF; RETURN NEW;",
        "row ÿ of the table meta is not",
    ),
}


@pytest.fixture
def triggered(address: str) -> Iterator[str]:
    """Address of a database in which something else writes too."""
    asyncio.run(load_everything(address))
    postgres.fresh()
    yield address
    on_server(address, "DROP FUNCTION meddle() CASCADE")


@pytest.mark.ci
@pytest.mark.parametrize(("body", "words"), CHANGED.values(), ids=CHANGED.keys())
def test_what_does_not_come_back_as_it_was_is_named_and_undone(
    path: Path, triggered: str, body: str, words: str
) -> None:
    on_server(
        triggered,
        f"CREATE FUNCTION meddle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} END $$",
        "CREATE TRIGGER meddling BEFORE INSERT ON meta FOR EACH ROW EXECUTE FUNCTION meddle()",
    )
    assert_refused(path, triggered, words)
    assert rows_there(triggered) == nothing()


def test_rows_are_compared_in_one_order_and_with_their_types(path: Path, address: str) -> None:
    asyncio.run(load_everything(address))
    postgres.fresh()
    on_server(
        address,
        "ALTER TABLE thinking ALTER attempts TYPE DOUBLE PRECISION",
        'ALTER TABLE meta ALTER key TYPE TEXT COLLATE "und-x-icu"',
    )
    try:
        assert_refused(path, address, "row 3 of the table thinking is not the same on")
        on_server(address, "ALTER TABLE thinking ALTER attempts TYPE BIGINT")
        carry_over(path, address)
    finally:
        on_server(address, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")


@pytest.mark.parametrize(
    ("at", "words"),
    [("SELECT", "was lost .* so nothing was carried over"), ("COMMIT", "was lost at the last moment")],
)
def test_a_connection_that_is_lost_is_told_by_when_it_was(
    path: Path, address: str, monkeypatch: pytest.MonkeyPatch, at: str, words: str
) -> None:
    execute = psycopg.AsyncConnection.execute

    async def cut_off(connection: Any, query: LiteralString, *args: Any) -> Any:
        if query.startswith("COMMIT" if at == "COMMIT" else "ANALYZE"):
            await connection.close()
        return await execute(connection, query, *args)

    monkeypatch.setattr(psycopg.AsyncConnection, "execute", cut_off)
    assert_refused(path, address, words)
    assert rows_there(address) == nothing()


def test_what_the_server_does_not_take_is_told_in_its_words(path: Path, address: str) -> None:
    asyncio.run(load_everything(address))
    postgres.fresh()
    on_server(address, "ALTER TABLE seat ADD CONSTRAINT strict CHECK (match_id < 3)")
    try:
        assert_refused(path, address, "does not take the rows .*strict")
    finally:
        on_server(address, "ALTER TABLE seat DROP CONSTRAINT strict")
    assert rows_there(address) == nothing()
