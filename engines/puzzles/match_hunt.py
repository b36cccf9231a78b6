"""Searches a match played by people for its best puzzle."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from engines.puzzles.finding import find
from engines.puzzles.generation import FULL, OPEN, alone, puzzle_of, seen_through
from engines.puzzles.puzzle import Puzzle
from engines.puzzles.scales import SOLVERS
from rules.checkers.position import Position
from rules.checkers.rulesets import RULESETS
from rules.game import AnyGame, Options

STARS: Final = (3, 2, 1)
"""Those of a puzzle, from the best down."""


def puzzle_in(game: AnyGame, options: Options, positions: Sequence[Any], match: int) -> Puzzle | None:
    """Return the hardest puzzle of a finished match, the earliest of several, if any.

    `positions` are all of them from the first on, `match` is its number.
    """
    open_ = [position for position in positions if game.turn(position) is not None]
    proof = None
    if game.key in SOLVERS:
        proof = SOLVERS[game.key].proof()
        looked_at = seen_through(game, open_, proof)
    elif game.key in RULESETS:
        looked_at = [alone(each) for each in open_ if _full(each)]
    else:
        return None  # a game that has no puzzles yet
    given = options_of(game, options)
    if game.hidden:  # after its end all hands are known, and no one could think it through without them
        given |= OPEN
    for stars in STARS:
        for position in looked_at:
            found = find(game, position, partial(_has, stars), proof)
            if found is not None:
                return puzzle_of(game, given, position, found, match)
    return None


def options_of(game: AnyGame, options: Options) -> dict[str, Any]:
    """Return the options that a puzzle from a match plays by, if not the defaults.

    A puzzle has a position of its own, whatever the match began with.
    """
    return {
        option.name: value
        for option in game.options
        if not option.free and (value := options.get(option.name, option.default)) != option.default
    }


def _has(wanted: int, stars: int, plain: bool) -> bool:
    del plain
    return stars == wanted


def _full(position: Position) -> bool:
    """Whether a position of checkers has too many pieces for an ending."""
    return (position.board.white | position.board.black).bit_count() >= FULL
