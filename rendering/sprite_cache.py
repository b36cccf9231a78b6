"""Cache of the parts that pictures are put together from; each is drawn once.

The event loop asks whether all parts of a picture are cached.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_only_kept: ContextVar[bool] = ContextVar("only_kept", default=False)


class Cold(Exception):  # noqa: N818 - no mistake: it is drawn on another thread then
    """Raised if a picture needs parts that are not cached."""


@contextmanager
def of_kept_parts() -> Iterator[None]:
    """Allow only pictures made of cached parts within this context.

    Such a picture takes a millisecond. Raise `Cold` if a part is new, because new parts take many.
    """
    token = _only_kept.set(True)
    try:
        yield
    finally:
        _only_kept.reset(token)


def new_part() -> None:
    """Note that a part is about to be drawn.

    Raise `Cold` if only cached parts are allowed.
    """
    if _only_kept.get():
        raise Cold
