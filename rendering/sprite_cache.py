"""Cache of the parts that pictures are put together from; each is drawn once.

The event loop asks whether all parts of a picture are cached.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_only_kept: ContextVar[bool] = ContextVar("only_kept", default=False)


class Cold(Exception):  # noqa: N818 - no mistake: it is drawn on another thread then
    """What is drawn of kept parts lacks some of them."""


@contextmanager
def of_kept_parts() -> Iterator[None]:
    """Put pictures together from kept parts within this context.

    That takes a millisecond. Raise `Cold` if parts are new, because those take many.
    """
    token = _only_kept.set(True)
    try:
        yield
    finally:
        _only_kept.reset(token)


def new_part() -> None:
    """Say that a part is drawn now; raise `Cold` where it should have been kept."""
    if _only_kept.get():
        raise Cold
