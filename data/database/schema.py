"""The numbered migrations of the schema, `migrations/0001_….sql` and so on.

Both databases share this one series.
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
    """One step of the schema.

    It has a `number` (from 1, without gaps) and the SQL that changes schema `number - 1` to it.

    Most migrations only add. They run before the code of their version, while older processes go on.
    A migration that removes or changes something that older code uses begins with `-- after:` and the
    reason. It waits until no older process is alive, and the code of its own version works with it
    and without it.
    """

    number: int
    sql: str
    whole: bool = False
    """Whether it makes the schema of its number from nothing."""

    @property
    def after(self) -> bool:
        """Return whether it waits until no older process lives."""
        return self.sql.startswith(AFTER)


def oldest_compatible(migrations: Sequence[Migration]) -> int:
    """Return the oldest schema that the code of the last migration works with."""
    return max(migration.number for migration in migrations if not migration.after)


@cache
def all_migrations() -> tuple[Migration, ...]:
    """Return all migrations of this Twotone, in order."""
    scripts = sorted((files("data") / "migrations").iterdir(), key=lambda file: file.name)
    return tuple(
        Migration(int(file.name[:4]), file.read_text("utf-8"))
        for file in scripts
        if file.name[:4].isdecimal()
    )


@cache
def newest_schema() -> Migration:
    """Return the schema after the last migration as one step, for an empty database."""
    return Migration(
        all_migrations()[-1].number, (files("data") / "migrations" / SCHEMA).read_text("utf-8"), True
    )


def steps_from(number: int, migrations: Sequence[Migration]) -> tuple[Migration, ...]:
    """Return the migrations that lead from the schema `number` to the newest one.

    From an empty database that is a single step.
    """
    if not number and migrations == all_migrations():
        return (newest_schema(),)
    return tuple(migration for migration in migrations if migration.number > number)
