"""Pictures and files for pages: made in the line of what takes long, and the last ones kept."""

import asyncio
from collections.abc import Callable
from typing import Final

from club.last_used import LastUsed
from web.costly import Costly

KEPT: Final = 24 << 20
"""Bytes that are kept."""

Key = tuple[object, ...]


class Pictures:
    """Makes pictures and files in their turn, and keeps the last ones."""

    def __init__(self, costly: Costly, most: int = KEPT) -> None:
        self._costly = costly
        self._kept = LastUsed[Key, bytes](most, cost=len)

    @property
    def size(self) -> int:
        """Return how many bytes are kept."""
        return self._kept.total

    async def get(self, key: Key, draw: Callable[[], bytes]) -> bytes:
        """Return the picture of a key, drawn if it is not kept; raise `Refused` where too many wait."""
        if (kept := self._kept.get(key)) is not None:
            return kept
        async with self._costly.turn():
            if (kept := self._kept.get(key)) is not None:  # somebody else has just asked for it
                return kept
            made = await asyncio.to_thread(draw)
            self._kept.put(key, made)
            return made
