"""Exactly the legal moves are read, of all texts in the form of a move.

This is tested in each square-board game with one kind of piece.
"""

import random
from itertools import product

import pytest

from rules.board import BoardGame
from rules.catalogue import GAMES
from rules.game import IllegalMove
from rules.squares import square_names
from tests.rules.playouts import random_match

pytestmark = pytest.mark.ci

FORMS = {
    "binar": (":0", ":1"),
    "binary": ("", "+"),
    "zong-heng": (" up", " down", " left", " right"),
    "yin-yang": ("-",),
    "incorrect-checkers": ("-",),
}
"""What follows a square: a second square after a joint, nothing otherwise."""


def texts(key: str, size: int) -> list[str]:
    squares = square_names(size)
    return [
        f"{first}{form}{second}"
        for first, form in product(squares, FORMS[key])
        for second in (squares if form in ("-", "+") else ("",))
    ]


@pytest.mark.parametrize("key", FORMS)
@pytest.mark.parametrize("seed", range(3))
def test_exactly_the_legal_moves_are_read(key: str, seed: int) -> None:
    game = GAMES[key]
    options = {"digits": "choose"} if key == "binar" else {}
    match = random_match(game, options, seed, limit=random.Random(seed).randrange(2, 16))
    if match.turn is None:
        match.undo()
    position, moves = match.position, set(match.moves())
    read, refused = set(), set()
    assert isinstance(game, BoardGame)
    size = game.size_of(match.options)
    assert isinstance(size, int)
    for text in texts(key, size):
        try:
            read.add(game.write(position, game.read(position, text)))
        except IllegalMove as refusal:
            refused.add(refusal.code)
    assert read == moves
    assert "unreadable" not in refused
    assert refused
