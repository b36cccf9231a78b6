"""The columns that a row is read from, by their names: a column that a newer Twotone has added disturbs nobody."""

from collections.abc import Collection
from dataclasses import fields
from typing import Any


def columns(row: type[Any], table: str = "", *, besides: Collection[str] = ()) -> str:
    """Return the columns of a dataclass of rows as a statement lists them, but for fields that come from elsewhere.

    >>> from data.presence import Beat
    >>> columns(Beat, "beat", besides=("at",))
    'beat.shard, beat.shards'
    """
    names = (field.name for field in fields(row) if field.name not in besides)
    return ", ".join(f"{table}.{name}" if table else name for name in names)
