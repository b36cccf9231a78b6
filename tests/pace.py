"""How slow this machine is just now, and how long a test waits for what must come.

A bound in seconds, multiplied by the slowness, asks the same of every machine.
"""

from time import thread_time
from typing import Final

PATIENCE: Final = 60.0
"""Seconds that a test waits for what must come.

Nothing is measured by it: it is longer than the machine has stood still for with all tests at once.
"""
ROUNDS: Final = 40_000
WELL: Final = 0.0042
"""CPU seconds of the rounds on the idle machine on which the bounds were set."""


def slowness() -> float:
    """Return how many times longer anything takes now, at least 1.

    That is, than where the bounds were set. A core that shares its caches with other work counts more
    CPU seconds for the same work.
    """
    began = thread_time()
    seen: dict[int, int] = {}
    for number in range(ROUNDS):
        seen[number & 255] = seen.get(number * 7 & 255, 0) + number
    return max(1.0, (thread_time() - began) / WELL)
