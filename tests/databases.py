"""The databases that the store runs on: what does not name one is tested on both."""

from pathlib import Path
from typing import Final

from tests.fresh import fresh

DATABASES: Final = ("sqlite", "postgres")


def where(database: str, path: Path) -> Path | str:
    """Return where a fresh store is opened: at `path`, or in this worker's database on PostgreSQL."""
    if database == "sqlite":
        return fresh(path)
    from tests import postgres  # its driver is loaded where a test needs it

    return postgres.fresh()
