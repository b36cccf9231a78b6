"""PostgreSQL crashes while a transaction is being committed.

A transaction that never reached its disk is not taken for stored. After the crash the server gives
the numbers of forgotten transactions to new ones.
"""

import signal
from collections.abc import AsyncIterator, Iterator
from typing import Any

import psycopg
import pytest

from data.database import meta
from data.database.errors import StoreError
from data.database.transaction import Transaction
from data.postgres.connecting import connect
from data.postgres.store import PostgresStore
from tests import postgres

pytestmark = pytest.mark.ci

FORGETFUL = ("wal_level=minimal", "max_wal_senders=0", "wal_writer_delay=10s")
"""Nothing is written to the disk but by a commit."""


@pytest.fixture(scope="module")
def server() -> Iterator[postgres.Server]:
    with postgres.own(*FORGETFUL) as begun:
        yield begun


@pytest.fixture
async def store(server: postgres.Server) -> AsyncIterator[PostgresStore]:
    opened = await PostgresStore.open(server.address)
    yield opened
    await opened.close()


class Crash:
    """A server crash just before the first transaction is committed.

    With `others`, other transactions take its number then.
    """

    def __init__(self, server: postgres.Server, *, others: bool) -> None:
        self.happened = False
        self._server = server
        self._others = others
        self._execute = psycopg.AsyncConnection.execute

    async def execute(self, connection: psycopg.AsyncConnection[Any], query: Any, *args: Any) -> Any:
        """What a connection does instead."""
        if query != "COMMIT" or self.happened:
            return await self._execute(connection, query, *args)
        self.happened = True
        asked = await self._execute(connection, "SELECT pg_current_xact_id()::text::bigint AS number")
        [row] = await asked.fetchall()
        await self._server.restart(signal.SIGQUIT)
        if self._others:
            await self._take(row["number"])
        return await self._execute(connection, query, *args)

    async def _take(self, number: int) -> None:
        other = await connect(self._server.address)
        asked = await self._execute(other, "SELECT pg_current_xact_id()::text::bigint AS number")
        assert await asked.fetchone() == {"number": number}
        await other.close()


@pytest.mark.parametrize("others", [False, True], ids=["nobody has its number", "another has its number"])
async def test_a_transaction_that_a_crash_has_undone_is_not_taken_for_stored(
    server: postgres.Server, store: PostgresStore, monkeypatch: pytest.MonkeyPatch, others: bool
) -> None:
    await store.write(lambda tx: meta.put(tx, "count", "0"))
    crash = Crash(server, others=others)

    async def count(tx: Transaction) -> None:
        await meta.put(tx, "count", str(int(await meta.get(tx, "count") or 0) + 1))

    async def crash_on_commit(connection: psycopg.AsyncConnection[Any], query: Any, *args: Any) -> Any:
        """Execute the query by way of the crash."""
        return await crash.execute(connection, query, *args)

    with monkeypatch.context() as patched:
        patched.setattr(psycopg.AsyncConnection, "execute", crash_on_commit)
        if others:
            with pytest.raises(StoreError, match="nobody knows whether it was stored"):
                await store.write(count)
        else:
            await store.write(count)
    assert crash.happened
    assert await store.read(lambda tx: meta.get(tx, "count")) == ("0" if others else "1")
