"""The numbered migrations of the schema: `migrations/0001_….sql` and so on.

SQLite and PostgreSQL share this one series.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

CORE: Final = frozenset({"match", "seat", "event", "meta"})
"""Tables that a database of Twotone has in every version of its schema."""


SCHEMA: Final = "schema.sql"
"""The whole schema after the last migration, beside them."""
AFTER: Final = "-- after:"
"""How a migration begins that older code could not live with."""


@dataclass(frozen=True, slots=True)
class Migration:
    """One numbered step of the schema.

    `number` counts from 1 without gaps, and `sql` changes schema `number - 1` to schema `number`.

    Most migrations only add something, so they run while processes of an older version continue. A
    migration that removes or changes something that older code uses begins with `-- after:` and the
    reason. It waits until no older process is running; the code of its own version works both before
    and after it.
    """

    number: int
    sql: str
    is_complete: bool = False
    """Whether it makes the schema of its number from nothing."""

    @property
    def is_deferred(self) -> bool:
        """Whether the migration must wait until no older process is running."""
        return self.sql.startswith(AFTER)


def oldest_compatible(migrations: Sequence[Migration]) -> int:
    """Return the number of the oldest schema that the current code works with."""
    return max(migration.number for migration in migrations if not migration.is_deferred)


@cache
def all_migrations() -> tuple[Migration, ...]:
    """Return all migrations of this version of Twotone, in order."""
    scripts = sorted((files("data") / "migrations").iterdir(), key=lambda file: file.name)
    return tuple(
        Migration(int(file.name[:4]), file.read_text("utf-8"))
        for file in scripts
        if file.name[:4].isdecimal()
    )


@cache
def newest_schema() -> Migration:
    """Return a single step that creates the newest schema in an empty database."""
    return Migration(
        all_migrations()[-1].number, (files("data") / "migrations" / SCHEMA).read_text("utf-8"), True
    )


def steps_from(number: int, migrations: Sequence[Migration]) -> tuple[Migration, ...]:
    """Return the migrations that lead from schema `number` to the newest one.

    For an empty database (0), this is a single step that creates the whole schema.
    """
    if not number and migrations == all_migrations():
        return (newest_schema(),)
    return tuple(migration for migration in migrations if migration.number > number)
