"""Rows as dataclasses, read and stored by the names of their columns.

A column that a newer Twotone has added is left alone. Damage in a column is found by the type of
its value.
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


def columns(row: type[Any], table: str = "", *, besides: Collection[str] = ()) -> str:
    """Return the column list of a row dataclass for a statement.

    Fields in `besides` come from elsewhere and are left out.

    >>> from data.database.presence import Beat
    >>> columns(Beat, "beat", besides=("at",))
    'beat.shard, beat.shards'
    """
    names = (field.name for field in fields(row) if field.name not in besides)
    return ", ".join(f"{table}.{name}" if table else name for name in names)


def from_row(kind: type[T], row: Row) -> T:
    """Return a database row as a dataclass, with its flags and enums converted."""
    return kind(**row | {name: made(row[name]) for name, made in _coerced_fields(kind)})  # type: ignore[arg-type]


def values(row: Any) -> dict[str, object]:
    """Return what a dataclass of rows stores, by column."""
    return {name: getattr(row, name) for name in _names(type(row))}  # type: ignore[arg-type]  # mypy takes no class for hashable


def chunks(of: Sequence[T], most: int = 100) -> Iterator[tuple[str, Sequence[T]]]:
    """Yield values in chunks of as many as one statement takes, after their marks.

    >>> list(chunks([7, 8, 9], most=2))
    [('?, ?', [7, 8]), ('?', [9])]
    """
    for start in range(0, len(of), most):
        some = of[start : start + most]
        yield ", ".join("?" * len(some)), some


def insert(table: str, stored: Mapping[str, object], then: str = "") -> tuple[Any, ...]:
    """Return the statement that adds a row, and its arguments.

    `then` says what happens on a conflict and which columns are returned.

    >>> insert("meta", {"key": "colour", "value": "blue"}, "RETURNING key")
    ('INSERT INTO meta (key, value) VALUES (?, ?) RETURNING key', 'colour', 'blue')
    """
    # PostgreSQL takes no truth value for a number.
    given = [int(value) if isinstance(value, bool) else value for value in stored.values()]
    return _insertion(table, tuple(stored), then), *given


def upsert(
    table: str, key: str, stored: Mapping[str, object], *, changed: Collection[str] = ()
) -> tuple[Any, ...]:
    """Return the statement that adds a row, or updates the one with the same `key`.

    An update changes the columns `changed`, or all of them.
    """
    names = changed or [name for name in stored if name != key]
    changes = ", ".join(f"{name} = excluded.{name}" for name in names)
    return insert(table, stored, f"ON CONFLICT ({key}) DO UPDATE SET {changes}")


def must_fit(row: object) -> None:
    """Raise `ValueError` if a value of a row has another type than its dataclass says.

    In that case damage has changed the row.
    """
    for name, kinds in _kinds(type(row)):  # type: ignore[arg-type]  # mypy takes no class for hashable
        if not isinstance(getattr(row, name), kinds):
            raise ValueError(name)


@lru_cache(maxsize=512)
def _insertion(table: str, names: Sequence[str], then: str) -> str:
    """Return the statement that adds a row with these columns.

    It is cached because each move takes two such statements, and they are always the same.
    """
    marks = ", ".join("?" * len(names))
    return f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks}) {then}".rstrip()


@cache
def _names(row: type[object]) -> tuple[str, ...]:
    """Return the fields of a dataclass."""
    return tuple(field.name for field in fields(row))  # type: ignore[arg-type]  # any dataclass


@cache
def _kinds(row: type[object]) -> tuple[tuple[str, tuple[type, ...]], ...]:
    """Return the fields of a dataclass that hold plain values, with their valid types."""
    found = []
    for name, hint in get_type_hints(row).items():
        kinds = get_args(hint) or (hint,)
        if PLAIN.issuperset(kinds):
            found.append((name, (*kinds, int) if float in kinds else kinds))
    return tuple(found)


@cache
def _coerced_fields(kind: type[object]) -> tuple[tuple[str, type], ...]:
    """Return the fields of a dataclass that are stored in a plainer form, with types."""
    hints = get_type_hints(kind)
    return tuple((name, hint) for name, hint in hints.items() if hint is bool or _is_enumerated(hint))


def _is_enumerated(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, StrEnum)
