"""Settings for all tests: order, time limits, work shared by workers, file places."""

import gc
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests import missing
from tests.changed import Changed
from tests.forked import forking
from tests.memory import in_memory
from tests.sets import Sets
from tests.sharing import Shared, begin_apart, place

if (folder := in_memory()) is not None:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(folder))

# How fast a machine is fails no test, and every run draws the same.
settings.register_profile(
    "ours", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ours")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take whether what has not changed is left out."""
    parser.addoption("--changed", action="store_true", help="see tests/changed.py")


def pytest_configure(config: pytest.Config) -> None:
    """Register the plugins and let each worker start collecting at another file.

    What has not changed is left out if `--changed` asks for it, and CI's tests are marked.
    """
    config.pluginmanager.register(Sets(config))
    if config.getoption("changed") and not os.environ.get("CI"):
        config.pluginmanager.register(Changed(config))
    begin_apart(config)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the slowest files first and give the deep checks an hour each.

    Other tests have minutes.
    """
    items.sort(key=place)
    for item in items:
        if item.get_closest_marker("deep"):
            item.add_marker(pytest.mark.timeout(3600))


def pytest_collection_finish() -> None:
    """Exempt the collected tests and their imports from garbage collection.

    There are thousands of them, and looking through them took a sixth of the time. With fewer
    collections the bot's tests take a fourteenth less.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was left out, and what would bring it."""
    skipped = terminalreporter.stats.get("skipped", [])
    for line in missing.summary_lines(report.longrepr[2] for report in skipped):
        terminalreporter.write_line(line)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Shared | None:
    """Hand the tests out this way where `--dist loadscope` asks for it."""
    return Shared(config, log) if config.getoption("dist") == "loadscope" else None


@pytest.fixture(scope="session")
def mother() -> Iterator[Callable[[], AbstractContextManager[None]]]:
    """Where processes of ours are forked from, for all tests of a worker."""
    with forking() as forked:
        yield forked


@pytest.fixture(scope="module")
def forked(mother: Callable[[], AbstractContextManager[None]]) -> Iterator[None]:
    """Start the project's processes in this file as forks of one that is already up."""
    with mother():
        yield
