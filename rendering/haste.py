"""Drawing in haste, on an event loop: what is kept is put together at once, many new parts are for another thread."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

AT_ONCE: Final = 10
"""New parts that are made in haste: one of them takes up to two milliseconds on a slow machine."""
LARGE: Final = 200_000
"""Pixels painted for a part, as often as it has so many it counts as one more."""

_left: ContextVar[int | None] = ContextVar("left", default=None)


class Cold(Exception):  # noqa: N818 - no mistake: whoever is in haste has it drawn elsewhere
    """A picture that is drawn in haste lacks too many parts; `draw` draws it, on any thread, so that they are kept."""

    def __init__(self) -> None:
        super().__init__("too many parts are new")
        self.draw: Callable[[], object] = lambda: None


@contextmanager
def hurried() -> Iterator[None]:
    """Let drawing raise `Cold` where more than `AT_ONCE` parts are new, until the end or until `at_leisure`.

    Large parts count as several.
    """
    token = _left.set(AT_ONCE)
    try:
        yield
    finally:
        _left.reset(token)


def at_leisure() -> None:
    """Let everything be drawn from now on, however long it takes."""
    _left.set(None)


def new_part(pixels: int = 0) -> None:
    """Note that a part is made for which so many `pixels` are painted; raise `Cold` where there is no time for it."""
    left = _left.get()
    if left is None:
        return
    left -= 1 + pixels // LARGE
    if left < 0:
        raise Cold
    _left.set(left)
