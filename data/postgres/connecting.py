"""Connections to a PostgreSQL server, with checks of its settings."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final

import psycopg
import psycopg.conninfo
from psycopg.rows import dict_row
from psycopg.types.numeric import Int8Dumper

from data.database.errors import StoreError, one_line
from data.postgres.errors import is_connection_lost, to_store_error
from data.postgres.transaction import PostgresConnection, own_sql

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
    """Connect to the database at `url`, on the first suitable of its hosts.

    All integers are sent with 64 bits, so that a statement stays the same whatever its arguments. Raise
    `psycopg.Error` if no connection can be made.
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
def disable_timeout(connection: PostgresConnection) -> Iterator[None]:
    """Disable the time limit for statements within this context.

    It is meant for statements that read whole tables.
    """
    connection.patience = None
    try:
        yield
    finally:
        connection.patience = SILENCE


@asynccontextmanager
async def open_connection(url: str) -> AsyncIterator[PostgresConnection]:
    """Yield a connection to a server with a suitable version and settings.

    The connection stays open afterwards, unless an exception was raised. Raise `StoreError` if the
    database cannot be used.
    """
    where = database_label(url)
    try:
        connection = await connect(url)
        try:
            await _check_server(connection, where)
            yield connection
        except BaseException:
            await connection.close()
            raise
    except psycopg.Error as error:
        explained = None if is_connection_lost(error) else to_store_error(error, where)
        raise explained or StoreError("store.unreachable", path=where, fault=one_line(error)) from error


async def _check_server(connection: PostgresConnection, where: str) -> None:
    """Raise `StoreError` if a server is too old or has unsafe settings.

    Such settings could cause data to be lost.
    """
    row = await (await connection.execute(_ASKED)).fetchone()
    assert row is not None  # it is one row
    if row["version"] < OLDEST:
        raise StoreError("store.too_old", path=where, given=row["version"] // 10000, value=OLDEST // 10000)
    for name, value in _SETTINGS.items():
        if row[name] != value:
            raise StoreError("store.setting", path=where, name=name, given=row[name], value=value)


async def announce_presence(connection: PostgresConnection, where: str, *, exclusive: bool = False) -> None:
    """Announce that a process is using the database, by taking a lock.

    The lock is shared and lasts as long as the connection, or is `exclusive` and lasts until the end of
    the transaction. Raise `StoreError` if another process holds a lock that excludes it.
    """
    lock = "pg_try_advisory_xact_lock" if exclusive else "pg_try_advisory_lock_shared"
    row = await (await connection.execute(own_sql(f"SELECT {lock}($1) AS there"), (PRESENT,))).fetchone()
    if row is None or not row["there"]:
        raise StoreError("store.running", path=where)


def database_label(url: str) -> str:
    """Return the name of the database at a URL for use in messages.

    It contains neither the user name nor the password.

    >>> database_label("postgresql://ada:secret@db.example:5432/club")
    'db.example/club'
    """
    try:
        given = psycopg.conninfo.conninfo_to_dict(url)
    except psycopg.Error as error:
        raise StoreError("store.address") from error
    return f"{given.get('host') or 'localhost'}/{given.get('dbname') or 'postgres'}"
