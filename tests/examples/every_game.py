"""Every game, for tests that each game must pass.

They are the games of the catalogue and the example of docs/add-a-game.md. A test over the games
takes the fixture `key`; the `conftest.py` of its folder imports it from here.
"""

import pytest

from rules.board import BoardGame
from rules.catalogue import GAMES
from tests.examples.three_in_a_row.entries import ENTRIES, EXAMPLE
from tests.sets import leave_to_ci

__all__ = ["A_FEW_GAMES", "BOARD_GAMES", "EVERY", "EVERY_BOARD_GAME", "EVERY_GAME", "UNLIKE", "key"]

EVERY = (*GAMES, EXAMPLE.key)
BOARD_GAMES = (*(key for key, game in GAMES.items() if isinstance(game, BoardGame)), EXAMPLE.key)

UNLIKE = (
    "binar",
    "binary",
    "zong-heng",
    "yin-yang",
    "incorrect-checkers",
    "one-zero-one",
    "russian",
    EXAMPLE.key,
)
"""Games of which each goes another way: of the kinds of checkers one."""
EVERY_GAME = leave_to_ci(EVERY, but=UNLIKE)
EVERY_BOARD_GAME = leave_to_ci(BOARD_GAMES, but=UNLIKE)


A_FEW = ("binar", "one-zero-one", "russian", EXAMPLE.key)
"""A board, hidden hands, captures of several pieces, and the example."""
A_FEW_GAMES = [pytest.param(each, marks=() if each in A_FEW else pytest.mark.deep) for each in EVERY]


@pytest.fixture(params=EVERY_GAME)
def key(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The key of each game in turn.

    The example is in the catalogues while it is its turn.
    """
    found: str = request.param
    if found == EXAMPLE.key:
        for catalogue, name, entry in ENTRIES:
            monkeypatch.setitem(catalogue, name, entry)
    return found
