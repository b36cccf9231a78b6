"""The store: one writer, whole jobs, and one commit for all that wait.

Every problem that the host can solve is told in a sentence.
"""

import asyncio
import errno
import fcntl
import os
import resource
import sqlite3
import stat
from collections.abc import Generator
from pathlib import Path

import pytest

from data.database import meta
from data.database.errors import StoreError, Violation
from data.database.transaction import Job, Transaction
from data.play import matches
from data.sqlite import lock
from data.sqlite.store import WRITER_PRAGMAS, SqliteStore
from data.store_opening import open_store
from tests.data.jobs import hold, is_kept, keep
from tests.data.samples import move, new_match, whole_versions


@pytest.fixture
def store(sqlite_store: SqliteStore) -> SqliteStore:
    return sqlite_store


async def test_jobs_that_wait_share_one_commit_and_only_the_failing_one_is_undone(store: SqliteStore) -> None:
    statements: list[str] = []
    await store.writer.set_trace_callback(statements.append)
    release = await hold(store)

    async def failing(tx: Transaction) -> None:
        await meta.put(tx, "failing", "yes")
        raise ZeroDivisionError

    jobs: list[Job[None]] = [keep("0"), keep("1"), failing, keep("2")]
    waiting = asyncio.gather(*(store.write(job) for job in jobs), return_exceptions=True)
    await asyncio.wait({waiting}, timeout=0)
    release()
    outcomes = await waiting
    assert [type(outcome) for outcome in outcomes] == [type(None), type(None), ZeroDivisionError, type(None)]
    assert statements.count("COMMIT") == 2  # one for the job that held the writer, one for the four
    assert [await store.read(is_kept(key)) for key in ("0", "1", "2", "failing")] == [True, True, True, False]


async def test_a_job_may_await_nothing_but_its_transaction(store: SqliteStore) -> None:
    class Suspends:
        def __await__(self) -> Generator[None, None, None]:
            yield

    async def slow(tx: Transaction) -> None:
        await meta.put(tx, "slow", "yes")
        await Suspends()

    with pytest.raises(RuntimeError, match="may await nothing but its transaction"):
        await store.write(slow)
    assert not await store.read(is_kept("slow"))


async def test_durability_is_set_and_read_back(store: SqliteStore) -> None:
    async def pragmas(tx: Transaction) -> list[object]:
        names = ("synchronous", "journal_mode", "foreign_keys", "query_only")
        return [next(iter((await tx.all(f"PRAGMA {name}"))[0].values())) for name in names]

    assert await store.write(pragmas) == [2, "wal", 1, 0]
    assert (await store.read(pragmas))[3] == 1


async def test_a_full_disk_refuses_the_move_in_a_sentence_and_it_goes_on_by_itself(path: Path) -> None:
    store = await SqliteStore.open(path)
    match = await store.write(new_match)
    pages = await store.write(lambda tx: tx.one("PRAGMA page_count"))
    assert pages
    await store.writer.execute(f"PRAGMA max_page_count = {pages['page_count'] + 2}")
    outcomes = await asyncio.gather(
        store.write(move(match.id, 0, record="x" * 100_000)),
        store.write(move(match.id, 0, record="y" * 100_000)),
        return_exceptions=True,
    )
    assert [str(outcome) for outcome in outcomes] == [
        f"The disk of {path} is full, so nothing was stored. Free some space; it goes on by itself."
    ] * 2
    assert not store.writer.in_transaction
    assert await store.read(lambda tx: matches.get(tx, match.id)) == match
    await store.writer.execute("PRAGMA max_page_count = 1000000")
    assert (await store.write(move(match.id, 0, record="x" * 100_000))).version == 1
    await store.close()
    assert await whole_versions(path) == {match.id: 1}


async def test_a_job_that_passes_over_a_full_disk_stores_nothing_after_it(store: SqliteStore) -> None:
    pages = await store.write(lambda tx: tx.one("PRAGMA page_count"))
    assert pages
    await store.writer.execute(f"PRAGMA max_page_count = {pages['page_count'] + 2}")

    async def stubborn(tx: Transaction) -> None:
        try:
            await meta.put(tx, "big", "x" * 100_000)
        except sqlite3.OperationalError:
            await meta.put(tx, "small", "yes")

    outcomes = await asyncio.gather(
        *(store.write(job) for job in (keep("a"), stubborn)), return_exceptions=True
    )
    assert all(isinstance(outcome, RuntimeError) for outcome in outcomes)
    assert [await store.read(is_kept(key)) for key in ("a", "small")] == [False, False]


async def test_a_disk_that_refuses_to_write_is_told_and_it_goes_on_by_itself(
    store: SqliteStore, path: Path
) -> None:
    await store.write(new_match)
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (log_size(path) + 10_000, usual[1]))
    try:
        with pytest.raises(StoreError, match=r"is full|cannot be read or written"):
            await store.write(lambda tx: meta.put(tx, "big", "x" * 100_000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    await store.write(keep("small"))
    assert [await store.read(is_kept(key)) for key in ("big", "small")] == [False, True]


async def test_a_database_held_by_another_program_is_told_and_nothing_stored(
    store: SqliteStore, path: Path
) -> None:
    await store.writer.execute("PRAGMA busy_timeout = 1")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="held by another program, so nothing was stored"):
        await store.write(new_match)
    other.close()
    assert (await store.write(new_match)).id == 1


@pytest.mark.parametrize("place", [(0, 16), (100, 4096)], ids=["header", "schema"])
async def test_a_damaged_file_is_found_at_the_start_and_left_as_it_is(
    path: Path, place: tuple[int, int]
) -> None:
    store = await SqliteStore.open(path)
    for version in range(50):
        await store.write(new_match)
        await store.write(move(1, version))
    await store.close()
    damaged = overwrite(path, *place)
    with pytest.raises(StoreError, match=r"left as it is\. Restore"):
        await SqliteStore.open(path)
    assert path.read_bytes() == damaged
    lock.acquire(path).release()  # the process that failed does not keep out the person who mends the file


async def test_a_folder_that_cannot_be_used_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError) as told:
        await SqliteStore.open(tmp_path / "file" / "var" / "twotone.db")
    assert str(told.value) == (
        f"The folder of {tmp_path}/file/var/twotone.db cannot be used (Not a directory)."
        " Check its owner and permissions."
    )
    with pytest.raises(StoreError, match="cannot be written"):
        await SqliteStore.open(tmp_path)


async def test_a_store_that_could_not_be_opened_can_be_opened_once_its_fault_is_mended(path: Path) -> None:
    path.mkdir(parents=True)
    with pytest.raises(StoreError, match="cannot be written"):
        await SqliteStore.open(path)
    path.rmdir()
    path.write_bytes(b"no database" * 1000)
    with pytest.raises(StoreError, match="is not a database"):
        await SqliteStore.open(path)
    path.unlink()
    await (await SqliteStore.open(path)).close()


async def test_a_folder_without_locks_is_refused_and_nothing_stays_open(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(descriptor: int, operation: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    with pytest.raises(StoreError, match=r"cannot be used \(No locks available\)"):
        await SqliteStore.open(path)
    files = {os.path.realpath(entry) for entry in Path("/proc/self/fd").iterdir()}
    assert f"{path}.lock" not in files


async def test_a_pragma_that_sqlite_passes_over_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(WRITER_PRAGMAS, "busy_timeout", -5)
    with pytest.raises(StoreError, match="busy_timeout is 0, not -5"):
        await SqliteStore.open(path)
    monkeypatch.undo()
    await (await SqliteStore.open(path)).close()


async def test_a_fault_that_is_no_fault_of_the_disk_is_raised_as_it_is(store: SqliteStore) -> None:
    for work in (store.read, store.write):
        with pytest.raises(sqlite3.OperationalError, match="no such table"):
            await work(lambda tx: tx.all("SELECT * FROM nowhere"))


async def test_the_file_is_readable_by_its_owner_only(path: Path) -> None:
    store = await SqliteStore.open(path)
    await store.write(new_match)
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    await store.close()
    assert modes == dict.fromkeys(
        (path.name, f"{path.name}.lock", f"{path.name}-wal", f"{path.name}-shm"), 0o600
    )


WRONG = {
    "text for an integer": "UPDATE match SET version = 'abc'",
    "text for a blob": "UPDATE match SET secret = 'abc'",
    "a blob for a text": "UPDATE match SET game = x'00'",
    "text for a time": "UPDATE match SET created_at = 'today'",
    "a third seat": "UPDATE match SET turn = 2",
    "an unknown status": "UPDATE match SET status = 'paused'",
    "a seat at no match": "INSERT INTO seat (match_id, seat, user_id, name) VALUES (99, 0, 1, 'Eve')",
    "a second user on a seat": "INSERT INTO seat (match_id, seat, user_id, name) VALUES (1, 0, 1, 'Eve')",
    "a nonce too long for Discord": (
        "INSERT INTO outbox (dedup, kind, version, payload, not_before)"
        " VALUES ('12345678901234567890123456', 'board', 1, '', 0)"
    ),
}


@pytest.mark.parametrize("statement", WRONG.values(), ids=WRONG.keys())
async def test_what_does_not_fit_the_schema_is_refused(store: SqliteStore, statement: str) -> None:
    match = await store.write(new_match)
    with pytest.raises(Violation):
        await store.write(lambda tx: tx.run(statement))
    assert await store.read(lambda tx: matches.get(tx, match.id)) == match


def overwrite(path: Path, start: int, end: int) -> bytes:
    damaged = bytearray(path.read_bytes())
    damaged[start:end] = b"\xa5" * (end - start)
    path.write_bytes(damaged)
    return bytes(damaged)


def log_size(path: Path) -> int:
    return path.with_name(f"{path.name}-wal").stat().st_size


async def test_a_query_of_one_value_or_of_a_number_gives_it(store: SqliteStore) -> None:
    one, none = "SELECT 'one' AS word UNION ALL SELECT 'two'", "SELECT 1 AS number WHERE 1 = 2"
    assert await store.read(lambda tx: tx.value(one)) == "one"
    assert await store.read(lambda tx: tx.value(none)) is None
    assert await store.read(lambda tx: tx.count(f"SELECT COUNT(*) AS count FROM ({one})")) == 2
    assert await store.read(lambda tx: tx.count(f"SELECT COUNT(*) AS count FROM ({none})")) == 0


async def test_each_commit_is_told_with_how_many_jobs_it_had(path: Path) -> None:
    told: list[int] = []
    store = await open_store(path, on_commit=lambda count, seconds: told.append(count))
    await store.write(keep("one"))
    await store.read(is_kept("one"))
    await asyncio.gather(*(store.write(keep(f"{number}")) for number in range(3)))
    await store.close()
    assert sum(told) == 4 and told[0] == 1
