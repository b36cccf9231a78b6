"""The examples in the docstrings of the rules are true."""

import doctest
from types import ModuleType

import pytest

import rules.checkers.fen
import rules.checkers.notation
import rules.checkers.pdn
import rules.game
import rules.match
import rules.shuffle
import rules.squares


@pytest.mark.parametrize(
    "module",
    [
        rules.checkers.fen,
        rules.checkers.notation,
        rules.checkers.pdn,
        rules.game,
        rules.match,
        rules.shuffle,
        rules.squares,
    ],
    ids=lambda module: module.__name__,
)
def test_the_examples_are_true(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0
