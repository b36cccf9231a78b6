"""What binds the mover of checkers, said before they choose."""

import pytest

from rules.catalogue import GAMES
from rules.match import Match

PLAIN = {"c3": "w", "a1": "w", "d4": "b", "h8": "b"}
TWO_WAYS = {"c3": "w", "d4": "b", "f6": "b", "b4": "b", "h2": "w"}


@pytest.mark.parametrize(
    ("game", "cells", "said"),
    [
        ("russian", PLAIN, "You must capture (Russian checkers: captures are mandatory)."),
        ("brazilian", TWO_WAYS, "You must capture, and take the most pieces ("),
        ("malaysian", PLAIN, "You can capture; if you do not, it costs you a piece ("),
        ("russian", {"a1": "w", "h8": "b"}, None),
    ],
)
def test_the_mover_is_told_the_rule_that_binds_them(
    game: str, cells: dict[str, str], said: str | None
) -> None:
    match = Match(GAMES[game], {}, b"")
    turn = [str(side) for side in match.sides].index("White")
    match.set_position({"cells": cells, "turn": turn})
    duty = match.game.duty(match.position)
    if said is None:
        assert duty is None
    else:
        assert str(duty).startswith(said)


@pytest.mark.parametrize("game", ["binar", "yin-yang", "one-zero-one"])
def test_a_game_without_such_a_rule_says_nothing(game: str) -> None:
    match = Match(GAMES[game], {}, bytes(32))
    assert match.game.duty(match.position) is None
