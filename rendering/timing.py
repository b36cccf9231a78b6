"""How long pictures take, for whoever listens: the bot's metrics."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import perf_counter

listener: ContextVar[Callable[[str, float], None] | None] = ContextVar("listener", default=None)
"""Is told of every picture that is drawn for the tasks of whoever sets it: of what kind it is, and in how many seconds
it was made."""


@contextmanager
def timed(kind: str) -> Iterator[None]:
    """Tell the listener how long what is within takes, if there is a listener and it ends well."""
    tell = listener.get()
    began = perf_counter()
    yield
    if tell is not None:
        tell(kind, perf_counter() - began)
