"""Retries of searches in other processes, which may time out or crash.

Each retry uses less effort.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

log = logging.getLogger(__name__)

HANDED_ON: Final = 2
"""How often a search may break as it is; after that it is given less effort."""
EFFORT_DIVISOR: Final = 10
"""How many times less effort is given to what was late, or broke so often."""

Found = TypeVar("Found")


class SearchTimeout(Exception):  # noqa: N818 - what happened, not what is wrong
    """A search took longer than it ever should, and was stopped."""


class SearchFailure(Exception):  # noqa: N818 - as above
    """The process that ran a search died, or the search failed."""


async def search_with_less_effort(
    search: Callable[[int], Awaitable[Found]], *, max_divisor: int, game: str, failures: int = 0
) -> Found | None:
    """Run a search, and retry it with less effort whenever it times out or fails.

    `search` gets the number that its effort is divided by, up to `max_divisor`. Return `None` if all tries
    fail. `failures` is how often the search failed earlier.
    """
    part = EFFORT_DIVISOR ** max(0, failures - HANDED_ON + 1)
    while part <= max_divisor:
        try:
            return await search(part)
        except SearchTimeout:
            part *= EFFORT_DIVISOR
            log.warning("search late", extra={"game": game})
        except SearchFailure:
            failures += 1
            part *= EFFORT_DIVISOR if failures >= HANDED_ON else 1
            log.warning("search broken", extra={"game": game})
    return None
