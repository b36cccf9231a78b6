"""Waits before a retry.

Each wait is lengthened at random, so that operations that failed together are not retried together.
"""

import asyncio
import secrets
from collections.abc import Callable
from typing import Final

SPREAD: Final = 0.2
"""The share of a wait that chance adds at most."""
RANDOM_STEPS: Final = 1000


def add_jitter(seconds: float, randbelow: Callable[[int], int]) -> float:
    """Return a wait lengthened by a random share of up to 20 %.

    >>> add_jitter(30.0, lambda below: 0), add_jitter(30.0, lambda below: below // 2)
    (30.0, 33.0)
    """
    return seconds * (1 + SPREAD * randbelow(RANDOM_STEPS) / RANDOM_STEPS)


async def sleep_with_jitter(seconds: float) -> None:
    """Sleep for the given time, lengthened by a random share of up to 20 %."""
    await asyncio.sleep(add_jitter(seconds, secrets.randbelow))
