"""Rows as dataclasses, read and stored by the names of their columns: one that a newer Twotone has added is left alone.

What damage has left in a column is found by its type.
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
    """Return the columns of a dataclass of rows as a statement lists them, but for fields that come from elsewhere.

    >>> from data.database.presence import Beat
    >>> columns(Beat, "beat", besides=("at",))
    'beat.shard, beat.shards'
    """
    names = (field.name for field in fields(row) if field.name not in besides)
    return ", ".join(f"{table}.{name}" if table else name for name in names)


def read(kind: type[T], row: Row) -> T:
    """Return a row of the database as a dataclass of rows, with its flags and its enumerated texts as such."""
    return kind(**row | {name: made(row[name]) for name, made in _made(kind)})  # type: ignore[arg-type]


def values(row: Any) -> dict[str, object]:
    """Return what a dataclass of rows stores, by column."""
    return {name: getattr(row, name) for name in _names(type(row))}  # type: ignore[arg-type]  # mypy takes no class for hashable


def parts(of: Sequence[T], most: int = 100) -> Iterator[tuple[str, Sequence[T]]]:
    """Yield values by as many as one statement takes, after the marks that stand for them.

    >>> list(parts([7, 8, 9], most=2))
    [('?, ?', [7, 8]), ('?', [9])]
    """
    for start in range(0, len(of), most):
        some = of[start : start + most]
        yield ", ".join("?" * len(some)), some


def insert(table: str, stored: Mapping[str, object], then: str = "") -> tuple[Any, ...]:
    """Return the statement that adds a row, and its arguments; `then` says what comes of a conflict, what is returned.

    >>> insert("meta", {"key": "colour", "value": "blue"}, "RETURNING key")
    ('INSERT INTO meta (key, value) VALUES (?, ?) RETURNING key', 'colour', 'blue')
    """
    # PostgreSQL takes no truth value for a number.
    given = [int(value) if isinstance(value, bool) else value for value in stored.values()]
    return _insertion(table, tuple(stored), then), *given


def upsert(
    table: str, key: str, stored: Mapping[str, object], *, changed: Collection[str] = ()
) -> tuple[Any, ...]:
    """Return the statement that adds a row, or where its `key` is there already, changes these columns (or all)."""
    names = changed or [name for name in stored if name != key]
    changes = ", ".join(f"{name} = excluded.{name}" for name in names)
    return insert(table, stored, f"ON CONFLICT ({key}) DO UPDATE SET {changes}")


def must_fit(row: object) -> None:
    """Raise `ValueError` where a row holds another kind of value than its dataclass says: damage has changed it."""
    for name, kinds in _kinds(type(row)):  # type: ignore[arg-type]  # mypy takes no class for hashable
        if not isinstance(getattr(row, name), kinds):
            raise ValueError(name)


@lru_cache(maxsize=512)
def _insertion(table: str, names: Sequence[str], then: str) -> str:
    """Return the statement that adds a row of these columns: each move takes two, and they are always the same."""
    marks = ", ".join("?" * len(names))
    return f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks}) {then}".rstrip()


@cache
def _names(row: type[object]) -> tuple[str, ...]:
    """Return the fields of a dataclass."""
    return tuple(field.name for field in fields(row))  # type: ignore[arg-type]  # any dataclass


@cache
def _kinds(row: type[object]) -> tuple[tuple[str, tuple[type, ...]], ...]:
    """Return the fields of a dataclass that hold plain values, each with the types that may be there."""
    found = []
    for name, hint in get_type_hints(row).items():
        kinds = get_args(hint) or (hint,)
        if PLAIN.issuperset(kinds):
            found.append((name, (*kinds, int) if float in kinds else kinds))
    return tuple(found)


@cache
def _made(kind: type[object]) -> tuple[tuple[str, type], ...]:
    """Return the fields of a dataclass that are stored as something plainer, each with its type."""
    hints = get_type_hints(kind)
    return tuple((name, hint) for name, hint in hints.items() if hint is bool or _is_enumerated(hint))


def _is_enumerated(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, StrEnum)
