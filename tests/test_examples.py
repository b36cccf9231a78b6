"""The examples in the docstrings of the product are true."""

import doctest
import importlib

import pytest

from tests.house import PRODUCT, ROOT

MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for room in (*PRODUCT, "workshop")
    for path in sorted((ROOT / room).rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]
"""Names of the modules that have examples."""

DOORS = (
    *("rules.match", "rules.game", "data.database.store", "rendering.picture"),
    *("rules.pipe", "engines.__main__", "club.__main__"),
)
"""What others call first: each shows how."""


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_are_true(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0


def test_every_public_door_has_an_example() -> None:
    assert set(DOORS) <= set(MODULES)
