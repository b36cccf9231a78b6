"""Tables of the newest schema, as `schema.sql` has them.

The columns and their order are the same on both databases.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from data.database.schema import newest_schema

_TABLE: Final = re.compile(r"^CREATE TABLE (\w+) \(\n(.+?)^\)", re.MULTILINE | re.DOTALL)
_COLUMN: Final = re.compile(r"^    ([a-z]\w*) ", re.MULTILINE)
_KEY: Final = re.compile(r"(\w+) [A-Z]+ PRIMARY KEY|PRIMARY KEY \((.+)\)")


@dataclass(frozen=True, slots=True)
class Relation:
    """A table of the newest schema: its columns, sorted, and its key.

    The key columns identify its rows and order them.
    """

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]

    def key_of(self, row: tuple[Any, ...]) -> str:
        """Return how a sentence names a row: by the values of its key."""
        return ", ".join(str(row[self.columns.index(name)]) for name in self.key)


@cache
def all_tables() -> Mapping[str, Relation]:
    """Return all tables by name, each after those that its rows refer to."""
    return {name: _relation(name, inner) for name, inner in _TABLE.findall(newest_schema().sql)}


def _relation(name: str, inner: str) -> Relation:
    """Return a table by what stands between the brackets of its statement."""
    key = _KEY.search(inner)
    assert key is not None  # a table without one could not be carried over
    return Relation(name, tuple(sorted(_COLUMN.findall(inner))), tuple((key[1] or key[2]).split(", ")))
