"""Tests without the garbage collector: how much it has to look through, and when, is the other tests' doing."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Within it nobody looks for garbage, which takes fifty milliseconds of a busy machine, whoever's turn it is.

    What is gone within it is gone by itself.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
