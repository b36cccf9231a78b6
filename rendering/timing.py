"""A timer of drawing, which reports to a listener such as the bot's metrics."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import perf_counter

listener: ContextVar[Callable[[str, float], None] | None] = ContextVar("listener", default=None)
"""Called with the kind and the drawing time in seconds of every picture.

It applies to the tasks of the code that sets it.
"""


@contextmanager
def report_time(kind: str) -> Iterator[None]:
    """Time the enclosed block, and report it to the listener.

    Nothing is reported if there is no listener, or if the block fails.
    """
    tell = listener.get()
    began = perf_counter()
    yield
    if tell is not None:
        tell(kind, perf_counter() - began)
