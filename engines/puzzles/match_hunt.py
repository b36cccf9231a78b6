"""Searches a match played by people for its best puzzle."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from engines.puzzles.finding import find_puzzle
from engines.puzzles.generation import (
    FULL,
    OPEN_HANDS_OPTION,
    build_puzzle,
    find_won_positions,
    strip_history,
)
from engines.puzzles.puzzle import Puzzle
from engines.puzzles.scales import SOLVERS
from rules.checkers.position import Position
from rules.checkers.rulesets import AIM, RULESETS
from rules.game import AnyGame, Options

STARS: Final = (3, 2, 1)
"""Those of a puzzle, from the best down."""


def find_match_puzzle(
    game: AnyGame, options: Options, positions: Sequence[Any], match_number: int
) -> Puzzle | None:
    """Return the hardest puzzle of a finished match, if any.

    Of several equally hard ones it is the earliest. `positions` are all positions of the match, from
    the first on. A match with another aim than to capture has none, because the proofs assume the usual
    aim.
    """
    if AIM in options:
        return None
    open_ = [position for position in positions if game.turn(position) is not None]
    proof = None
    if game.key in SOLVERS:
        proof = SOLVERS[game.key].new_proof()
        looked_at = find_won_positions(game, open_, proof)
    elif game.key in RULESETS:
        looked_at = [strip_history(each) for each in open_ if _is_full(each)]
    else:
        return None  # a game that has no puzzles yet
    given = changed_options(game, options)
    if game.hidden:  # after its end all hands are known, and no one could think it through without them
        given |= OPEN_HANDS_OPTION
    for stars in STARS:
        for position in looked_at:
            found = find_puzzle(game, position, partial(_has_stars, stars), proof)
            if found is not None:
                return build_puzzle(game, given, position, found, match_number)
    return None


def changed_options(game: AnyGame, options: Options) -> dict[str, Any]:
    """Return the options of a match that differ from the defaults.

    Options that only set up the beginning are left out, because a puzzle has a position of its own.
    """
    return {
        option.name: value
        for option in game.options
        if not option.free and (value := options.get(option.name, option.default)) != option.default
    }


def _has_stars(wanted: int, stars: int, plain: bool) -> bool:
    del plain
    return stars == wanted


def _is_full(position: Position) -> bool:
    """Whether a position of checkers has too many pieces for an ending."""
    return (position.board.white | position.board.black).bit_count() >= FULL
