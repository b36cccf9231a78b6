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
    """A picture or another file, with its ETag, which identifies its contents."""

    data: bytes
    tag: str


class Pictures:
    """A maker of pictures and files that caches the last ones."""

    def __init__(self, most: int = MOST) -> None:
        self._kept = LastUsed[Key, File](most, cost=lambda file: len(file.data))
        self._making: dict[Key, asyncio.Lock] = {}

    @property
    def size(self) -> int:
        """Number of cached bytes."""
        return self._kept.total

    async def get(self, key: Key, draw: Callable[[], bytes]) -> File:
        """Return the picture of a key; draw it if it is not cached."""
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
    """Return a file with its ETag; a long one takes a moment."""
    return File(data, tag_of(data))


def tag_of(data: bytes) -> str:
    """Return an ETag that identifies these bytes."""
    return hashlib.sha256(data).hexdigest()[:TAG]
