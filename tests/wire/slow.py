"""A Discord whose time passes slowly.

A bot on a busy machine can answer within its three seconds.
"""

import time

BEGAN = time.time()
SLOWER = 10


def slow_time() -> float:
    """The time of day, which has gone by so much slower since the tests began."""
    return BEGAN + (time.time() - BEGAN) / SLOWER
