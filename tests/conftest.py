"""The order of all tests, what the workers share, and where their files are."""

import gc
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]  # it has no types

from tests.forked import forking
from tests.memory import in_memory

LONGEST = (
    "tests/wire/test_storm",
    "tests/wire/test_probe",
    "tests/wire/",
    "tests/playground/page/",
    "tests/leaks/",
    "tests/playground/",
    "tests/simulation/",
    "tests/bot/test_whole_games",
    "tests/bot/test_decisions",
    "tests/bot/cogs/test_try_it",
    "tests/bot/test_main",
    "tests/bot/test_running",
    "tests/data/",
    "tests/test_wheel",
    "tests/bot/",
)
"""Where the files are that take longest, these first: begun last, one of them would keep everybody waiting."""
ALONE = (
    "tests/leaks/",
    "tests/wire/test_storm",
    "tests/wire/test_stop",
    "tests/simulation/",
    "tests/bot/test_whole_games",
    "tests/bot/test_decisions",
    "tests/bot/cogs/test_try_it",
    "tests/data/test_damage",
    "tests/data/test_power",
    "tests/data/test_restore",
)
"""Files whose tests share nothing: each test goes to whichever worker is free, not all to one."""

if (folder := in_memory()) is not None:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(folder))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first."""
    items.sort(key=lambda item: rank(item.nodeid))


def pytest_collection_finish() -> None:
    """Leave thousands of tests, and all that they import, out of every later look for garbage: a sixth of the time."""
    gc.collect()
    gc.freeze()


def rank(nodeid: str) -> int:
    """The place of a test's file in `LONGEST`."""
    return next((i for i, start in enumerate(LONGEST) if nodeid.startswith(start)), len(LONGEST))


class Shared(LoadScopeScheduling):  # type: ignore[misc]  # as above
    """Keeps the tests of a file on one worker, for they may share a server or a browser, but those of `ALONE`."""

    def _split_scope(self, nodeid: str) -> str:
        return nodeid if nodeid.startswith(ALONE) else nodeid.partition("::")[0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> Shared | None:
    """Hand the tests out this way where `--dist loadscope` asks for it."""
    return Shared(config, log) if config.getoption("dist") == "loadscope" else None


@pytest.fixture(scope="session")
def mother() -> Iterator[Callable[[], AbstractContextManager[None]]]:
    """Where processes of ours are forked from, for all tests of a worker."""
    with forking() as forked:
        yield forked


@pytest.fixture(scope="module")
def forked(mother: Callable[[], AbstractContextManager[None]]) -> Iterator[None]:
    """Processes of ours begin as forks of one that is up already, in this file."""
    with mother():
        yield
