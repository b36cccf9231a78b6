"""Verifiable chance.

Everything random in a match follows from its 32-byte secret.
"""

import hashlib
import hmac
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

WORD = 1 << 64


class Shuffle:
    """A stream of numbers from a secret.

    HMAC-SHA256(secret, counter), eight bytes a number, big-endian.

    >>> Shuffle(bytes(32)).permute("abcdef") == Shuffle(bytes(32)).permute("abcdef")
    True
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._counter = 0
        self._words: list[int] = []

    def below(self, limit: int) -> int:
        """Return a uniform draw from 0 … limit - 1.

        Words past the last multiple of `limit` are discarded.
        """
        fair = WORD - WORD % limit
        while True:
            word = self._next()
            if word < fair:
                return word % limit

    def permute(self, items: Iterable[T]) -> list[T]:
        """Return the items in a random order (Fisher and Yates, from the last place down)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def _next(self) -> int:
        if not self._words:
            block = hmac.digest(self._secret, self._counter.to_bytes(8, "big"), hashlib.sha256)
            self._counter += 1
            self._words = [int.from_bytes(block[i : i + 8], "big") for i in range(24, -1, -8)]
        return self._words.pop()
