"""The store on PostgreSQL: what is lost or in the way is done again, once."""

import asyncio
from typing import Any

import psycopg
import pytest

from data.database import meta
from data.database.errors import StoreError
from data.database.transaction import Signal, Transaction
from data.play import matches
from data.play.match_events import RepeatedEvent, VersionConflict
from data.postgres.attempt import Attempt
from data.postgres.connecting import LIFE, announce_presence, connect
from data.postgres.import_all import open_empty_database
from data.postgres.store import PostgresStore
from data.postgres.transaction import PostgresConnection, own_sql
from data.store_opening import open_store
from tests.data.samples import first_broken, move, new_match, whole_versions_in
from tests.databases import closing as open_too
from tests.pace import PATIENCE
from tests.pending_posts import for_match


async def at_once(seconds: float) -> None:
    """Wait for nothing."""


async def listeners(connection: PostgresConnection, count: int) -> None:
    """Return once so many processes listen."""
    while True:
        found = await connection.execute(
            "SELECT COUNT(*) AS count FROM pg_stat_activity"
            " WHERE datname = current_database() AND query LIKE 'LISTEN%' AND state = 'idle'"
        )
        if await found.fetchone() == {"count": count}:
            return


async def alone(connection: PostgresConnection) -> bool:
    """Whether no other process is on the database, for none can come from then on."""
    try:
        await announce_presence(connection, "x", exclusive=True)
    except StoreError:
        return False
    return True


async def test_processes_run_beside_each_other_but_none_while_a_database_is_moved_there(address: str) -> None:
    async with open_too(await open_store(address)), open_too(await open_store(address)):
        with pytest.raises(StoreError, match="Another Twotone is already running"):
            async with open_empty_database(address):
                pass
    async with await connect(address) as moving:
        await moving.execute("BEGIN")
        async with asyncio.timeout(PATIENCE):
            while not await alone(
                moving
            ):  # the server ends the sessions above a moment after they were closed
                pass
        with pytest.raises(StoreError, match="Another Twotone is already running"):
            await open_store(address)


async def test_a_setting_with_which_moves_could_be_lost_is_refused(address: str) -> None:
    async with await connect(address) as connection:
        database = connection.info.dbname
        await connection.execute(own_sql(f"ALTER DATABASE {database} SET synchronous_commit = off"))
        try:
            with pytest.raises(StoreError, match="synchronous_commit is off, not on"):
                await open_store(address)
        finally:
            await connection.execute(own_sql(f"ALTER DATABASE {database} RESET synchronous_commit"))


async def test_a_server_that_is_not_there_is_told_without_the_password() -> None:
    with pytest.raises(
        StoreError, match=r"localhost/club cannot be used .*Check that PostgreSQL runs"
    ) as told:
        await open_store("postgresql://ada:secret@localhost:1/club")
    assert "secret" not in str(told.value)
    with pytest.raises(StoreError, match="no address of PostgreSQL") as told:
        await open_store("postgresql://ada:secret@localhost/club?colour=blue")
    assert "secret" not in str(told.value)


async def test_a_job_whose_match_another_process_moves_meanwhile_is_done_again(
    postgres_store: PostgresStore, other: PostgresConnection
) -> None:
    match = await postgres_store.write(new_match)
    tries = 0

    async def job(tx: Transaction) -> None:
        nonlocal tries
        tries += 1
        await matches.get(tx, match.id)
        if tries == 1:
            await other.execute("UPDATE match SET version = 7, plies = 7")
        await move(match.id, 0, interaction_id=5)(tx)

    with pytest.raises(VersionConflict) as told:
        await postgres_store.write(job)
    assert (tries, told.value.current_version) == (2, 7)


async def test_an_interaction_that_another_process_has_just_stored_is_repeated(
    postgres_store: PostgresStore, other: PostgresConnection
) -> None:
    first, second = await postgres_store.write(new_match), await postgres_store.write(new_match)
    tries = 0

    async def job(tx: Transaction) -> None:
        nonlocal tries
        tries += 1
        await matches.get(tx, first.id)
        if tries == 1:
            await other.execute(
                own_sql(
                    "INSERT INTO event (match_id, version, kind, text, interaction_id, at, hash)"
                    f" VALUES ({second.id}, 1, 'move', 'a1 0', 5, 0, '')"
                )
            )
        await move(first.id, 0, interaction_id=5)(tx)

    with pytest.raises(RepeatedEvent) as told:
        await postgres_store.write(job)
    assert (tries, told.value.event.match_id) == (2, second.id)
    assert await postgres_store.read(lambda tx: matches.get(tx, first.id)) == first


async def test_a_key_that_another_process_has_just_stored_spoils_one_try_alone(
    postgres_store: PostgresStore, other: PostgresConnection
) -> None:
    tries = 0

    async def job(tx: Transaction) -> str:
        nonlocal tries
        tries += 1
        if found := await meta.get(tx, "colour"):
            return found
        if tries == 1:
            await other.execute("INSERT INTO meta (key, value) VALUES ('colour', 'blue')")
        await tx.run("INSERT INTO meta (key, value) VALUES ('colour', 'red')")
        return "red"

    assert (await postgres_store.write(job), tries) == ("blue", 2)


async def test_moves_go_on_though_the_server_cuts_every_connection_again_and_again(
    postgres_store: PostgresStore, other: PostgresConnection
) -> None:
    ids = [(await postgres_store.write(new_match)).id for _ in range(6)]
    playing = set(ids)

    async def play(match_id: int) -> None:
        for version in range(12):
            await postgres_store.write(move(match_id, version, interaction_id=match_id * 100 + version))
        playing.discard(match_id)

    async def cut() -> None:
        while playing:
            await other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            await postgres_store.read(lambda tx: matches.get(tx, ids[0]))
            await postgres_store.write(lambda tx: meta.put(tx, "cut", "yes"))

    await asyncio.gather(cut(), *(play(match_id) for match_id in ids))
    assert await postgres_store.read(whole_versions_in) == dict.fromkeys(ids, 12)


async def test_what_a_process_tells_is_heard_by_the_others_also_after_all_connections_were_cut(
    postgres_store: PostgresStore, other: PostgresConnection, address: str
) -> None:
    async def tell(tx: Transaction) -> None:
        tx.signal(Signal.DUE)

    async def failing(tx: Transaction) -> None:
        tx.signal(Signal.PROCESSES)
        raise ZeroDivisionError

    heard: asyncio.Queue[tuple[str, Signal]] = asyncio.Queue()
    async with open_too(await PostgresStore.open(address, wait=at_once)) as second:
        postgres_store.listen(lambda hint: heard.put_nowait(("first", hint)))
        second.listen(lambda hint: heard.put_nowait(("second", hint)))
        await asyncio.wait_for(listeners(other, 2), PATIENCE)
        with pytest.raises(ZeroDivisionError):
            await postgres_store.write(failing)
        await postgres_store.write(tell)
        assert await asyncio.wait_for(heard.get(), PATIENCE) == ("second", Signal.DUE)
        await other.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND query LIKE 'LISTEN%'"
        )
        told = {
            await asyncio.wait_for(heard.get(), PATIENCE) for _ in range(4)
        }  # each may have missed anything
        assert told == {(name, hint) for name in ("first", "second") for hint in Signal}
        await second.write(tell)
        assert await asyncio.wait_for(heard.get(), PATIENCE) == ("first", Signal.DUE)
        assert heard.empty()


async def test_while_the_server_is_away_it_is_said_so_and_nothing_is_stored(
    postgres_store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(attempt: Attempt, connection: PostgresConnection) -> None:
        raise psycopg.OperationalError("the server is starting up")

    monkeypatch.setattr(Attempt, "run", away)
    monkeypatch.setattr("data.postgres.store.PATIENCE", 0.05)
    for work in (postgres_store.write, postgres_store.read):
        with pytest.raises(
            StoreError, match=r"cannot be reached .*so nothing was stored. It goes on by itself"
        ):
            await work(new_match)


async def test_a_job_alone_costs_two_answers_more_than_its_own_and_each_of_several_one_and_a_bit(
    postgres_store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A job costs two answers of the server besides its own, fewer if several wait.

    Each answer takes as long as the network does, and a sixth of a millisecond of a core.
    """
    asked: list[str] = []
    execute = psycopg.AsyncConnection.execute

    async def note_query(connection: Any, query: Any, *args: Any) -> Any:
        """Note the query, then execute it as usual."""
        if LIFE not in query:  # what each new connection of the pool is asked, at a time of its own
            asked.append(query)
        return await execute(connection, query, *args)

    async def job(tx: Transaction) -> None:
        await tx.run("UPDATE meta SET value = value WHERE key = 'none'")

    async def spoilt(tx: Transaction) -> None:
        await job(tx)
        raise ValueError

    await postgres_store.write(job)  # now it is connected
    with monkeypatch.context() as patched:
        patched.setattr(psycopg.AsyncConnection, "execute", note_query)
        await postgres_store.write(job)
        assert [query.partition(" ")[0] for query in asked] == ["BEGIN", "UPDATE", "COMMIT"]
        asked.clear()
        await asyncio.gather(*(postgres_store.write(job) for _ in range(3)))
        assert len(asked) == 3 + 3 + 1
        asked.clear()
        with pytest.raises(ValueError):
            await postgres_store.write(spoilt)
        assert [query.partition(" ")[0] for query in asked] == ["BEGIN", "UPDATE"]  # and is rolled back


async def test_of_several_jobs_only_the_one_that_fails_is_undone_and_tells_nobody(
    postgres_store: PostgresStore, other: PostgresConnection
) -> None:
    await other.execute("LISTEN twotone")

    def puts(key: str, fault: type[Exception] | None = None) -> Any:
        async def job(tx: Transaction) -> str:
            await tx.run("INSERT INTO meta (key, value) VALUES (?, ?)", key, "1")
            tx.signal(Signal.DUE if fault is None else Signal.PROCESSES)
            if fault:
                raise fault
            return key

        return job

    group = [puts("a", KeyError), puts("b"), puts("c", ValueError), puts("d"), puts("e", KeyError)]
    told = await asyncio.gather(*(postgres_store.write(job) for job in group), return_exceptions=True)
    assert [each if isinstance(each, str) else type(each) for each in told] == [
        KeyError,
        "b",
        ValueError,
        "d",
        KeyError,
    ]
    found = await (await other.execute("SELECT key FROM meta WHERE length(key) = 1 ORDER BY key")).fetchall()
    assert [row["key"] for row in found] == ["b", "d"]
    assert [notice.payload.split()[0] async for notice in other.notifies(timeout=20, stop_after=1)] == [
        Signal.DUE
    ]


async def test_an_error_of_ours_is_raised_as_it_is(postgres_store: PostgresStore) -> None:
    for work in (postgres_store.read, postgres_store.write):
        with pytest.raises(psycopg.errors.UndefinedTable):
            await work(lambda tx: tx.all("SELECT * FROM nowhere"))
    assert (await postgres_store.write(new_match)).id == 1


async def test_a_job_that_passes_over_a_fault_stores_nothing(postgres_store: PostgresStore) -> None:
    async def stubborn(tx: Transaction) -> None:
        await meta.put(tx, "small", "yes")
        try:
            await tx.all("SELECT * FROM nowhere")
        except psycopg.Error:
            return

    with pytest.raises(psycopg.errors.UndefinedTable):
        await postgres_store.write(stubborn)
    assert await postgres_store.read(lambda tx: meta.get(tx, "small")) is None


async def test_a_round_looks_through_all_matches_and_finds_what_was_changed(
    postgres_store: PostgresStore,
) -> None:
    ids = [(await postgres_store.write(new_match)).id for _ in range(25)]
    await postgres_store.write(move(ids[22], 0))
    await postgres_store.write(lambda tx: tx.run("UPDATE event SET text = 'b2 1'"))
    first = await postgres_store.check_matches_after(0)
    second = await postgres_store.check_matches_after(first.last or 0)
    assert (first.last, second.last) == (ids[19], ids[24])
    assert [fault.code for fault in second.broken].count("check.event") == 1
    assert await postgres_store.read(lambda tx: first_broken(tx, ids[22])) == 1
    assert (await postgres_store.check_matches_after(ids[24])).last is None
    assert await postgres_store.table_names() == []


async def test_what_was_deleted_is_no_row_any_more(
    postgres_store: PostgresStore, other: PostgresConnection
) -> None:
    await postgres_store.write(new_match)
    await postgres_store.write(lambda tx: tx.run("DELETE FROM match"))
    assert await postgres_store.wipe([1])
    dead = await other.execute("SELECT pg_relation_size('match') + pg_relation_size('seat') AS bytes")
    assert await dead.fetchone() == {"bytes": 0}
    assert await postgres_store.read(lambda tx: for_match(tx, 1)) == []
