"""Random positions of Binar."""

import random

from rules.binar import Position
from rules.catalogue import GAMES
from rules.shuffle import Shuffle
from tests.engines.binar.plainly import GAME, moves


def random_position(size: int, digits: str, lines: str, plies: int, seed: int) -> Position:
    """Return a position after random moves, none of which ends the game."""
    chance = random.Random(seed)
    game = GAMES["binar"]
    position: Position = game.start(
        game.read_options({"size": size, "digits": digits, "lines": lines}), Shuffle(bytes(32))
    )
    for _ in range(plies):
        going = [after for _, after in moves(position) if GAME.outcome(after) is None]
        if not going:
            break
        position = chance.choice(going)
    return position
