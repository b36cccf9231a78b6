"""The fate of a job whose connection is lost.

The connection may also be lost because the job's process stood still.
"""

import asyncio
from typing import Any, LiteralString

import psycopg
import pytest

from data.database import meta
from data.database.transaction import Transaction
from data.postgres.attempt import STALLED, WRITING
from data.postgres.store import PostgresStore
from data.postgres.transaction import PostgresConnection
from tests.databases import closing as open_too
from tests.pace import PATIENCE


@pytest.mark.parametrize("stored", [True, False], ids=["it was stored", "it was not"])
async def test_a_commit_whose_answer_is_lost_is_neither_given_up_nor_done_twice(
    postgres_store: PostgresStore, monkeypatch: pytest.MonkeyPatch, stored: bool
) -> None:
    tries = 0
    lost = False

    async def count(tx: Transaction) -> int:
        nonlocal tries
        tries += 1
        await meta.put(tx, "count", str(int(await meta.get(tx, "count") or 0) + 1))
        return tries

    execute = psycopg.AsyncConnection.execute

    async def cut_off(connection: PostgresConnection, query: LiteralString, *args: Any) -> Any:
        nonlocal lost
        if query == "COMMIT" and not lost:
            lost = True
            if stored:
                await execute(connection, query)
            await connection.close()
            raise psycopg.OperationalError("server closed the connection unexpectedly")
        return await execute(connection, query, *args)

    with monkeypatch.context() as patched:
        patched.setattr(psycopg.AsyncConnection, "execute", cut_off)
        assert await postgres_store.write(count) == (1 if stored else 2)
    assert lost
    assert await postgres_store.read(lambda tx: meta.get(tx, "count")) == "1"


async def test_what_was_read_is_told_at_once_though_the_connection_is_lost_at_the_end(
    postgres_store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A read's result is returned at once, though the connection is lost at the end.

    There is no commit whose fate would have to be asked for, and no one could tell that.
    """
    execute = PostgresConnection.execute

    async def cut_off(connection: PostgresConnection, query: LiteralString, *args: Any) -> Any:
        if query == "COMMIT":
            await connection.close()
        return await execute(connection, query, *args)

    await postgres_store.write(lambda tx: meta.put(tx, "colour", "blue"))
    monkeypatch.setattr(PostgresConnection, "execute", cut_off)
    async with asyncio.timeout(5):
        assert await postgres_store.read(lambda tx: meta.get(tx, "colour")) == "blue"


async def test_a_process_that_stands_still_keeps_nobody_waiting_and_begins_its_job_again(
    postgres_store: PostgresStore, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data.postgres.store.WRITING", WRITING.replace(f"'{STALLED}s'", "'200ms'"))
    async with open_too(await PostgresStore.open(address)) as beside:
        tries = 0

        async def stand_still(tx: Transaction) -> None:
            nonlocal tries
            tries += 1
            found = await meta.get(tx, "colour")
            await meta.put(tx, "colour", f"{found}, red")
            if tries == 1:  # the other waits for this row, until the server has had enough
                await beside.write(lambda tx: meta.put(tx, "colour", "green"))

        await postgres_store.write(lambda tx: meta.put(tx, "colour", "blue"))
        async with asyncio.timeout(PATIENCE):
            await postgres_store.write(stand_still)
        assert tries == 2
        assert await beside.read(lambda tx: meta.get(tx, "colour")) == "green, red"
