"""No test waits for ever: after `LIMIT` it fails, and says where each of its tasks stands.

A hang would otherwise cost whoever waits for `make test` all the time that they have, and tell them nothing. The test
fails as any other does, so that what it started is ended; where not even that helps, the process ends itself, once it
has written where its threads stand.
"""

import asyncio
import faulthandler
import io
import signal
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from typing import Final

import pytest

LIMIT: Final = 300.0
"""Seconds, by the clock, that a test may take, and each of its fixtures."""
DEEP_LIMIT: Final = 3600.0
AGAIN: Final = 60.0
"""Seconds after which it is told once more, for what it is told may reach somebody who goes on."""
AT_LAST: Final = 3 * AGAIN
"""Seconds that are left to it then."""


TELLS: Final = pytest.StashKey[int]()
"""The open file to which the process says it; what a test writes itself is caught, and lost with the process."""


@contextmanager
def bounded(limit: float, tells: int, again: float = AGAIN, at_last: float = AT_LAST) -> Iterator[None]:
    """Have what goes on within it fail after so many seconds, and end the process so long after that."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def fail(*_: object) -> None:
        pytest.fail(f"not done after {limit:g} seconds\n{standing()}")

    usual = signal.signal(signal.SIGALRM, fail)
    signal.setitimer(signal.ITIMER_REAL, limit, again)
    faulthandler.dump_traceback_later(limit + at_last, file=tells, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, usual)


def standing() -> str:
    """Where the tasks of the event loop that runs here stand, if one does."""
    told = io.StringIO()
    with suppress(RuntimeError):
        for task in asyncio.all_tasks():
            task.print_stack(file=told)
    return told.getvalue()


def of_test(item: pytest.Item) -> Generator[None]:
    """Have a test, its fixtures or what tidies up after it fail in the end."""
    limit = DEEP_LIMIT if item.get_closest_marker("deep") else LIMIT
    with bounded(limit, item.config.stash[TELLS]):
        yield
