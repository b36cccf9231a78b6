"""Tables as their rows are carried from one database to another.

The columns and their order are the same on both.
"""

from dataclasses import dataclass
from typing import Any

from data.database.persons import TABLES


@dataclass(frozen=True, slots=True)
class Relation:
    """A table of the newest schema: its columns and its key.

    The key columns identify its rows and order them.
    """

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]

    def key_of(self, row: tuple[Any, ...]) -> str:
        """Return how a sentence names a row: by the values of its key."""
        return ", ".join(str(row[self.columns.index(name)]) for name in self.key)


def table(name: str) -> Relation:
    """Return the table of this name."""
    return Relation(name, tuple(sorted(TABLES[name].all)), TABLES[name].key)
