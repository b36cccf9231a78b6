"""Conversion between database rows and dataclasses of their columns.

Columns that a newer version of Twotone has added are left alone. Damaged values are recognised by
their type.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import fields
from enum import StrEnum
from functools import cache, lru_cache
from types import NoneType
from typing import Any, Final, TypeVar, get_args, get_type_hints

from data.database.transaction import Row

T = TypeVar("T")

PLAIN: Final = frozenset((int, float, str, bytes, NoneType))
"""The types of what a database holds."""


def column_list(row: type[Any], table: str = "", *, besides: Collection[str] = ()) -> str:
    """Return the column list of a row dataclass for use in a statement.

    Fields in `besides` are left out because their values come from elsewhere.

    >>> from data.database.presence import Beat
    >>> column_list(Beat, "beat", besides=("at",))
    'beat.shard, beat.shards'
    """
    names = (field.name for field in fields(row) if field.name not in besides)
    return ", ".join(f"{table}.{name}" if table else name for name in names)


def from_row(kind: type[T], row: Row) -> T:
    """Convert a database row to a dataclass, including its flags and enums."""
    return kind(**row | {name: made(row[name]) for name, made in _coerced_fields(kind)})


def column_values(row: Any) -> dict[str, object]:
    """Return the values of a row dataclass by column name."""
    return {name: getattr(row, name) for name in _names(type(row))}


def placeholder_chunks(items: Sequence[T], size: int = 100) -> Iterator[tuple[str, Sequence[T]]]:
    """Split values into chunks that fit into one statement each.

    Yield the placeholders for each chunk, and the chunk itself.

    >>> list(placeholder_chunks([7, 8, 9], size=2))
    [('?, ?', [7, 8]), ('?', [9])]
    """
    for start in range(0, len(items), size):
        some = items[start : start + size]
        yield ", ".join("?" * len(some)), some


def insert_statement(table: str, stored: Mapping[str, object], suffix: str = "") -> tuple[Any, ...]:
    """Return an INSERT statement for a row, followed by its arguments.

    `suffix` may say what happens on a conflict and which columns are returned.

    >>> insert_statement("meta", {"key": "colour", "value": "blue"}, "RETURNING key")
    ('INSERT INTO meta (key, value) VALUES (?, ?) RETURNING key', 'colour', 'blue')
    """
    # PostgreSQL takes no truth value for a number.
    given = [int(value) if isinstance(value, bool) else value for value in stored.values()]
    return _insertion(table, tuple(stored), suffix), *given


def upsert_statement(
    table: str, key: str, stored: Mapping[str, object], *, changed: Collection[str] = ()
) -> tuple[Any, ...]:
    """Return an upsert statement for a row, followed by its arguments.

    It inserts the row. If one with the same `key` exists, it updates the columns `changed` instead, or
    all columns by default.
    """
    names = changed or [name for name in stored if name != key]
    changes = ", ".join(f"{name} = excluded.{name}" for name in names)
    return insert_statement(table, stored, f"ON CONFLICT ({key}) DO UPDATE SET {changes}")


def check_field_types(row: object) -> None:
    """Raise `ValueError` if a field of a row has a value of the wrong type.

    Such a value means that the stored row has been damaged.
    """
    for name, kinds in _kinds(type(row)):
        if not isinstance(getattr(row, name), kinds):
            raise ValueError(name)


@lru_cache(maxsize=512)
def _insertion(table: str, names: Sequence[str], then: str) -> str:
    """Return the INSERT statement for these columns.

    It is cached because every move stores two rows with the same statements.
    """
    marks = ", ".join("?" * len(names))
    return f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks}) {then}".rstrip()


@cache
def _names(row: type[object]) -> tuple[str, ...]:
    """Return the field names of a dataclass."""
    return tuple(field.name for field in fields(row))  # pyrefly: ignore[bad-argument-type]  # any dataclass


@cache
def _kinds(row: type[object]) -> tuple[tuple[str, tuple[type, ...]], ...]:
    """Return the names and valid types of a dataclass's fields with plain values."""
    found = []
    for name, hint in get_type_hints(row).items():
        kinds = get_args(hint) or (hint,)
        if PLAIN.issuperset(kinds):
            found.append((name, (*kinds, int) if float in kinds else kinds))
    return tuple(found)


@cache
def _coerced_fields(kind: type[object]) -> tuple[tuple[str, type], ...]:
    """Return the names and types of fields that are stored as a simpler type."""
    hints = get_type_hints(kind)
    return tuple((name, hint) for name, hint in hints.items() if hint is bool or _is_enumerated(hint))


def _is_enumerated(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, StrEnum)
