"""The tables of the newest schema, parsed from `schema.sql`.

The columns and their order are the same on SQLite and PostgreSQL.
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
class TableInfo:
    """A table of the newest schema: its sorted columns and its primary key.

    The key columns identify the rows and define their order.
    """

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]

    def describe_key(self, row: tuple[Any, ...]) -> str:
        """Return the values of a row's key as text that identifies it in messages."""
        return ", ".join(str(row[self.columns.index(name)]) for name in self.key)


@cache
def all_tables() -> Mapping[str, TableInfo]:
    """Return all tables by name; each comes after the tables that it refers to."""
    return {name: _relation(name, inner) for name, inner in _TABLE.findall(newest_schema().sql)}


def _relation(name: str, inner: str) -> TableInfo:
    """Parse the part of a CREATE TABLE statement between its parentheses."""
    key = _KEY.search(inner)
    assert key is not None  # a table without one could not be carried over
    return TableInfo(name, tuple(sorted(_COLUMN.findall(inner))), tuple((key[1] or key[2]).split(", ")))
