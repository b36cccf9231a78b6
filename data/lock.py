"""The lock file that keeps a second process away from a database."""

import fcntl
import os
from pathlib import Path

from data.errors import StoreError


def take(database: Path) -> int:
    """Lock `<database>.lock` and return its descriptor, which holds the lock until it is closed.

    Raises `StoreError` if another process holds the lock, `OSError` if the file cannot be made or locked.
    """
    descriptor = os.open(f"{database}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        if isinstance(error, BlockingIOError):
            raise StoreError("store.running", path=database) from None
        raise
    return descriptor
