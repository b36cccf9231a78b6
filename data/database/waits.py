"""Waits until the next try.

Chance makes each wait longer, so that things that failed together are not retried together.
"""

import asyncio
import secrets
from collections.abc import Callable
from typing import Final

SPREAD: Final = 0.2
"""The share of a wait that chance adds at most."""
LOTS: Final = 1000


def spread(seconds: float, chance: Callable[[int], int]) -> float:
    """Return a wait, longer by what chance draws.

    >>> spread(30.0, lambda below: 0), spread(30.0, lambda below: below // 2)
    (30.0, 33.0)
    """
    return seconds * (1 + SPREAD * chance(LOTS) / LOTS)


async def wait(seconds: float) -> None:
    """Let so many seconds pass, and a few more."""
    await asyncio.sleep(spread(seconds, secrets.randbelow))
