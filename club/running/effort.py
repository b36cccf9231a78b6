"""Searches in other processes, which may be late or break, and retries with less."""

import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

log = logging.getLogger(__name__)

HANDED_ON: Final = 2
"""How often a search may break as it is; after that it is given less effort."""
LESS: Final = 10
"""How many times less effort is given to what was late, or broke so often."""

Found = TypeVar("Found")


class Late(Exception):  # noqa: N818 - what happened, not what is wrong
    """A search took longer than it ever should, and was ended."""


class Broken(Exception):  # noqa: N818 - as above
    """The process that searched has died, or failed."""


async def search_ever_less(
    search: Callable[[int], Awaitable[Found]], *, least: int, game: str, failed: int = 0
) -> Found | None:
    """Return a search's result, with less effort each time it is late or breaks.

    It gets the divisor of its effort, at most `least`; return `None` if that comes to nothing as well.
    `failed` says how often it broke before.
    """
    part = LESS ** max(0, failed - HANDED_ON + 1)
    while part <= least:
        try:
            return await search(part)
        except Late:
            part *= LESS
            log.warning("search late", extra={"game": game})
        except Broken:
            failed += 1
            part *= LESS if failed >= HANDED_ON else 1
            log.warning("search broken", extra={"game": game})
    return None
