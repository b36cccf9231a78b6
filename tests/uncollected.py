"""Tests without the garbage collector.

How much it has to look through, and when, depends on the other tests.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Turn the garbage collector off within the context.

    It takes fifty milliseconds of a busy machine, whichever test is running. Objects without cycles
    are still freed by themselves.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
