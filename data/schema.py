"""The numbered migrations of the schema, `migrations/0001_….sql` and on: one row of them for both databases."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

CORE: Final = frozenset({"match", "seat", "event", "meta"})
"""Tables that a database of Twotone has in every version of its schema."""


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema: its `number` (from 1, without gaps), and the SQL that changes `number - 1` to it."""

    number: int
    sql: str


@cache
def packaged() -> tuple[Migration, ...]:
    """Return all migrations of this Twotone, in order."""
    scripts = sorted((files("data") / "migrations").iterdir(), key=lambda file: file.name)
    return tuple(
        Migration(int(file.name[:4]), file.read_text("utf-8"))
        for file in scripts
        if file.name.endswith(".sql")
    )
