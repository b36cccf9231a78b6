"""The lock file that keeps a second process away from a database."""

import fcntl
import os
from pathlib import Path

from data.errors import StoreError


def take(database: Path) -> int:
    """Lock `<database>.lock` until the returned descriptor is closed; `StoreError` if somebody else holds it."""
    descriptor = os.open(f"{database}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise StoreError("store.running", path=database) from None
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor
