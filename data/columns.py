"""The columns that a row is read from, by their names: a column that a newer Twotone has added disturbs nobody.

What damage has left in them is found by its type.
"""

from collections.abc import Collection
from dataclasses import fields
from functools import cache
from types import NoneType
from typing import Any, Final, get_args, get_type_hints

PLAIN: Final = frozenset((int, float, str, bytes, NoneType))
"""The types of what a database holds."""


def columns(row: type[Any], table: str = "", *, besides: Collection[str] = ()) -> str:
    """Return the columns of a dataclass of rows as a statement lists them, but for fields that come from elsewhere.

    >>> from data.presence import Beat
    >>> columns(Beat, "beat", besides=("at",))
    'beat.shard, beat.shards'
    """
    names = (field.name for field in fields(row) if field.name not in besides)
    return ", ".join(f"{table}.{name}" if table else name for name in names)


def must_fit(row: object) -> None:
    """Raise `ValueError` where a row holds another kind of value than its dataclass says: damage has changed it."""
    for name, kinds in _kinds(type(row)):  # type: ignore[arg-type]  # mypy takes no class for hashable
        if not isinstance(getattr(row, name), kinds):
            raise ValueError(name)


@cache
def _kinds(row: type[object]) -> tuple[tuple[str, tuple[type, ...]], ...]:
    """Return the fields of a dataclass that hold plain values, each with the types that may be there."""
    found = []
    for name, hint in get_type_hints(row).items():
        kinds = get_args(hint) or (hint,)
        if PLAIN.issuperset(kinds):
            found.append((name, (*kinds, int) if float in kinds else kinds))
    return tuple(found)
