"""The numbered migrations of the schema, `migrations/0001_….sql` and on: one row of them for both databases."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

CORE: Final = frozenset({"match", "seat", "event", "meta"})
"""Tables that a database of Twotone has in every version of its schema."""


AFTER: Final = "-- after:"
"""How a migration begins that older code could not live with."""


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema: its `number` (from 1, without gaps), and the SQL that changes `number - 1` to it.

    Most only add: they are done before the code of their version runs, while older processes go on. What takes away
    or changes what older code uses begins with `-- after:` and why; it waits until no older process lives, and the
    code of its own version works with it and without it.
    """

    number: int
    sql: str

    @property
    def after(self) -> bool:
        """Return whether it waits until no older process lives."""
        return self.sql.startswith(AFTER)


def needed(migrations: Sequence[Migration]) -> int:
    """Return the oldest schema that the code of the last of these migrations works with."""
    return max(migration.number for migration in migrations if not migration.after)


@cache
def packaged() -> tuple[Migration, ...]:
    """Return all migrations of this Twotone, in order."""
    scripts = sorted((files("data") / "migrations").iterdir(), key=lambda file: file.name)
    return tuple(
        Migration(int(file.name[:4]), file.read_text("utf-8"))
        for file in scripts
        if file.name.endswith(".sql")
    )
