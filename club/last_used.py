"""An in-memory cache that drops the least recently used values first."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


def _one(value: object) -> int:
    return 1


class LruCache(Generic[Key, Value]):
    """A least-recently-used cache with a limited `capacity`.

    `cost` says how much of the capacity a value takes; by default it is one.

    >>> kept = LruCache[str, int](capacity=2)
    >>> for name in "aba":
    ...     kept.put(name, 1)
    >>> kept.put("c", 2)
    >>> kept.get("a"), kept.get("b"), kept.total
    (1, None, 2)
    """

    def __init__(self, capacity: int, *, cost: Callable[[Value], int] = _one) -> None:
        self.most = capacity
        self._cost = cost
        self._kept: OrderedDict[Key, Value] = OrderedDict()
        self.total = 0
        """How much all that is kept counts."""

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Key) -> Value | None:
        """Return the value of a key and mark it used; `None` if there is none."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def put(self, key: Key, value: Value) -> None:
        """Store a value and mark it used, replacing the former one.

        The new value always stays, however much it costs.
        """
        self.forget(key)
        self._kept[key] = value
        self.total += self._cost(value)
        while self.total > self.most and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self.total -= self._cost(oldest)

    def forget(self, key: Key) -> None:
        """Remove a key, if present."""
        if key in self._kept:
            self.total -= self._cost(self._kept.pop(key))

    def clear(self) -> None:
        """Remove all values."""
        self._kept.clear()
        self.total = 0
