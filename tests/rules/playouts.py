"""Random play for the tests of every game."""

import random
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from rules.catalogue import GAMES
from rules.game import AnyGame
from rules.match import Match

Setup = tuple[str, dict[str, object]]
"""A game's key and options for it."""


def setups() -> list[Setup]:
    """Return every game with its defaults, then with other options.

    First come the single choices of each option, then the other pairs of texts.
    """
    found: list[Setup] = []
    for key, game in GAMES.items():
        texts = [[(o.name, c) for c in o.choices] for o in game.options if isinstance(o.default, str)]
        sizes = [[(o.name, c)] for o in game.options if isinstance(o.default, int) for c in o.choices]
        found += [(key, {})]
        found += [(key, dict(chosen)) for chosen in sizes]
        found += [(key, dict(chosen)) for chosen in product(*texts) if chosen]
    return found


def play_out(
    game: AnyGame, given: Mapping[str, object], seed: int, limit: int = 5000
) -> Iterator[tuple[Any, Any]]:
    """A random match as (position, chosen move), and at its end (position, `None`)."""
    position = Match(game, given, seed.to_bytes(32, "big")).origin
    chance = random.Random(seed)
    for _ in range(limit):
        moves = game.moves(position)
        if not moves:
            break
        move = chance.choice(moves)
        yield position, move
        position = game.play(position, move)
    yield position, None


def random_match(game: AnyGame, given: Mapping[str, object], seed: int, limit: int = 5000) -> Match:
    """A match with up to `limit` random moves made."""
    match = Match(game, given, seed.to_bytes(32, "big"))
    chance = random.Random(seed)
    while match.turn is not None and len(match.plies) < limit:
        match.make_move(chance.choice(game.moves(match.position)))
    return match
