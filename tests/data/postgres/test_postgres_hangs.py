"""A server that hangs is treated as a server that is away.

If another has taken its place, the store goes on there.
"""

import asyncio
from contextlib import ExitStack, closing
from typing import Final

import psycopg
import pytest

from data.database import meta
from data.database.errors import StoreError
from data.database.transaction import Transaction
from data.postgres.connecting import OPTIONS
from data.postgres.store import PostgresStore
from data.postgres.transaction import own_sql
from tests import postgres
from tests.databases import closing as open_too

FIRST_MOVE: Final = 15.0
"""Seconds from another server's promotion until the first move is stored there."""
PATIENT: Final = 60.0


@pytest.mark.ci
async def test_the_first_move_follows_the_promotion_of_a_standby_though_the_primary_hangs() -> None:
    loop = asyncio.get_running_loop()
    tries, frozen = 0, asyncio.Event()
    with postgres.with_standby() as (primary, standby), ExitStack() as until:

        async def move(tx: Transaction) -> None:
            nonlocal tries
            tries += 1
            await meta.put(tx, "moves", str(int(await meta.get(tx, "moves") or 0) + 1))
            if tries == 2:  # in the middle of a move
                until.enter_context(primary.freeze())
                frozen.set()

        hosts = f"{primary.folder},{standby.folder}"
        url = f"postgresql://twotone@/postgres?host={hosts}&target_session_attrs=read-write"
        async with asyncio.timeout(PATIENT), open_too(await PostgresStore.open(url)) as store:
            await store.write(move)
            moving = asyncio.create_task(store.write(move))
            others = [asyncio.create_task(store.read(lambda tx: meta.get(tx, "moves"))) for _ in range(5)]
            await frozen.wait()
            await asyncio.to_thread(_promote, standby)
            promoted = loop.time()
            while not moving.done() or moving.exception():
                await asyncio.wait({moving})
                if isinstance(moving.exception(), StoreError):  # they press again
                    moving = asyncio.create_task(store.write(move))
            assert loop.time() - promoted < FIRST_MOVE
            assert await store.read(lambda tx: meta.get(tx, "moves")) == "2"
            assert set(await asyncio.gather(*others)) <= {"1", "2"}


def _promote(standby: postgres.Server) -> None:
    with closing(psycopg.connect(standby.address, autocommit=True)) as connection:
        assert connection.execute("SELECT pg_promote()").fetchone() == (True,)


@pytest.mark.ci
async def test_a_server_that_hangs_is_named_as_away_and_goes_on_when_it_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("data.postgres.connecting.SILENCE", 0.2)
    monkeypatch.setitem(OPTIONS, "connect_timeout", 1)
    monkeypatch.setattr("data.postgres.store.PATIENCE", 0.5)
    with postgres.own() as server:
        async with asyncio.timeout(PATIENT), open_too(await PostgresStore.open(server.address)) as store:
            await store.write(lambda tx: meta.put(tx, "colour", "blue"))
            with server.freeze():
                for asked in (
                    store.write(lambda tx: meta.put(tx, "colour", "red")),
                    store.read(lambda tx: meta.get(tx, "colour")),
                ):
                    with pytest.raises(StoreError) as refused:
                        await asked
                    assert refused.value.code == "store.away"
            assert await store.read(lambda tx: meta.get(tx, "colour")) == "blue"
            await store.write(lambda tx: meta.put(tx, "colour", "green"))


async def test_what_may_be_written_again_is_though_a_session_was_begun_when_it_might_not(
    address: str,
) -> None:
    async def may_be_written(allowed: bool) -> None:
        only = "off" if allowed else "on"
        with closing(psycopg.connect(address, autocommit=True)) as connection:
            name = connection.info.dbname
            connection.execute("SET default_transaction_read_only = off")
            connection.execute(own_sql(f"ALTER DATABASE {name} SET default_transaction_read_only = {only}"))

    async with open_too(await PostgresStore.open(address)) as store:
        await may_be_written(False)
        try:
            with pytest.raises(StoreError) as refused:
                await store.write(lambda tx: meta.put(tx, "colour", "blue"))
            assert refused.value.code == "store.read_only"
        finally:
            await may_be_written(True)
        await store.write(lambda tx: meta.put(tx, "colour", "green"))
