"""What pictures are put together from is drawn once and kept; whether that is so of a picture, the event loop asks."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_only_kept: ContextVar[bool] = ContextVar("only_kept", default=False)


class Cold(Exception):  # noqa: N818 - no mistake: it is drawn on another thread then
    """What is drawn of kept parts lacks some of them."""


@contextmanager
def of_kept_parts() -> Iterator[None]:
    """Put pictures together within it, a millisecond's work; raise `Cold` where parts are new, which take many."""
    token = _only_kept.set(True)
    try:
        yield
    finally:
        _only_kept.reset(token)


def new_part() -> None:
    """Say that a part is drawn now; raise `Cold` where it should have been kept."""
    if _only_kept.get():
        raise Cold
