"""Translation of PostgreSQL's errors to errors of the store."""

from typing import Final

import psycopg
from psycopg import errors

from data.database.errors import StoreError, one_line

_CODES: Final = {
    "25006": "store.read_only",
    "28000": "store.unreachable",
    "28P01": "store.unreachable",
    "3D000": "store.unreachable",
    "42501": "store.forbidden",
    "53100": "store.full",
    "55P03": "store.held",
    "57014": "store.broken_off",
    "XX001": "store.corrupt",
    "XX002": "store.corrupt",
}
"""By the number that PostgreSQL gives each error, whatever language it speaks."""
_CONFLICTS: Final = (errors.SerializationFailure, errors.DeadlockDetected)


def is_conflict(error: BaseException | None) -> bool:
    """Whether a transaction failed because of a concurrent one.

    It must then be run again.
    """
    return isinstance(error, _CONFLICTS)


def is_connection_lost(error: BaseException | None) -> bool:
    """Whether an error means that the connection was lost or the server is down.

    The server also ends the connection of a process that has stalled in a transaction.
    """
    if isinstance(error, errors.IdleInTransactionSessionTimeout):
        return True
    if not isinstance(error, psycopg.OperationalError):
        return False
    return (
        error.sqlstate is None or error.sqlstate[:2] == "08" or error.sqlstate in ("57P01", "57P02", "57P03")
    )


def to_store_error(error: BaseException, where: str) -> StoreError | None:
    """Translate an error of the database named `where` to a `StoreError`.

    Return `None` for every other error.
    """
    if not isinstance(error, psycopg.Error):
        return None
    if is_conflict(error):
        return StoreError("store.busy")
    code = _CODES.get(error.sqlstate or "") or ("store.away" if is_connection_lost(error) else None)
    return StoreError(code, path=where, fault=one_line(error)) if code else None
