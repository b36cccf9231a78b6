"""Connections to a server that suits: how they are set, what is asked of it first, and how sentences call it."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final

import psycopg
from psycopg.rows import dict_row
from psycopg.types.numeric import Int8Dumper

from data.database.errors import StoreError, one_line
from data.postgres.errors import explain, lost
from data.postgres.transaction import Connection

OLDEST: Final = 130000
"""The oldest PostgreSQL that can tell what became of a transaction: 13."""
PRESENT: Final = 8_461_327_002
"""Held together by all processes that run on the database, and alone by the process that moves one there."""
SILENCE: Final = 6.0
"""Seconds without an answer to a statement after which a server is away: longer than others wait for a process that
stands still (`STALLED`)."""
OPTIONS: Final[dict[str, Any]] = {
    "autocommit": True,
    "row_factory": dict_row,
    "cursor_factory": psycopg.AsyncRawCursor,
    "client_encoding": "utf8",
    "connect_timeout": 4,
    # A machine that is gone says nothing: the system finds that out, by what it does not acknowledge.
    "tcp_user_timeout": 10_000,
    "keepalives": 1,
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "application_name": "twotone",
    # A pooler that hands out transactions gives the next one another session, which has none of them.
    "prepare_threshold": None,
}
_ASKED: Final = (
    "SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,"
    " current_setting('synchronous_commit') AS synchronous_commit"
)
LIFE: Final = "(SELECT stats_reset FROM pg_stat_bgwriter) AS life"
"""What no restart changes, but every crash: PostgreSQL then counts anew."""
_SETTINGS: Final = {"encoding": "UTF8", "synchronous_commit": "on"}
"""How texts of every language, and every move that was confirmed, are kept."""


async def connect(url: str) -> Connection:
    """Connect to the database at `url`, of several hosts the first that will do.

    Every number has 64 bits, so that a statement is the same whatever numbers it is given. Raises `psycopg.Error`
    where that cannot be.
    """
    connection = await Connection.connect(url, **OPTIONS)
    connection.patience = SILENCE
    connection.adapters.register_dumper(int, Int8Dumper)
    try:
        row = await (await connection.execute(f"SELECT {LIFE}")).fetchone()
    except BaseException:
        await connection.close()
        raise
    connection.life = row and row["life"]
    return connection


@contextmanager
def unhurried(connection: Connection) -> Iterator[None]:
    """Let statements within it take as long as they take: they go through whole tables."""
    connection.patience = None
    try:
        yield
    finally:
        connection.patience = SILENCE


@asynccontextmanager
async def opening(url: str) -> AsyncIterator[Connection]:
    """Yield a connection to a server that suits; it stays open, but where anything is raised within.

    Raises `StoreError` for whatever keeps the database from being used.
    """
    where = named(url)
    try:
        connection = await connect(url)
        try:
            await _must_suit(connection, where)
            yield connection
        except BaseException:
            await connection.close()
            raise
    except psycopg.Error as error:
        explained = None if lost(error) else explain(error, where)
        raise explained or StoreError("store.unreachable", path=where, fault=one_line(error)) from error


async def _must_suit(connection: Connection, where: str) -> None:
    """Raise `StoreError` for a server that is too old, and for settings with which something could be lost."""
    row = await (await connection.execute(_ASKED)).fetchone()
    assert row is not None  # it is one row
    if row["version"] < OLDEST:
        raise StoreError("store.too_old", path=where, given=row["version"] // 10000, value=OLDEST // 10000)
    for name, value in _SETTINGS.items():
        if row[name] != value:
            raise StoreError("store.setting", path=where, name=name, given=row[name], value=value)


async def be_present(connection: Connection, where: str, *, alone: bool = False) -> None:
    """Say that a process is on the database: beside others as long as this connection lasts, `alone` in a transaction.

    Raises `StoreError` where others are there already, or one that is alone.
    """
    lock = "pg_try_advisory_xact_lock" if alone else "pg_try_advisory_lock_shared"
    row = await (await connection.execute(f"SELECT {lock}($1) AS there", (PRESENT,))).fetchone()
    if row is None or not row["there"]:
        raise StoreError("store.running", path=where)


def named(url: str) -> str:
    """Return how sentences call the database at a URL: without the name and the password that open it.

    >>> named("postgresql://ada:secret@db.example:5432/club")
    'db.example/club'
    """
    try:
        given = psycopg.conninfo.conninfo_to_dict(url)
    except psycopg.Error as error:
        raise StoreError("store.address") from error
    return f"{given.get('host') or 'localhost'}/{given.get('dbname') or 'postgres'}"
