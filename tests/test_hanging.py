"""A test that waits for ever fails in the end, with the place where it waits, and the others go on."""

import asyncio
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.hanging import LIMIT, bounded

STUBBORN = """
import threading
from tests.hanging import bounded

def stubborn():
    while True:
        try:
            threading.Event().wait()
        except BaseException:
            pass

with bounded(0.05, 2, again=0.05, at_last=0.2):
    stubborn()
"""


def left() -> float:
    """Seconds until something is told that it takes too long."""
    return signal.getitimer(signal.ITIMER_REAL)[0]


@pytest.fixture
def bounded_too() -> float:
    return left()


def test_each_test_and_fixture_may_take_so_long(bounded_too: float) -> None:
    assert LIMIT - 60 < bounded_too <= LIMIT
    assert LIMIT - 60 < left() <= LIMIT


def test_what_waits_fails_with_the_limit_and_leaves_no_alarm_behind() -> None:
    usual = signal.getsignal(signal.SIGALRM)
    with pytest.raises(pytest.fail.Exception, match=r"^not done after 0\.05 seconds$"), bounded(0.05, 2):
        threading.Event().wait()
    assert left() == 0
    assert signal.getsignal(signal.SIGALRM) is usual


def test_what_waits_in_a_task_is_told_with_its_place() -> None:
    async def for_ever() -> None:
        await asyncio.Event().wait()

    with pytest.raises(pytest.fail.Exception, match=r"in for_ever\n +await asyncio"), bounded(0.05, 2):
        asyncio.run(for_ever())


def test_who_goes_on_though_it_is_told_to_fail_is_ended_with_its_place() -> None:
    command = [sys.executable, "-c", STUBBORN]
    root = Path(__file__).parents[1]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 1
    assert "Timeout (0:00:00.250000)!" in done.stderr
    assert "in stubborn" in done.stderr
