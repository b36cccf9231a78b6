"""What was deleted leaves no byte in the file, though SQLite itself leaves some."""

import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from data.database.transaction import Transaction
from data.members import preferences
from data.members.preferences import Preference
from data.privacy import forgetting
from data.sqlite import file_names, wiping
from data.sqlite.store import SqliteStore
from data.sqlite.wiping import contains_any, traces

PEOPLE = [1_111_222_333_444_555_666 + 7_777_777_777 * number for number in range(3000)]
NOBODY_HERE = 2_222_333_444_555_666_777
GONE = [user_id for number, user_id in enumerate(PEOPLE) if number % 7 == 4]


@pytest.fixture
def store(sqlite_store: SqliteStore) -> SqliteStore:
    return sqlite_store


@pytest.mark.parametrize(
    "number", [2**7 - 1, 2**7, 2**15, 2**23, 2**31, 2**47 - 1, 2**47, 2**55, 2**56, 2**62 + 12345, 2**63 - 1]
)
def test_an_id_is_found_in_every_form_in_which_sqlite_writes_it(tmp_path: Path, number: int) -> None:
    written = {
        "value": "CREATE TABLE t (id INTEGER NOT NULL) STRICT",
        "key": "CREATE TABLE t (id INTEGER PRIMARY KEY) STRICT",
        "text": "CREATE TABLE t (id TEXT) STRICT",
    }
    for trace in traces(number):
        assert (
            sum(contains_any(_with(tmp_path / form, sql, number), [trace]) for form, sql in written.items())
            >= 1
        )
    for form in written:
        assert contains_any(tmp_path / form, traces(number))


def _with(path: Path, sql: str, number: int) -> Path:
    """A database with one number in it."""
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(sql)
        connection.execute("INSERT INTO t (id) VALUES (?)", (number,))
    return path


def test_bytes_are_found_wherever_a_chunk_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wiping, "CHUNK", 16)
    path = tmp_path / "some"
    for before in range(40):
        path.write_bytes(b"." * before + b"marker" + b"." * 9)
        assert contains_any(path, [b"marker", b"x"])
        assert not contains_any(path, [b"marked", b"markers"])


async def with_settings(tx: Transaction) -> None:
    for user_id in PEOPLE:
        await preferences.put(tx, Preference(user_id, theme="night"))


async def settings_gone(tx: Transaction) -> None:
    for user_id in GONE:
        await forgetting.forget_elsewhere(tx, user_id, limit=9)


def count_traces(path: Path) -> int:
    """Return how many of the deleted members the file or its log still has a byte of."""
    there = [file for file in file_names.database_files(path) if file.exists()]
    return sum(any(contains_any(file, traces(user_id)) for file in there) for user_id in GONE)


@pytest.mark.ci
async def test_what_sqlite_leaves_of_somebody_is_gone_once_the_file_is_wiped(
    path: Path, store: SqliteStore
) -> None:
    await store.write(with_settings)
    await store.write(settings_gone)
    assert await store.writer.run_on_thread(wiping.truncate_log)
    assert count_traces(path) > 0, "signposts stay in the tree, or this test shows nothing"
    assert await store.wipe(GONE)
    assert count_traces(path) == 0
    assert file_names.append_suffix(path, "-wal").stat().st_size == 0
    assert await store.read(partial(preferences.get, user_id=PEOPLE[0])) == Preference(
        PEOPLE[0], theme="night"
    )


async def test_the_file_is_written_anew_only_where_something_is_left(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    rewritten = []
    rewrite = wiping.rewrite

    def note_rewrite(connection: sqlite3.Connection) -> bool:
        """Note the rewrite, then do it as usual."""
        rewritten.append(1)
        return rewrite(connection)

    monkeypatch.setattr(wiping, "rewrite", note_rewrite)
    await store.write(with_settings)
    assert await store.wipe([NOBODY_HERE])
    assert rewritten == []
    assert await store.wipe([PEOPLE[0]])
    assert await store.wipe()
    assert len(rewritten) == 2


@pytest.mark.ci
async def test_names_go_with_the_cells_they_were_in(path: Path, store: SqliteStore) -> None:
    """Names go with the cells they were in.

    A name stands beside an ID, so it is gone if the ID is, though names are not searched for.
    """

    def add_challenge(number: int, user_id: int, name: str) -> Callable[[Transaction], Awaitable[int]]:
        """Return the job that adds a challenge by a member of this name."""
        sql = (
            "INSERT INTO challenge (game, options, side, challenger_id, challenger_name, guild_id, channel_id, status,"
            " created_at, expires_at) VALUES ('binar', '{}', 'random', ?, ?, 1, ?, 'expired', 0, 0)"
        )
        return lambda tx: tx.run(sql, user_id, name, number)

    for number in range(300):
        await store.write(add_challenge(number, PEOPLE[number % 40], f"Zyqwxelda{number % 40}!"))
    for user_id in PEOPLE[:40:2]:
        while await store.write(partial(forgetting.forget_elsewhere, user_id=user_id, limit=3)):
            pass
        assert await store.wipe([user_id])
    await store.write(add_challenge(1, 5, "Somebody"))
    assert await store.wipe([NOBODY_HERE])
    kept = path.read_bytes()
    assert [number for number in range(0, 40, 2) if f"Zyqwxelda{number}!".encode() in kept] == []
    assert all(f"Zyqwxelda{number}!".encode() in kept for number in range(1, 40, 2))


async def test_what_is_deleted_is_overwritten_at_once(path: Path, store: SqliteStore) -> None:
    """Deleted data is overwritten at once.

    Most of it is gone before anyone looks, as is every byte of data that is not searched for.
    """
    await store.write(lambda tx: preferences.put(tx, Preference(PEOPLE[0], theme="Zyqwxelda")))
    await store.write(lambda tx: forgetting.forget_elsewhere(tx, PEOPLE[0], limit=9))
    assert await store.writer.run_on_thread(wiping.truncate_log)
    assert not contains_any(path, [b"Zyqwxelda"])


async def test_a_closed_store_is_wiped_no_more(path: Path) -> None:
    store = await SqliteStore.open(path)
    await store.close()
    with pytest.raises(Exception, match="closed"):
        await store.wipe()


def test_a_file_that_is_written_anew_is_no_burden_to_memory(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "a.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA temp_store = MEMORY")
        done: list[str] = []
        connection.set_trace_callback(done.append)
        assert wiping.rewrite(connection)
        connection.set_trace_callback(None)
        assert done[done.index("VACUUM") - 1] == "PRAGMA temp_store = FILE"
        assert connection.execute("PRAGMA temp_store").fetchone() == (2,)
