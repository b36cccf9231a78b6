"""Keeps the values used last in memory, and forgets the least recently used first."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


def _one(value: object) -> int:
    return 1


class LastUsed(Generic[Key, Value]):
    """A cache of values that count up to `most` in all.

    `cost` says how much each value counts; by default it is one.

    >>> kept = LastUsed[str, int](most=2)
    >>> for name in "aba":
    ...     kept.put(name, 1)
    >>> kept.put("c", 2)
    >>> kept.get("a"), kept.get("b"), kept.total
    (1, None, 2)
    """

    def __init__(self, most: int, *, cost: Callable[[Value], int] = _one) -> None:
        self.most = most
        self._cost = cost
        self._kept: OrderedDict[Key, Value] = OrderedDict()
        self.total = 0
        """How much all that is kept counts."""

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Key) -> Value | None:
        """Return what is kept under a key, as used now; `None` where there is nothing."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def put(self, key: Key, value: Value) -> None:
        """Store a value as used now, replacing the former one.

        The value just put stays, however much it counts.
        """
        self.forget(key)
        self._kept[key] = value
        self.total += self._cost(value)
        while self.total > self.most and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self.total -= self._cost(oldest)

    def forget(self, key: Key) -> None:
        """Keep nothing under a key any more."""
        if key in self._kept:
            self.total -= self._cost(self._kept.pop(key))

    def clear(self) -> None:
        """Keep nothing any more."""
        self._kept.clear()
        self.total = 0
