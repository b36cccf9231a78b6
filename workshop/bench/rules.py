"""Every game of the catalogue: random play-outs a CPU second, mid-game move lists.

A list is timed from the move before it. No other engine of these games exists for comparison; the
kinds of checkers have theirs in `workshop.bench.checkers`.
"""

import random
from collections.abc import Callable, Iterator
from statistics import median
from time import process_time
from typing import Any

from rules.catalogue import GAMES
from rules.game import AnyGame
from rules.match import Match
from workshop.bench.row import BenchFigure

SECONDS = 0.5
"""CPU time spent on each game's play-outs."""
POSITIONS = 300
"""Mid-game positions whose move lists are timed.

They are more than any cache of the rules holds.
"""

PlayoutLine = list[tuple[Any, Any]]
"""A game as (position, move made there)."""


def rows() -> Iterator[BenchFigure]:
    """Yield two rows a game, under default options.

    One Zero One's chains by PRINT are separate, because they make the longest lists.
    """
    for key, game in GAMES.items():
        yield BenchFigure(f"rules.playouts.{key}", _playouts(game), "1/s")
        yield BenchFigure(f"rules.moves.{key}", _move_list_ms(game), "ms")
    game = GAMES["one-zero-one"]
    yield BenchFigure("rules.moves.one-zero-one.print", _move_list_ms(game, _has_chain), "ms")


def _playouts(game: AnyGame) -> float:
    """Whole random games from the start, a CPU second."""
    chance = random.Random(0)
    began, games = process_time(), 0
    while process_time() - began < SECONDS:
        _line(game, chance, games)
        games += 1
    return games / (process_time() - began)


def _has_chain(game: AnyGame, position: Any) -> bool:
    """Whether a card of One Zero One may bring another there."""
    return any(len(move.plays) > 1 for move in game.moves(position))


def _move_list_ms(game: AnyGame, wanted: Callable[[AnyGame, Any], bool] = lambda *_: True) -> float:
    """Return the median CPU milliseconds to make a move and list the answers.

    The answers are in notation and in order as `moves` returns them. Only the positions after the move
    that are `wanted` count.
    """
    chance = random.Random(1)
    middle: PlayoutLine = []
    seed = 0
    while len(middle) < POSITIONS:
        line = _line(game, chance, seed)
        middle += [
            (before, move)
            for before, move in line[len(line) // 3 : 2 * len(line) // 3 + 1]
            if wanted(game, game.play(before, move))
        ]
        seed += 1
    work = [_listing(game, position, move) for position, move in middle[:POSITIONS]]
    return median(_milliseconds(list_moves) for list_moves in work)


def _listing(game: AnyGame, before: Any, move: Any) -> Callable[[], list[str]]:
    def list_moves() -> list[str]:
        position = game.play(before, move)
        return sorted(game.write(position, answer) for answer in game.moves(position))

    return list_moves


def _milliseconds(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return (process_time() - began) * 1000


def _line(game: AnyGame, chance: random.Random, seed: int) -> PlayoutLine:
    """A random game to its end."""
    position = Match(game, {}, seed.to_bytes(32, "big")).origin
    line = []
    while moves := game.moves(position):
        move = chance.choice(moves)
        line.append((position, move))
        position = game.play(position, move)
    return line
