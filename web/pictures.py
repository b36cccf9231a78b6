"""A cache of pictures and other files for pages.

They are made on another thread, and each is made only once at a time.
"""

import asyncio
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from club.last_used import LruCache

MOST: Final = 24 << 20
"""Bytes that are kept."""
TAG: Final = 32
"""Hexadecimal digits of a tag."""

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class TaggedFile:
    """A picture or another file, with its ETag, which identifies its contents."""

    data: bytes
    etag: str


class PictureCache:
    """A cache of pictures and other files, which makes those that are missing."""

    def __init__(self, max_bytes: int = MOST) -> None:
        self._kept = LruCache[Key, TaggedFile](max_bytes, cost=lambda file: len(file.data))
        self.locks: dict[Key, asyncio.Lock] = {}

    @property
    def size(self) -> int:
        """The number of cached bytes."""
        return self._kept.total

    async def get(self, key: Key, draw: Callable[[], bytes]) -> TaggedFile:
        """Return the file cached under a key.

        If it is not cached, call `draw` for its bytes.
        """
        if (kept := self._kept.get(key)) is not None:
            return kept
        async with self.locks.setdefault(key, asyncio.Lock()):
            try:
                if (kept := self._kept.get(key)) is None:  # not made meanwhile for another request
                    kept = await asyncio.to_thread(lambda: tag_file(draw()))
                    self._kept.put(key, kept)
            finally:
                self.locks.pop(key, None)
        return kept


def tag_file(data: bytes) -> TaggedFile:
    """Return a file with its ETag; a long one takes a moment."""
    return TaggedFile(data, etag_of(data))


def etag_of(data: bytes) -> str:
    """Return an ETag that identifies these bytes."""
    return hashlib.sha256(data).hexdigest()[:TAG]
