"""Connections to a suitable server: their settings, checks and names.

The checks are made first. Sentences call the database by that name.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final

import psycopg
from psycopg.rows import dict_row
from psycopg.types.numeric import Int8Dumper

from data.database.errors import StoreError, one_line
from data.postgres.errors import explain, is_connection_lost
from data.postgres.transaction import PostgresConnection

OLDEST: Final = 130000
"""The oldest PostgreSQL that can tell what became of a transaction: 13."""
PRESENT: Final = 8_461_327_002
"""Lock that all processes on the database share.

The process that moves a database there holds it alone.
"""
SILENCE: Final = 6.0
"""Seconds without an answer to a statement after which a server counts as away.

That is longer than others wait for a process that stands still (`STALLED`).
"""
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


async def connect(url: str) -> PostgresConnection:
    """Connect to the database at `url`, of several hosts the first that will do.

    Every number has 64 bits, so that a statement is the same whatever numbers it is given. Raises `psycopg.Error`
    where that cannot be.
    """
    connection = await PostgresConnection.connect(url, **OPTIONS)
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
def without_timeout(connection: PostgresConnection) -> Iterator[None]:
    """Let statements within take as long as they need: they go through whole tables."""
    connection.patience = None
    try:
        yield
    finally:
        connection.patience = SILENCE


@asynccontextmanager
async def opening(url: str) -> AsyncIterator[PostgresConnection]:
    """Yield a connection to a suitable server.

    The connection stays open, unless any exception is raised within. Raise `StoreError` if anything
    keeps the database from being used.
    """
    where = database_label(url)
    try:
        connection = await connect(url)
        try:
            await _must_suit(connection, where)
            yield connection
        except BaseException:
            await connection.close()
            raise
    except psycopg.Error as error:
        explained = None if is_connection_lost(error) else explain(error, where)
        raise explained or StoreError("store.unreachable", path=where, fault=one_line(error)) from error


async def _must_suit(connection: PostgresConnection, where: str) -> None:
    """Raise `StoreError` for a server that is too old or has unsafe settings.

    Data could be lost with such settings.
    """
    row = await (await connection.execute(_ASKED)).fetchone()
    assert row is not None  # it is one row
    if row["version"] < OLDEST:
        raise StoreError("store.too_old", path=where, given=row["version"] // 10000, value=OLDEST // 10000)
    for name, value in _SETTINGS.items():
        if row[name] != value:
            raise StoreError("store.setting", path=where, name=name, given=row[name], value=value)


async def be_present(connection: PostgresConnection, where: str, *, alone: bool = False) -> None:
    """Announce that a process is on the database.

    It is there beside others as long as this connection lasts, or `alone` in a transaction. Raise
    `StoreError` if others are there already, or one that is alone.
    """
    lock = "pg_try_advisory_xact_lock" if alone else "pg_try_advisory_lock_shared"
    row = await (await connection.execute(f"SELECT {lock}($1) AS there", (PRESENT,))).fetchone()
    if row is None or not row["there"]:
        raise StoreError("store.running", path=where)


def database_label(url: str) -> str:
    """Return the name by which sentences call the database at a URL.

    It leaves out the user name and the password that open the database.

    >>> database_label("postgresql://ada:secret@db.example:5432/club")
    'db.example/club'
    """
    try:
        given = psycopg.conninfo.conninfo_to_dict(url)
    except psycopg.Error as error:
        raise StoreError("store.address") from error
    return f"{given.get('host') or 'localhost'}/{given.get('dbname') or 'postgres'}"
