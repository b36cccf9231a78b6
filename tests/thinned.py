"""Fewer of the tests that one function makes of many parameters, where a language is tried and not what they test.

Another Python breaks what all of them go through, or nothing. What depends on the parameter, `make test` has asked.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import pytest

MOST: Final = 3
"""Tests of one function: the first, one in the middle, and the last."""


def thinned(names: Sequence[str]) -> set[str]:
    """Return the names of the tests that stay, of `path::function[parameters]` as pytest names them."""
    functions: dict[str, list[str]] = defaultdict(list)
    for name in names:
        functions[name.partition("[")[0]].append(name)
    return {
        name
        for made in functions.values()
        for name in (made if len(made) <= MOST else (made[0], made[len(made) // 2], made[-1]))
    }


def thin(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take the others out of a run, and have pytest count them as deselected."""
    stay = thinned([item.nodeid for item in items])
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in stay])
    items[:] = [item for item in items if item.nodeid in stay]
