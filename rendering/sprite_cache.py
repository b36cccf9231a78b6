"""A check that a picture is made of cached parts alone.

The event loop draws only such pictures, because drawing a new part takes long.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_only_kept: ContextVar[bool] = ContextVar("only_kept", default=False)


class UncachedPart(Exception):  # noqa: N818 - no mistake: it is drawn on another thread then
    """Raised if a picture needs parts that are not cached."""


@contextmanager
def only_cached_parts() -> Iterator[None]:
    """Raise `UncachedPart` if a new part has to be drawn within this context.

    A picture made of cached parts takes a millisecond, one with new parts many.
    """
    token = _only_kept.set(True)
    try:
        yield
    finally:
        _only_kept.reset(token)


def check_drawing_allowed() -> None:
    """Raise `UncachedPart` if only cached parts are allowed in this context.

    Call this before a part is drawn.
    """
    if _only_kept.get():
        raise UncachedPart
