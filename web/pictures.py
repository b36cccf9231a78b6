"""Pictures and files for pages.

They are made on another thread, each once at a time, and the last ones are kept.
"""

import asyncio
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from club.last_used import LastUsed

MOST: Final = 24 << 20
"""Bytes that are kept."""
TAG: Final = 32
"""Hexadecimal digits of a tag."""

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class File:
    """A picture or another file, and what tells it from any other: its ETag."""

    data: bytes
    tag: str


class Pictures:
    """Makes pictures and files, and keeps the last ones."""

    def __init__(self, most: int = MOST) -> None:
        self._kept = LastUsed[Key, File](most, cost=lambda file: len(file.data))
        self._making: dict[Key, asyncio.Lock] = {}

    @property
    def size(self) -> int:
        """Return how many bytes are kept."""
        return self._kept.total

    async def get(self, key: Key, draw: Callable[[], bytes]) -> File:
        """Return the picture of a key, drawn if it is not kept."""
        if (kept := self._kept.get(key)) is not None:
            return kept
        async with self._making.setdefault(key, asyncio.Lock()):
            try:
                if (kept := self._kept.get(key)) is None:  # not made meanwhile for another request
                    kept = await asyncio.to_thread(lambda: tag_file(draw()))
                    self._kept.put(key, kept)
            finally:
                self._making.pop(key, None)
        return kept


def tag_file(data: bytes) -> File:
    """Return a file with its tag; a long one takes a moment."""
    return File(data, tag_of(data))


def tag_of(data: bytes) -> str:
    """Return what tells these bytes from any others."""
    return hashlib.sha256(data).hexdigest()[:TAG]
