"""The order of all tests, and where their files are."""

import os

import pytest

from tests.memory import in_memory

LONGEST = (
    "tests/wire/",
    "tests/leaks/",
    "tests/playground/",
    "tests/bot/test_whole_games",
    "tests/bot/test_main",
)
"""Where the files are that take longest: begun last, one of them would keep everybody waiting."""

if (folder := in_memory()) is not None:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(folder))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))
